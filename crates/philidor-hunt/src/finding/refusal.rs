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
//! A program need not answer what it says it does not support, such as Chess960.

use crate::asking::interview::{Interview, Wait};
use crate::judging::case::{Case, Seen, Symptom};
use crate::judging::error_kind;
use crate::judging::judged::Judged;
use crate::suspect::{Failure, Question};

/// The move of a line that is refused, if the position after it is answered from its FEN.
pub(super) fn refused_move<P: Judged>(
    interview: &mut Interview<'_, P>,
    question: &Question<P>,
    failure: &Failure,
) -> Option<Case<P>> {
    error_kind::of(failure)?;
    if !interview.takes_moves() || question.line.is_empty() {
        return None;
    }
    let (given, failure) = shortest_refused(interview, &question.at_depth(1))?;
    interview.ask(&given.alone(), Wait::UntilEnd).ok()?;
    let (&mv, before) = given.line.split_last()?;
    let before = Question { line: before.to_vec(), ..given.clone() }.alone();
    if let Some(difference) = interview.ask(&before, Wait::UntilEnd).ok()?
        && difference.missing.iter().any(|missing| missing.same_move(mv))
    {
        return Some(Case::new(before, Seen::Alone, Symptom::Wrong(difference)));
    }
    let last = given.with_last_moves(1);
    let given = if interview.ask_afresh(&last, Wait::UntilEnd).is_err() { last } else { given };
    Some(Case::new(given, Seen::AfterMoves, Symptom::Failed(failure)))
}

/// The question with the fewest moves of this line that is answered by an error.
fn shortest_refused<P: Judged>(
    interview: &mut Interview<'_, P>,
    question: &Question<P>,
) -> Option<(Question<P>, Failure)> {
    for moves in 1..=question.line.len() {
        let given = Question { line: question.line[..moves].to_vec(), ..question.clone() };
        match interview.ask(&given, Wait::UntilEnd) {
            Ok(_) => {}
            Err(failure) => return error_kind::of(&failure).map(|_| (given, failure)),
        }
    }
    None
}

/// The position in which an error is thrown, at depth 1 and whatever was asked before.
pub(super) fn refused_position<P: Judged>(
    interview: &mut Interview<'_, P>,
    question: &Question<P>,
    known: &str,
) -> Option<Case<P>> {
    let mut question = question.alone();
    while !is_thrown(interview, &question.at_depth(1), known) {
        let is_deep = question.depth > 1 && !interview.is_over();
        let moves = if is_deep { question.position().legal_moves() } else { Vec::new() };
        let below: Vec<Question<P>> = moves.into_iter().map(|mv| question.below(mv, false)).collect();
        question = below.into_iter().find(|below| is_thrown(interview, below, known))?;
    }
    let question = question.at_depth(1);
    let failure = interview.ask_afresh(&question, Wait::UntilEnd).err()?;
    let is_same = error_kind::of(&failure).as_deref() == Some(known);
    is_same.then(|| Case::new(question, Seen::Alone, Symptom::Failed(failure)))
}

fn is_thrown<P: Judged>(interview: &mut Interview<'_, P>, question: &Question<P>, known: &str) -> bool {
    interview
        .ask(question, Wait::UntilEnd)
        .is_err_and(|failure| error_kind::of(&failure).as_deref() == Some(known))
}
