//! Collisions: counts that are right for another move, whose position was mistaken for the one in question.
//!
//! ```text
//! a7a8q   leaves of a7a8q
//! a7a8r   leaves of a7a8q       the key of a table is the same for a rook and a queen
//! ```

use philidor::Move;
use philidor::perft::divide;

use crate::asking::difference::{Difference, WrongCount};
use crate::suspect::Question;

/// Whether each wrong count is the right one of another move.
///
/// In a tree of depth 2, a remembered count can only be that of another child. If none has that count, the child itself
/// was wrong, because of a bad unmake; what is remembered later is wrong because of that.
pub(crate) fn are_counts_of_others(tree: &Question, difference: &Difference) -> bool {
    let reference = divide(&tree.position(), tree.depth);
    difference.counts.iter().all(|wrong| whose(wrong, &reference).next().is_some())
}

/// The moves whose right count was given for another.
fn whose<'a>(wrong: &'a WrongCount, reference: &'a [(Move, u128)]) -> impl Iterator<Item = Move> + 'a {
    let others = reference.iter().filter(|(mv, _)| mv.digest() != wrong.mv.digest());
    others.filter(|(_, leaves)| *leaves == wrong.counted).map(|(mv, _)| *mv)
}

/// If all wrong counts of a tree of depth 2 are those of other promotions of the same pawn: one such promotion, and the
/// one whose count it has.
///
/// Positions that are always taken for each other are confused in every tree, so that no other question shows it.
/// Several counts are enough to rule out chance.
pub(crate) fn confused(tree: &Question, difference: &Difference) -> Option<(Move, Move)> {
    if tree.depth != 2 || difference.counts.len() < 2 {
        return None;
    }
    let reference = divide(&tree.position(), tree.depth);
    let same_pawn = |wrong: &WrongCount| {
        let squares = |mv: Move| (mv.orig_square(), mv.dest_square());
        whose(wrong, &reference).find(|&other| squares(other) == squares(wrong.mv))
    };
    let others: Option<Vec<Move>> = difference.counts.iter().map(same_pawn).collect();
    Some((difference.counts[0].mv, *others?.first()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suspect::Answer;

    #[test]
    fn counts_of_other_promotions_are_recognized() {
        let question = Question::new("8/P6k/8/8/8/8/8/K7 w - - 0 1".parse().expect("a position"), 2);
        let reference = divide(&question.start, 2);
        let queen = reference.iter().find(|(mv, _)| mv.promotion().is_some()).expect("a promotion").1;
        let given = |&(mv, leaves): &(Move, u128)| {
            (mv.notation(), if mv.promotion().is_some() { queen } else { leaves })
        };
        let answer: Answer = reference.iter().map(given).collect();
        let difference = Difference::between(&question, &answer, &reference).expect("a difference");
        let (wrong, other) = confused(&question, &difference).expect("promotions are confused");
        assert!(wrong.promotion().is_some() && other.promotion().is_some() && wrong != other);
        assert!(are_counts_of_others(&question, &difference));
    }
}
