//! Games in an order, unchanged, and ordered files made into one.
//!
//! ```text
//! sort    files → as many games as fit into memory, sorted → runs in a temporary file → merged → one file
//! merge   sorted files → merged → one file
//! ```
//!
//! Games with equal keys keep their order. `key.rs` says what the order is, `block.rs` is a part with keys, `record.rs` merges, `runs.rs` is the temporary
//! file, `sorted_file.rs` reads a file that is sorted.

mod block;
pub(crate) mod key;
mod record;
mod runs;
mod sorted_file;

use std::cell::RefCell;
use std::io::Write;
use std::path::Path;

use philidor_host::{Output, progress};

pub(crate) use self::block::KeyMaker;
use self::block::{Block, block};
use self::key::{SortKey, key_of};
use self::record::merge;
use self::runs::Runs;
use self::sorted_file::SortedFile;
use crate::error::FileError;
use crate::forms::binary;
use crate::forms::form::Form;
use crate::parts::files::Files;
use crate::parts::part::Part;
use crate::parts::read_options::ReadOptions;
use crate::parts::sheet::Facts;
use crate::reading::files::{Summary, read_files, report_aside};
use crate::writing::unchanged::OneForm;

/// How games are sorted.
#[derive(Clone, Copy, Debug)]
pub struct SortOptions<'a> {
    /// By what, the first thing first.
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

/// Passes the keys and texts of games on in the order of the keys, those with equal keys in the order of the files, and
/// before them the form of each part.
pub(crate) fn in_order(
    files: &Files,
    maker: &KeyMaker<'_>,
    room: SortRoom<'_>,
    mut form: impl FnMut(Form) -> Result<(), FileError>,
    mut each: impl FnMut(&[u8], &[u8]) -> Result<(), FileError>,
) -> Result<Summary, FileError> {
    let make = |part: &Part<'_>| block(part, maker);
    let (mut blocks, mut size) = (Vec::new(), 0);
    let mut runs = Runs::new(room.folder);
    let summary = read_files(files, ReadOptions::new(files), make, report_aside, |block: Block, _| {
        form(block.form)?;
        size += block.size();
        blocks.push(block);
        if size > room.memory {
            runs.push(sorted(&blocks))?;
            (blocks, size) = (Vec::new(), 0);
        }
        Ok(())
    })?;
    if runs.is_empty() {
        sorted(&blocks).try_for_each(|(key, text)| each(key, text))?;
    } else {
        runs.push(sorted(&blocks))?;
        drop(blocks);
        let bar = progress::of_bytes(Some(runs.written()));
        let merged = merge(&mut runs.into_sources(room.memory)?, |key, text| {
            bar.inc((key.len() + text.len()) as u64);
            each(key, text)
        });
        bar.finish_and_clear();
        merged?;
    }
    Ok(summary)
}

/// Writes games in an order, unchanged.
///
/// # Errors
///
/// The games cannot be written, or their files have different forms.
pub fn sort(
    files: &Files,
    options: &SortOptions<'_>,
    is_unasked_terminal: bool,
    out: Output,
) -> Result<Summary, FileError> {
    let key = |facts: Facts<'_>| key_of(facts, options.keys);
    let maker = KeyMaker { key: &key, needs_plies: options.keys.iter().any(SortKey::needs_plies) };
    let (out, mut head) = (RefCell::new(out), Head::default());
    let form = |form| head.write(form, is_unasked_terminal, &mut out.borrow_mut());
    let summary =
        in_order(files, &maker, options.room, form, |_, text| Ok(out.borrow_mut().write_all(text)?))?;
    summary.finish(out.into_inner())?;
    Ok(summary)
}

/// Writes the games of files that are sorted as one sorted file, unchanged.
///
/// # Errors
///
/// The games cannot be written, a file is not sorted or cannot be opened, or the files have different forms.
pub fn merge_files(
    files: &Files,
    keys: &[SortKey],
    is_unasked_terminal: bool,
    mut out: Output,
) -> Result<Summary, FileError> {
    let start = std::time::Instant::now();
    let mut head = Head::default();
    let key = |facts: Facts<'_>| key_of(facts, keys);
    let maker = KeyMaker { key: &key, needs_plies: keys.iter().any(SortKey::needs_plies) };
    let open = |path| SortedFile::open(path, files, &maker);
    let mut sources = files.paths.iter().map(|path| open(path)).collect::<Result<Vec<_>, _>>()?;
    sources.iter().try_for_each(|file| head.write(file.form(), is_unasked_terminal, &mut out))?;
    let length = |path| std::fs::metadata(path).map(|known| known.len()).unwrap_or_default();
    let bar =
        progress::of_bytes(Some(files.paths.iter().map(length).sum()).filter(|&length: &u64| length > 0));
    let merged = merge(&mut sources, |_, text| {
        bar.inc(text.len() as u64);
        Ok(out.write_all(text)?)
    });
    bar.finish_and_clear();
    merged?;
    let mut summary = Summary::default();
    sources.iter().for_each(|file| summary += file.summary());
    summary.time = start.elapsed();
    summary.finish(out)?;
    Ok(summary)
}

/// What stands before the games of the form that all files have.
#[derive(Default)]
struct Head(OneForm);

impl Head {
    /// Writes it once.
    fn write(&mut self, form: Form, is_unasked_terminal: bool, out: &mut Output) -> Result<(), FileError> {
        if self.0.is_first(form)? && form == Form::Binary {
            if is_unasked_terminal {
                return Err(FileError::BinaryForTerminal);
            }
            out.write_all(binary::HEAD)?;
        }
        Ok(())
    }
}
