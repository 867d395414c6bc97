//! A case made small: fewer pieces, simpler state, fewer moves, and still the same bug.
//!
//! ```text
//! r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1        32 pieces, 48 moves
//! 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1                                              3 pieces, the same bug
//! ```
//!
//! Pieces and pawns are removed, half of them at once, then a quarter, down to one; then rights, en-passant square and
//! clocks, then moves of the line. A smaller case counts if the same class of bug shows in the same way. Questions that
//! have to be asked before lose the same pieces.

use philidor::{Bitboard, Move, Strictness};

use super::halving::halve;
use crate::asking::interview::{Interview, Wait};
use crate::judging::case::{Case, Seen, Symptom};
use crate::judging::class::Class;
use crate::judging::error_kind;
use crate::judging::judged::Judged;
use crate::suspect::{Failure, Question};

/// A way to make a question simpler without removing pieces.
type SimplerQuestions<P> = fn(&Question<P>, Strictness) -> Vec<Question<P>>;

/// The smallest case found that shows the same class of bug, and still does when the suspect is started anew.
pub(crate) fn shrink<P: Judged>(
    interview: &mut Interview<'_, P>,
    case: &Case<P>,
    class: Class,
) -> Option<Case<P>> {
    let mut smallest = case.clone();
    loop {
        let size = smallest.size();
        remove_pieces(interview, &mut smallest, class);
        let ways: [SimplerQuestions<P>; 3] = [without_state, without_first_move, less_deep];
        for simpler in ways {
            simplify(interview, &mut smallest, class, simpler);
        }
        if smallest.size() >= size || interview.is_over() {
            break;
        }
    }
    if interview.is_interrupted() {
        return Some(smallest);
    }
    show_again(interview, &smallest, class, Wait::BeyondEnd)
        .or_else(|| show_again(interview, case, class, Wait::BeyondEnd))
}

/// Makes the question simpler in one way, as long as the bug shows.
///
/// What was accepted is where the next simplification begins, and no longer among those that are left.
fn simplify<P: Judged>(
    interview: &mut Interview<'_, P>,
    smallest: &mut Case<P>,
    class: Class,
    simpler: SimplerQuestions<P>,
) {
    let mut refused = 0;
    while let Some(question) =
        simpler(&smallest.question, interview.limits.strictness).into_iter().nth(refused)
    {
        let candidate = Case { question, ..smallest.clone() };
        if candidate.question == smallest.question || !accept(interview, smallest, candidate, class) {
            refused += 1;
        }
    }
}

/// Removes pieces and pawns, as many at once as possible.
fn remove_pieces<P: Judged>(interview: &mut Interview<'_, P>, smallest: &mut Case<P>, class: Class) {
    halve(
        smallest,
        |case| case.question.start.removable().len() as usize,
        |smallest, range| {
            if interview.is_over() {
                return false;
            }
            let removable = smallest.question.start.removable();
            let removed: Bitboard = removable.into_iter().skip(range.start).take(range.len()).collect();
            let strictness = interview.limits.strictness;
            let without = |question: &Question<P>| {
                replaced(question, question.start.without_pieces(removed, strictness)?)
            };
            let candidate = without(&smallest.question).map(|question| Case {
                question,
                before: smallest.before.iter().filter_map(without).collect(),
                ..smallest.clone()
            });
            candidate.is_some_and(|candidate| accept(interview, smallest, candidate, class))
        },
    );
}

/// Fewer rights, no en-passant square, clocks as at the start, less of what a variant adds, standard chess.
fn without_state<P: Judged>(question: &Question<P>, strictness: Strictness) -> Vec<Question<P>> {
    let starts = question.start.simpler(strictness).into_iter();
    let mut simpler: Vec<Question<P>> = starts.filter_map(|start| replaced(question, start)).collect();
    if question.chess960 && !question.start.is_chess960() {
        simpler.push(Question { chess960: false, ..question.clone() });
    }
    simpler
}

/// The line from its second move.
fn without_first_move<P: Judged>(question: &Question<P>, _: Strictness) -> Vec<Question<P>> {
    let Some((&first, rest)) = question.line.split_first().filter(|(_, rest)| !rest.is_empty()) else {
        return Vec::new();
    };
    let mut start = question.start;
    start.play_unchecked(first);
    vec![Question { start, line: rest.to_vec(), ..*question }]
}

fn less_deep<P: Judged>(question: &Question<P>, _: Strictness) -> Vec<Question<P>> {
    (1..question.depth).map(|depth| Question { depth, ..question.clone() }).collect()
}

/// The same question from another start, if the line can be played there.
fn replaced<P: Judged>(question: &Question<P>, start: P) -> Option<Question<P>> {
    let mut position = start;
    let replay = |mv: &Move| {
        let mv = position.decode(mv.digest())?;
        position.play_unchecked(mv);
        Some(mv)
    };
    let line: Option<Vec<Move>> = question.line.iter().map(replay).collect();
    Some(Question { start, line: line?, ..*question })
}

/// Takes a simpler case if the bug still shows.
fn accept<P: Judged>(
    interview: &mut Interview<'_, P>,
    smallest: &mut Case<P>,
    candidate: Case<P>,
    class: Class,
) -> bool {
    // A game that is over has no moves to look at; it is a smaller case only if the end is the bug.
    let is_won = |case: &Case<P>| case.question.position().is_won();
    if interview.is_over() || is_won(&candidate) && !is_won(smallest) {
        return false;
    }
    match show_again(interview, &candidate, class, Wait::UntilEnd) {
        Some(case) => {
            *smallest = case;
            true
        }
        None => false,
    }
}

