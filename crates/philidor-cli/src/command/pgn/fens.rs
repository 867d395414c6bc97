//! `philidor pgn fens`: every position of every game.

use std::path::Path;
use std::process::ExitCode;

use philidor_games::{Files, PositionForm, fens};

use super::summary::code;
use crate::terminal::streams;

pub(super) fn run(files: &Files, json: bool, path: Option<&Path>) -> anyhow::Result<ExitCode> {
    let form = if json { PositionForm::Json } else { PositionForm::Fen };
    Ok(code(&fens(files, form, streams::create(path)?)?))
}
