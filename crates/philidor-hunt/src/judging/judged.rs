//! What a hunt knows of the rules that a wrong answer breaks: chess here, variants in `variants/`.

use std::collections::HashSet;

use philidor::Position;

use super::answer_notes::AnswerNotes;
use super::case::Case;
use super::class::Class;
use super::misread::Misread;
use super::reason::Reason;
use super::{no_moves, unreachable, verdict};
use crate::asking::difference::Difference;
use crate::suspect::Question;
use crate::suspect::counted_position::CountedPosition;

/// A position by whose rules answers are judged.
pub trait Judged: CountedPosition {
    /// What is noted about all answers.
    type Notes: AnswerNotes<Self>;

    /// Everything that is wrong in a case, the same class perhaps more than once.
    fn reasons(case: &Case<Self>) -> Vec<Reason>;

    /// The classes of bugs that a case shows, each once.
    fn classes(case: &Case<Self>) -> Vec<Class> {
        let mut classes: Vec<Class> = Self::reasons(case).iter().map(|reason| reason.class).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }

    /// Why no game reaches the position, so that a suspect may refuse it.
    fn why_unreachable(&self) -> Option<&'static str> {
        None
    }

    /// Whether an answer lists no move, although there are some, where that is a class of its own.
    fn lists_none(_question: &Question<Self>, _difference: &Difference) -> bool {
        false
    }

    /// What is said of a position without any move listed.
    fn no_moves(&self) -> Vec<Reason> {
        Vec::new()
    }

    /// The rules that the moves of the position would break if they alone were missing.
    fn kinds(&self) -> HashSet<Class> {
        HashSet::new()
    }
}

impl Judged for Position {
    type Notes = Misread;

    fn reasons(case: &Case) -> Vec<Reason> {
        verdict::reasons(case)
    }

    fn why_unreachable(&self) -> Option<&'static str> {
        unreachable::reason(self)
    }

    fn lists_none(question: &Question, difference: &Difference) -> bool {
        no_moves::lists_none(question, difference)
    }

    fn no_moves(&self) -> Vec<Reason> {
        vec![verdict::no_moves(self)]
    }

    fn kinds(&self) -> HashSet<Class> {
        no_moves::kinds(self)
    }
}
