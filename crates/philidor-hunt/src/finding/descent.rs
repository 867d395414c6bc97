//! A wrong answer traced to its cause, and to the questions that it takes to get it.
//!
//! A wrong count is followed down the tree, always by the wrong move with the fewest leaves, until the moves of a
//! position are wrong themselves, or nothing below is wrong any more:
//!
//! ```text
//! depth 3   wrong ── e2e4 ──► depth 2   wrong ── e7e5 ──► depth 1   a move is missing here
//!                     └ the others are right                        and if not: the tree alone is wrong
//! ```
//!
//! Then the suspect, started anew, is asked for that position alone, then after one move, after two …, then after
//! what it was asked before. The first that gives the wrong answer shows what kind of bug it is.
//!
//! A tree may be wrong although each position in it is answered right: then either unmake leaves something behind, or
//! the program remembers a count of another position; `hash_table.rs` finds out which, once the tree is small.

use crate::asking::difference::Difference;
use crate::asking::interview::{Interview, Wait};
use crate::judging::case::{Case, Seen, Symptom};
use crate::judging::judged::Judged;
use crate::suspect::{Failure, Question};

/// Follows a wrong answer to where it comes from. A case that is known is not verified with a new start.
pub(super) fn follow<P: Judged>(
    interview: &mut Interview<'_, P>,
    question: &Question<P>,
    difference: Difference,
    is_known: &dyn Fn(&Case<P>) -> bool,
) -> Result<Case<P>, Failure> {
    let (question, difference) = descend(interview, question.clone(), difference)?;
    let alone = question.alone();
    if alone.depth == 1
        && let Some(difference) = if question.line.is_empty() {
            Some(difference.clone())
        } else {
            interview.ask(&alone, Wait::BeyondEnd)?
        }
    {
        let symptom = Symptom::Wrong(difference);
        let case = Case { is_verified: false, ..Case::new(alone, Seen::Alone, symptom) };
        if is_known(&case) {
            return Ok(case);
        }
    }
    reproduce(interview, question, difference, is_known)
}

/// Goes down as long as something is wrong there.
fn descend<P: Judged>(
    interview: &mut Interview<'_, P>,
    mut question: Question<P>,
    mut difference: Difference,
) -> Result<(Question<P>, Difference), Failure> {
    let takes_moves = interview.takes_moves();
    while question.depth > 1 {
        if difference.is_here() {
            let shallow = question.at_depth(1);
            let same = interview.ask(&shallow, Wait::BeyondEnd)?.filter(Difference::is_here);
            return Ok(same.map_or((question, difference), |same| (shallow, same)));
        }
        let moves = match difference.smallest_count() {
            Some(count) => vec![count.mv],
            // A total alone: any move may be the one.
            None => question.position().legal_moves(),
        };
        let mut deeper = None;
        for mv in moves {
            let below = question.below(mv, takes_moves);
            if let Some(wrong) = interview.ask(&below, Wait::BeyondEnd)? {
                deeper = Some((below, wrong));
                break;
            }
        }
        match deeper {
            Some(below) => (question, difference) = below,
            None => break,
        }
    }
    Ok((question, difference))
}

