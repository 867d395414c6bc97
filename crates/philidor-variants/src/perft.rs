//! Perft: the leaves of the tree of legal moves, which is how generators are compared.

use alloc::vec::Vec;

use crate::moves::VariantMove;
use crate::position::Rules;
use crate::position::VariantPosition;

/// How many sequences of `depth` legal moves there are. A game that is over has none.
///
/// ```
/// use philidor_variants::{Atomic, VariantPosition, perft};
/// assert_eq!(perft(&VariantPosition::<Atomic>::default(), 4), 197_326);
/// ```
#[must_use]
pub fn perft<R: Rules>(position: &VariantPosition<R>, depth: u32) -> u64 {
    let mut stack = Vec::with_capacity(1024);
    count(position, depth, &mut stack)
}

/// The count below each legal move, in the order of the list.
///
/// ```
/// use philidor_variants::{Horde, VariantPosition, divide};
/// let counts = divide(&VariantPosition::<Horde>::default(), 2);
/// assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), 128);
/// ```
#[must_use]
pub fn divide<R: Rules>(position: &VariantPosition<R>, depth: u32) -> Vec<(VariantMove, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    position.legal_moves().into_iter().map(|mv| (mv, perft(&position.after(mv), rest))).collect()
}

/// Deeper trees are counted without recursion: only lines that hardly branch are ever counted so deep.
const MAX_RECURSION: u32 = 256;

/// The moves of all open positions lie on one stack.
fn count<R: Rules>(position: &VariantPosition<R>, depth: u32, stack: &mut Vec<VariantMove>) -> u64 {
    match depth {
        0 => return 1,
        1 => return position.legal_move_count(),
        _ if depth > MAX_RECURSION => return count_deep(position, depth),
        _ => {}
    }
    let first = stack.len();
    position.append_legal_moves(stack);
    let mut leaves = 0_u64;
    for at in first..stack.len() {
        if let Some(&mv) = stack.get(at) {
            leaves = leaves.saturating_add(count(&position.after_without_key(mv), depth - 1, stack));
        }
    }
    stack.truncate(first);
    leaves
}

/// The same with open positions on the heap.
fn count_deep<R: Rules>(position: &VariantPosition<R>, depth: u32) -> u64 {
    let mut open = Vec::from([(*position, depth)]);
    let mut leaves = 0_u64;
    while let Some((position, depth)) = open.pop() {
        if depth <= MAX_RECURSION {
            leaves = leaves.saturating_add(perft(&position, depth));
        } else {
            let children = position.legal_moves().into_iter().map(|mv| position.after_without_key(mv));
            open.extend(children.map(|child| (child, depth - 1)));
        }
    }
    leaves
}
