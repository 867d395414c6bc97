//! Perft: the leaves of the tree of legal moves, which is how generators are compared.

use alloc::vec::Vec;

use philidor::Move;

use crate::position::Rules;
use crate::position::VariantPosition;

/// How many sequences of `depth` legal moves there are. A game that is over has none.
///
/// The count is [`u64::MAX`] if there are that many or more, or if a line that is counted has more than 65,535
/// half-moves.
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

/// The count below each legal move, in the order of the list; their sum, which may have to saturate, is the perft.
///
/// ```
/// use philidor_variants::{Horde, VariantPosition, divide};
/// let counts = divide(&VariantPosition::<Horde>::default(), 2);
/// assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), 128);
/// ```
#[must_use]
pub fn divide<R: Rules>(position: &VariantPosition<R>, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let count = |mv| match perft(&position.after(mv), rest) {
        // Counted by itself, what is below the move may have no line that is too long.
        1.. if depth > MAX_LINE => u64::MAX,
        leaves => leaves,
    };
    position.legal_moves().into_iter().map(|mv| (mv, count(mv))).collect()
}

/// Deeper trees are counted without recursion: only lines that hardly branch are ever counted so deep.
const MAX_RECURSION: u32 = 256;

/// The longest line below which leaves are counted, as in chess: 65,535 half-moves.
pub const MAX_LINE: u32 = 65_535;

/// The moves of all open positions lie on one stack.
fn count<R: Rules>(position: &VariantPosition<R>, depth: u32, stack: &mut Vec<Move>) -> u64 {
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

/// The same with the open positions of one line on the heap.
fn count_deep<R: Rules>(root: &VariantPosition<R>, depth: u32) -> u64 {
    // A position, and its moves that are still to be played.
    let ply = |position: VariantPosition<R>| (position, position.legal_moves().into_iter());
    let mut line = Vec::from([ply(*root)]);
    let mut leaves = 0_u64;
    while let Some((position, moves)) = line.last_mut() {
        let Some(mv) = moves.next() else {
            line.pop();
            continue;
        };
        let child = position.after_without_key(mv);
        let played = line.len() as u32;
        if depth - played <= MAX_RECURSION {
            leaves = leaves.saturating_add(perft(&child, depth - played));
        } else if played < MAX_LINE {
            line.push(ply(child));
        } else {
            return u64::MAX;
        }
    }
    if depth > MAX_LINE && leaves > 0 { u64::MAX } else { leaves }
}
