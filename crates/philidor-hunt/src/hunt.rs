//! A hunt: an agenda, the limits, and an observer.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use philidor::{Position, Strictness};
use philidor_host::clock::Instant;

use crate::asking::agenda::Agenda;
use crate::asking::interview::Interview;
use crate::asking::limits::HuntLimits;
use crate::asking::reference::Reference;
use crate::finding::hunted_position::HuntedPosition;
use crate::finding::progress::Progress;
use crate::finding::search::search;
use crate::report::Report;
use crate::suspect::{Failure, Suspect};

/// Hunts with the built-in suite: every count of up to 100,000 leaves, for a minute at most.
///
/// # Errors
///
/// Those of [`Hunt::run`].
pub fn hunt(suspect: impl Suspect) -> Result<Report, HuntError> {
    Hunt::default().run(suspect)
}

/// Called with the progress of a hunt.
type Observer<'a> = dyn FnMut(&Progress) + 'a;

/// A hunt that has not begun.
///
/// ```
/// use std::time::Duration;
///
/// use philidor::{Position, perft::divide};
/// use philidor_hunt::{Agenda, Hunt, dividing, suite::SuiteLimits};
///
/// let mut asked = 0;
/// let report = Hunt::new(Agenda::built_in(SuiteLimits::up_to_leaves(30)))
///     .with_time(Duration::from_secs(600))
///     .observed_by(|progress| asked = progress.asked)
///     .run(dividing(|fen, depth| divide(&fen.parse::<Position>().expect("a FEN"), depth)))?;
/// assert!(report.is_clean(), "{report}");
/// assert!(asked > 1_000);
/// # Ok::<(), philidor_hunt::HuntError>(())
/// ```
pub struct Hunt<'a, P: HuntedPosition = Position> {
    agenda: Agenda<P>,
    limits: HuntLimits,
    reference: Reference<P>,
    observer: Option<Box<Observer<'a>>>,
}

/// Why a suspect could not be hunted.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct HuntError {
    /// What the suspect is called.
    pub suspect: String,
    /// It could not be started again, or refused all that it was asked.
    pub failure: Failure,
}

impl Default for Hunt<'_> {
    fn default() -> Self {
        Hunt::new(Agenda::default())
    }
}

impl<'a, P: HuntedPosition> Hunt<'a, P> {
    /// A hunt with these questions, for a minute, with ten seconds for an answer.
    #[must_use]
    pub fn new(agenda: Agenda<P>) -> Hunt<'a, P> {
        Hunt { agenda, limits: HuntLimits::default(), reference: Reference::default(), observer: None }
    }

    /// How long to hunt. What has been found by then is still verified.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Hunt<'a, P> {
        self.limits.time = time;
        self
    }

    /// How long one answer may take. Generators in this process cannot be cut short.
    #[must_use]
    pub fn with_answer_time(mut self, time: Duration) -> Hunt<'a, P> {
        self.limits.answer_time = time;
        self
    }

    /// Which positions may be asked about when examples are made small; by default those that games can reach.
    #[must_use]
    pub fn with_strictness(mut self, strictness: Strictness) -> Hunt<'a, P> {
        self.limits.strictness = strictness;
        self
    }

    /// A flag that stops the hunt once it is set. The report then has what was found so far. An answer that is
    /// being waited for is not cut short; [`end_programs`](crate::processes::end_programs) ends the programs.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Hunt<'a, P> {
        self.limits.stop = stop;
        self
    }

    /// What reports call the time limit and the stop, such as `--time` and `Ctrl-C`.
    #[must_use]
    pub fn with_names(mut self, time: &str, stop: &str) -> Hunt<'a, P> {
        self.limits.time_name = Some(time.to_owned());
        self.limits.stop_name = Some(stop.to_owned());
        self
    }

    /// What reports advise if the suspect never gives an answer: other ways to ask it, as a sentence.
    #[must_use]
    pub fn with_other_ways(mut self, advice: &str) -> Hunt<'a, P> {
        self.limits.other_ways = Some(advice.to_owned());
        self
    }

    /// Calls a function after each question, and before examples are made small.
    #[must_use]
    pub fn observed_by(mut self, observer: impl FnMut(&Progress) + 'a) -> Hunt<'a, P> {
        self.observer = Some(Box::new(observer));
        self
    }

    /// With a reference other than philidor's.
    #[cfg(test)]
    pub(crate) fn with_reference(self, reference: Reference<P>) -> Hunt<'a, P> {
        Hunt { reference, ..self }
    }

    /// Asks the suspect, follows its wrong answers, and makes a small example of each kind of bug.
    ///
    /// # Errors
    ///
    /// A program could not be started again, or the suspect refused all that it was asked.
    pub fn run(mut self, suspect: impl Suspect<P>) -> Result<Report, HuntError> {
        let began = Instant::now();
        let limits =
            format!("at most {}{}{}", self.agenda.limits_in_words(), self.limits.times(), self.agenda.origin);
        let mut interview = Interview::new(Box::new(suspect), self.reference, self.limits);
        let mut observe = |progress: &Progress| {
            if let Some(observer) = &mut self.observer {
                observer(progress);
            }
        };
        match search(&mut interview, &self.agenda.items, &mut observe) {
            Ok(outcome) => {
                let variant = self.agenda.variant;
                Ok(Report { variant, ..Report::new(&interview, outcome, began.elapsed(), limits) })
            }
            Err(failure) => Err(HuntError { suspect: interview.name(), failure }),
        }
    }
}

