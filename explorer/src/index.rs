//! An index that is open: the row of a position, the record of a game.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use bytes::Bytes;
use crc32fast::Hasher;

use crate::manifest::{Manifest, fingerprint, games_file, shard_file};
use crate::sorted::Sorted;
use crate::store::Store;

/// An index of positions and their games.
///
/// Its sparse index is in memory: 32 bytes for two or three thousand positions. Its files are opened when they are
/// read, about a hundred at once.
#[derive(Debug)]
pub struct Index {
    folder: PathBuf,
    manifest: Manifest,
    shards: Vec<Store>,
    games: Vec<Store>,
}

impl Index {
    /// Opens the index of a folder.
    ///
    /// # Errors
    ///
    /// If there is no whole index, or one of its files cannot be read.
    pub fn open(folder: &Path) -> Result<Index> {
        let manifest = Manifest::find(folder)?;
        let manifest =
            manifest.with_context(|| format!("{} has no index, or no whole one", folder.display()))?;
        let files = Arc::default();
        let mut sums = [Hasher::new(), Hasher::new()];
        let [of_positions, of_games] = &mut sums;
        let shard = |shard| shard_file(folder, manifest.generation, shard);
        let shards = (0..manifest.shards).map(|at| Store::open(&shard(at), &files, of_positions));
        let shards = shards.collect::<Result<Vec<Store>>>()?;
        let games =
            (0..manifest.files.len()).map(|file| Store::open(&games_file(folder, file), &files, of_games));
        let mut games = games.collect::<Result<Vec<Store>>>()?;
        let sums = sums.map(Hasher::finalize);
        ensure!(
            manifest.fingerprint == fingerprint(sums),
            "{}: the sparse indexes (.pages) are not those of explorer.json: a file is damaged, or of another index",
            folder.display()
        );
        // An import may have files without games.
        games.retain(|store| store.first_key().is_some());
        ensure!(games.is_sorted_by_key(Store::first_key), "the files of games are not in their order");
        Ok(Index { folder: folder.to_owned(), manifest, shards, games })
    }

    /// What it is made of.
    #[must_use]
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Where it is.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The row of the position with this [key](philidor::Position::key): one read. [`Entries`](crate::row::Entries)
    /// are what is in it.
    ///
    /// # Errors
    ///
    /// What the system reports, or damage.
    pub fn position(&self, key: u64) -> Result<Option<Bytes>> {
        self.shards.get(self.shard(key)).map_or(Ok(None), |shard| shard.find(key))
    }

    /// The number of the file that has a key.
    fn shard(&self, key: u64) -> usize {
        let bits = self.shards.len().trailing_zeros();
        key.checked_shr(64 - bits).unwrap_or(0) as usize
    }

    /// The record of the game with this number.
    pub(crate) fn game(&self, number: u64) -> Result<Option<Bytes>> {
        let after =
            self.games.partition_point(|store| store.first_key().is_some_and(|first| first <= number));
        after
            .checked_sub(1)
            .and_then(|file| self.games.get(file))
            .map_or(Ok(None), |store| store.find(number))
    }

    /// The rows of the positions from a key to another.
    pub(crate) fn rows(&self, from: u64, to: u64) -> Result<Vec<Box<dyn Sorted + '_>>> {
        let shards = self.shards.get(self.shard(from)..=self.shard(to)).unwrap_or_default();
        let rows = shards.iter().map(|shard| Ok(Box::new(shard.rows(from, to)?) as Box<dyn Sorted>));
        rows.collect()
    }

    /// The records of all games, file by file.
    pub(crate) fn all_games(&self) -> impl Iterator<Item = Result<Box<dyn Sorted + '_>>> {
        self.games.iter().map(|store| Ok(Box::new(store.rows(0, u64::MAX)?) as Box<dyn Sorted>))
    }
}
