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

/// The moves of all open positions lie on one stack.
fn count<R: Rules>(position: &VariantPosition<R>, depth: u32, stack: &mut Vec<VariantMove>) -> u64 {
    match depth {
        0 => return 1,
        1 => return position.legal_move_count(),
        _ => {}
    }
    let first = stack.len();
    position.append_legal_moves(stack);
    let mut leaves = 0;
    for at in first..stack.len() {
        if let Some(&mv) = stack.get(at) {
            leaves += count(&position.after_without_key(mv), depth - 1, stack);
        }
    }
    stack.truncate(first);
    leaves
}
