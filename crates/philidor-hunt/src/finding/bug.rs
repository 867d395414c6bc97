//! A bug that was found: its class and one example, which a better one may replace until it has been made small.

use std::cmp::Reverse;

use philidor::Position;

use super::hunted_position::HuntedPosition;
use super::shrink::shrink;
use crate::asking::interview::Interview;
use crate::judging::case::{Case, Seen, Size, Symptom};
use crate::judging::class::Class;
use crate::judging::error_kind;
use crate::judging::reason::{Mistake, Reason};
use crate::suspect::Failure;
use crate::suspect::counted_position::CountedPosition;

/// How many cases are kept beside the example of a class.
const MAX_OTHERS: usize = 3;

/// A class of bug that was found, with one example.
#[derive(Clone, Debug)]
pub(crate) struct Bug<P: CountedPosition = Position> {
    pub(crate) class: Class,
    /// The kind of error that it is about, if it is about one: each is a bug of its own.
    error: Option<String>,
    /// How many positions of the suite show it.
    pub(crate) hits: usize,
    /// The position of the suite that the example was made of.
    pub(crate) origin: String,
    /// The example.
    pub(crate) case: Case<P>,
    /// Others that may serve if the example does not show again, with their positions of the suite.
    others: Vec<(String, Case<P>)>,
    /// Whether the example has been made small.
    pub(crate) is_small: bool,
    /// Whether philidor's own generators disagree about all examples, so that nothing is wrong for certain.
    pub(crate) is_unproven: bool,
    /// Whether no case of it lists any move.
    lists_none: bool,
    /// What is wrong in the example, the class's own reasons first.
    pub(crate) reasons: Vec<Reason>,
}

impl<P: HuntedPosition> Bug<P> {
    /// A class that was found for the first time.
    pub(super) fn new(class: Class, origin: &str, case: &Case<P>) -> Bug<P> {
        Bug {
            class,
            error: error_kind::shown_by(case),
            hits: 1,
            origin: origin.to_owned(),
            case: case.clone(),
            others: Vec::new(),
            is_small: false,
            is_unproven: false,
            lists_none: lists_none(case),
            reasons: Vec::new(),
        }
    }

    /// Whether it is about this class, and about this kind of error if it is about one.
    pub(super) fn is_about(&self, class: Class, error: Option<&str>) -> bool {
        self.class == class && self.error.as_deref() == error
    }

    /// Whether it says that a question has no answer for this reason.
    pub(crate) fn reports(&self, failure: &Failure) -> bool {
        let is_feature = failure.is_refusal() && error_kind::of(failure).is_none();
        let is_this = |symptom: &Symptom| match symptom {
            Symptom::Failed(known) => error_kind::is_same(known, failure),
            Symptom::Wrong(_) => false,
        };
        self.class == Class::Unanswered && !is_feature && is_this(&self.case.symptom)
    }

    /// Counts one more case.
    pub(super) fn hit(&mut self, case: &Case<P>) {
        self.hits += 1;
        self.lists_none &= lists_none(case);
    }

    /// Makes a case the example if it is easier to look at. The harder of the two is kept beside it.
    pub(super) fn offer(&mut self, origin: &str, case: &Case<P>) {
        let mut other = (origin.to_owned(), case.clone());
        if (case.seen, case.size()) < (self.case.seen, self.case.size()) {
            std::mem::swap(&mut self.origin, &mut other.0);
            std::mem::swap(&mut self.case, &mut other.1);
        }
        self.others.push(other);
        self.others.sort_by_key(|(_, case)| (case.seen, case.size()));
        self.others.truncate(MAX_OTHERS);
    }

    /// Makes the example small, or one of the others if the bug does not show in it again.
    pub(super) fn shrink(&mut self, interview: &mut Interview<'_, P>) {
        self.is_small = true;
        let first = (self.origin.clone(), self.case.clone());
        let candidates = std::iter::once(first).chain(std::mem::take(&mut self.others));
        let mut shown = None;
        for (origin, case) in candidates {
            if let Some(small) =
                shrink(interview, &case, self.class).filter(|small| is_proven(small, interview))
            {
                shown = Some((origin, small));
                break;
            }
        }
        match shown {
            Some((origin, case)) => (self.origin, self.case) = (origin, case),
            // A hunt that was stopped proves nothing any more.
            None if P::HAS_VARIANTS && interview.is_interrupted() => {}
            None => {
                self.is_unproven = !is_proven(&self.case, interview);
                self.case.seen = Seen::Once;
                if self.case.difference().is_some() {
                    self.class = Class::Leak;
                }
            }
        }
        // Small trees show best whether they are wrong because of what is remembered.
        if let Ok(Some(remembered)) = P::remembered(interview, &self.case)
            && let Some(small) = shrink(interview, &remembered, Class::Leak)
            && is_proven(&small, interview)
        {
            self.class = Class::Leak;
            self.case = small;
        }
        self.reasons = P::reasons(&self.case);
        let class = self.class;
        self.reasons.sort_by_key(|reason| reason.class != class);
    }

