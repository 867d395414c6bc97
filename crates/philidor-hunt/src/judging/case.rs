//! A case: a question that got a wrong answer or none, and what it takes to reproduce that.

use philidor::Position;

use crate::asking::difference::Difference;
use crate::suspect::counted_position::CountedPosition;
use crate::suspect::{Failure, Question};

/// A wrong answer, and how to get it.
#[derive(Clone, Debug)]
pub struct Case<P: CountedPosition = Position> {
    /// What has to be asked before; nothing in most cases.
    pub(crate) before: Vec<Question<P>>,
    pub(crate) question: Question<P>,
    pub(crate) seen: Seen,
    pub(crate) symptom: Symptom,
    /// Whether it was seen with a suspect started anew, and not just taken to be like the cases before it.
    pub(crate) is_verified: bool,
    /// Whether the suspect is given moves, which shows whether it plays them wrong or takes them back wrong.
    pub(crate) takes_moves: bool,
}

/// What is seen of a bug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Symptom {
    Wrong(Difference),
    Failed(Failure),
}

/// Where a bug is seen, from what needs least to what needs most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Seen {
    /// The position alone.
    Alone,
    /// The position after moves; its own FEN is answered right.
    AfterMoves,
    /// The tree of a position; every position in it is answered right by itself.
    InTree,
    /// The position after other questions.
    AfterQuestions,
    /// It was seen once, and not again.
    Once,
}

/// How hard a case is to look at, what matters most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Size {
    before: usize,
    depth: u32,
    moves: usize,
    is_chess960: bool,
    pieces: u32,
}

impl<P: CountedPosition> Case<P> {
    /// A verified case that needs no earlier question, of a suspect that is given moves.
    pub(crate) fn new(question: Question<P>, seen: Seen, symptom: Symptom) -> Case<P> {
        Case { before: Vec::new(), question, seen, symptom, is_verified: true, takes_moves: true }
    }

    /// What is wrong with the answer, if there was one.
    pub(crate) fn difference(&self) -> Option<&Difference> {
        match &self.symptom {
            Symptom::Wrong(difference) => Some(difference),
            Symptom::Failed(_) => None,
        }
    }

    /// How hard it is to look at.
    pub(crate) fn size(&self) -> Size {
        let Question { start, line, depth, chess960, .. } = &self.question;
        Size {
            before: self.before.len(),
            depth: *depth,
            moves: line.len(),
            is_chess960: *chess960,
            pieces: start.piece_count(),
        }
    }
}
