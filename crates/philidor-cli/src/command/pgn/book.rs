//! `philidor pgn book`: a Polyglot opening book of the moves that scored points.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use philidor::pgn::GameResult;
use philidor::polyglot::BookBuilder;
use philidor::{Color, Move, Position};
use philidor_host::WholeFile;
use serde::Serialize;

use crate::args::FilesArgs;
use crate::games::forms::any::each_replay;
use crate::games::parts::part::Part;
use crate::games::parts::read_options::ReadOptions;
use crate::games::reading::files::{read_files, report_aside};
use crate::quantity::Several;
use crate::terminal::output::Output;

/// The book, as JSON.
#[derive(Serialize)]
struct BookReport {
    moves: u64,
    games: u64,
    bad_games: u64,
    bytes: u64,
}

/// The opening of a game, and its winner.
type Opening = (Position, Vec<Move>, Option<Color>);

pub(super) fn run(
    files: &FilesArgs,
    max_ply: u32,
    min_games: u32,
    path: &Path,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    // Opened before anything is read, so that a file that cannot be written is reported first.
    let mut file = WholeFile::create(path)?;
    let mut builder = BookBuilder::new().max_plies(max_ply as usize).min_games(min_games);
    let make = |part: &Part<'_>| {
        each_replay(part, Vec::new(), |game, _, openings: &mut Vec<Opening>| {
            let winner = match game.result {
                GameResult::WhiteWins => Some(Color::White),
                GameResult::BlackWins => Some(Color::Black),
                GameResult::Draw => None,
                // The result is unknown, and so is the value of its moves.
                GameResult::Unknown => return,
            };
            if let Some(&start) = game.positions().first() {
                // A book has no null moves, and what comes after one is not an opening.
                let moves = game.moves().iter().copied().take_while(|mv| !mv.is_null());
                let moves = moves.take(max_ply as usize).collect();
                openings.push((start, moves, winner));
            }
        })
    };
    let summary = read_files(files, ReadOptions::new(files), make, report_aside, |openings, _| {
        for (start, moves, winner) in openings {
            builder.add_game(&start, moves, winner)?;
        }
        Ok(())
    })?;
    if !summary.is_whole() {
        return Ok(summary.code());
    }
    let bytes = builder.build();
    file.write_all(&bytes)?;
    file.finish()?;
    let (moves, good) = (bytes.len() as u64 / 16, summary.games - summary.bad_games);
    if output.json {
        let (bad_games, bytes) = (summary.bad_games, bytes.len() as u64);
        output.write_json(&BookReport { moves, games: summary.games, bad_games, bytes })?;
    } else {
        let (moves, good) = (Several(moves.into(), "move"), Several(good.into(), "game"));
        writeln!(output.writer, "{moves} from {good}")?;
    }
    Ok(summary.code())
}
