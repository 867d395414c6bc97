//! Values inside the search: plain numbers, with mates counted from the root.

use crate::bot::report::Bound;
use crate::bot::score::Score;
use crate::parts::endgame_tables::EndgameValue;
use crate::parts::transposition_table::Entry;

/// Higher than any value.
pub(crate) const INFINITE: i32 = Score::MATE.value() + 1;

/// A value at least this far from 0 is a mate.
pub(crate) const MATE_BOUND: i32 = Score::MATE.value() - Score::MAX_MATE as i32;

/// A win by endgame tables at the root: between evaluations and mates.
const ENDGAME_WIN: i32 = MATE_BOUND - 1;

/// A value at least this far from 0 is a mate, or a win by endgame tables: proved, not evaluated. Whatever guesses
/// (pruning, corrections, windows) keeps away from these values.
pub(crate) const WIN_BOUND: i32 = Score::MAX_EVALUATION.value() + 1;

/// The value of a node that endgame tables know, `ply` plies from the root.
pub(crate) fn value_at(value: EndgameValue, ply: usize) -> i32 {
    match value {
        EndgameValue::Win => ENDGAME_WIN - ply as i32,
        EndgameValue::Draw => Score::DRAW.value(),
        EndgameValue::Loss => ply as i32 - ENDGAME_WIN,
    }
}

/// A value as the transposition table has it, where mates, and wins by endgame tables, are counted from the node
/// instead of the root.
#[inline(always)]
pub(crate) fn to_tt(value: i32, ply: usize) -> i32 {
    if value >= WIN_BOUND {
        value + ply as i32
    } else if value <= -WIN_BOUND {
        value - ply as i32
    } else {
        value
    }
}

impl Entry {
    /// What the table knows of the value of a node `ply` plies from the root, with mates counted from the root. Nothing
    /// else in the search reads [`Entry::value`].
    #[inline(always)]
    pub(crate) fn value_at(&self, ply: usize) -> Option<(i32, Bound)> {
        self.bound.map(|bound| (from_tt(self.value, ply), bound))
    }
}

/// The reverse of [`to_tt`].
#[inline(always)]
fn from_tt(value: i32, ply: usize) -> i32 {
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
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    }
}

/// Whether a table value is better than a static evaluation: it is exact, or a bound that the evaluation violates.
#[inline(always)]
pub(crate) fn is_closer(bound: Bound, value: i32, guess: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => value > guess,
        Bound::Upper => value < guess,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found at one ply and stored is read at another: three plies more or less to the root, and no others to
    /// the mate.
    #[test]
    fn a_mate_in_the_table_is_counted_from_the_node() {
        let read = |value: i32, (found_at, read_at): (usize, usize)| {
            let entry = Entry {
                mv: None,
                value: to_tt(value, found_at),
                evaluation: None,
                depth: 1,
                bound: Some(Bound::Exact),
                is_pv: false,
            };
            entry.value_at(read_at)
        };
        for (found, plies, expected) in [
            (Score::mates_in(9).value(), (4, 7), Score::mates_in(12).value()),
            (Score::mates_in(9).value(), (4, 1), Score::mates_in(6).value()),
            (Score::mated_in(9).value(), (4, 7), Score::mated_in(12).value()),
            (value_at(EndgameValue::Win, 4), (4, 7), value_at(EndgameValue::Win, 7)),
            (value_at(EndgameValue::Loss, 4), (4, 7), value_at(EndgameValue::Loss, 7)),
            (WIN_BOUND - 1, (4, 7), WIN_BOUND - 1),
        ] {
            assert_eq!(read(found, plies), Some((expected, Bound::Exact)), "{found} {plies:?}");
        }
    }
}
