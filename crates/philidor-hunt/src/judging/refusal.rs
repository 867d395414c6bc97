//! Questions that are answered by an error although others are not: a move that is refused, a position that is too much
//! for the program.
//!
//! ```text
//! divide 1 fen FEN moves d7c8r          error d7c8r is not legal
//! divide 1 fen FEN-AFTER-d7c8r          answered: so it is that move which is missing
//!
//! divide 2 fen FEN                      error TypeError: cannot read properties of null
//! divide 1 fen FEN-AFTER-e2e4           the same error: in this position it is thrown, and is a finding of its own
//! ```
//!
//! What a program says that it does not support, such as Chess960, it need not answer.

use philidor::perft::divide;

use super::case::{Case, Symptom, Way};
use crate::asking::interview::Interview;
use crate::suspect::{Failure, Question};

/// Words that an error has if it is about what the program leaves out knowingly.
const FEATURE: [&str; 4] = ["support", "960", "fischer", "variant"];

/// Words of an error that differ from position to position.
const PIECES: [&str; 8] = ["pawn", "knight", "bishop", "rook", "queen", "king", "white", "black"];

/// What an error says, without squares, moves, pieces and numbers; none if it names a feature that is left out.
pub(crate) fn kind(failure: &Failure) -> Option<String> {
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
    std::mem::discriminant(one) == std::mem::discriminant(other) && kind(one) == kind(other)
}

/// The kind of error that a case shows, if it is a finding because of that.
pub(crate) fn kind_of(case: &Case) -> Option<String> {
    match &case.symptom {
        Symptom::Failed(failure) if case.way != Way::Played => kind(failure),
        _ => None,
    }
}

/// The move of a line that is refused, if the position after it is answered from its FEN.
pub(crate) fn of_move(interview: &mut Interview, question: &Question, failure: &Failure) -> Option<Case> {
    kind(failure)?;
    if !interview.takes_lines() || question.line.is_empty() {
        return None;
    }
    let (given, failure) = shortest_refused(interview, &question.at_depth(1))?;
    interview.ask(&given.alone()).ok()?;
    let (&mv, before) = given.line.split_last()?;
    let before = Question { line: before.to_vec(), ..given.clone() }.alone();
    if let Some(difference) = interview.ask(&before).ok()?
        && difference.missing.iter().any(|missing| missing.same_move(mv))
    {
        return Some(case(before, Way::Alone, Symptom::Wrong(difference)));
    }
    let last = given.with_last_moves(1);
    let given = if interview.ask_afresh(&last).is_err() { last } else { given };
    Some(case(given, Way::Played, Symptom::Failed(failure)))
}

/// The question after the fewest moves of its line that is answered by an error.
fn shortest_refused(interview: &mut Interview, question: &Question) -> Option<(Question, Failure)> {
    for moves in 1..=question.line.len() {
        let given = Question { line: question.line[..moves].to_vec(), ..question.clone() };
        match interview.ask(&given) {
            Ok(_) => {}
            Err(failure) => return kind(&failure).map(|_| (given, failure)),
        }
    }
    None
}

/// The position in which an error is thrown, at depth 1 and whatever was asked before.
pub(crate) fn of_position(interview: &mut Interview, question: &Question, known: &str) -> Option<Case> {
    let mut question = question.alone();
    while !is_thrown(interview, &question.at_depth(1), known) {
        let is_deep = question.depth > 1 && !interview.is_over();
        let moves = if is_deep { divide(&question.position(), 1) } else { Vec::new() };
        let below: Vec<Question> = moves.into_iter().map(|(mv, _)| question.below(mv, false)).collect();
        question = below.into_iter().find(|below| is_thrown(interview, below, known))?;
    }
    let question = question.at_depth(1);
    let failure = interview.ask_afresh(&question).err()?;
    let is_same = kind(&failure).as_deref() == Some(known);
    is_same.then(|| case(question, Way::Alone, Symptom::Failed(failure)))
}

fn is_thrown(interview: &mut Interview, question: &Question, known: &str) -> bool {
    interview.ask(question).is_err_and(|failure| kind(&failure).as_deref() == Some(known))
}

fn case(question: Question, way: Way, symptom: Symptom) -> Case {
    Case { before: Vec::new(), question, way, symptom, is_verified: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<String> {
        kind(&Failure::Unsupported(text.to_owned()))
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
            assert!(of(one).is_some() && of(one) == of(other), "{:?} {:?}", of(one), of(other));
        }
        let type_errors = ["piece", "type"]
            .map(|name| of(&format!("error TypeError: Cannot read properties of null (reading '{name}')")));
        assert_ne!(type_errors[0], type_errors[1]);
    }

    #[test]
    fn a_feature_that_is_left_out_is_no_finding() {
        for text in
            ["error Chess960", "error castling of that kind is not supported", "error variant fischerandom"]
        {
            assert_eq!(of(text), None, "{text}");
        }
        assert_eq!(kind(&Failure::Garbage("moo".to_owned())), None);
    }
}
