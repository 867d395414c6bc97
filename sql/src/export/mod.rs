//! `philidor-sql export`: imported tables written as PGN again.
//!
//! Importing the output again gives the same rows: the tags of a game come from their columns and from `tags`, its
//! moves are in SAN, its clocks and evaluations are commands in comments. Games with more annotations have their
//! movetext in the table.
//!
//! ```text
//! games/part-00000.parquet ──► rows ──┬── moves, clocks, evaluations, nags ──┬──► tags, movetext
//! games/part-00001.parquet            └── annotated_movetext ────────────────┘
//! ```
//!
//! `game.rs` writes a game. One thread reads the rows, some thousand at a time. Each of the threads writes an equal
//! share of them, and the shares are joined in order.

mod game;

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, ensure};
use arrow::array::RecordBatch;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use philidor_host::ending::threads;
use philidor_host::{Output, interruption, threads::for_each};

use self::game::Games;
use crate::args::ExportArgs;
use crate::protection::protect;

/// The number of games in memory at a time.
const ROWS: usize = 1 << 12;

pub(crate) fn run(args: &ExportArgs) -> Result<()> {
    let parts = parts(&args.dir)?;
    protect(&parts)?;
    interruption::end_when_interrupted()?;
    let mut output = Output::create(args.output.as_deref())?;
    let threads = threads(args.threads).get();
    // The output of each thread, in memory that is reused.
    let mut texts = vec![String::new(); threads.min(ROWS)];
    for part in &parts {
        write_part(part, &mut texts, &mut output)
            .with_context(|| format!("cannot export {}", part.display()))?;
    }
    Ok(output.finish()?)
}

/// The files of the table of games, in order.
fn parts(folder: &Path) -> Result<Vec<PathBuf>> {
    let folder = folder.join("games");
    let files = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut parts = Vec::new();
    for file in files {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == "parquet") {
            parts.push(path);
        }
    }
    ensure!(!parts.is_empty(), "{} has no tables", folder.display());
    // Longer numbers are larger: 100000 comes after 99999.
    parts.sort_by_cached_key(|path| (path.as_os_str().len(), path.clone()));
    Ok(parts)
}

fn write_part(path: &Path, texts: &mut [String], output: &mut Output) -> Result<()> {
    let reader =
        ParquetRecordBatchReaderBuilder::try_new(File::open(path)?)?.with_batch_size(ROWS).build()?;
    for rows in reader {
        write_rows(&rows?, texts)?;
        for text in &*texts {
            output.write_all(text.as_bytes())?;
        }
    }
    Ok(())
}

/// Writes games to these strings, on as many threads, as far as the system starts them.
fn write_rows(rows: &RecordBatch, texts: &mut [String]) -> Result<()> {
    let share = rows.num_rows().div_ceil(texts.len().max(1));
    let write = |number: usize, text: &mut String| {
        text.clear();
        let from = (number * share).min(rows.num_rows());
        write_games(&rows.slice(from, share.min(rows.num_rows() - from)), text)
    };
    let outcome = Mutex::new(Ok(()));
    for_each(texts.len(), texts.iter_mut().enumerate(), |(number, text)| {
        if let Err(error) = write(number, text) {
            *outcome.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
        }
    });
    outcome.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn write_games(rows: &RecordBatch, text: &mut String) -> Result<()> {
    let games = Games::of(rows)?;
    (0..rows.num_rows())
        .try_for_each(|row| games.write(row, text).with_context(|| format!("game {}", games.id(row))))
}