impl<P: HuntedPosition> fmt::Debug for Hunt<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hunt { agenda, limits, .. } = self;
        f.debug_struct("Hunt")
            .field("questions", &agenda.len())
            .field("limits", limits)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for HuntError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.suspect, self.failure)
    }
}

philidor::debug_is_the_sentence!(HuntError);

impl std::error::Error for HuntError {}

#[cfg(test)]
mod tests {
    use philidor::perft::{divide, perft};
    use philidor::{Move, PieceType};

    use super::*;
    use crate::judging::class::Class;
    use crate::report::Conclusion;
    use crate::suite::{Suite, SuiteLimits};
    use crate::suspect::Question;
    use crate::suspect::fake::Fake;

    /// Where the fast count was wrong once.
    const DENSE: &str = "5R2/2Nrb3/7k/6n1/2N5/4q3/K2N2p1/4q3 b - - 4 115";

    /// A fast count that has one leaf too many, in the tree of that depth below its last move.
    fn lying(depth: u32) -> Reference {
        Reference::new(move |position, asked| {
            let mut counts = divide(position, asked);
            if let Some((_, leaves)) = counts.last_mut().filter(|_| asked == depth) {
                *leaves += 1;
            }
            counts
        })
    }

    fn right() -> Fake {
        Fake::without(|_, _| false)
    }

    fn of_dense(depth: u32) -> Agenda {
        let position = DENSE.parse().expect("a position");
        Agenda::from_position(
            &position,
            SuiteLimits::default().with_depth(Some(depth)),
            Duration::from_secs(60),
        )
    }

    fn of_suite(text: &str) -> Agenda {
        Agenda::from_suite(Suite::read(text.as_bytes()), SuiteLimits::default()).expect("entries")
    }

    fn hunted(agenda: Agenda, reference: Reference, suspect: Fake) -> Report {
        Hunt::new(agenda).with_reference(reference).run(suspect).expect("a hunt")
    }

    fn last_move(depth: u32) -> String {
        let position: Position = DENSE.parse().expect("a position");
        divide(&position, depth).last().map(|(mv, _): &(Move, u128)| mv.notation()).expect("a move")
    }

