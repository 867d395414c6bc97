//! The tree cut into parts: for several threads, and for reporting progress even on one.
//!
//! ```text
//!            root
//!      ┌──────┼──────┐            moves of the root: what a divide shows
//!    ┌─┴─┐  ┌─┴─┐  ┌─┴─┐
//!    ○   ○  ○   ○  ○   ○          the frontier: each node a part, counted by any thread
//! ```
//!
//! The frontier is deep enough for a few hundred parts, so that a heavy part does not leave other threads idle for
//! long.

use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::iter;
#[cfg(feature = "std")]
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
#[cfg(feature = "std")]
use std::thread;
#[cfg(feature = "std")]
use std::{panic::resume_unwind, sync::OnceLock};

use crate::position::Position;
#[cfg(feature = "std")]
use crate::threads::start_in;
use crate::types::Move;

/// How many parts to aim for, enough for seconds of work.
const TARGET_PARTS: usize = 400;

/// The same for hours of work, so that reports still come often.
const TARGET_PARTS_LONG: usize = 10_000;

/// How many half-moves below the root the frontier is at most: where moves are forced, the parts never become many.
const MAX_CUT: u32 = 64;

/// A tree cut into parts that can be counted one by one: some today, the others tomorrow.
///
/// ```
/// use core::ops::ControlFlow;
/// use std::sync::Mutex;
/// use philidor::{perft::{Perft, Subtrees}, Position};
/// let subtrees = Subtrees::new(&Position::default(), 4);
/// let sum = Mutex::new(0);
/// let (first, others): (Vec<usize>, Vec<usize>) = (0..subtrees.len()).partition(|part| part % 2 == 0);
/// for parts in [first, others] {
///     Perft::new().count_subtrees(&subtrees, &parts, &|_part, leaves| {
///         *sum.lock().expect("no thread panics") += leaves;
///         ControlFlow::Continue(())
///     });
/// }
/// assert_eq!(sum.into_inner().expect("no thread panics"), 197_281);
/// ```
///
/// Stability: how a tree is cut may change; [`Subtrees::digest`] then changes with it.
#[derive(Debug)]
pub struct Subtrees {
    root: Position,
    moves: Vec<Move>,
    frontier: Vec<Node>,
    /// The depth of the whole tree.
    depth: u32,
    /// The depth of the tree below each part.
    left: u32,
}

/// A node of the frontier, and the move of the root above it.
#[derive(Debug)]
struct Node {
    root_move: usize,
    position: Position,
}

impl Subtrees {
    /// Cuts the tree of legal moves, `depth` half-moves deep, into parts. At depth 0 there are no moves, and no parts.
    #[must_use]
    pub fn new(position: &Position, depth: u32) -> Subtrees {
        if depth == 0 {
            return Subtrees { root: *position, moves: Vec::new(), frontier: Vec::new(), depth, left: 0 };
        }
        let moves: Vec<Move> = position.legal_moves().iter().copied().collect();
        let children =
            moves.iter().enumerate().map(|(root_move, &mv)| Node { root_move, position: position.after(mv) });
        let mut frontier: Vec<Node> = children.collect();
        let mut left = depth - 1;
        while left > 3
            && depth - left < MAX_CUT
            && !frontier.is_empty()
            && (frontier.len() < TARGET_PARTS || (left > 6 && frontier.len() < TARGET_PARTS_LONG))
        {
            frontier = frontier.iter().flat_map(children_of).collect();
            left -= 1;
        }
        Subtrees { root: *position, moves, frontier, depth, left }
    }

