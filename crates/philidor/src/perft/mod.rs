//! Counting the tree of legal moves: the usual test of a generator, and the usual comparison of speed.
//!
//! `perft(position, depth)` is the number of ways to play `depth` half-moves. It is counted in two ways, which must
//! agree:
//!
//! * [`perft`] uses *bulk counting*: it counts the last half-move without writing or playing a move (`counted.rs`);
//! * [`perft_plain`] does without: it writes every move into a list, plays it with its key, and takes it back
//!   (`plain.rs`). It is slow, and the oracle.
//!
//! [`Perft`] has the options: CPU level, threads, either of these ways, and reports while counting.
//! [`perft_by_two_plies`] is for programs that have to be small.

// * `plain.rs`, `generic.rs`: every leaf played, by the bitboards or by any generator
// * `counted.rs`, `leaves.rs`, `batch/`: the last ply counted from sets; the replies to eight moves counted at once
// * `two_plies.rs`: the last two plies counted by what a move disturbs, with little code
// * `children.rs`, `unrolled.rs`: the children of a node; trees too deep for recursion
// * `table.rs`, `no_table.rs`: the transposition table, and its stand-in where there are no 64-bit atomics
// * `subtrees.rs`: the tree divided among threads, for progress and for checkpoints
// * `statistics/`, `unique/`: what kinds of moves the last ply has; the distinct positions of a ply
// * `counters.rs`, `coverage.rs`: for tests, every counter, and which places a count has passed
mod batch;
mod children;
mod counted;
#[cfg(feature = "proof")]
#[doc(hidden)]
pub mod counters;
#[doc(hidden)]
pub mod coverage;
mod generic;
mod leaves;
mod plain;
#[cfg(feature = "statistics")]
mod statistics;
mod subtrees;
#[cfg_attr(not(target_has_atomic = "64"), path = "no_table.rs")]
mod table;
mod two_plies;
#[cfg(feature = "unique")]
mod unique;
mod unrolled;

pub use generic::{divide_with, perft_with};
#[cfg(feature = "statistics")]
pub use statistics::{Statistics, StatisticsPart, statistics};
pub use subtrees::Subtrees;
#[cfg(target_has_atomic = "64")]
pub use table::Table;
pub use two_plies::perft_by_two_plies;
#[cfg(feature = "unique")]
pub use unique::{Frontier, FrontierError, FrontierFault, FrontierHome, frontier};
pub use unrolled::MAX_LINE;

use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::cpu::Cpu;
use crate::position::Position;
use crate::types::Move;
#[cfg(not(target_has_atomic = "64"))]
use table::Table;

/// Counts the leaves of the tree of legal moves, `depth` half-moves deep.
///
/// Depth 0 is the position itself: 1. The count is [`u128::MAX`] if there are that many leaves or more, or a line
/// longer than [`MAX_LINE`]; this holds for every count here of a whole tree.
///
/// ```
/// use philidor::{Position, perft::perft};
/// assert_eq!(perft(&Position::default(), 4), 197_281);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u128 {
    Perft::new().count(position, depth)
}

/// Counts the same by writing every move into a list, playing it with its key kept, and taking it back.
///
/// ```
/// use philidor::{Position, perft::perft_plain};
/// assert_eq!(perft_plain(&Position::default(), 3), 8_902);
/// ```
#[must_use]
pub fn perft_plain(position: &Position, depth: u32) -> u128 {
    Perft::new().plain().count(position, depth)
}

/// Counts the leaves below each legal move, in the order of [`Position::moves`]; their sum is the perft.
///
/// Comparing divides with another program, move by move and ply by ply, leads to the position where they differ.
///
/// ```
/// use philidor::{Position, perft::divide};
/// let counts = divide(&Position::default(), 3);
/// assert_eq!(counts.len(), 20);
/// assert_eq!(counts.iter().map(|(_, count)| count).sum::<u128>(), 8_902);
/// ```
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u128)> {
    Perft::new().divide(position, depth)
}

/// How to count: at which CPU level, on how many threads, in which way.
///
/// ```
/// use philidor::cpu::Cpu;
/// use philidor::{Position, perft::Perft};
/// let count = Perft::new().cpu(Cpu::Portable).plain().count(&Position::default(), 3);
/// assert_eq!(count, 8_902);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Perft<'a> {
    cpu: Cpu,
    threads: usize,
    plain: bool,
    table: Option<&'a Table>,
}

