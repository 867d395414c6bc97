//! `philidor pgn split`: files of so many games.

use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::games::{each_game, read, tell_aside};
use crate::args::FilesArgs;
use crate::command::Output;
use crate::outfile::WholeFile;
use crate::quantity::Grouped;

pub(super) fn run(
    files: &FilesArgs,
    games: NonZero<u64>,
    prefix: &Path,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let make = |part: &super::pipeline::Part| {
        // Only the form is looked at: moves need not be legal to be put into another file.
        each_game(part, &mut (), Vec::new(), |(), text, texts| texts.push(text.to_owned()))
    };
    let (mut open, mut in_open, mut written) = (None::<WholeFile>, 0, 0);
    let summary = read(files, make, tell_aside, |texts: Vec<Vec<u8>>| {
        for text in texts {
            if in_open == games.get() {
                open.take().map_or(Ok(()), WholeFile::finish)?;
                in_open = 0;
            }
            let file = match &mut open {
                Some(file) => file,
                None => {
                    written += 1;
                    open.insert(WholeFile::create(&numbered(prefix, written))?)
                }
            };
            file.write_all(&text)?;
            file.write_all(b"\n\n")?;
            in_open += 1;
        }
        Ok(())
    })?;
    if summary.is_whole() {
        open.map_or(Ok(()), WholeFile::finish)?;
    }
    let good = summary.games - summary.bad_games;
    writeln!(output.writer, "{} games in {written} files", Grouped(good.into()))?;
    Ok(summary.code())
}

/// `part-0001.pgn` for the first file of the prefix `part`.
fn numbered(prefix: &Path, number: u64) -> PathBuf {
    let mut name = prefix.as_os_str().to_owned();
    name.push(format!("-{number:04}.pgn"));
    PathBuf::from(name)
}
