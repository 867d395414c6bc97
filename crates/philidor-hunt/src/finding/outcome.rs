//! What came out of a search: the bugs, and the questions that were not answered, refused or left out.

use philidor::Position;

use super::bug::Bug;
use crate::asking::agenda::Claim;
use crate::asking::interview::{Interview, SoFar};
use crate::suspect::counted_position::CountedPosition;
use crate::suspect::{Failure, Question};

/// A count of the suite that philidor, counting in three ways, does not confirm.
#[derive(Clone, Debug)]
pub(crate) struct WrongClaim<P: CountedPosition = Position> {
    pub(crate) name: String,
    pub(crate) question: Question<P>,
    pub(crate) claim: Claim,
    /// None if the tree grows so far beyond the claim that it was neither counted nor asked.
    pub(crate) counted: Option<u128>,
}

/// A question about a position that no game reaches, which the suspect refuses.
#[derive(Clone, Debug)]
pub(crate) struct Refused<P: CountedPosition = Position> {
    pub(crate) question: Question<P>,
    pub(crate) failure: Failure,
    /// Why no game reaches it.
    pub(crate) unreachable: &'static str,
}

/// Everything that came out.
#[derive(Clone, Debug)]
pub(crate) struct Outcome<P: CountedPosition = Position> {
    /// The most informative first.
    pub(crate) bugs: Vec<Bug<P>>,
    pub(crate) right: usize,
    pub(crate) wrong: usize,
    /// What it took until the first wrong answer was followed.
    pub(crate) first_wrong: Option<SoFar>,
    /// Questions of Chess960 that the suspect cannot be asked.
    pub(crate) not_supported: usize,
    /// Questions that were not asked, because time ran out.
    pub(crate) not_asked: usize,
    /// Questions without an answer.
    pub(crate) unanswered: Vec<(Question<P>, Failure)>,
    /// Questions that the suspect refuses, with an error, and may: about positions that no game reaches.
    pub(crate) refused: Vec<Refused<P>>,
    /// Counts of the suite that are not philidor's.
    pub(crate) suite: Vec<WrongClaim<P>>,
    /// Whether it was stopped from outside.
    pub(crate) interrupted: bool,
    /// Why the search ended early, if the suspect is the reason.
    pub(crate) given_up: Option<String>,
    /// Why the suspect may be asked or read wrongly, if it is wrong about everything.
    pub(crate) misread: Option<String>,
}

impl<P: CountedPosition> Default for Outcome<P> {
    fn default() -> Outcome<P> {
        Outcome {
            bugs: Vec::new(),
            right: 0,
            wrong: 0,
            first_wrong: None,
            not_supported: 0,
            not_asked: 0,
            unanswered: Vec::new(),
            refused: Vec::new(),
            suite: Vec::new(),
            interrupted: false,
            given_up: None,
            misread: None,
        }
    }
}

impl<P: CountedPosition> Outcome<P> {
    /// Whether the suspect has ever counted something. Silence about a mate is a right answer, but not a count.
    pub(super) fn has_counted(&self, interview: &Interview<'_, P>) -> bool {
        self.wrong > 0 || interview.leaves > 0
    }
}

/// Why a suspect that never counted anything is doubted.
pub(super) fn mute<P: CountedPosition>(interview: &Interview<'_, P>, outcome: &Outcome<P>) -> String {
    let how_many = match (outcome.unanswered.len(), outcome.right) {
        (1, 0) => "the question was not answered".to_owned(),
        (several, 0) => format!("none of {several} questions was answered"),
        (several, _) => {
            format!("{several} of the questions had no answer, and there is nothing to count in the others")
        }
    };
    let advice =
        interview.limits.other_ways.as_ref().map_or_else(String::new, |advice| format!(". {advice}"));
    format!("{how_many}, so it may be asked in a way that it does not know{advice}")
}
