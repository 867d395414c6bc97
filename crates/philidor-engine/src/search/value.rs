//! Values as the search has them: plain numbers, mates counted from the root.

use crate::report::Bound;
use crate::score::Score;

/// Higher than any value.
pub(crate) const INFINITE: i32 = Score::MATE.value() + 1;

/// Mates are at least this far from a draw.
pub(crate) const MATE_BOUND: i32 = Score::MATE.value() - Score::LONGEST_MATE as i32;

/// Mates are counted from the node in the table, from the root in the tree.
#[inline(always)]
pub(crate) fn to_table(value: i32, ply: usize) -> i32 {
    if value >= MATE_BOUND {
        value + ply as i32
    } else if value <= -MATE_BOUND {
        value - ply as i32
    } else {
        value
    }
}

/// The reverse of [`to_table`].
#[inline(always)]
pub(crate) fn from_table(value: i32, ply: usize) -> i32 {
    if value >= MATE_BOUND {
        value - ply as i32
    } else if value <= -MATE_BOUND {
        value + ply as i32
    } else {
        value
    }
}

/// Whether a value of which this is known lets a window decide without a search.
#[inline(always)]
pub(crate) fn decides(bound: Bound, value: i32, alpha: i32, beta: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= beta,
        Bound::AtMost => value <= alpha,
    }
}

/// Whether a value of which this is known says that another one, a guess, is on its wrong side.
#[inline(always)]
pub(crate) fn is_closer(bound: Bound, value: i32, guess: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::AtLeast => value > guess,
        Bound::AtMost => value < guess,
    }
}
