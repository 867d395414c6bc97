//! `philidor pgn fens`: every position of every game.

use std::path::Path;
use std::process::ExitCode;

use philidor_games::{Files, PositionFormat, fens};

use super::summary::code;
use philidor_program::terminal::streams;

pub(super) fn run(files: &Files, json: bool, path: Option<&Path>) -> anyhow::Result<ExitCode> {
    let format = if json { PositionFormat::Json } else { PositionFormat::Fen };
    Ok(code(&fens(files, format, streams::create(path)?)?))
}
