//! The tree cut into parts: for several threads, and to report progress on one.
//!
//! ```text
//!            root
//!      ┌──────┼──────┐            moves of the root: what a divide shows
//!    ┌─┴─┐  ┌─┴─┐  ┌─┴─┐
//!    ○   ○  ○   ○  ○   ○          the frontier: each node a part, counted by any thread
//! ```
//!
//! The frontier is deep enough for a few hundred parts, so that one heavy part leaves no thread idle for long.

use alloc::vec::Vec;

use super::{Part, Perft};
use crate::position::Position;
use crate::types::Move;

/// How many parts are enough for work of seconds.
const ENOUGH: usize = 400;

/// How many are enough for work of hours, so that reports still come often.
const PLENTY: usize = 10_000;

/// A node of the frontier, and which move of the root it lies below.
struct Node {
    root_move: usize,
    position: Position,
}

pub(super) fn divide(
    perft: Perft<'_>,
    position: &Position,
    depth: u32,
    report: &(dyn Fn(Part) + Sync),
) -> Vec<(Move, u128)> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = position.legal_moves();
    let children =
        moves.iter().enumerate().map(|(root_move, &mv)| Node { root_move, position: position.after(mv) });
    let mut frontier: Vec<Node> = children.collect();
    let mut left = depth - 1;
    while left > 3 && (frontier.len() < ENOUGH || (left > 6 && frontier.len() < PLENTY)) {
        frontier = frontier.iter().flat_map(children_of).collect();
        left -= 1;
    }

    let parts = frontier.len();
    let count_one = |node: &Node| {
        let count = perft.count_here(&node.position, left);
        report(Part { leaves: u64::try_from(count).unwrap_or(u64::MAX), parts });
        count
    };
    let counts = count_all(perft.threads, &frontier, &count_one);

    let mut division: Vec<(Move, u128)> = moves.iter().map(|&mv| (mv, 0)).collect();
    for (node, count) in frontier.iter().zip(counts) {
        division[node.root_move].1 += count;
    }
    division
}

fn children_of(node: &Node) -> impl Iterator<Item = Node> {
    let Node { root_move, position } = *node;
    position.legal_moves().into_iter().map(move |mv| Node { root_move, position: position.after(mv) })
}

/// Counts each node, in the order of the frontier whatever the number of threads.
#[cfg(feature = "rayon")]
fn count_all(threads: usize, frontier: &[Node], count: &(impl Fn(&Node) -> u128 + Sync)) -> Vec<u128> {
    use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

    let pool =
        if threads > 1 { rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok() } else { None };
    match pool {
        Some(pool) => pool.install(|| frontier.par_iter().map(count).collect()),
        // One thread, or none to be had: the calling one counts all.
        None => frontier.iter().map(count).collect(),
    }
}

/// Counts each node on the calling thread.
#[cfg(not(feature = "rayon"))]
fn count_all(_threads: usize, frontier: &[Node], count: &(impl Fn(&Node) -> u128 + Sync)) -> Vec<u128> {
    frontier.iter().map(count).collect()
}