    #[test]
    fn a_right_suspect_is_not_accused_because_philidor_is_wrong() {
        // A small tree is recounted at once; a large one when it is all that is left to accuse the suspect of.
        for (depth, moderate) in [(1, 1_000_000), (2, 1_000_000), (4, 1_000_000), (1, 0), (2, 0), (4, 0)] {
            let report = hunted(of_dense(4), lying(depth).recounting(moderate), right());
            assert!(report.findings.is_empty(), "{report}");
            assert_eq!((report.wrong, report.conclusion()), (0, Conclusion::Contradicted), "{report}");
            let contradiction = &report.contradictions[0];
            // A large tree that is not recounted at once is made small first.
            if moderate > 0 {
                assert_eq!((contradiction.fen.as_str(), contradiction.depth), (DENSE, depth));
                assert_eq!((contradiction.about, &contradiction.moves[0]), ("leaves", &last_move(depth)));
            }
            let [fast, chain, mailbox] = [0, 1, 2].map(|index| contradiction.counts[index].count);
            assert!(fast == chain + 1 && chain == mailbox, "{report}");
        }
    }

    #[test]
    fn a_contradiction_is_reported_in_words_and_on_the_page() {
        let report = hunted(of_dense(2), lying(2), right());
        let text = report.to_string();
        for text in [&text, &report.page().to_string()] {
            for words in [
                "philidor contradicts itself, please tell us",
                DENSE,
                "at depth 2",
                "fast ",
                "chain ",
                "mailbox ",
            ] {
                assert!(text.contains(words), "{words}: {text}");
            }
        }
        assert!(text.starts_with("philidor contradicts itself"), "{text}");
    }

    #[test]
    fn a_suspect_that_is_wrong_elsewhere_is_still_accused() {
        // Only pawns promote wrong, and philidor lies about a tree without any.
        let rooks = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 ;id rooks ;D2 80";
        let agenda = of_suite(&format!("{rooks}\n8/P6k/8/8/8/8/8/K7 w - - 0 1 ;id pawn ;D1 7\n"));
        let no_knights = Fake::without(|_, mv| mv.promotion() == Some(PieceType::Knight));
        let report = hunted(agenda, lying(2), no_knights);
        assert_eq!(report.findings[0].class, Class::Promotion, "{report}");
        assert_eq!(report.conclusion(), Conclusion::Contradicted, "{report}");
    }

    #[test]
    fn a_suite_that_is_right_is_not_called_wrong_because_philidor_is() {
        let moves = DENSE.parse::<Position>().expect("a position").legal_moves().len();
        let report = hunted(of_suite(&format!("{DENSE} ;id dense ;D1 {moves}\n")), lying(1), right());
        assert_eq!((report.suite.len(), report.contradictions.len()), (0, 1), "{report}");
        assert_eq!(report.conclusion(), Conclusion::Contradicted, "{report}");
    }

    #[test]
    fn a_deep_tree_that_is_said_to_be_small_is_recounted_too() {
        let suite = || of_suite(&format!("{DENSE} ;id dense ;D6 5\n"));
        let report = hunted(suite(), Reference::default(), right());
        assert_eq!((report.suite.len(), report.contradictions.len()), (1, 0), "{report}");
        // The fast count alone proves nothing: here it is wrong about the ply that is too large.
        let large = (1..6).find(|&depth| perft(&DENSE.parse().expect("a position"), depth) > 1_000_000);
        let report = hunted(suite(), lying(large.expect("a large ply")), right());
        assert_eq!((report.suite.len(), report.contradictions.len()), (0, 1), "{report}");
    }

    #[test]
    fn a_count_of_the_suite_is_not_called_wrong_before_it_was_recounted() {
        // The hunt is stopped while philidor makes the count that the suite denies.
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let reference = Reference::new(move |position, depth| {
            flag.store(true, std::sync::atomic::Ordering::Relaxed);
            divide(position, depth)
        });
        let agenda = of_suite(&format!("{DENSE} ;id dense ;D2 5\n"));
        let hunt = Hunt::new(agenda).with_stop(stop).with_reference(reference.recounting(0));
        let report = hunt.run(right()).expect("a hunt");
        assert_eq!((report.suite.len(), report.conclusion()), (0, Conclusion::Interrupted), "{report}");
    }