    /// Whether another bug says more about the same mistake, and so comes first.
    fn is_explained_by(&self, bugs: &[Bug<P>]) -> bool {
        let is_plain = |class| {
            use Class::{Capture, DoublePush, EnPassant, KingStep, PieceMoves, Promotion};
            matches!(class, Capture | DoublePush | EnPassant | KingStep | PieceMoves | Promotion)
        };
        bugs.iter().any(|other| match self.class {
            // What standard chess shows is not a matter of Chess960.
            Class::Chess960Castling => {
                matches!(other.class, Class::CastlingRight | Class::CastlingPath | Class::CastlingAttack)
            }
            // What is missing out of check, too, is not a matter of the check.
            Class::CheckEvasion | Class::DoubleCheck => {
                self.is_about_missing_moves() && is_plain(other.class) && other.is_about_missing_moves()
                    || other.class == Class::Explosion
            }
            // Where no moves are listed, all legal ones may be of kinds that are missing elsewhere, too.
            Class::NoMoves => {
                let kinds = self.case.question.position().kinds();
                let is_known = |class: &Class| bugs.iter().any(|bug| bug.class == *class && !bug.lists_none);
                kinds.iter().all(is_known)
            }
            // A move that is missing cannot be played either.
            Class::MoveIgnored => is_plain(other.class) && other.is_about_missing_moves(),
            // That the board is wrong after a move says less than which rule is broken there.
            Class::BadPlay => {
                let is_rare = other.hits * 10 < self.hits;
                other.case.seen == Seen::AfterMoves
                    && !is_rare
                    && !matches!(other.class, Class::BadPlay | Class::Output)
            }
            // Which pieces explode decides which captures are legal, and what becomes of kings.
            Class::Capture
            | Class::Pin
            | Class::EnemyKingExplodes
            | Class::OwnKingExplodes
            | Class::ExplosionEnds
            | Class::ExplosionCastlingRight
            | Class::ExplosionCheck
            | Class::ExplosionEnPassant => other.class == Class::Explosion,
            _ => false,
        })
    }

    fn is_about_missing_moves(&self) -> bool {
        let mut own = self.reasons.iter().filter(|reason| reason.class == self.class);
        own.all(|reason| reason.mistake == Mistake::Missing)
    }
}

/// Whether a case is a bug for certain. A missing answer needs no witness.
fn is_proven<P: HuntedPosition>(case: &Case<P>, interview: &mut Interview<'_, P>) -> bool {
    case.difference().is_none_or(|difference| interview.proves(&case.question, difference))
}

/// Whether a case lists no move, although there are some.
fn lists_none<P: HuntedPosition>(case: &Case<P>) -> bool {
    case.difference().is_some_and(|difference| P::lists_none(&case.question, difference))
}

/// The bugs to report, the most informative first.
pub(super) fn ranked<P: HuntedPosition>(mut bugs: Vec<Bug<P>>) -> Vec<Bug<P>> {
    // What was seen only once may be the trace of what is seen again.
    if bugs.iter().any(|bug| bug.case.seen != Seen::Once) {
        bugs.retain(|bug| bug.case.seen != Seen::Once || bug.case.difference().is_none());
    }
    unite(&mut bugs);
    bugs.sort_by_key(rank);
    let explained = bugs.iter().filter(|bug| bug.is_explained_by(&bugs));
    let explained: Vec<Class> = explained.map(|bug| bug.class).collect();
    bugs.sort_by_key(|bug| explained.contains(&bug.class));
    bugs
}

/// Makes one bug of those that turned out to be of the same class; the first has the better example.
///
/// A tree that is wrong as a whole is a bad undo or a leak, and by chance some trees of one kind look like the other.
/// So all of them are classed as most of them are.
fn unite<P: HuntedPosition>(bugs: &mut Vec<Bug<P>>) {
    let is_of_a_tree = |bug: &Bug<P>| {
        let is_about_trees = matches!(bug.class, Class::BadUndo | Class::BadPlay | Class::Leak);
        bug.case.seen == Seen::InTree && is_about_trees
    };
    let is_same = |one: &Bug<P>, other: &Bug<P>| {
        one.class == other.class && one.error == other.error || is_of_a_tree(one) && is_of_a_tree(other)
    };
    // A suspect that lists none of several moves does not list a single one either, which says nothing about that move.
    if bugs.iter().any(|bug| bug.class == Class::NoMoves) {
        for bug in bugs.iter_mut().filter(|bug| bug.lists_none && bug.case.seen == Seen::Alone) {
            bug.class = Class::NoMoves;
            bug.reasons = bug.case.question.position().no_moves();
        }
    }
    bugs.sort_by_key(|bug| Reverse(bug.hits));
    let mut united: Vec<Bug<P>> = Vec::new();
    for bug in bugs.drain(..) {
        match united.iter_mut().find(|known| is_same(known, &bug)) {
            Some(known) => known.hits += bug.hits,
            None => united.push(bug),
        }
    }
    *bugs = united;
}

/// The most informative first: what one position shows, before what needs more; then what many positions show.
pub(super) fn rank<P: HuntedPosition>(bug: &Bug<P>) -> (bool, Seen, Reverse<usize>, Size) {
    let is_vague = matches!(bug.class, Class::Unanswered | Class::Count | Class::Output)
        || P::HAS_VARIANTS && bug.class == Class::Leak;
    (is_vague, bug.case.seen, Reverse(bug.hits), bug.case.size())
}
