//! `philidor pgn split`: files with a number of games each.
//!
//! None replaces another. Files left over from an earlier run with more files would look like part of this one, so a
//! run with the same names is refused.

use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use philidor_files::WholeFile;
use serde::Serialize;

use super::games::{each_game, read, report_aside};
use super::part::Part;
use crate::args::FilesArgs;
use crate::command::Output;
use crate::quantity::Grouped;

pub(super) fn run(
    files: &FilesArgs,
    games: NonZero<u64>,
    prefix: &Path,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let make = |part: &Part<'_>| {
        // Only the syntax is checked: moves need not be legal to go to another file.
        each_game(part, &mut (), Vec::new(), |(), found, texts| texts.push(found.text.to_owned()))
    };
    let mut series = Series { prefix, games, open: None, written: Vec::new() };
    let summary = read(files, make, report_aside, |texts: Vec<Vec<u8>>, _| {
        texts.iter().try_for_each(|text| series.write(text))
    })?;
    let written = if summary.is_whole() {
        series.finish()?
    } else {
        // The open file would look whole, so it is not kept.
        series.finished()
    };
    if output.json {
        written.iter().try_for_each(|file| output.write_json(file))?;
    } else {
        let good: u64 = written.iter().map(|file| file.games).sum();
        let plural = if written.len() == 1 { "" } else { "s" };
        writeln!(output.writer, "{} games in {} file{plural}", Grouped(good.into()), written.len())?;
    }
    Ok(summary.code())
}

/// A file that was written, as JSON.
#[derive(Serialize)]
struct Written {
    file: String,
    games: u64,
}

/// The files, one after another.
struct Series<'a> {
    prefix: &'a Path,
    /// The number of games in each.
    games: NonZero<u64>,
    open: Option<WholeFile>,
    /// All of them, the open one last.
    written: Vec<Written>,
}

impl Series<'_> {
    fn write(&mut self, text: &[u8]) -> anyhow::Result<()> {
        if self.written.last().is_some_and(|file| file.games == self.games.get()) {
            self.open.take().map_or(Ok(()), WholeFile::finish)?;
        }
        let file = match &mut self.open {
            Some(file) => file,
            None => {
                let path = numbered(self.prefix, self.written.len() + 1);
                let name = path.display();
                if path.try_exists()? {
                    bail!("{name} exists: remove the files of the earlier run or choose another prefix");
                }
                self.written.push(Written { file: name.to_string(), games: 0 });
                self.open.insert(WholeFile::create(&path)?)
            }
        };
        file.write_all(text)?;
        file.write_all(b"\n\n")?;
        self.written.iter_mut().last().into_iter().for_each(|file| file.games += 1);
        Ok(())
    }

    /// The whole files; the open one is removed.
    fn finished(mut self) -> Vec<Written> {
        if self.open.take().is_some() {
            self.written.pop();
        }
        self.written
    }

    fn finish(self) -> anyhow::Result<Vec<Written>> {
        self.open.map_or(Ok(()), WholeFile::finish)?;
        Ok(self.written)
    }
}

/// `part-0001.pgn` for the first file of the prefix `part`.
fn numbered(prefix: &Path, number: usize) -> PathBuf {
    let mut name = prefix.as_os_str().to_owned();
    name.push(format!("-{number:04}.pgn"));
    PathBuf::from(name)
}
