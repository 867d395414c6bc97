//! `philidor pgn book`: a Polyglot opening book of the moves that scored points.

use std::path::Path;
use std::process::ExitCode;

use philidor_games::{Book, BookLimits, Files, book};
use philidor_host::Several;
use serde::Serialize;

use super::summary::code;
use crate::terminal::output::Output;

/// The book, as JSON.
#[derive(Serialize)]
struct BookReport {
    moves: u64,
    games: u64,
    bad_games: u64,
    bytes: u64,
}

pub(super) fn run(
    files: &Files,
    limits: BookLimits,
    path: &Path,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let Book { summary, bytes } = book(files, limits, path)?;
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
