//! A case: a question with a wrong answer, and what it takes to get that answer.
//!
//! A wrong count is followed down the tree, always by the wrong move with the fewest leaves, until the moves of a
//! position are wrong themselves, or nothing below is wrong any more:
//!
//! ```text
//! depth 3   wrong ── e2e4 ──► depth 2   wrong ── e7e5 ──► depth 1   a move is missing here
//!                     └ the others are right                        and if not: the tree alone is wrong
//! ```
//!
//! Then the suspect, started anew, is asked for that position alone, then after one move, two …, then after what it
//! was asked before. The first that gives the wrong answer tells what kind of bug it is.

use philidor::Move;
use philidor::perft::divide;

use super::difference::Difference;
use super::interview::Interview;
use super::suspect::{Failure, Question};

/// A wrong answer, and how to get it.
#[derive(Clone, Debug)]
pub(in crate::command::hunt) struct Case {
    /// What has to be asked before; nothing in most cases.
    pub(in crate::command::hunt) before: Vec<Question>,
    pub(in crate::command::hunt) question: Question,
    pub(in crate::command::hunt) way: Way,
    pub(in crate::command::hunt) symptom: Symptom,
}

/// What is seen of a bug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::command::hunt) enum Symptom {
    Wrong(Difference),
    Failed(Failure),
}

/// What it takes to see a bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::command::hunt) enum Way {
    /// The position alone.
    Alone,
    /// The position after moves; its own FEN is answered right.
    Played,
    /// The tree of a position; every position in it is answered right by itself.
    Tree,
    /// The position after other questions.
    After,
    /// It was seen once, and not again.
    Once,
}

impl Question {
    /// The position at the end of the line, asked without the line.
    pub(in crate::command::hunt) fn alone(&self) -> Question {
        Question { start: self.position(), line: Vec::new(), ..*self }
    }

    /// The same tree one ply further down.
    fn below(&self, mv: Move, takes_lines: bool) -> Question {
        let mut line = self.line.clone();
        line.push(mv);
        let below = Question { start: self.start, line, depth: self.depth - 1, chess960: self.chess960 };
        if takes_lines { below } else { below.alone() }
    }

    /// The same position, of whose line only the last moves are given as moves.
    fn with_last_moves(&self, moves: usize) -> Question {
        let (given, kept) = self.line.split_at(self.line.len() - moves);
        let start = Question { line: given.to_vec(), ..self.clone() }.position();
        Question { start, line: kept.to_vec(), ..*self }
    }

    fn at_depth(&self, depth: u32) -> Question {
        Question { depth, ..self.clone() }
    }
}

impl Case {
    /// Follows a wrong answer to where it comes from. A case that is known is not verified with a new start.
    pub(super) fn follow(
        interview: &mut Interview,
        question: &Question,
        difference: Difference,
        is_known: &dyn Fn(&Case) -> bool,
    ) -> Result<Case, Failure> {
        let (question, difference) = descend(interview, question.clone(), difference)?;
        let alone = question.alone();
        if alone.depth == 1
            && let Some(difference) =
                if question.line.is_empty() { Some(difference.clone()) } else { interview.ask(&alone)? }
        {
            let symptom = Symptom::Wrong(difference);
            let case = Case { before: Vec::new(), question: alone, way: Way::Alone, symptom };
            if is_known(&case) {
                return Ok(case);
            }
        }
        find_way(interview, question, difference)
    }

    /// What is wrong, if it is more than that there is no answer.
    pub(in crate::command::hunt) fn difference(&self) -> Option<&Difference> {
        match &self.symptom {
            Symptom::Wrong(difference) => Some(difference),
            Symptom::Failed(_) => None,
        }
    }

    /// How hard it is to look at: questions before, depth, moves, men.
    pub(in crate::command::hunt) fn size(&self) -> (usize, u32, usize, u32) {
        let Question { start, line, depth, .. } = &self.question;
        (self.before.len(), *depth, line.len(), start.board().occupied().len())
    }
}

/// Goes down as long as something is wrong there.
fn descend(
    interview: &mut Interview,
    mut question: Question,
    mut difference: Difference,
) -> Result<(Question, Difference), Failure> {
    let takes_lines = interview.takes_lines();
    while question.depth > 1 {
        if difference.is_here() {
            let shallow = question.at_depth(1);
            let same = interview.ask(&shallow)?.filter(Difference::is_here);
            return Ok(same.map_or((question, difference), |same| (shallow, same)));
        }
        let moves = match difference.smallest_count() {
            Some(count) => vec![count.mv],
            // A total alone: any move may be the one.
            None => divide(&question.position(), 1).into_iter().map(|(mv, _)| mv).collect(),
        };
        let mut deeper = None;
        for mv in moves {
            let below = question.below(mv, takes_lines);
            if let Some(wrong) = interview.ask(&below)? {
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

/// Finds the least that has to be said before the wrong answer comes.
fn find_way(interview: &mut Interview, question: Question, difference: Difference) -> Result<Case, Failure> {
    let history: Vec<Question> = interview.asked().to_vec();
    let history = history.split_last().map(|(_, before)| before.to_vec()).unwrap_or_default();
    let case = |before, question, way, difference| Case {
        before,
        question,
        way,
        symptom: Symptom::Wrong(difference),
    };
    let alone = question.alone();
    for depth in 1..=question.depth {
        let alone = alone.at_depth(depth);
        if let Some(difference) = interview.ask_afresh(&alone)? {
            let way = if depth > 1 && !difference.is_here() { Way::Tree } else { Way::Alone };
            return Ok(case(Vec::new(), alone, way, difference));
        }
    }
    for moves in 1..=question.line.len() {
        let after = question.with_last_moves(moves);
        if let Some(difference) = interview.ask_afresh(&after)? {
            return Ok(case(Vec::new(), after, Way::Played, difference));
        }
    }
    // Something that was asked before: the last question, the last two, four …
    let mut questions = 1;
    while questions / 2 < history.len() && !interview.is_over() {
        let before = &history[history.len().saturating_sub(questions)..];
        if let Some(difference) = interview.ask_after(before, &question)? {
            let before = shortened(interview, before.to_vec(), &question)?;
            return Ok(case(before, question, Way::After, difference));
        }
        questions *= 2;
    }
    Ok(case(Vec::new(), question, Way::Once, difference))
}

/// Leaves out questions that need not be asked before, many at once first.
fn shortened(
    interview: &mut Interview,
    mut before: Vec<Question>,
    question: &Question,
) -> Result<Vec<Question>, Failure> {
    let mut size = before.len() / 2;
    while size > 0 && !interview.is_over() {
        let mut at = 0;
        while at < before.len() && !interview.is_over() {
            let mut fewer = before.clone();
            fewer.drain(at..(at + size).min(before.len()));
            match interview.ask_after(&fewer, question)? {
                Some(_) => before = fewer,
                None => at += size,
            }
        }
        size /= 2;
    }
    Ok(before)
}
