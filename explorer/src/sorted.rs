//! Rows in the order of their keys, from wherever they come, and many such sources merged into one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use anyhow::Result;

use crate::row::{Entries, push_row, settle};

/// Rows in ascending order of different keys.
pub(crate) trait Sorted {
    /// The key of the row that it stands at; `None` after the last one.
    fn key(&self) -> Option<u64>;

    fn row(&self) -> &[u8];

    /// Continues to the next row.
    fn advance(&mut self) -> Result<()>;
}

/// Passes on the rows of all sources; those of one key are merged.
pub(crate) fn merge(
    sources: &mut [Box<dyn Sorted + '_>],
    mut take: impl FnMut(u64, &[u8]) -> Result<()>,
) -> Result<()> {
    let keys = sources.iter().enumerate().filter_map(|(at, source)| Some(Reverse((source.key()?, at))));
    let mut next: BinaryHeap<Reverse<(u64, usize)>> = keys.collect();
    let (mut entries, mut row) = (Vec::new(), Vec::new());
    while let Some(&Reverse((key, at))) = next.peek() {
        let Some(source) = sources.get_mut(at) else { break };
        if !is_shared(&next, key) {
            take(key, source.row())?;
            step(&mut next, source.as_mut(), at)?;
            continue;
        }
        entries.clear();
        while let Some(&Reverse((other, at))) = next.peek() {
            if other != key {
                break;
            }
            let Some(source) = sources.get_mut(at) else { break };
            entries.extend(Entries::new(source.row()));
            step(&mut next, source.as_mut(), at)?;
        }
        settle(&mut entries);
        row.clear();
        push_row(&mut row, &entries);
        take(key, &row)?;
    }
    Ok(())
}

/// Whether a second source has the least key. It can only stand right below the first in the heap.
fn is_shared(next: &BinaryHeap<Reverse<(u64, usize)>>, key: u64) -> bool {
    next.as_slice().iter().skip(1).take(2).any(|&Reverse((other, _))| other == key)
}

/// Advances the first source.
fn step(next: &mut BinaryHeap<Reverse<(u64, usize)>>, source: &mut dyn Sorted, at: usize) -> Result<()> {
    source.advance()?;
    let Some(mut first) = next.peek_mut() else { return Ok(()) };
    match source.key() {
        Some(key) => *first = Reverse((key, at)),
        None => drop(PeekMut::pop(first)),
    }
    Ok(())
}
