//! `philidor pgn convert`: games in another format.

use std::path::Path;
use std::process::ExitCode;

use philidor_games::{ConversionSummary, FileError, Files, Format, convert};
use philidor_host::note;

use super::summary::code;
use philidor_program::terminal::streams;

pub(super) fn run(files: &Files, to: Format, path: Option<&Path>) -> anyhow::Result<ExitCode> {
    if to == Format::Binary && streams::is_unasked_terminal(path) {
        return Err(FileError::BinaryForTerminal.into());
    }
    let ConversionSummary { summary, left_out } =
        convert(files, to, streams::create_in_place(path, &files.paths)?)?;
    left_out.warning().iter().for_each(|warning| note(warning));
    Ok(code(&summary))
}
