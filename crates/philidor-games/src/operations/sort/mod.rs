//! Games in an order, unchanged, and sorted files merged into one: an external merge sort.
//!
//! ```text
//! sort    files → as many games as fit into memory, sorted → runs in a temporary file → merged → one file
//! merge   sorted files → merged → one file
//! ```
//!
//! Games with equal keys keep their order. `key.rs` says what the order is, `block.rs` is a chunk with keys,
//! `record.rs` merges, `runs.rs` is the temporary file, `sorted_file.rs` reads a file that is sorted.

mod block;
pub(crate) mod key;
mod record;
mod runs;
mod sorted_file;

use std::path::Path;

use philidor_host::{STANDARD, progress};

use self::block::block;
pub(crate) use self::block::{Block, KeyMaker};
use self::key::{SortKey, key_of};
use self::record::merge;
use self::runs::Runs;
use self::sorted_file::SortedFile;
use crate::error::FileError;
use crate::parts::chunk::Chunk;
use crate::parts::files::Files;
use crate::parts::read_options::ReadOptions;
use crate::parts::scoresheet::GameFacts;
use crate::parts::tag_name::AskedTags;
use crate::reading::files::{Summary, read_files, report_aside};
use crate::writing::game_writer::GameWriter;

/// How games are sorted.
#[derive(Clone, Copy, Debug)]
pub struct SortOptions<'a> {
    /// What games are sorted by; the first counts most.
    pub keys: &'a [SortKey],
    /// How much is held in memory.
    pub room: SortRoom<'a>,
}

/// How much is held in memory, and where the rest goes.
#[derive(Clone, Copy, Debug)]
pub struct SortRoom<'a> {
    /// How many bytes of games are held in memory; what is more goes to a temporary file.
    pub memory: u64,
    /// The folder of that file.
    pub folder: &'a Path,
}

/// The games of several blocks, in order.
fn sorted(blocks: &[Block]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let numbers =
        |(block, games): (usize, &Block)| (0..games.games.len() as u32).map(move |game| (block as u32, game));
    let mut order: Vec<(u32, u32)> = blocks.iter().enumerate().flat_map(numbers).collect();
    let game = |(block, game): (u32, u32)| blocks[block as usize].game(game);
    order.sort_by(|&one, &other| game(one).0.cmp(game(other).0));
    order.into_iter().map(game)
}

/// Games that were read, to be passed on in the order of their keys.
pub(crate) struct Ordered {
    blocks: Vec<Block>,
    runs: Runs,
    memory: u64,
}

impl Ordered {
    /// Passes the keys and texts of the games on, those with equal keys in the order of the files.
    pub(crate) fn each(
        self,
        mut each: impl FnMut(&[u8], &[u8]) -> Result<(), FileError>,
    ) -> Result<(), FileError> {
        let Ordered { blocks, mut runs, memory } = self;
        if runs.is_empty() {
            return sorted(&blocks).try_for_each(|(key, text)| each(key, text));
        }
        runs.push(sorted(&blocks))?;
        drop(blocks);
        let bar = progress::of_bytes(Some(runs.written()));
        let merged = merge(&mut runs.into_sources(memory)?, |key, text| {
            bar.inc((key.len() + text.len()) as u64);
            each(key, text)
        });
        bar.finish_and_clear();
        merged
    }
}

/// Reads games to be sorted. `take` gets the format and the keys of each chunk.
pub(crate) fn in_order(
    files: &Files,
    maker: &KeyMaker<'_>,
    room: SortRoom<'_>,
    mut take: impl FnMut(&Block) -> Result<(), FileError>,
) -> Result<(Summary, Ordered), FileError> {
    let make = |chunk: &Chunk<'_>| block(chunk, maker);
    let (mut blocks, mut size) = (Vec::new(), 0);
    let mut runs = Runs::new(room.folder);
    let summary = read_files(files, ReadOptions::new(files), make, report_aside, |block: Block, _| {
        take(&block)?;
        size += block.size();
        blocks.push(block);
        if size > room.memory {
            runs.push(sorted(&blocks))?;
            (blocks, size) = (Vec::new(), 0);
        }
        Ok(())
    })?;
    Ok((summary, Ordered { blocks, runs, memory: room.memory }))
}

/// Writes games in an order, unchanged.
///
/// # Errors
///
/// The games cannot be written, or their files have different formats.
pub fn sort(files: &Files, options: &SortOptions<'_>, mut out: GameWriter) -> Result<Summary, FileError> {
    let asked = AskedTags::new(options.keys.iter().filter_map(SortKey::tag));
    let key = |facts: GameFacts<'_>| {
        asked.see(facts.tags);
        key_of(facts, options.keys)
    };
    let maker = KeyMaker { key: &key, needs_plies: options.keys.iter().any(SortKey::needs_plies) };
    let (summary, games) = in_order(files, &maker, options.room, |block| out.take_format(block.format))?;
    games.each(|_, text| out.write(text))?;
    out.finish(&summary)?;
    asked.warn(summary.games);
    Ok(summary)
}

/// How many files are merged at a time: systems let programs open a few hundred.
const MAX_OPEN: usize = 100;

/// Writes the games of sorted files as one sorted file, unchanged. If there are more than 100 files, they are merged
/// 100 at a time into runs in a temporary file first.
///
/// # Errors
///
/// The games cannot be written, a file is not sorted or cannot be opened, the files have different formats, or standard
/// input is named twice.
pub fn merge_files(
    files: &Files,
    options: &SortOptions<'_>,
    mut out: GameWriter,
) -> Result<Summary, FileError> {
    if files.paths.iter().filter(|path| path.as_os_str() == STANDARD).count() > 1 {
        return Err(FileError::ReadTwice { name: "standard input".to_owned() });
    }
    let start = std::time::Instant::now();
    let mut summary = Summary::default();
    let asked = AskedTags::new(options.keys.iter().filter_map(SortKey::tag));
    let key = |facts: GameFacts<'_>| {
        asked.see(facts.tags);
        key_of(facts, options.keys)
    };
    let maker = KeyMaker { key: &key, needs_plies: options.keys.iter().any(SortKey::needs_plies) };
    let length = |path| std::fs::metadata(path).map(|known| known.len()).unwrap_or_default();
    let length = files.paths.iter().map(length).sum();
    let bar = progress::of_bytes(Some(length).filter(|&length: &u64| length > 0));
    let mut runs = Runs::new(options.room.folder);
    for paths in files.paths.chunks(MAX_OPEN) {
        let open = |path| SortedFile::open(path, files, &maker);
        let mut sources = paths.iter().map(|path| open(path)).collect::<Result<Vec<_>, _>>()?;
        sources.iter().try_for_each(|file| out.take_format(file.format()))?;
        let is_all = files.paths.len() <= MAX_OPEN;
        merge(&mut sources, |key, text| {
            bar.inc(text.len() as u64);
            if is_all { out.write(text) } else { runs.write(key, text) }
        })?;
        for (file, path) in sources.iter().zip(paths) {
            let mut found = file.summary().clone();
            found.note_missing(path, 0);
            summary += found;
        }
        runs.end_run();
    }
    bar.finish_and_clear();
    if !runs.is_empty() {
        let bar = progress::of_bytes(Some(runs.written()));
        merge(&mut runs.into_sources(options.room.memory)?, |key, text| {
            bar.inc((key.len() + text.len()) as u64);
            out.write(text)
        })?;
        bar.finish_and_clear();
    }
    summary.time = start.elapsed();
    out.finish(&summary)?;
    asked.warn(summary.games);
    Ok(summary)
}
