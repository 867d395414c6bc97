//! `philidor pgn split`: files with a number of games each.
//!
//! None replaces another. Files left over from an earlier run with more files would look like part of this one, so a
//! run with the same names is refused.

use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use philidor_host::WholeFile;
use serde::Serialize;

use crate::args::{FilesArgs, Form};
use crate::games::forms::any::each_replay;
use crate::games::forms::binary;
use crate::games::forms::pgn::each_game;
use crate::games::parts::found::Found;
use crate::games::parts::part::Part;
use crate::games::parts::read_options::ReadOptions;
use crate::games::reading::files::{read_files, report_aside};
use crate::games::writing::unchanged::{self, OneForm};
use crate::quantity::Several;
use crate::terminal::output::Output;

pub(super) fn run(
    files: &FilesArgs,
    games: NonZero<u64>,
    prefix: &Path,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let make = |part: &Part<'_>| {
        let made = (part.source.form, Vec::new());
        let push = |found: &Found<'_>, texts: &mut Vec<Vec<u8>>| {
            let mut text = Vec::new();
            unchanged::push(part, found, None, &mut text);
            texts.push(text);
        };
        match part.source.form {
            // Only the syntax is checked: moves need not be legal to go to another file.
            Form::Pgn => each_game(part, &mut (), made, |(), found, (_, texts)| push(found, texts)),
            _ => each_replay(part, made, |_, found, (_, texts)| push(found, texts)),
        }
    };
    let mut series = Series { prefix, games, form: Form::Pgn, open: None, written: Vec::new() };
    let mut forms = OneForm::default();
    let summary = read_files(files, ReadOptions::new(files), make, report_aside, |(form, texts), _| {
        if forms.is_first(form)? {
            series.form = form;
        }
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
        let (good, files) = (Several(good.into(), "game"), Several(written.len() as u128, "file"));
        writeln!(output.writer, "{good} in {files}")?;
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
    form: Form,
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
                let path = numbered(self.prefix, self.written.len() + 1, self.form);
                let name = path.display();
                if path.try_exists()? {
                    bail!("{name} exists: remove the files of the earlier run or choose another prefix");
                }
                self.written.push(Written { file: name.to_string(), games: 0 });
                let file = self.open.insert(WholeFile::create(&path)?);
                if self.form == Form::Binary {
                    file.write_all(binary::HEAD)?;
                }
                file
            }
        };
        file.write_all(text)?;
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
fn numbered(prefix: &Path, number: usize, form: Form) -> PathBuf {
    let mut name = prefix.as_os_str().to_owned();
    let extension = match form {
        Form::Pgn => "pgn",
        Form::Json => "json",
        Form::Uci => "uci",
        Form::Epd | Form::Fen => "epd",
        Form::Binary => "bin",
    };
    name.push(format!("-{number:04}.{extension}"));
    PathBuf::from(name)
}
