//! `explorer.json`: what an index is made of. It appears when the index is whole, and names all of its files.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use philidor_host::{WholeFile, read_whole};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::run::PREFIXES;

/// The version of the format of an index.
pub(crate) const FORMAT_VERSION: u32 = 3;
/// Its name in the folder of an index.
pub(crate) const MANIFEST: &str = "explorer.json";
/// No manifest is longer.
const MAX_BYTES: u64 = 1 << 30;
/// No index has more games or half-moves.
const MAX_GAMES: u64 = 1 << 62;

/// The contents of `explorer.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Manifest {
    /// The version of the format.
    pub explorer: u32,
    /// How often games were added, from 1: the number of the folder of positions.
    pub generation: u32,
    /// How many half-moves of each game are counted.
    pub max_ply: u16,
    /// How many games a position needs to be kept.
    pub min_games: u64,
    /// All games, counting those without a result.
    pub games: u64,
    /// The half-moves that were counted.
    pub plies: u64,
    /// The positions.
    pub positions: u64,
    /// Their entries: a move, a bucket and a month.
    pub entries: u64,
    /// The number of files of positions, each with an equal part of all keys.
    pub shards: u32,
    /// A fingerprint that changes with any of the contents.
    pub fingerprint: String,
    /// The files that the games came from.
    pub files: Vec<Value>,
}

impl Manifest {
    /// The manifest of a folder; `None` if there is no whole index.
    pub(crate) fn find(folder: &Path) -> Result<Option<Manifest>> {
        let path = folder.join(MANIFEST);
        let text = match File::open(&path).and_then(|file| read_whole(file, MAX_BYTES)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            read => read.with_context(|| format!("cannot read {}", path.display()))?,
        };
        let known: Value = serde_json::from_slice(&text).unwrap_or_default();
        let version = known.get("explorer").and_then(Value::as_u64);
        if version != Some(FORMAT_VERSION.into()) {
            bail!("{} is not of an index of this version, which is {FORMAT_VERSION}", path.display());
        }
        let manifest: Manifest = serde_json::from_value(known).with_context(|| path.display().to_string())?;
        let shards = manifest.shards as usize;
        ensure!(shards.is_power_of_two() && shards <= PREFIXES, "{}: {shards} shards", path.display());
        // Each build has the next generation, and numbers its games from the last one on.
        let Manifest { generation, games, plies, .. } = manifest;
        ensure!((1..u32::MAX).contains(&generation), "{}: generation {generation}", path.display());
        ensure!(games.max(plies) <= MAX_GAMES, "{}: {games} games, {plies} half-moves", path.display());
        Ok(Some(manifest))
    }

    /// Writes it, which makes the index whole.
    pub(crate) fn write(&self, folder: &Path) -> Result<()> {
        let mut file = WholeFile::create(&folder.join(MANIFEST))?;
        serde_json::to_writer_pretty(&mut file, self)?;
        writeln!(file)?;
        Ok(file.finish()?)
    }
}

pub(crate) fn positions_folder(folder: &Path, generation: u32) -> PathBuf {
    folder.join(format!("positions-{generation}"))
}

/// A file of positions.
pub(crate) fn shard_file(folder: &Path, generation: u32, shard: u32) -> PathBuf {
    positions_folder(folder, generation).join(format!("{shard:04}.parquet"))
}

pub(crate) fn games_file(folder: &Path, number: usize) -> PathBuf {
    folder.join("games").join(format!("{number:05}.parquet"))
}

/// Changes with any of the contents: the sums of the sparse indexes of positions and of games, which have sums of all
/// pages.
pub(crate) fn fingerprint([positions, games]: [u32; 2]) -> String {
    format!("{positions:08x}{games:08x}")
}

pub(crate) fn make(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}
