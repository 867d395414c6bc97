//! What was found: a class of bug with one example, which others may replace until it has been made small.

use std::cmp::Reverse;

use super::shrink::shrink;
use crate::asking::interview::Interview;
use crate::judging::blank;
use crate::judging::case::{Case, Size, Symptom, Way};
use crate::judging::class::Class;
use crate::judging::memory;
use crate::judging::reason::{Fault, Reason};
use crate::judging::refusal;
use crate::judging::verdict;
use crate::suspect::Failure;

/// How many cases are kept beside the example of a class.
const MAX_OTHERS: usize = 3;

/// A class of bug that was found, with one example.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) class: Class,
    /// The kind of error that it is about, if it is about one: each is a finding of its own.
    error: Option<String>,
    /// How many positions of the suite show it.
    pub(crate) hits: usize,
    /// The position of the suite that the example was made of.
    pub(crate) origin: String,
    /// The example.
    pub(crate) case: Case,
    /// Others that may serve if the example does not show again, with their positions of the suite.
    others: Vec<(String, Case)>,
    /// Whether the example has been made small.
    pub(crate) is_small: bool,
    /// Whether philidor's own generators disagree about all examples, so that nothing is wrong for certain.
    pub(crate) is_unproven: bool,
    /// Whether no case of it lists any move.
    is_blank: bool,
    /// What is wrong in the example, the class's own reasons first.
    pub(crate) reasons: Vec<Reason>,
}

impl Found {
    /// A class that was found for the first time.
    pub(crate) fn new(class: Class, origin: &str, case: &Case) -> Found {
        Found {
            class,
            error: refusal::kind_of(case),
            hits: 1,
            origin: origin.to_owned(),
            case: case.clone(),
            others: Vec::new(),
            is_small: false,
            is_unproven: false,
            is_blank: is_blank(case),
            reasons: Vec::new(),
        }
    }

    /// Whether it is about a class, and if that class is that of errors, about this kind of them.
    pub(crate) fn is_about(&self, class: Class, error: Option<&str>) -> bool {
        self.class == class && self.error.as_deref() == error
    }

    /// Whether it says that a question has no answer for this reason.
    pub(crate) fn reports(&self, failure: &Failure) -> bool {
        let is_feature = failure.is_refusal() && refusal::kind(failure).is_none();
        let is_this = |symptom: &Symptom| match symptom {
            Symptom::Failed(known) => refusal::is_same(known, failure),
            Symptom::Wrong(_) => false,
        };
        self.class == Class::Unanswered && !is_feature && is_this(&self.case.symptom)
    }

    /// Counts one more case.
    pub(crate) fn hit(&mut self, case: &Case) {
        self.hits += 1;
        self.is_blank &= is_blank(case);
    }

    /// Takes a case for the example if it is easier to look at, and for another one if not.
    pub(crate) fn offer(&mut self, origin: &str, case: &Case) {
        let mut other = (origin.to_owned(), case.clone());
        if (case.way, case.size()) < (self.case.way, self.case.size()) {
            std::mem::swap(&mut self.origin, &mut other.0);
            std::mem::swap(&mut self.case, &mut other.1);
        }
        self.others.push(other);
        self.others.sort_by_key(|(_, case)| (case.way, case.size()));
        self.others.truncate(MAX_OTHERS);
    }

    /// Makes the example small, or another one if it does not show again.
    pub(crate) fn shrink(&mut self, interview: &mut Interview) {
        self.is_small = true;
        let first = (self.origin.clone(), self.case.clone());
        let candidates = std::iter::once(first).chain(std::mem::take(&mut self.others));
        let mut shown = None;
        for (origin, case) in candidates {
            if let Some(small) =
                shrink(interview, &case, self.class).filter(|small| small.is_proven(interview))
            {
                shown = Some((origin, small));
                break;
            }
        }
        match shown {
            Some((origin, case)) => (self.origin, self.case) = (origin, case),
            None => {
                self.is_unproven = !self.case.is_proven(interview);
                self.case.way = Way::Once;
                if self.case.difference().is_some() {
                    self.class = Class::Leak;
                }
            }
        }
        // Small trees show best whether they are wrong because of what is remembered.
        if let Ok(Some(remembered)) = memory::look(interview, &self.case)
            && let Some(small) = shrink(interview, &remembered, Class::Leak)
            && small.is_proven(interview)
        {
            self.class = Class::Leak;
            self.case = small;
        }
        self.reasons = verdict::of(&self.case);
        let class = self.class;
        self.reasons.sort_by_key(|reason| reason.class != class);
    }

