//! Distinct positions counted in several passes, each of which keeps a part of them.

use alloc::vec::Vec;

use super::expand::Take;
use super::packed::{Entry, Packed};

/// The positions of one pass.
pub(super) struct Pass {
    number: u64,
    passes: u64,
    /// The children of one position, of all passes.
    arrived: Vec<Entry>,
    kept: Vec<Packed>,
}

impl Take for Pass {
    fn room(&mut self) -> &mut Vec<Entry> {
        self.keep_arrived();
        &mut self.arrived
    }
}

impl Pass {
    /// One of several passes, with room for that many positions.
    pub(super) fn new(number: u64, passes: u64, room: usize) -> Pass {
        let mut kept = Vec::new();
        // Exactly this much: a vector that grows by itself takes up to twice what it needs.
        kept.reserve_exact(room);
        Pass { number, passes, arrived: Vec::new(), kept }
    }

    /// The number of distinct positions.
    pub(super) fn finish(mut self) -> u64 {
        self.keep_arrived();
        self.combine();
        self.kept.len() as u64
    }

    /// Keeps those that belong to this pass.
    fn keep_arrived(&mut self) {
        for index in 0..self.arrived.len() {
            let position = self.arrived[index].position;
            if position.mixed() % self.passes == self.number {
                if self.kept.len() == self.kept.capacity() {
                    self.combine();
                }
                self.kept.push(position);
            }
        }
        self.arrived.clear();
    }

    /// Keeps one of equal positions.
    fn combine(&mut self) {
        self.kept.sort_unstable();
        self.kept.dedup();
    }
}