/// The case as it shows now, if it shows the same class of bug in the same way.
///
/// Only the proof, for which the suspect is started anew, is waited for beyond the end.
fn show_again<P: Judged>(
    interview: &mut Interview<'_, P>,
    case: &Case<P>,
    class: Class,
    wait: Wait,
) -> Option<Case<P>> {
    let question = &case.question;
    let answer = match case.seen {
        Seen::Once => return None,
        Seen::AfterQuestions => interview.ask_after(&case.before, question, wait),
        Seen::Alone | Seen::AfterMoves | Seen::InTree => match wait {
            Wait::UntilEnd => interview.ask(question, wait),
            Wait::BeyondEnd => interview.ask_afresh(question, wait),
        },
    };
    let symptom = match (answer, &case.symptom) {
        (Ok(Some(difference)), Symptom::Wrong(_)) => Symptom::Wrong(difference),
        (Err(failure), Symptom::Failed(known)) if error_kind::is_same(&failure, known) => {
            Symptom::Failed(failure)
        }
        _ => return None,
    };
    let case = Case { symptom, ..case.clone() };
    (P::classes(&case).contains(&class) && is_same_way(interview, &case, wait).unwrap_or(false))
        .then_some(case)
}

/// Whether the bug still needs what it needed: a line, a tree, or questions before.
fn is_same_way<P: Judged>(
    interview: &mut Interview<'_, P>,
    case: &Case<P>,
    wait: Wait,
) -> Result<bool, Failure> {
    let question = &case.question;
    match case.seen {
        Seen::Alone | Seen::Once => Ok(true),
        Seen::AfterMoves => Ok(interview.ask(&question.alone(), wait)?.is_none()),
        Seen::AfterQuestions => Ok(interview.ask_afresh(question, wait)?.is_none()),
        Seen::InTree => {
            let Some(difference) = case.difference().filter(|difference| !difference.is_here()) else {
                return Ok(false);
            };
            let shallow = (1..question.depth).map(|depth| Question { depth, ..question.clone() });
            let below = difference.counts.iter().map(|count| {
                let mut start = question.position();
                start.play_unchecked(count.mv);
                Question { start, line: Vec::new(), depth: question.depth - 1, same_game: false, ..*question }
            });
            for right in shallow.chain(below).collect::<Vec<_>>() {
                if right.depth > 0 && interview.ask(&right, wait)?.is_some() {
                    return Ok(false);
                }
            }
            Ok(true)
        }
    }
}

#[cfg(test)]
mod tests {
    use philidor::{MoveType, PieceType};

    use super::*;
    use crate::asking::difference::Difference;
    use crate::suspect::fake::Fake;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 9";

    fn shrunk(fake: Fake, question: &Question, seen: Seen, class: Class) -> Case {
        let mut interview = Interview::for_test(fake);
        let difference = interview.ask(question, Wait::UntilEnd).expect("an answer").expect("a wrong one");
        let symptom = Symptom::Wrong(difference);
        let case = Case::new(question.clone(), seen, symptom);
        shrink(&mut interview, &case, class).expect("it shows again")
    }

    #[test]
    fn a_line_is_kept_if_it_is_needed_and_no_longer_than_needed() {
        // En passant is known from a FEN, but not after a move.
        let fake = Fake::new(|| {
            |question: &Question, given: Vec<(String, u128)>| {
                let position = question.position();
                let is_played = !question.line.is_empty();
                let is_en_passant = |text: &str| {
                    position.parse_uci(text).is_ok_and(|mv| mv.move_type() == MoveType::EnPassant)
                };
                Ok(given.into_iter().filter(|(text, _)| !(is_played && is_en_passant(text))).collect())
            }
        });
        let start = philidor::Position::default();
        let mut question = Question::new(start, 1);
        for text in ["e2e4", "a7a6", "e4e5", "d7d5"] {
            let mv = question.position().parse_uci(text).expect("a move");
            question.line.push(mv);
        }
        let case = shrunk(fake, &question, Seen::AfterMoves, Class::EnPassant);
        assert_eq!((case.seen, case.question.moves()), (Seen::AfterMoves, vec!["d7d5".to_owned()]));
        assert_eq!(case.question.start.board().occupied().len(), 4);
    }

    #[test]
    fn what_was_left_out_does_not_come_back() {
        // No piece can go, so each part of the state has to go in one round.
        let fake = Fake::without(|_, mv| mv.played_piece() == PieceType::Rook);
        let question = Question::new("4k3/8/8/8/8/8/8/4K2R w K - 3 9".parse().expect("a position"), 1);
        let case = shrunk(fake, &question, Seen::Alone, Class::PieceMoves);
        assert_eq!(case.question.start.to_string(), "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    }

    #[test]
    fn a_case_that_does_not_show_again_is_not_an_example() {
        let fake = Fake::without(|_, _| false);
        let mut interview = Interview::for_test(fake);
        let question = Question::new(KIWIPETE.parse().expect("a position"), 1);
        let symptom = Symptom::Wrong(Difference { counted: 49, expected: 48, ..Difference::default() });
        let case = Case::new(question, Seen::Alone, symptom);
        assert!(shrink(&mut interview, &case, Class::Count).is_none());
    }
}
