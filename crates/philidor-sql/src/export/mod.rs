//! `philidor-sql export`: imported tables written as PGN again.
//!
//! What is written is read back into the same rows: a game's tags from their columns and from `tags`, its moves in SAN,
//! its clocks and evaluations as commands in comments. Games of which more is said have their movetext in the table.
//!
//! ```text
//! games/part-00000.parquet ──► rows ──┬── moves, clocks, evaluations, nags ──┬──► tags, movetext
//! games/part-00001.parquet            └── annotated_movetext ────────────────┘
//! ```

mod game;
mod output;

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use self::game::Games;
use self::output::Output;
use crate::args::ExportArgs;

/// How many games are in memory at a time.
const ROWS: usize = 1 << 12;

/// Exports.
pub(crate) fn run(args: &ExportArgs) -> Result<()> {
    let parts = parts(&args.dir)?;
    let mut output = Output::create(args.output.as_deref())?;
    for part in &parts {
        write_part(part, &mut output).with_context(|| format!("cannot export {}", part.display()))?;
    }
    output.finish()
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
    parts.sort_unstable();
    Ok(parts)
}

fn write_part(path: &Path, output: &mut Output) -> Result<()> {
    let reader =
        ParquetRecordBatchReaderBuilder::try_new(File::open(path)?)?.with_batch_size(ROWS).build()?;
    let mut text = String::new();
    for rows in reader {
        let rows = rows?;
        let games = Games::of(&rows)?;
        for row in 0..rows.num_rows() {
            text.clear();
            games.write(row, &mut text).with_context(|| format!("game {}", games.id(row)))?;
            output.write_all(text.as_bytes())?;
        }
    }
    Ok(())
}
