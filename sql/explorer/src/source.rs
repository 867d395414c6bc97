//! The games of an import: folders with `games/*.parquet`, as `philidor-sql import` writes them.
//!
//! Games are numbered from 1 through all folders, files and rows, also those that are not counted. A game counts if it
//! has a result, and begins where games of chess do.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::{Value, json};

use crate::disk::read_at;
use crate::games::Batches;

/// The rows that are read at a time.
const BATCH: usize = 1024;
/// The bytes at either end of a file by which it is recognized.
const SUMMED: u64 = 1 << 20;

/// A file of games.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    path: PathBuf,
    /// The number of its first game.
    pub(crate) first: u64,
    /// The number of its games.
    pub(crate) games: u64,
    /// The first row of each row group, and their end.
    groups: Vec<u64>,
    bytes: u64,
    /// The CRC-32 of its beginning and its end, where Parquet has sizes and statistics of all columns.
    sum: u32,
}

impl Source {
    /// What a plan says of it.
    pub(crate) fn to_json(&self) -> Value {
        let sum = format!("{:08x}", self.sum);
        json!({"name": self.path.to_string_lossy(), "games": self.games, "bytes": self.bytes, "sum": sum})
    }

    /// Whether a file that a plan or a manifest names has the same contents. Files without games all have.
    fn has_games_of(&self, known: &Value) -> bool {
        let own = self.to_json();
        self.games > 0 && ["games", "bytes", "sum"].iter().all(|part| own[part] == known[part])
    }

    /// Leaves out the files that are known, and numbers the games of the others from this number on. No file may have
    /// changed since it became known, or have the games of another under a name of its own.
    pub(crate) fn unknown(all: Vec<Source>, known: &[Value], first: u64) -> Result<Vec<Source>> {
        let mut named: HashMap<String, Value> = HashMap::new();
        let mut by_sum: HashMap<String, Vec<Value>> = HashMap::new();
        let name = |file: &Value| file["name"].as_str().unwrap_or_default().to_owned();
        let sum = |file: &Value| file["sum"].as_str().unwrap_or_default().to_owned();
        for file in known {
            by_sum.entry(sum(file)).or_default().push(file.clone());
            named.insert(name(file), file.clone());
        }
        let known_names: HashSet<String> = named.keys().cloned().collect();
        let (mut fresh, mut next) = (Vec::new(), first);
        for mut source in all {
            let own = source.to_json();
            let twin = by_sum.get(&sum(&own)).into_iter().flatten().find(|known| source.has_games_of(known));
            match (named.get(&name(&own)), twin) {
                (Some(before), _) if *before == own && known_names.contains(&name(&own)) => continue,
                (Some(before), _) if *before == own => bail!("{} is named twice", name(&own)),
                (Some(_), _) => bail!("{} has changed since its games were added", name(&own)),
                (None, Some(twin)) => bail!("{} has the games of {}", name(&own), name(twin)),
                (None, None) => {}
            }
            by_sum.entry(sum(&own)).or_default().push(own.clone());
            named.insert(name(&own), own);
            source.first = next;
            next = source.end();
            fresh.push(source);
        }
        Ok(fresh)
    }

    pub(crate) fn folder(&self) -> Option<&Path> {
        self.path.parent()
    }

    /// The ids of its games.
    pub(crate) fn ids(&self) -> Result<Vec<u64>> {
        let read = || {
            let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(&self.path)?)?;
            let mask = ProjectionMask::columns(builder.parquet_schema(), ["id"]);
            let mut ids = Vec::new();
            for rows in builder.with_projection(mask).build()? {
                let rows = rows?;
                let column = rows.columns().first().and_then(|column| column.as_primitive_opt::<Int64Type>());
                let column = column.context("there is no column id of numbers")?;
                for &id in column.values() {
                    ids.push(u64::try_from(id)?);
                }
            }
            anyhow::Ok(ids)
        };
        read().with_context(|| format!("cannot read {}", self.path.display()))
    }

    /// The number of its games.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// The number after that of its last game.
    pub(crate) fn end(&self) -> u64 {
        self.first + self.games
    }

    /// The files of folders, in their order; their games have no numbers yet.
    pub(crate) fn all(folders: &[PathBuf]) -> Result<Vec<Source>> {
        let mut sources = Vec::new();
        for folder in folders {
            for path in files(folder)? {
                sources.push(Source::open(&path)?);
            }
        }
        Ok(sources)
    }

    fn open(path: &Path) -> Result<Source> {
        let read = || {
            let file = File::open(path)?;
            let bytes = file.metadata()?.len();
            let sum = sum(&file, bytes)?;
            let reader = ParquetRecordBatchReaderBuilder::try_new(file)?;
            let mut groups = vec![0];
            for group in reader.metadata().row_groups() {
                groups.push(groups.last().copied().unwrap_or(0) + u64::try_from(group.num_rows())?);
            }
            let games = groups.last().copied().unwrap_or(0);
            let path = fs::canonicalize(path)?;
            anyhow::Ok(Source { path, first: 1, games, groups, bytes, sum })
        };
        read().with_context(|| format!("cannot read {}", path.display()))
    }

    /// The games with these numbers, which are in this file. Few of its columns are read if only plies are wanted.
    pub(crate) fn read(&self, numbers: std::ops::Range<u64>, columns: &[&str]) -> Result<Batches> {
        let open = || {
            let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(&self.path)?)?;
            let (from, to) = (numbers.start - self.first, numbers.end - self.first);
            // Row groups before and after are not read at all.
            let skipped = self.groups.partition_point(|&group| group <= from).saturating_sub(1);
            let wanted = self.groups.partition_point(|&group| group < to).saturating_sub(skipped);
            let begin = self.groups.get(skipped).copied().unwrap_or(0);
            let is_wanted = |name: &str| columns.contains(&name);
            let schema = builder.parquet_schema();
            let leaves =
                (0..schema.num_columns()).filter(|&leaf| is_wanted(schema.get_column_root(leaf).name()));
            let mask = ProjectionMask::leaves(schema, leaves.collect::<Vec<_>>());
            let last = (skipped + wanted).min(self.groups.len() - 1);
            let reader = builder
                .with_projection(mask)
                .with_row_groups((skipped..last).collect())
                .with_batch_size(BATCH)
                .with_offset(usize::try_from(from - begin)?)
                .with_limit(usize::try_from(to - from)?)
                .build()?;
            anyhow::Ok(Batches::new(reader, numbers.start))
        };
        open().with_context(|| format!("cannot read {}", self.path.display()))
    }
}

/// The CRC-32 of the beginning and the end of a file of this length.
fn sum(file: &File, length: u64) -> Result<u32> {
    let mut sum = crc32fast::Hasher::new();
    for from in [0, length.saturating_sub(SUMMED)] {
        let mut bytes = vec![0; usize::try_from(SUMMED.min(length - from))?];
        read_at(file, &mut bytes, from)?;
        sum.update(&bytes);
    }
    Ok(sum.finalize())
}

/// The files of games of a folder, in their order.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let games = folder.join("games");
    let listed = fs::read_dir(&games)
        .with_context(|| format!("{} is not a folder of an import: it has no games", folder.display()))?;
    let mut files = Vec::new();
    for entry in listed {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "parquet") {
            files.push(path);
        }
    }
    // Longer numbers are larger: 100000 comes after 99999.
    files.sort_by_cached_key(|path| (path.as_os_str().len(), path.clone()));
    ensure!(!files.is_empty(), "{} has no Parquet files", games.display());
    Ok(files)
}
