//! Files of N games each.
//!
//! None replaces another. Files left over from an earlier run with more files would look like part of this one, so a
//! run with the same names is refused.

use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use philidor_host::WholeFile;
use serde::Serialize;

use crate::error::FileError;
use crate::forms::binary;
use crate::forms::form::Form;
use crate::forms::sheets::each_sheet;
use crate::parts::files::Files;
use crate::parts::part::Part;
use crate::parts::read_options::ReadOptions;
use crate::reading::files::{Summary, read_files, report_aside};
use crate::writing::unchanged::{self, OneForm};

/// What was split.
#[derive(Clone, Debug)]
pub struct Split {
    /// The games.
    pub summary: Summary,
    /// The files, in order.
    pub written: Vec<Written>,
}

/// Writes files of `games` games each, whose names begin with a prefix.
///
/// # Errors
///
/// A file exists or cannot be written, or the files that are read have different forms.
pub fn split(files: &Files, games: NonZero<u64>, prefix: &Path) -> Result<Split, FileError> {
    let make = |part: &Part<'_>| {
        let made = (part.source.form, Vec::new());
        // Only the syntax is checked: moves need not be legal to go to another file.
        each_sheet(part, true, made, |facts, found, (_, texts)| {
            let mut text = Vec::new();
            unchanged::push_sheet(part, found, facts, &mut text);
            texts.push(text);
        })
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
    Ok(Split { summary, written })
}

/// A file that was written.
#[derive(Clone, Debug, Serialize)]
pub struct Written {
    /// Its name.
    pub file: String,
    /// How many games it has.
    pub games: u64,
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
    fn write(&mut self, text: &[u8]) -> Result<(), FileError> {
        if self.written.last().is_some_and(|file| file.games == self.games.get()) {
            self.open.take().map_or(Ok(()), WholeFile::finish)?;
        }
        let file = match &mut self.open {
            Some(file) => file,
            None => {
                let path = numbered(self.prefix, self.written.len() + 1, self.form);
                let file = path.display().to_string();
                if path.try_exists()? {
                    return Err(FileError::Exists(file));
                }
                self.written.push(Written { file, games: 0 });
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

    fn finish(self) -> Result<Vec<Written>, FileError> {
        self.open.map_or(Ok(()), WholeFile::finish)?;
        Ok(self.written)
    }
}

/// `part-0001.pgn` for the first file of the prefix `part`.
fn numbered(prefix: &Path, number: usize, form: Form) -> PathBuf {
    let mut name = prefix.as_os_str().to_owned();
    name.push(format!("-{number:04}.{}", extension(form)));
    PathBuf::from(name)
}

/// How the name of a file of a form ends.
pub(crate) const fn extension(form: Form) -> &'static str {
    match form {
        Form::Pgn => "pgn",
        Form::Json => "json",
        Form::Uci => "uci",
        Form::Epd | Form::Fen => "epd",
        Form::Binary => "bin",
    }
}