    /// The number of parts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.frontier.len()
    }

    /// Whether there is nothing to count: no legal move, or no line that is long enough.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.frontier.is_empty()
    }

    /// The depth, in half-moves, of the tree below each part.
    #[must_use]
    pub fn depth_of_parts(&self) -> u32 {
        self.left
    }

    /// The depth of the whole tree.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// The position of a part, or `None` if there is no such part.
    ///
    /// ```
    /// use philidor::{perft::Subtrees, Position};
    /// let subtrees = Subtrees::new(&Position::default(), 2);
    /// let position = subtrees.position(19).expect("20 parts");
    /// assert_eq!(subtrees.line(19).map(|line| position == &Position::default().after(line[0])), Some(true));
    /// assert!(subtrees.position(20).is_none());
    /// ```
    #[must_use]
    pub fn position(&self, part: usize) -> Option<&Position> {
        self.frontier.get(part).map(|node| &node.position)
    }

    /// The moves that lead from the root to the position of a part, or `None` if there is no such part. They are not
    /// stored but searched for: this is meant for reports, and costs as much as cutting the tree.
    ///
    /// ```
    /// use philidor::{perft::Subtrees, Position};
    /// let subtrees = Subtrees::new(&Position::default(), 5);
    /// let line = subtrees.line(399).expect("400 parts");
    /// let reached = line.iter().fold(Position::default(), |position, &mv| position.after(mv));
    /// assert_eq!(Some(&reached), subtrees.position(399));
    /// ```
    #[must_use]
    pub fn line(&self, part: usize) -> Option<Vec<Move>> {
        self.frontier.get(part)?;
        let mut line = Vec::new();
        let mut before = part;
        find(&self.root, self.depth - self.left, &mut before, &mut line).then_some(line)
    }

    /// A number that identifies the parts: their positions, their order and their depth.
    #[must_use]
    pub fn digest(&self) -> u64 {
        // Each step is FNV-1a's, with a word in place of a byte.
        let step = |digest: u64, word: u64| (digest ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(29);
        let start = step(0xcbf2_9ce4_8422_2325, u64::from(self.left));
        self.frontier.iter().fold(start, |digest, node| step(digest, node.position.key()))
    }

    /// The legal moves of the root in the order of [`Position::moves`], each with the sum of its parts; `None` where
    /// the count of any part is `None`.
    #[must_use]
    pub fn divide(&self, counts: &[Option<u128>]) -> Vec<(Move, Option<u128>)> {
        let mut division: Vec<(Move, Option<u128>)> = self.moves.iter().map(|&mv| (mv, Some(0))).collect();
        for (part, node) in self.frontier.iter().enumerate() {
            let (_, sum) = &mut division[node.root_move];
            *sum = sum.zip(counts.get(part).copied().flatten()).map(|(sum, count)| sum.saturating_add(count));
        }
        division
    }

    /// Counts each part, and returns the counts in the order of the parts, whatever the number of threads.
    #[cfg_attr(not(feature = "std"), allow(unused_variables))] // there is one thread
    pub(super) fn count_each<C: Send + Sync>(
        &self,
        threads: usize,
        count: impl Fn(&Position, u32) -> C + Sync,
    ) -> Vec<C> {
        let count = |node: &Node| count(&node.position, self.left);
        #[cfg(feature = "std")]
        if threads.min(self.frontier.len()) > 1 {
            let counts: Vec<OnceLock<C>> = self.frontier.iter().map(|_| OnceLock::new()).collect();
            for_each(threads, counts.len(), &|part| _ = counts[part].set(count(&self.frontier[part])));
            // Each part was counted, and once.
            return counts.into_iter().filter_map(OnceLock::into_inner).collect();
        }
        self.frontier.iter().map(count).collect()
    }

    /// Counts some parts, each with its number. A number without a part is skipped.
    #[cfg_attr(not(feature = "std"), allow(unused_variables))]
    pub(super) fn count_some(
        &self,
        threads: usize,
        parts: &[usize],
        count: impl Fn(usize, &Position, u32) + Sync,
    ) {
        let count = |&part: &usize| {
            if let Some(node) = self.frontier.get(part) {
                count(part, &node.position, self.left);
            }
        };
        #[cfg(feature = "std")]
        if threads > 1 {
            return for_each(threads, parts.len(), &|index| count(&parts[index]));
        }
        parts.iter().for_each(count);
    }
}

/// Walks the tree in the order of its parts up to the wanted one. Returns whether it was found; then the line has the
/// moves to it.
fn find(position: &Position, plies: u32, before: &mut usize, line: &mut Vec<Move>) -> bool {
    if plies == 0 {
        let found = *before == 0;
        *before = before.saturating_sub(1);
        return found;
    }
    position.legal_moves().iter().any(|&mv| {
        line.push(mv);
        let found = find(&position.after(mv), plies - 1, before, line);
        if !found {
            line.pop();
        }
        found
    })
}

fn children_of(node: &Node) -> impl Iterator<Item = Node> {
    let Node { root_move, position } = *node;
    position.legal_moves().into_iter().map(move |mv| Node { root_move, position: position.after(mv) })
}

/// Does work for each of so many parts, on this thread and others: each takes the next part as soon as it is free.
///
/// A thread without a part would only cost time to start. If the system starts no more, those that run do all the work.
#[cfg(feature = "std")]
fn for_each(threads: usize, parts: usize, work: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let run = || {
        let parts = iter::repeat_with(|| next.fetch_add(1, Relaxed)).take_while(|&part| part < parts);
        parts.for_each(work);
    };
    thread::scope(|scope| {
        let others = 1..threads.min(parts);
        let others: Vec<_> = others.map_while(|_| start_in(scope, run).ok()).collect();
        run();
        // The scope waits for the work of its threads, and a join for their end.
        for thread in others {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::{Barrier, Mutex};

    use super::*;
    use crate::threads::tests::with_at_most;

    /// Each thread's number of parts; the threads wait for one another before they take a second one.
    fn parts_of_threads(asked: usize, parts: usize, started: usize) -> Vec<usize> {
        let barrier = Barrier::new(started);
        let taken = Mutex::new(BTreeMap::new());
        for_each(asked, parts, &|part| {
            let thread = format!("{:?}", thread::current().id());
            *taken.lock().expect("no thread panics").entry(thread).or_insert(0) += 1;
            if part < started {
                barrier.wait();
            }
        });
        taken.into_inner().expect("no thread panics").into_values().collect()
    }

    #[test]
    fn there_are_never_more_threads_than_parts() {
        assert_eq!(parts_of_threads(4096, 20, 20), [1; 20]);
        let three = parts_of_threads(3, 20, 3);
        assert_eq!((three.len(), three.iter().sum()), (3, 20));
        assert!(parts_of_threads(4096, 0, 1).is_empty());
    }

    #[test]
    fn the_threads_that_there_are_do_all_the_work() {
        for refused_after in 0..3 {
            let all = with_at_most(refused_after, || parts_of_threads(8, 50, refused_after + 1));
            assert_eq!((all.len(), all.iter().sum()), (refused_after + 1, 50));
        }
    }
}