impl Default for Perft<'_> {
    fn default() -> Self {
        Perft { cpu: Cpu::best(), threads: 1, plain: false, table: None }
    }
}

impl<'a> Perft<'a> {
    /// One thread, the best CPU level, bulk counting.
    #[must_use]
    pub fn new() -> Perft<'a> {
        Perft::default()
    }

    /// Uses this CPU level, or the portable one if the CPU does not have it.
    #[must_use]
    pub fn cpu(self, cpu: Cpu) -> Perft<'a> {
        Perft { cpu, ..self }
    }

    /// Uses this many threads; zero counts as one. The result does not depend on their number. Needs the feature
    /// `std`.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn threads(self, threads: usize) -> Perft<'a> {
        Perft { threads: threads.max(1), ..self }
    }

    /// Uses a transposition table, which can be reused for other depths. Plain counting ignores it.
    ///
    /// Only on CPUs with 64-bit atomics: elsewhere there is no [`Table`].
    #[cfg(target_has_atomic = "64")]
    #[must_use]
    pub fn table(self, table: &'a Table) -> Perft<'a> {
        Perft { table: Some(table), ..self }
    }

    /// Counts plainly: every leaf is written, played and taken back.
    #[must_use]
    pub fn plain(self) -> Perft<'a> {
        Perft { plain: true, ..self }
    }

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
    /// use philidor::{Position, perft::Perft};
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
        if depth > MAX_LINE {
            // Whatever has a line of that length has too many leaves to count: parts would hide its length.
            let moves = position.legal_moves();
            let count = |mv: &Move| match self.count_here(&position.after(*mv), depth - 1) {
                0 => 0,
                _ => u128::MAX,
            };
            let counts: Vec<(Move, u128)> = moves.iter().map(|mv| (*mv, count(mv))).collect();
            let leaves = |count: u128| u64::try_from(count).unwrap_or(u64::MAX);
            counts.iter().for_each(|&(_, count)| report(Part { leaves: leaves(count), parts: counts.len() }));
            return counts;
        }
        let subtrees = Subtrees::new(position, depth);
        let parts = subtrees.len();
        let counts = subtrees.count_each(self.threads, |position, depth| {
            let count = self.count_here(position, depth);
            report(Part { leaves: u64::try_from(count).unwrap_or(u64::MAX), parts });
            Some(count)
        });
        subtrees.divide(&counts).into_iter().filter_map(|(mv, sum)| Some((mv, sum?))).collect()
    }

    /// Counts some parts of a tree, and reports each with its leaves, from any thread, as soon as it is counted.
    ///
    /// Once a report returns `Break`, no further part is begun; those that other threads have begun are still counted
    /// and reported.
    ///
    /// A number without a part is skipped, and not reported. Where the tree is deeper than [`MAX_LINE`], a part with
    /// any leaf has [`u128::MAX`] of them, like the whole tree: add parts with saturation.
    pub fn count_subtrees(
        self,
        subtrees: &Subtrees,
        parts: &[usize],
        report: &(dyn Fn(usize, u128) -> ControlFlow<()> + Sync),
    ) {
        let stopped = AtomicBool::new(false);
        let count = |position: &Position, depth| match self.count_here(position, depth) {
            // Counted by itself, the part may have no line that is too long.
            1.. if subtrees.depth() > MAX_LINE => u128::MAX,
            leaves => leaves,
        };
        subtrees.count_some(self.threads, parts, |part, position, depth| {
            if !stopped.load(Relaxed) && report(part, count(position, depth)).is_break() {
                stopped.store(true, Relaxed);
            }
        });
    }

    /// Counts a whole tree on the calling thread.
    fn count_here(self, position: &Position, depth: u32) -> u128 {
        unrolled::count(&mut position.clone(), depth, |position, depth| {
            if self.plain {
                plain::count(self.cpu, position, depth)
            } else {
                counted::count(self.cpu, self.table, position, depth)
            }
        })
    }
}

/// A part of the tree that has been counted. See [`Perft::count_reporting`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// The leaves in it; [`u64::MAX`] if there are that many or more.
    pub leaves: u64,
    /// The total number of parts.
    pub parts: usize,
}