/// Finds the least that has to be asked before to get the wrong answer again.
fn reproduce<P: Judged>(
    interview: &mut Interview<'_, P>,
    question: Question<P>,
    difference: Difference,
    is_known: &dyn Fn(&Case<P>) -> bool,
) -> Result<Case<P>, Failure> {
    let history: Vec<Question<P>> = interview.asked().to_vec();
    let history = history.split_last().map(|(_, before)| before.to_vec()).unwrap_or_default();
    let takes_moves = interview.takes_moves();
    let case = |before, question, seen, difference| Case {
        before,
        takes_moves,
        ..Case::new(question, seen, Symptom::Wrong(difference))
    };
    let alone = question.alone();
    let tree = case(Vec::new(), alone.clone(), Seen::InTree, difference.clone());
    let tree = Case { is_verified: false, ..tree };
    if question.depth > 1 && !difference.is_here() && is_known(&tree) {
        return Ok(tree);
    }
    for depth in 1..=question.depth {
        let alone = alone.at_depth(depth);
        if let Some(difference) = interview.ask_afresh(&alone, Wait::BeyondEnd)? {
            let seen = if depth > 1 && !difference.is_here() { Seen::InTree } else { Seen::Alone };
            return Ok(case(Vec::new(), alone, seen, difference));
        }
    }
    for moves in 1..=question.line.len() {
        let after = question.with_last_moves(moves);
        if let Some(difference) = interview.ask_afresh(&after, Wait::BeyondEnd)? {
            return Ok(case(Vec::new(), after, Seen::AfterMoves, difference));
        }
    }
    let once = case(Vec::new(), question.clone(), Seen::Once, difference.clone());
    let once = Case { is_verified: false, ..once };
    if is_known(&once) {
        return Ok(once);
    }
    // Something that was asked before: the last question, the last two, four …
    let mut questions = 1;
    while questions / 2 < history.len() && !interview.is_over() {
        let before = &history[history.len().saturating_sub(questions)..];
        if let Some(difference) = interview.ask_after(before, &question, Wait::BeyondEnd)? {
            let before = shortened(interview, before.to_vec(), &question)?;
            return Ok(case(before, question, Seen::AfterQuestions, difference));
        }
        questions *= 2;
    }
    Ok(once)
}

/// Leaves out questions that need not be asked before, many at once first.
pub(super) fn shortened<P: Judged>(
    interview: &mut Interview<'_, P>,
    mut before: Vec<Question<P>>,
    question: &Question<P>,
) -> Result<Vec<Question<P>>, Failure> {
    let mut size = before.len() / 2;
    while size > 0 && !interview.is_over() {
        let mut at = 0;
        while at < before.len() && !interview.is_over() {
            let mut fewer = before.clone();
            fewer.drain(at..(at + size).min(before.len()));
            match interview.ask_after(&fewer, question, Wait::BeyondEnd)? {
                Some(_) => before = fewer,
                None => at += size,
            }
        }
        size /= 2;
    }
    Ok(before)
}

#[cfg(test)]
mod tests {
    use philidor::Position;

    use super::*;
    use crate::suspect::fake::Fake;

    type Given = Vec<(String, u128)>;

    /// Asks one question after another, and follows the first wrong answer.
    fn follow(fake: Fake, questions: &[Question]) -> Case {
        let mut interview = Interview::for_test(fake);
        for question in questions {
            if let Some(difference) = interview.ask(question, Wait::BeyondEnd).expect("an answer") {
                return super::follow(&mut interview, question, difference, &|_| false).expect("answers");
            }
        }
        panic!("every answer is right");
    }

    fn question(fen: &str, depth: u32) -> Question {
        Question::new(fen.parse().expect("a position"), depth)
    }

    #[test]
    fn the_question_that_has_to_come_before_is_found_among_many() {
        // It never recovers from a board with one pawn.
        let fake = Fake::new(|| {
            let mut is_confused = false;
            move |question: &Question, mut given: Given| {
                if is_confused {
                    given.remove(0);
                }
                is_confused |= question.start.board().occupied().len() == 3;
                Ok(given)
            }
        });
        let bare = question("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1);
        let mut questions = vec![bare.clone(); 20];
        questions.insert(7, question("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1));
        let case = follow(fake, &questions);
        assert_eq!((case.seen, case.before.len()), (Seen::AfterQuestions, 1));
        assert_eq!(case.before[0].start.board().occupied().len(), 3);
        assert_eq!(case.question, bare);
    }

    #[test]
    fn a_wrong_answer_that_does_not_come_again_was_seen_once() {
        let once = std::rc::Rc::new(std::cell::Cell::new(true));
        let fake = Fake::new(move || {
            let once = std::rc::Rc::clone(&once);
            move |_: &Question, mut given: Given| {
                if once.replace(false) {
                    given.remove(0);
                }
                Ok(given)
            }
        });
        assert_eq!(follow(fake, &[Question::new(Position::default(), 1)]).seen, Seen::Once);
    }
}