    #[test]
    fn a_hunt_that_was_cut_short_is_not_clean_and_says_how_much_was_not_asked() {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let hunt = Hunt::new(of_dense(3)).with_stop(stop);
        let hunt = hunt.observed_by(move |_| flag.store(true, std::sync::atomic::Ordering::Relaxed));
        let mut report = hunt.run(right()).expect("a hunt");
        let cut = (report.right, report.not_asked, report.is_clean(), report.conclusion());
        assert_eq!(cut, (1, 2, false, Conclusion::Interrupted), "{report}");
        // The same if the clock had cut it.
        report.interrupted = false;
        assert_eq!((report.is_clean(), report.conclusion()), (false, Conclusion::Unfinished), "{report}");
        assert!(report.to_string().ends_with("\n1 right, 2 not asked\n"), "{report}");
        assert!(report.page().to_string().contains("Nothing wrong was found so far in"), "{report}");
        report.not_asked = 0;
        assert_eq!((report.is_clean(), report.conclusion()), (true, Conclusion::Clean), "{report}");
    }

    #[test]
    fn a_suspect_that_refuses_what_no_game_reaches_is_clean() {
        let suite = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n4k3/8/8/7b/8/8/2p5/R2K2N1 w - - 0 1 ;D1 4";
        let agenda =
            Agenda::from_suite(Suite::read(suite.as_bytes()), SuiteLimits::default()).expect("a suite");
        let careful = Fake::new(|| {
            |question: &Question, given| match question.start.checkers().has_several() {
                true => Err(Failure::Unsupported("error two checks".to_owned())),
                false => Ok(given),
            }
        });
        let report = Hunt::new(agenda).run(careful).expect("a hunt");
        assert_eq!((report.conclusion(), report.refused.len()), (Conclusion::Clean, 1), "{report}");
        let words = "1 about positions that no game reaches: it refuses them, which is not a bug";
        assert!(report.to_string().contains(words) && report.page().to_string().contains(words), "{report}");
        assert!(
            report.to_string().contains("R2K2N1 w - - 0 1: no move can have been the last\n"),
            "{report}"
        );
    }

    #[test]
    fn a_flag_stops_the_hunt_and_what_was_found_is_reported() {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let no_castling = Fake::without(|_, mv| mv.castling_side().is_some());
        let agenda = Agenda::built_in(SuiteLimits::up_to_leaves(100));
        let all = agenda.len();
        let report = Hunt::new(agenda)
            .with_stop(stop)
            .observed_by(|progress| flag.store(progress.wrong == 1, std::sync::atomic::Ordering::Relaxed))
            .run(no_castling)
            .expect("a hunt");
        assert_eq!((report.conclusion(), report.findings.len()), (Conclusion::Interrupted, 1), "{report}");
        assert_eq!(report.right + report.wrong + report.not_asked, all, "{report}");
        assert!(report.to_string().contains(" questions since it was stopped\n"), "{report}");
    }

    #[test]
    fn limits_are_named_as_the_caller_names_them() {
        let hunt = || Hunt::new(Agenda::built_in(SuiteLimits::up_to_leaves(5))).with_time(Duration::ZERO);
        let report = hunt().run(right()).expect("a hunt");
        assert_eq!(report.limits, "at most 5 leaves a question, 0 s, 10 s for an answer");
        assert!(report.to_string().contains(" questions because time ran out\n"), "{report}");
        let report = hunt().with_names("--time", "Ctrl-C").run(right()).expect("a hunt");
        assert!(report.to_string().contains(" questions because time ran out (--time)\n"), "{report}");
    }
}
