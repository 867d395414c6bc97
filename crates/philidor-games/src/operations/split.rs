//! Files of N games each.

use std::num::NonZero;
use std::path::Path;

use super::file_series::{FileSeries, GameFile, path_of};
use crate::error::FileError;
use crate::formats::scoresheets::each_scoresheet;
use crate::parts::chunk::Chunk;
use crate::parts::files::Files;
use crate::parts::read_options::ReadOptions;
use crate::reading::files::{Summary, read_files, report_aside};
use crate::writing::unchanged::{self, CommonFormat};

/// What was split.
#[derive(Clone, Debug)]
pub struct Split {
    /// The games.
    pub summary: Summary,
    /// The files, in order.
    pub written: Vec<GameFile>,
}

/// Writes files of `games` games each, whose names begin with a prefix.
///
/// # Errors
///
/// A file exists or cannot be written, or the files that are read have different formats.
pub fn split(files: &Files, games: NonZero<u64>, prefix: &Path) -> Result<Split, FileError> {
    let make = |chunk: &Chunk<'_>| {
        let made = (chunk.source.format, Vec::new());
        // Only the syntax is checked: moves need not be legal to go to another file.
        each_scoresheet(chunk, true, made, |facts, found, (_, texts)| {
            let mut text = Vec::new();
            unchanged::push_scoresheet(chunk, found, facts, &mut text);
            texts.push(text);
        })
    };
    let (mut series, mut formats) = (FileSeries::default(), CommonFormat::default());
    let summary = read_files(files, ReadOptions::new(files), make, report_aside, |(format, texts), _| {
        formats.is_first(format)?;
        for text in &texts {
            if series.games().is_none_or(|written| written == games.get()) {
                let number = format!("{:04}", series.len() + 1);
                series.begin(&path_of(prefix, &number, format), format)?;
            }
            series.write(text)?;
        }
        Ok(())
    })?;
    let written = if summary.is_whole() { series.finish()? } else { series.abandon_open() };
    Ok(Split { summary, written })
}
