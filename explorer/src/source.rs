//! The files that games come from: files of PGN and the like, and `games/*.parquet` in folders that `philidor-sql
//! import` has made.
//!
//! Games are numbered from 1 through all files and rows, also those that are not counted. A game counts if it has a
//! result, and begins where games of chess do.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::{Value, json};

use crate::disk::read_at;
use crate::game::Game;
use crate::games::Batches;
use crate::store::Store;
use crate::transcript::{self, Reading};

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
    rows: Rows,
    bytes: u64,
    /// The CRC-32 of a file of games. Of Parquet that of its beginning and its end, where the sizes and statistics of
    /// all columns are.
    sum: u32,
    /// Whether faulty games of the file were kept up to their faults.
    is_lenient: bool,
}

/// Where the games of a file are read.
#[derive(Clone, Debug)]
enum Rows {
    /// In the file itself, which is Parquet: the first row of each row group, and their end.
    Parquet(Vec<u64>),
    /// In the transcript of the file; `None` if the index has the games already, so that they are not read again.
    Transcript(Option<Arc<Store>>),
}

impl Source {
    /// What a plan says of it.
    pub(crate) fn to_json(&self) -> Value {
        let sum = format!("{:08x}", self.sum);
        let mut json = json!({"name": self.path.to_string_lossy(), "games": self.games, "bytes": self.bytes, "sum": sum});
        if self.is_lenient {
            json["lenient"] = true.into();
        }
        json
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
                (Some(before), _) if ["bytes", "sum"].iter().all(|part| before[part] == own[part]) => {
                    let how = if source.is_lenient { "without" } else { "with" };
                    bail!(
                        "{} was read {how} --lenient; to read it otherwise, build the index anew",
                        name(&own)
                    )
                }
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

    /// The folder of a file of an import.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.path.parent().filter(|_| matches!(self.rows, Rows::Parquet(_)))
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

    /// The files of these inputs, in their order; their games have no numbers yet. The index has the games of the known
    /// files. `None` if another file of games would have to be read, and may not.
    pub(crate) fn all(
        inputs: &[PathBuf],
        known: &[Value],
        reading: &Reading<'_>,
    ) -> Result<Option<Vec<Source>>> {
        let mut sources = Vec::new();
        for input in inputs {
            if input.is_dir() {
                sources.extend(Source::of_import(input)?);
                continue;
            }
            match Source::of_games(input, known, reading)? {
                Some(source) => sources.push(source),
                None => return Ok(None),
            }
        }
        Ok(Some(sources))
    }

    /// The files of an import, in their order.
    pub(crate) fn of_import(folder: &Path) -> Result<Vec<Source>> {
        files(folder)?.iter().map(|path| Source::of_parquet(path)).collect()
    }

    /// A file of games, which is read now unless the index has its games.
    fn of_games(path: &Path, known: &[Value], reading: &Reading<'_>) -> Result<Option<Source>> {
        let found = transcript::Contents::of(path).and_then(|found| Ok((found, fs::canonicalize(path)?)));
        let (contents, path) = found.with_context(|| format!("cannot read {}", path.display()))?;
        let (bytes, sum) = (contents.bytes, contents.sum);
        let with = |games, store: Option<Store>| {
            let rows = Rows::Transcript(store.map(Arc::new));
            Source { path: path.clone(), first: 1, games, rows, bytes, sum, is_lenient: reading.lenient }
        };
        let known_as = |file: &Value| {
            let source = with(file["games"].as_u64()?, None);
            (*file == source.to_json()).then_some(source)
        };
        if let Some(source) = known.iter().find_map(known_as) {
            return Ok(Some(source));
        }
        if !reading.is_allowed {
            return Ok(None);
        }
        let store = transcript::of(&path, &contents, reading)?;
        Ok(Some(with(store.count(), Some(store))))
    }

    fn of_parquet(path: &Path) -> Result<Source> {
        let read = || {
            let file = File::open(path)?;
            let bytes = file.metadata()?.len();
            let sum = sum(&file, bytes)?;
            let reader = ParquetRecordBatchReaderBuilder::try_new(file)?;
            let columns = reader.metadata().file_metadata().schema_descr();
            let is_moves = |column: usize| columns.get_column_root(column).name() == "moves";
            ensure!((0..columns.num_columns()).any(is_moves), "the table of games has no column moves");
            let mut groups = vec![0];
            for group in reader.metadata().row_groups() {
                groups.push(groups.last().copied().unwrap_or(0) + u64::try_from(group.num_rows())?);
            }
            let games = groups.last().copied().unwrap_or(0);
            let path = fs::canonicalize(path)?;
            anyhow::Ok(Source {
                path,
                first: 1,
                games,
                rows: Rows::Parquet(groups),
                bytes,
                sum,
                is_lenient: false,
            })
        };
        read().with_context(|| format!("cannot read {}", path.display()))
    }

    /// Passes on the games with these numbers, which are in this file. Few columns of Parquet are read if plies are
    /// all that is wanted.
    pub(crate) fn each(
        &self,
        numbers: Range<u64>,
        columns: &[&str],
        mut take: impl FnMut(&Game<'_>) -> Result<()>,
    ) -> Result<()> {
        match &self.rows {
            Rows::Parquet(groups) => {
                for games in self.batches(groups, numbers, columns)? {
                    let games = games.with_context(|| format!("cannot read {}", self.path.display()))?;
                    games.iter().try_for_each(|game| take(&game))?;
                }
                Ok(())
            }
            Rows::Transcript(store) => {
                let store =
                    store.as_deref().with_context(|| format!("{} is not read", self.path.display()))?;
                transcript::each(
                    store,
                    numbers.start - self.first..numbers.end - self.first,
                    self.first,
                    take,
                )
            }
        }
    }

    fn batches(&self, groups: &[u64], numbers: Range<u64>, columns: &[&str]) -> Result<Batches> {
        let open = || {
            let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(&self.path)?)?;
            let (from, to) = (numbers.start - self.first, numbers.end - self.first);
            // Row groups before and after are not read at all.
            let skipped = groups.partition_point(|&group| group <= from).saturating_sub(1);
            let wanted = groups.partition_point(|&group| group < to).saturating_sub(skipped);
            let begin = groups.get(skipped).copied().unwrap_or(0);
            let is_wanted = |name: &str| columns.contains(&name);
            let schema = builder.parquet_schema();
            let leaves =
                (0..schema.num_columns()).filter(|&leaf| is_wanted(schema.get_column_root(leaf).name()));
            let mask = ProjectionMask::leaves(schema, leaves.collect::<Vec<_>>());
            let last = (skipped + wanted).min(groups.len() - 1);
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
    let listed = fs::read_dir(&games).with_context(|| {
        format!("{} is not the folder of an import (files of games are named one by one)", folder.display())
    })?;
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
