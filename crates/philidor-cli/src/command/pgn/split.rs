//! `philidor pgn split`: files with a number of games each.

use std::num::NonZero;
use std::path::Path;
use std::process::ExitCode;

use philidor_games::{Files, Split, split};
use philidor_host::Several;

use super::summary::code;
use crate::terminal::output::Output;

pub(super) fn run(
    files: &Files,
    games: NonZero<u64>,
    prefix: &Path,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let Split { summary, written } = split(files, games, prefix)?;
    if output.json {
        written.iter().try_for_each(|file| output.write_json(file))?;
    } else {
        let good: u64 = written.iter().map(|file| file.games).sum();
        let (good, files) = (Several(good.into(), "game"), Several(written.len() as u128, "file"));
        writeln!(output.writer, "{good} in {files}")?;
    }
    Ok(code(&summary))
}
