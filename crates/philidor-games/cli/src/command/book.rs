//! `philidor pgn book`: a Polyglot opening book of the moves that scored points.

use std::process::ExitCode;

use philidor_games::{Book, BookOptions, BookWeight, book};
use philidor_host::Several;
use serde::Serialize;

use super::summary::code;
use crate::args::PgnBookArgs;
use philidor_program::terminal::output::{Output, WrongUsage};

/// The book, as JSON.
#[derive(Serialize)]
struct BookReport {
    moves: u64,
    games: u64,
    bad_games: u64,
    bytes: u64,
}

pub(super) fn run(args: &PgnBookArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    if args.min_score > 0 && args.weight == BookWeight::Games {
        let words = "--min-score needs the points that moves scored: leave --weight games out";
        return Err(WrongUsage(anyhow::Error::msg(words)).into());
    }
    if args.min_score > 0 && args.wins {
        let words = "--min-score has no effect on moves of sides that won: leave --wins out";
        return Err(WrongUsage(anyhow::Error::msg(words)).into());
    }
    let options = BookOptions {
        max_ply: args.max_ply,
        min_games: args.min_games,
        min_score: args.min_score,
        weight: args.weight,
        color: args.color,
        only_wins: args.wins,
    };
    let Book { summary, bytes } = book(&(&args.files).into(), options, &args.output)?;
    let Some(bytes) = bytes else { return Ok(code(&summary)) };
    let (moves, good) = (bytes / 16, summary.games - summary.bad_games);
    if output.json {
        let (games, bad_games) = (summary.games, summary.bad_games);
        output.write_json(&BookReport { moves, games, bad_games, bytes })?;
    } else {
        let (moves, good) = (Several(moves.into(), "move"), Several(good.into(), "game"));
        writeln!(output.writer, "{moves} from {good}")?;
    }
    Ok(code(&summary))
}
