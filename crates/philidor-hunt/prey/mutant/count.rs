//! Counting the tree, with a table that remembers how many leaves there were below a position.

use crate::bugs::Bug;
use crate::position::{Move, Position};

/// How many leaves a position has at a depth.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    depth: u32,
    leaves: u64,
}

/// The table: each position has one place, and the newcomer takes it.
pub(crate) struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// As many entries as fit into this many MiB.
    pub(crate) fn new(mebibytes: usize) -> Table {
        Table { entries: vec![Entry::default(); (mebibytes << 20) / size_of::<Entry>()] }
    }

    pub(crate) fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    /// The leaves below each move, in the order of the moves.
    pub(crate) fn divide(&mut self, position: &mut Position, depth: u32) -> Vec<(Move, u64)> {
        let Some(below) = depth.checked_sub(1) else { return Vec::new() };
        let mut counts = Vec::new();
        for mv in position.moves() {
            position.make(mv);
            counts.push((mv, self.count(position, below)));
            position.undo();
        }
        counts
    }

    /// The leaves below a position.
    pub(crate) fn count(&mut self, position: &mut Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if let Some(leaves) = self.get(position, depth) {
            return leaves;
        }
        let moves = position.moves();
        let mut leaves = moves.len() as u64;
        if depth > 1 {
            leaves = 0;
            for mv in moves {
                position.make(mv);
                leaves += self.count(position, depth - 1);
                position.undo();
            }
        }
        self.put(Entry { key: position.key(), depth, leaves });
        leaves
    }

    /// What the table knows; an empty entry has depth 0.
    fn get(&self, position: &Position, depth: u32) -> Option<u64> {
        let entry = self.entries.get(self.place(position.key()))?;
        let same_key = entry.key == position.key() || position.has(Bug::TableKey);
        let same_depth = entry.depth == depth || position.has(Bug::TableDepth);
        (entry.depth > 0 && same_key && same_depth).then_some(entry.leaves)
    }

    fn put(&mut self, entry: Entry) {
        let place = self.place(entry.key);
        if let Some(old) = self.entries.get_mut(place) {
            *old = entry;
        }
    }

    fn place(&self, key: u64) -> usize {
        (key % self.entries.len().max(1) as u64) as usize
    }
}
