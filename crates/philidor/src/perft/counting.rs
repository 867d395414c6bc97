//! What [`Perft`] counts: whole trees, trees move by move, and parts of them, each in the way that its options say.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::subtrees::{self, Subtrees};
use super::{Part, Perft};
use crate::position::Position;
use crate::types::Move;

impl Perft<'_> {
    /// Counts the leaves of the tree.
    #[must_use]
    pub fn count(self, position: &Position, depth: u32) -> u128 {
        if self.threads == 1 {
            return self.count_here(position, depth);
        }
        self.count_reporting(position, depth, &|_| ())
    }

    /// Counts the leaves below each legal move. Empty at depth 0, where no move is played.
    #[must_use]
    pub fn divide(self, position: &Position, depth: u32) -> Vec<(Move, u128)> {
        self.divide_reporting(position, depth, &|_| ())
    }

    /// Like [`count`](Perft::count), and calls `report` from time to time, from any thread.
    ///
    /// ```
    /// use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
    /// use philidor::{perft::Perft, Position};
    /// let seen = AtomicU64::new(0);
    /// let count = Perft::new().count_reporting(&Position::default(), 4, &|part| {
    ///     seen.fetch_add(part.leaves, Relaxed);
    /// });
    /// assert_eq!(u128::from(seen.into_inner()), count);
    /// ```
    #[must_use]
    pub fn count_reporting(self, position: &Position, depth: u32, report: &(dyn Fn(Part) + Sync)) -> u128 {
        if depth == 0 {
            return 1;
        }
        let counts = self.divide_reporting(position, depth, report).into_iter().map(|(_, count)| count);
        counts.fold(0, u128::saturating_add)
    }

    /// Like [`divide`](Perft::divide), and calls `report` whenever a part of the tree is counted, from any thread.
    #[must_use]
    pub fn divide_reporting(
        self,
        position: &Position,
        depth: u32,
        report: &(dyn Fn(Part) + Sync),
    ) -> Vec<(Move, u128)> {
        subtrees::divide(self, position, depth, report)
    }

    /// Counts some parts of a tree, and reports each with its leaves, from any thread, as soon as it is counted.
    ///
    /// Once a report returns `Break`, no further part is begun; those that other threads have begun are still counted
    /// and reported.
    ///
    /// A number without a part is skipped, and not reported.
    pub fn count_subtrees(
        self,
        subtrees: &Subtrees,
        parts: &[usize],
        report: &(dyn Fn(usize, u128) -> ControlFlow<()> + Sync),
    ) {
        subtrees::count(self, subtrees, parts, report);
    }
}
