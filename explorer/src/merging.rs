//! The last steps of a build: runs merged until one merge can take all, and that merge, which writes the positions.

use std::fs;
use std::ops::Range;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::ledger::{ShardCount, clear};
use crate::manifest::{self, FORMAT_VERSION, Manifest, games_file, positions_folder, shard_file};
use crate::row::Entries;
use crate::run::{PREFIX_BITS, PREFIXES, Run, RunWriter};
use crate::sorted::{Sorted, merge};
use crate::source::Source;
use crate::sparse::pages_file;
use crate::work::{Work, count_bar};
use crate::writer::StoreWriter;

/// The bytes of a page of positions: two or three thousand.
const POSITION_PAGE: usize = 32 << 10;
/// How many half-moves become a file of positions.
const SHARD_PLIES: u64 = 4 << 20;
/// The least and the most bytes of a run that are read at a time.
const PIECE: Range<usize> = 4 << 10..1 << 20;

impl Work<'_> {
    /// Merges runs into larger ones until one merge can take all.
    pub(crate) fn merge_runs(&self) -> Result<()> {
        let most = self.build.fan_in.max(2);
        // Each thread has the files of its group open.
        let in_group = (most / self.build.threads.get()).max(2);
        loop {
            let runs = self.ledger.runs();
            if runs.len() <= most {
                return Ok(());
            }
            let groups: Vec<_> = runs.chunks(in_group).filter(|group| group.len() > 1).collect();
            let bar = count_bar(groups.len() as u64, "runs merged");
            let one = |_: &mut (), group: &&[(u32, u64)]| {
                let old: Vec<u32> = group.iter().map(|&(run, _)| run).collect();
                let opened: Result<Vec<Run>> =
                    old.iter().map(|&run| Run::open(&self.run_file(run))).collect();
                let opened = opened?;
                let mut sources = self.sources_of(&opened, 0..PREFIXES)?;
                let run = self.ledger.begin_run();
                let mut writer = RunWriter::create(&self.run_file(run))?;
                merge(&mut sources, |key, row| Ok(writer.push(key, row)?))?;
                writer.finish()?;
                self.ledger.note_replacement(run, &old, group.iter().map(|(_, plies)| plies).sum())?;
                old.iter().for_each(|&run| drop(fs::remove_file(self.run_file(run))));
                bar.inc(1);
                Ok(())
            };
            let merged = self.on_threads(&groups, || (), one, |()| Ok(()));
            bar.finish_and_clear();
            merged?;
        }
    }

    /// The rows of runs with these prefixes.
    fn sources_of<'a>(&self, runs: &[Run], prefixes: Range<usize>) -> Result<Vec<Box<dyn Sorted + 'a>>> {
        let readers = (runs.len() + 1) * self.build.threads.get();
        let piece = usize::try_from(self.build.memory)? / readers / 2;
        let piece = piece.clamp(PIECE.start, PIECE.end);
        runs.iter().map(|run| Ok(Box::new(run.rows(prefixes.clone(), piece)?) as Box<dyn Sorted>)).collect()
    }

    /// Merges everything into the files of positions, and completes the index.
    pub(crate) fn finish(self) -> Result<Manifest> {
        let output = &self.build.output;
        let runs = self.ledger.runs();
        let plies =
            runs.iter().map(|(_, plies)| plies).sum::<u64>() + self.known().map_or(0, |known| known.plies);
        let shards = shards(plies);
        let opened: Result<Vec<Run>> = runs.iter().map(|&(run, _)| Run::open(&self.run_file(run))).collect();
        let opened = opened?;
        manifest::make(&positions_folder(output, self.generation()))?;
        let missing: Vec<u32> = (0..shards).filter(|&shard| self.ledger.shard(shard).is_none()).collect();
        let bar = count_bar(missing.len() as u64, "files of positions");
        let one = |_: &mut (), &shard: &u32| {
            let count = self.shard(&opened, shard, shards)?;
            self.ledger.note_shard(shard, count)?;
            bar.inc(1);
            Ok(())
        };
        let merged = self.on_threads(&missing, || (), one, |()| Ok(()));
        bar.finish_and_clear();
        merged?;
        let mut files = self.known().map_or_else(Vec::new, |known| known.files.clone());
        files.extend(self.sources.iter().map(Source::to_json));
        let mut manifest = Manifest {
            explorer: FORMAT_VERSION,
            generation: self.generation(),
            max_ply: self.max_ply,
            min_games: self.build.min_games,
            games: self.sources.last().map_or(0, |last| last.end() - 1),
            plies,
            positions: 0,
            entries: 0,
            shards,
            fingerprint: String::new(),
            files,
        };
        for shard in 0..shards {
            let count = self.ledger.shard(shard).unwrap_or_default();
            manifest.positions += count.positions;
            manifest.entries += count.entries;
        }
        manifest.fingerprint = self.fingerprint(&manifest)?;
        manifest.write(output)?;
        self.clear()?;
        Ok(manifest)
    }

    /// Merges the rows of one file.
    fn shard(&self, runs: &[Run], shard: u32, shards: u32) -> Result<ShardCount> {
        let width = PREFIXES / shards as usize;
        let prefixes = shard as usize * width..(shard as usize + 1) * width;
        let mut sources = self.sources_of(runs, prefixes.clone())?;
        if let Some(base) = &self.base {
            let from = (prefixes.start as u64) << (64 - PREFIX_BITS);
            let to = from + (((width as u64) << (64 - PREFIX_BITS)).wrapping_sub(1));
            sources.extend(base.rows(from, to)?);
        }
        let mut store =
            StoreWriter::create(&shard_file(&self.build.output, self.generation(), shard), POSITION_PAGE)?;
        let mut count = ShardCount::default();
        merge(&mut sources, |key, row| {
            let (mut entries, mut games) = (0, 0_u64);
            for entry in Entries::new(row) {
                entries += 1;
                games = games.saturating_add(entry.tally.games());
            }
            if games < self.build.min_games {
                return Ok(());
            }
            count.positions += 1;
            count.entries += entries;
            store.push(key, row)
        })?;
        store.finish()?;
        Ok(count)
    }

    /// The sums of the sparse indexes.
    fn fingerprint(&self, manifest: &Manifest) -> Result<String> {
        let output = &self.build.output;
        let sum = |files: &mut dyn Iterator<Item = PathBuf>| -> Result<u32> {
            let mut sum = crc32fast::Hasher::new();
            for file in files {
                sum.update(
                    &fs::read(pages_file(&file))
                        .with_context(|| format!("cannot read {}", file.display()))?,
                );
            }
            Ok(sum.finalize())
        };
        let shards = (0..manifest.shards).map(|shard| shard_file(output, manifest.generation, shard));
        let positions = sum(&mut { shards })?;
        let games = sum(&mut (0..manifest.files.len()).map(|file| games_file(output, file)))?;
        Ok(manifest::fingerprint([positions, games]))
    }

    /// Removes what the index does not need.
    fn clear(self) -> Result<()> {
        clear(&self.build.output, self.generation())
    }
}

/// The number of files for half-moves.
fn shards(plies: u64) -> u32 {
    let wanted = plies.div_ceil(SHARD_PLIES).next_power_of_two();
    wanted.min(PREFIXES as u64) as u32
}
