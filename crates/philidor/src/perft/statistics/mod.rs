//! The kinds of moves in the last half-move of a tree: captures, castles, promotions, checks, mates.
//!
//! The classes are those of the Grand Chess Tree. A check is *direct* if the piece that moved gives it, *discovered* if
//! another does, and so there are four kinds:
//!
//! ```text
//!                       the piece that moved gives check
//!                       yes                   no
//! others that do   0    direct                —
//!                  1    direct discovered     single discovered
//!                  2    direct discovered     double discovered
//! ```
//!
//! A check that mates counts as a mate of its kind and not as a check: the tables of the Grand Chess Tree separate the
//! two, unlike older ones. The piece that moved is the one on the square of arrival; in castling it is the rook, since
//! a king never gives check. Two pieces are discovered at once only by capturing en passant, which opens two lines.
//!
//! `record.rs` has a number for each, `classify.rs` counts them.

mod classify;
mod record;

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::unrolled::{self, MAX_LINE};
use super::{Perft, Subtrees};
use crate::position::Position;

pub use record::{Statistics, StatisticsPart};

/// Counts the kinds of moves in the last half-move of the tree, `depth` half-moves deep. At depth 0 there is one node
/// and no move.
///
/// ```
/// use philidor::{perft::statistics, Position};
/// let statistics = statistics(&Position::default(), 4);
/// assert_eq!((statistics.nodes, statistics.captures), (197_281, 1_576));
/// ```
#[must_use]
pub fn statistics(position: &Position, depth: u32) -> Statistics {
    Perft::new().statistics(position, depth)
}

impl Perft<'_> {
    /// Counts the kinds of moves in the last half-move of the tree. Statistics ignore [`plain`](Perft::plain) and the
    /// table.
    ///
    /// ```
    /// use philidor::cpu::Cpu;
    /// use philidor::{perft::Perft, Position};
    /// let statistics = Perft::new().cpu(Cpu::Portable).statistics(&Position::default(), 3);
    /// assert_eq!((statistics.nodes, statistics.checks()), (8_902, 12));
    /// ```
    #[must_use]
    pub fn statistics(self, position: &Position, depth: u32) -> Statistics {
        if self.threads == 1 {
            return self.statistics_here(position, depth);
        }
        self.statistics_reporting(position, depth, &|_| ControlFlow::Continue(()))
    }

    /// Like [`statistics`](Perft::statistics), and reports each part of the tree, from any thread, as soon as it is
    /// counted.
    ///
    /// Once a report returns `Break`, no further part is begun, and the sum is that of the counted parts.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
    /// use philidor::{perft::Perft, Position};
    /// let seen = AtomicU64::new(0);
    /// let statistics = Perft::new().statistics_reporting(&Position::default(), 4, &|part| {
    ///     seen.fetch_add(part.statistics.nodes, Relaxed);
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(seen.into_inner(), statistics.nodes);
    /// ```
    #[must_use]
    pub fn statistics_reporting(
        self,
        position: &Position,
        depth: u32,
        report: &(dyn Fn(StatisticsPart) -> ControlFlow<()> + Sync),
    ) -> Statistics {
        if depth <= 1 || depth > MAX_LINE {
            // A part would be less than a half-move deep, and would not know the kind of move that led to it; or it
            // would hide how long its lines are.
            let statistics = self.statistics_here(position, depth);
            // There is nothing left to stop.
            let _ = report(StatisticsPart { statistics, parts: 1 });
            return statistics;
        }
        let subtrees = Subtrees::new(position, depth);
        let parts = subtrees.len();
        let stopped = AtomicBool::new(false);
        let counts = subtrees.count_each(self.threads, |position, depth| {
            if stopped.load(Relaxed) {
                return Statistics::default();
            }
            let statistics = self.statistics_here(position, depth);
            if report(StatisticsPart { statistics, parts }).is_break() {
                stopped.store(true, Relaxed);
            }
            statistics
        });
        counts.into_iter().sum()
    }

    /// Counts a whole tree on the calling thread.
    fn statistics_here(self, position: &Position, depth: u32) -> Statistics {
        let mut statistics = Statistics::default();
        let whole = unrolled::each_tree(&mut position.clone(), depth, |position, depth| {
            statistics += classify::count(self.cpu, position, depth);
        });
        let all = Statistics::from_counts([u64::MAX; 13]);
        let is_too_long = depth > MAX_LINE && statistics.nodes > 0;
        whole.map_or(all, |()| if is_too_long { all } else { statistics })
    }
}
