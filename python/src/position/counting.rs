//! Perft in parts, so that counting can be stopped between them.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use philidor::perft::{MAX_LINE, Perft, Subtrees, perft};
use philidor::{Move, Position};
use philidor_host::threads::start_in;

use crate::stop::Stop;

/// Whether trees of this depth may take longer to count than Ctrl-C should wait.
pub(crate) fn is_long(depth: u32) -> bool {
    depth > 4
}

/// Whether the library counts a tree within some hundredths of a second.
fn is_small(position: &Position, depth: u32) -> bool {
    let moves = || position.legal_moves().len().max(50) as u128;
    depth <= 3 || (depth <= 5 && moves().pow(depth) <= 400_000_000)
}

/// A node whose children are being counted.
struct Level {
    position: Position,
    left: Vec<Move>,
}

impl Level {
    fn new(position: Position) -> Level {
        Level { position, left: position.legal_moves().iter().copied().collect() }
    }
}

/// The leaves of a tree; once stopped, the number means nothing.
pub(crate) fn count(root: &Position, depth: u32, stop: &Stop) -> u128 {
    // The library soon finds out whether any line is too long to count.
    if depth > MAX_LINE || is_small(root, depth) {
        return perft(root, depth);
    }
    let (mut leaves, mut levels) = (0_u128, vec![Level::new(*root)]);
    while let Some(level) = levels.last_mut().filter(|_| !stop.is_set()) {
        let Some(mv) = level.left.pop() else {
            levels.pop();
            continue;
        };
        let next = level.position.after(mv);
        let depth = depth - levels.len() as u32;
        if is_small(&next, depth) {
            leaves = leaves.saturating_add(perft(&next, depth));
        } else {
            levels.push(Level::new(next));
        }
    }
    leaves
}

/// The leaves below each legal move, counted by several threads.
pub(crate) fn divide(root: &Position, depth: u32, threads: usize, stop: &Stop) -> Vec<(Move, u128)> {
    if !is_long(depth) || depth > MAX_LINE {
        return Perft::new().threads(threads).divide(root, depth);
    }
    let parts = Subtrees::new(root, depth);
    let (next, threads) = (AtomicUsize::new(0), threads.min(parts.len()));
    let one_thread = || {
        let mut counted = Vec::new();
        loop {
            let part = next.fetch_add(1, Relaxed);
            let Some(position) = parts.position(part).filter(|_| !stop.is_set()) else { return counted };
            counted.push((part, count(position, parts.depth_of_parts(), stop)));
        }
    };
    let mut counts = vec![None; parts.len()];
    thread::scope(|scope| {
        // If no more threads can be started, this one counts the rest.
        let others = (1..threads).map_while(|_| start_in(scope, one_thread).ok());
        let others: Vec<_> = others.collect();
        let own = one_thread();
        let joined = |other: thread::ScopedJoinHandle<'_, _>| {
            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        for (part, leaves) in others.into_iter().flat_map(joined).chain(own) {
            counts[part] = Some(leaves);
        }
    });
    parts.divide(&counts).into_iter().map(|(mv, leaves)| (mv, leaves.unwrap_or_default())).collect()
}
