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

use philidor::{CastlingRights, Color, Move, Position, Setup, Square, Strictness};

use super::halving::halve;
use crate::asking::interview::{Interview, Wait};
use crate::judging::case::{Case, Seen, Symptom};
use crate::judging::class::Class;
use crate::judging::error_kind;
use crate::judging::verdict;
use crate::suspect::{Failure, Question};

/// The smallest case found that shows the same class of bug, and still does when the suspect is started anew.
pub(crate) fn shrink(interview: &mut Interview, case: &Case, class: Class) -> Option<Case> {
    let mut smallest = case.clone();
    loop {
        let size = smallest.size();
        remove_pieces(interview, &mut smallest, class);
        for simpler in SIMPLER {
            for question in simpler(&smallest.question, interview.limits.strictness) {
                let candidate = Case { question, ..smallest.clone() };
                accept(interview, &mut smallest, candidate, class);
            }
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

/// Ways to make a question simpler without removing pieces.
const SIMPLER: [fn(&Question, Strictness) -> Vec<Question>; 3] =
    [without_state, without_first_move, less_deep];

/// Removes pieces and pawns, as many at once as possible.
fn remove_pieces(interview: &mut Interview, smallest: &mut Case, class: Class) {
    let pieces = |case: &Case| -> Vec<Square> {
        let position = &case.question.start;
        let kings = [Color::White, Color::Black].map(|color| position.king(color));
        position.board().occupied().into_iter().filter(|square| !kings.contains(square)).collect()
    };
    halve(
        smallest,
        |case| pieces(case).len(),
        |smallest, range| {
            if interview.is_over() {
                return false;
            }
            let removed = pieces(smallest)[range].to_vec();
            let without = |question| without(question, &removed, interview.limits.strictness);
            let candidate = without(&smallest.question).map(|question| Case {
                question,
                before: smallest.before.iter().filter_map(without).collect(),
                ..smallest.clone()
            });
            candidate.is_some_and(|candidate| accept(interview, smallest, candidate, class))
        },
    );
}

/// The question without the pieces on some squares.
fn without(question: &Question, squares: &[Square], strictness: Strictness) -> Option<Question> {
    let mut setup = question.start.to_setup();
    for &square in squares {
        setup.board.remove(square);
    }
    replaced(question, setup, strictness)
}

/// Fewer rights, no en-passant square, clocks as at the start, standard chess.
fn without_state(question: &Question, strictness: Strictness) -> Vec<Question> {
    let mut simpler = Vec::new();
    let setup = question.start.to_setup();
    let mut add = |change: &dyn Fn(&mut Setup)| {
        let mut changed = setup;
        change(&mut changed);
        if changed != setup {
            simpler.extend(replaced(question, changed, strictness));
        }
    };
    add(&|setup| setup.state.castling_rights = CastlingRights::NONE);
    for right in 0..4 {
        let right = CastlingRights::from_bits(1 << right);
        add(&|setup| setup.state.castling_rights.remove(right));
    }
    add(&|setup| setup.state.en_passant = None);
    add(&|setup| setup.state.halfmove_clock = 0);
    add(&|setup| setup.state.fullmove_number = 1);
    if question.chess960 && !question.start.is_chess960() {
        simpler.push(Question { chess960: false, ..question.clone() });
    }
    simpler
}

/// The line from its second move.
fn without_first_move(question: &Question, _: Strictness) -> Vec<Question> {
    let Some((&first, rest)) = question.line.split_first().filter(|(_, rest)| !rest.is_empty()) else {
        return Vec::new();
    };
    let mut start = question.start;
    start.play_unchecked(first);
    vec![Question { start, line: rest.to_vec(), ..*question }]
}

fn less_deep(question: &Question, _: Strictness) -> Vec<Question> {
    (1..question.depth).map(|depth| Question { depth, ..question.clone() }).collect()
}

/// The same question from another start, if that is a position in which the line can be played.
fn replaced(question: &Question, setup: Setup, strictness: Strictness) -> Option<Question> {
    let setup = setup.without_impossible_castling_rights().without_impossible_en_passant();
    let start = Position::from_setup(setup, strictness).ok()?;
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
fn accept(interview: &mut Interview, smallest: &mut Case, candidate: Case, class: Class) -> bool {
    if interview.is_over() {
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
fn show_again(interview: &mut Interview, case: &Case, class: Class, wait: Wait) -> Option<Case> {
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
    let is_same_class = verdict::reasons(&case).iter().any(|reason| reason.class == class);
    (is_same_class && is_same_way(interview, &case, wait).unwrap_or(false)).then_some(case)
}

/// Whether the bug still needs what it needed: a line, a tree, or questions before.
fn is_same_way(interview: &mut Interview, case: &Case, wait: Wait) -> Result<bool, Failure> {
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
    use philidor::MoveType;

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
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse().expect("a position");
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
    fn a_case_that_does_not_show_again_is_not_an_example() {
        let fake = Fake::without(|_, _| false);
        let mut interview = Interview::for_test(fake);
        let question = Question::new(KIWIPETE.parse().expect("a position"), 1);
        let symptom = Symptom::Wrong(Difference { counted: 49, expected: 48, ..Difference::default() });
        let case = Case::new(question, Seen::Alone, symptom);
        assert!(shrink(&mut interview, &case, Class::Count).is_none());
    }
}
