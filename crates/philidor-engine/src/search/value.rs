//! Values inside the search: plain numbers, with mates counted from the root.

use crate::bot::report::Bound;
use crate::bot::score::Score;
use crate::parts::endgame_tables::TableValue;

/// Higher than any value.
pub(crate) const INFINITE: i32 = Score::MATE.value() + 1;

/// A value at least this far from 0 is a mate.
pub(crate) const MATE_BOUND: i32 = Score::MATE.value() - Score::MAX_MATE as i32;

/// A win by endgame tables at the root: between evaluations and mates.
const TABLE_WIN: i32 = MATE_BOUND - 1;

/// A value at least this far from 0 is a mate, or a win by endgame tables: proved, not evaluated. Whatever guesses
/// (pruning, corrections, windows) keeps away from these values.
pub(crate) const WIN_BOUND: i32 = Score::MAX_EVALUATION.value() + 1;

/// The value of a node that endgame tables know, `ply` plies from the root.
pub(crate) fn value_at(value: TableValue, ply: usize) -> i32 {
    match value {
        TableValue::Win => TABLE_WIN - ply as i32,
        TableValue::Draw => Score::DRAW.value(),
        TableValue::Loss => ply as i32 - TABLE_WIN,
    }
}

/// A value as the transposition table has it, where mates, and wins by endgame tables, are counted from the node
/// instead of the root.
#[inline(always)]
pub(crate) fn to_table(value: i32, ply: usize) -> i32 {
    if value >= WIN_BOUND {
        value + ply as i32
    } else if value <= -WIN_BOUND {
        value - ply as i32
    } else {
        value
    }
}

/// The reverse of [`to_table`].
#[inline(always)]
pub(crate) fn from_table(value: i32, ply: usize) -> i32 {
    if value >= WIN_BOUND {
        value - ply as i32
    } else if value <= -WIN_BOUND {
        value + ply as i32
    } else {
        value
    }
}

/// Whether a value with this bound causes a cutoff in a window.
#[inline(always)]
pub(crate) fn is_cutoff(bound: Bound, value: i32, alpha: i32, beta: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= beta,
        Bound::AtMost => value <= alpha,
    }
}

/// Whether a table value is better than a static evaluation: it is exact, or a bound that the evaluation violates.
#[inline(always)]
pub(crate) fn is_closer(bound: Bound, value: i32, guess: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::AtLeast => value > guess,
        Bound::AtMost => value < guess,
    }
}
