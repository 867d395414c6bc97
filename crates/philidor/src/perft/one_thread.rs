//! A tree counted on the calling thread, at the level and in the way that the options say.

use super::{Perft, counted, plain, unrolled};
use crate::position::Position;

impl Perft<'_> {
    /// Counts a whole tree on the calling thread.
    pub(super) fn count_here(self, position: &Position, depth: u32) -> u128 {
        unrolled::count(&mut position.clone(), depth, |position, depth| {
            if self.plain {
                plain::count(self.cpu, position, depth)
            } else {
                counted::count(self.cpu, self.table, position, depth)
            }
        })
    }
}
