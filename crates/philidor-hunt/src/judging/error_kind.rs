//! The kind of an error that a suspect answers with: its words, without the squares, moves and pieces in them.

use super::case::{Case, Seen, Symptom};
use crate::suspect::Failure;
use crate::suspect::counted_position::CountedPosition;

/// Words of errors about features that the program knowingly leaves out.
const FEATURE: [&str; 4] = ["support", "960", "fischer", "variant"];

/// Words of an error that differ from position to position.
const PIECES: [&str; 8] = ["pawn", "knight", "bishop", "rook", "queen", "king", "white", "black"];

/// What an error says, without squares, moves, pieces and numbers; none if it names a feature that is left out.
pub(crate) fn of(failure: &Failure) -> Option<String> {
    let Failure::Unsupported(text) = failure else { return None };
    let small = text.to_ascii_lowercase();
    if FEATURE.iter().any(|word| small.contains(word)) {
        return None;
    }
    let words = small.split(|character: char| !character.is_alphanumeric());
    let is_constant = |word: &&str| {
        let is_piece = PIECES.iter().any(|piece| word.strip_suffix('s').unwrap_or(word) == *piece);
        let is_rank = word.chars().all(|character| "pnbrqkw".contains(character));
        !(is_piece || is_rank || word.contains(|character: char| character.is_ascii_digit()))
    };
    Some(words.filter(is_constant).collect::<Vec<_>>().join(" "))
}

/// Whether two failures are of the same kind.
pub(crate) fn is_same(one: &Failure, other: &Failure) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other) && of(one) == of(other)
}

/// The kind of error that a case shows, if it is a finding because of that.
pub(crate) fn shown_by<P: CountedPosition>(case: &Case<P>) -> Option<String> {
    match &case.symptom {
        Symptom::Failed(failure) if case.seen != Seen::AfterMoves => of(failure),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Option<String> {
        of(&Failure::Unsupported(text.to_owned()))
    }

    #[test]
    fn errors_are_the_same_whatever_squares_moves_and_pieces_they_name() {
        let same = [
            [
                "error Error: d7c8r is not among the legal moves",
                "error Error: e5d6 is not among the legal moves",
            ],
            [
                "error these two pieces cannot check at once: Pawn, Bishop",
                "error these two pieces cannot check at once: Bishop, Pawn",
            ],
            [
                "error 4k3/8/8/8/8/8/8/4K3 w - - 0 1: line 17",
                "error 8/8/4k3/8/8/3P4/8/4K3 b - - 11 20: line 2",
            ],
        ];
        for [one, other] in same {
            assert!(kind(one).is_some() && kind(one) == kind(other), "{:?} {:?}", kind(one), kind(other));
        }
        let type_errors = ["piece", "type"]
            .map(|name| kind(&format!("error TypeError: Cannot read properties of null (reading '{name}')")));
        assert_ne!(type_errors[0], type_errors[1]);
    }

    #[test]
    fn a_feature_that_is_left_out_is_no_finding() {
        for text in
            ["error Chess960", "error castling of that kind is not supported", "error variant fischerandom"]
        {
            assert_eq!(kind(text), None, "{text}");
        }
        assert_eq!(of(&Failure::Garbage("moo".to_owned())), None);
    }
}
