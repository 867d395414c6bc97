//! Entries sorted, and equal positions combined, while they arrive in any order.
//!
//! They are collected in a run, the run is sorted and equal positions are combined, and runs of similar size are
//! merged, as in a merge sort from the bottom up. While two runs merge, both and the result are held.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::expand::Take;
use super::packed::Entry;
use crate::perft::coverage::{Mark, mark};

/// How many entries are sorted at a time, 48 MB; the children of one position may exceed it.
const RUN: usize = 1 << 20;

/// How many entries a run takes: fewer if a test asks for it, so that runs fill and merge there, too.
#[inline(always)]
fn run() -> usize {
    #[cfg(feature = "proof")]
    return chosen::ENTRIES.get();
    #[cfg(not(feature = "proof"))]
    RUN
}

/// Runs a closure with runs of this many entries, on this thread.
#[cfg(feature = "proof")]
pub(in crate::perft) fn with_runs_of<T>(entries: usize, count: impl FnOnce() -> T) -> T {
    crate::perft::coverage::with(&chosen::ENTRIES, entries, count)
}

#[cfg(feature = "proof")]
mod chosen {
    use core::cell::Cell;

    std::thread_local! {
        pub(super) static ENTRIES: Cell<usize> = const { Cell::new(super::RUN) };
    }
}

/// Sorted runs without equal positions, each more than twice as long as the next, and one that is being filled.
#[derive(Default)]
pub(super) struct Runs {
    sorted: Vec<Vec<Entry>>,
    filling: Vec<Entry>,
}

impl Take for Runs {
    fn room(&mut self) -> &mut Vec<Entry> {
        if self.filling.len() >= run() {
            mark(Mark::RunFull);
            self.sort_in();
        }
        &mut self.filling
    }
}

impl Runs {
    pub(super) fn push(&mut self, entry: Entry) {
        self.room().push(entry);
    }

    /// Sorts the run that was filled, and merges it with those that are not much longer.
    fn sort_in(&mut self) {
        let mut run = core::mem::take(&mut self.filling);
        run.sort_unstable_by_key(|entry| entry.position);
        run.dedup_by(|later, kept| {
            let same = later.position == kept.position;
            if same {
                kept.paths = kept.paths.saturating_add(later.paths);
            }
            same
        });
        while let Some(longer) = self.sorted.pop_if(|last| last.len() <= 2 * run.len()) {
            mark(Mark::RunsMerged);
            run = merge(&longer, &run);
        }
        self.sorted.push(run);
    }

    pub(super) fn finish(mut self) -> Vec<Entry> {
        self.sort_in();
        let mut entries = Vec::new();
        while let Some(run) = self.sorted.pop() {
            entries = if entries.is_empty() { run } else { merge(&run, &entries) };
        }
        entries.shrink_to_fit();
        entries
    }
}

/// Two sorted runs in one; the paths to a position that is in both are added.
fn merge(mut left: &[Entry], mut right: &[Entry]) -> Vec<Entry> {
    let mut merged = Vec::with_capacity(left.len() + right.len());
    while let ([first, after_first @ ..], [second, after_second @ ..]) = (left, right) {
        match first.position.cmp(&second.position) {
            Ordering::Less => {
                merged.push(*first);
                left = after_first;
            }
            Ordering::Greater => {
                merged.push(*second);
                right = after_second;
            }
            Ordering::Equal => {
                merged.push(Entry { paths: first.paths.saturating_add(second.paths), ..*first });
                (left, right) = (after_first, after_second);
            }
        }
    }
    merged.extend_from_slice(left);
    merged.extend_from_slice(right);
    merged
}
