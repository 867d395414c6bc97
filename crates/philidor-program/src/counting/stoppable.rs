//! A count that another thread can stop, within a fraction of a second and however large the tree is.
//!
//! A count looks whether it was stopped only between two parts, so the parts must be small: those of a tree that takes
//! minutes or more are cut again.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use philidor::Position;
use philidor::perft::{Perft, Subtrees};

/// The depth of a part that is counted in less than a second; in larger ones a stop would not be seen.
const SMALL: u32 = 5;

/// The depth from which a tree is cut into parts that are counted on all threads.
const CUT: u32 = 8;

/// Counts the leaves below each part and reports them, until all are counted or it is stopped.
pub fn count(
    perft: Perft<'_>,
    subtrees: &Subtrees,
    stop: &AtomicBool,
    report: &(dyn Fn(usize, u128) + Sync),
) {
    let left = subtrees.depth_of_parts();
    if left <= SMALL {
        return count_parts(perft, subtrees, stop, report);
    }
    for part in 0..subtrees.len() {
        let position = subtrees.position(part);
        let leaves = position.and_then(|position| count_large(perft, position, left, stop));
        let Some(leaves) = leaves else { return };
        report(part, leaves);
    }
}

/// Counts the leaves below each part, until it is stopped.
fn count_parts(
    perft: Perft<'_>,
    subtrees: &Subtrees,
    stop: &AtomicBool,
    report: &(dyn Fn(usize, u128) + Sync),
) {
    let parts: Vec<usize> = (0..subtrees.len()).collect();
    perft.count_subtrees(subtrees, &parts, &|part, leaves| {
        report(part, leaves);
        if stop.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
}

/// The leaves of a tree that takes minutes or more; `None` if the count is stopped.
fn count_large(perft: Perft<'_>, position: &Position, depth: u32, stop: &AtomicBool) -> Option<u128> {
    if stop.load(Relaxed) {
        return None;
    }
    if depth > CUT {
        let children = children(position).into_iter();
        return children.map(|child| count_large(perft, &child, depth - 1, stop)).sum();
    }
    let sum = Mutex::new(0);
    count_parts(perft, &Subtrees::new(position, depth), stop, &|_, leaves| {
        *sum.lock().unwrap_or_else(PoisonError::into_inner) += leaves;
    });
    (!stop.load(Relaxed)).then(|| sum.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// On the heap, and in a function of its own: a tree may be 255 half-moves deep, and a list of moves takes two KiB.
#[inline(never)]
fn children(position: &Position) -> Vec<Position> {
    position.legal_moves().into_iter().map(|mv| position.after(mv)).collect()
}