    /// Whether another finding says more about the same mistake, and so comes first.
    pub(crate) fn is_explained_by(&self, findings: &[Found]) -> bool {
        let is_plain = |class| {
            use Class::{Capture, DoublePush, EnPassant, KingStep, PieceMoves, Promotion};
            matches!(class, Capture | DoublePush | EnPassant | KingStep | PieceMoves | Promotion)
        };
        findings.iter().any(|other| match self.class {
            // What standard chess shows is not a matter of Chess960.
            Class::Chess960Castling => {
                matches!(other.class, Class::CastlingRight | Class::CastlingPath | Class::CastlingAttack)
            }
            // What is missing also out of check is not a matter of the check.
            Class::CheckEvasion | Class::DoubleCheck => {
                self.is_about_missing_moves() && is_plain(other.class) && other.is_about_missing_moves()
            }
            // Where no moves are listed, only such may be legal as are missing elsewhere, too.
            Class::NoMoves => {
                let kinds = blank::kinds(&self.case.question.position());
                let is_known = |class: &Class| {
                    findings.iter().any(|finding| finding.class == *class && !finding.is_blank)
                };
                kinds.iter().all(is_known)
            }
            // A move that is missing cannot be played either.
            Class::MoveIgnored => is_plain(other.class) && other.is_about_missing_moves(),
            // A board that is wrong after a move says less than which move it is.
            Class::BadPlay => {
                let is_rare = other.hits * 10 < self.hits;
                other.case.way == Way::Played
                    && !is_rare
                    && !matches!(other.class, Class::BadPlay | Class::Output)
            }
            _ => false,
        })
    }

    fn is_about_missing_moves(&self) -> bool {
        let mut own = self.reasons.iter().filter(|reason| reason.class == self.class);
        own.all(|reason| reason.fault == Fault::Missing)
    }
}

/// Whether a case lists no move, although there are some.
fn is_blank(case: &Case) -> bool {
    case.difference().is_some_and(|difference| blank::is_blank(&case.question, difference))
}

/// Makes one finding of those that turned out to be of the same class; the first has the better example.
///
/// A tree that is wrong as a whole is a bad undo or a confusion, and chance makes some of the one look like the other.
/// So trees are what most of them are.
pub(crate) fn unite(findings: &mut Vec<Found>) {
    let is_same = |one: &Found, other: &Found| {
        one.class == other.class && one.error == other.error
            || one.case.way == Way::Tree && other.case.way == Way::Tree
    };
    // Where several moves are never listed, neither is a single one, which says nothing about that one.
    if findings.iter().any(|finding| finding.class == Class::NoMoves) {
        for finding in
            findings.iter_mut().filter(|finding| finding.is_blank && finding.case.way == Way::Alone)
        {
            finding.class = Class::NoMoves;
            finding.reasons = vec![verdict::no_moves(&finding.case.question.position())];
        }
    }
    findings.sort_by_key(|finding| Reverse(finding.hits));
    let mut united: Vec<Found> = Vec::new();
    for finding in findings.drain(..) {
        match united.iter_mut().find(|known| is_same(known, &finding)) {
            Some(known) => known.hits += finding.hits,
            None => united.push(finding),
        }
    }
    *findings = united;
}

/// The most informative first: what one position shows, before what needs more; then what many positions show.
pub(crate) fn rank(finding: &Found) -> (bool, Way, Reverse<usize>, Size) {
    let is_vague = matches!(finding.class, Class::Unanswered | Class::Count | Class::Output);
    (is_vague, finding.case.way, Reverse(finding.hits), finding.case.size())
}
