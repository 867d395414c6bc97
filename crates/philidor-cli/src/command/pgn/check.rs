//! `philidor pgn check`: every move of every game.

use std::process::ExitCode;

use philidor::pgn::{CheckOptions, Counts, Lines, PgnError, check_with};
use serde::Serialize;

use super::games::{Read, read, tell_line};
use super::pipeline::Part;
use crate::args::FilesArgs;
use crate::command::Output;
use crate::quantity::Grouped;

/// A bad game, as it is told to a program.
#[derive(Serialize)]
struct BadGame<'a> {
    file: &'a str,
    offset: u64,
    line: u64,
    column: u64,
    game_line: u64,
    error: String,
}

/// The last line, as it is told to a program.
#[derive(Serialize)]
struct Answer {
    games: u64,
    moves: u64,
    bad_games: u64,
    bytes: u64,
    seconds: f64,
}

pub(super) fn run(files: &FilesArgs, variations: bool, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let options =
        CheckOptions { lines: if variations { Lines::All } else { Lines::Main }, ..CheckOptions::default() };
    let mut total = Counts::default();
    let json = output.json;
    let make = |part: &Part<'_>| {
        let mut read = Read::of(part, Counts::default());
        let counts = check_with(&part.bytes, &options, |error| {
            let error = error.shifted(part.place);
            if json {
                let PgnError { offset, line, column, game_line, .. } = error;
                let (file, error) = (part.source.name.as_str(), error.reason().to_string());
                read.tell_json(&BadGame { file, offset, line, column, game_line, error });
            } else {
                tell_line(&mut read, &part.source.name, &error);
            }
        });
        read.made = counts;
        read.games = counts.games;
        read
    };
    // The bad games are the result here, and come on standard output.
    let writer = &mut *output.writer;
    let summary = read(
        files,
        make,
        |told| writer.write_all(told),
        |counts, _| {
            total += counts;
            Ok(())
        },
    )?;
    let Counts { games, moves, bad_games } = total;
    if output.json {
        let (bytes, seconds) = (summary.bytes, summary.time.as_secs_f64());
        output.write_json(&Answer { games, moves, bad_games, bytes, seconds })?;
    } else {
        let label = output.paint.label();
        writeln!(output.writer, "{label}{}{label:#}", summary.rate())?;
        let paint = if bad_games == 0 { output.paint.good() } else { output.paint.bad() };
        let (games, moves) = (Grouped(games.into()), Grouped(moves.into()));
        writeln!(
            output.writer,
            "{games} games, {moves} moves, {paint}{} bad{paint:#}",
            Grouped(bad_games.into())
        )?;
    }
    Ok(summary.code())
}
