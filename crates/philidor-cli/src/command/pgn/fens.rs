//! `philidor pgn fens`: every position of every game.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use super::games::{each_game, read, tell_aside};
use super::replay::Replay;
use crate::args::FilesArgs;
use crate::outfile::OutFile;

pub(super) fn run(files: &FilesArgs, path: Option<&Path>) -> anyhow::Result<ExitCode> {
    let mut out = OutFile::create(path)?;
    let make = |part: &super::pipeline::Part| {
        each_game(part, &mut Replay::new(), Vec::new(), |game, _, text| {
            for position in &game.positions {
                // A vector takes everything.
                let _ = writeln!(text, "{position}");
            }
        })
    };
    let summary = read(files, make, tell_aside, |text| Ok(out.write_all(&text)?))?;
    out.finish(summary.is_whole())?;
    Ok(summary.code())
}
