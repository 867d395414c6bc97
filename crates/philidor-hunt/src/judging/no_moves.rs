//! An empty list for a position that has legal moves.
//!
//! ```text
//! legal moves                    what it says
//! d4e3 en passant                the class of that move: nothing else was to be listed
//! c7c8q c7c8r c7c8b c7c8n        the same: all are of one class that has a rule of its own
//! a1a2 a1b1 a1b2                 no-moves: the game is over for the program, or it never looked for moves
//! ```

use std::collections::HashSet;

use philidor::Position;

use super::class::Class;
use super::reason;
use crate::asking::difference::Difference;
use crate::suspect::Question;
use crate::suspect::suspect_move::NULL_MOVE;

/// Whether all legal moves are missing, and nothing is listed in their place, except perhaps a null move.
pub(crate) fn lists_none(question: &Question, difference: &Difference) -> bool {
    let Difference { missing, invented, listed, counted, expected, sum, .. } = difference;
    let Some(sum) = sum else {
        return question.depth == 1 && *counted == 0 && *expected > 0;
    };
    let is_counted = counted == expected && sum != counted;
    let is_all = !missing.is_empty() && *listed == 0;
    is_all && !is_counted && invented.iter().all(|invented| invented.text == NULL_MOVE)
}

/// The rule that is broken where no move of a position is listed.
pub(crate) fn class(position: &Position) -> Class {
    let legal = position.legal_moves();
    let kinds = kinds(position);
    match kinds.iter().next() {
        Some(&class) if legal.len() == 1 || kinds.len() == 1 && !is_plain(class) => class,
        _ => Class::NoMoves,
    }
}

/// The rules that the moves of a position would break if they alone were missing.
pub(crate) fn kinds(position: &Position) -> HashSet<Class> {
    position.legal_moves().iter().map(|&mv| reason::missing(position, mv, false).0).collect()
}

/// Whether almost any position has moves of this class, so that nothing follows if all of them are missing.
fn is_plain(class: Class) -> bool {
    matches!(
        class,
        Class::KingStep | Class::PieceMoves | Class::Capture | Class::CheckEvasion | Class::DoubleCheck
    )
}

pub(crate) fn words(position: &Position) -> String {
    let legal = position.legal_moves().len();
    format!("the program lists no move, although {legal} are legal")
}
