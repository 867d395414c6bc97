//! A hunt in a variant: the edges of its rules, random games, one small example of each class of bug, a report.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use philidor::{GamePosition, Strictness};
use philidor_variants::{AnyPosition, Variant};

use super::agenda;
use super::case::Case;
use super::question::{VariantQuestion, fen};
use super::search::Search;
use super::suspect::VariantSuspect;
use crate::asking::agenda::in_words;
use crate::asking::interview::SoFar;
use crate::asking::limits::HuntLimits;
use crate::finding::progress::{Progress, Stage};
use crate::hunt::HuntError;
use crate::instant::Instant;
use crate::judging::case::Seen;
use crate::judging::class::Class;
use crate::judging::reason::Reason;
use crate::report::{Finding, Picture, Report, Unanswered, seen_in_words};
use crate::suite::Limits;
use crate::suspect::Failure;

/// How many positions of random games are asked about.
const GAMES: usize = 500;

/// How many leaves a question has at most.
const LEAVES: u64 = 100_000;

/// How many wrong answers are followed; the others are only counted.
const MAX_FOLLOWED: usize = 200;

/// After this many questions in a row without an answer the suspect is given up.
const MAX_FAILURES: usize = 10;

/// Called with the progress of a hunt.
type Observer<'a> = dyn FnMut(&Progress) + 'a;

/// A hunt for bugs in a generator of a variant.
///
/// ```
/// use philidor_hunt::Answer;
/// use philidor_hunt::suite::Limits;
/// use philidor_hunt::variants::{VariantHunt, VariantQuestion};
/// use philidor_variants::Variant;
/// use philidor::GamePosition;
///
/// let mut mine = |question: &VariantQuestion| {
///     let position = question.position();
///     let moves = position.legal_moves().into_iter();
///     Ok(Answer::from_iter(moves.map(|mv| {
///         (position.to_uci_in(mv, question.castling_mode()), position.after(mv).perft(question.depth - 1).into())
///     })))
/// };
/// let hunt = VariantHunt::new(Variant::Horde).with_limits(Limits::up_to_leaves(100)).with_positions(20);
/// assert!(hunt.run(&mut mine)?.is_clean());
/// # Ok::<(), philidor_hunt::HuntError>(())
/// ```
pub struct VariantHunt<'a> {
    variant: Variant,
    /// The only position to ask about, if there is one.
    position: Option<AnyPosition>,
    positions: usize,
    seed: u64,
    size: Limits,
    limits: HuntLimits,
    observer: Option<Box<Observer<'a>>>,
}

/// A class of bug that was found, with one example.
struct Bug {
    class: Class,
    hits: usize,
    origin: String,
    case: Case,
}

/// What came out so far.
#[derive(Default)]
struct Outcome {
    right: usize,
    wrong: usize,
    asked: usize,
    first_wrong: Option<SoFar>,
    not_supported: usize,
    not_asked: usize,
    unanswered: Vec<(VariantQuestion, Failure)>,
    /// How many questions in a row had no answer.
    failures: usize,
    given_up: Option<String>,
    bugs: Vec<Bug>,
}

impl<'a> VariantHunt<'a> {
    /// A hunt with the edges of the rules and 500 positions of random games, with trees of up to 100,000 leaves, for a
    /// minute.
    #[must_use]
    pub fn new(variant: Variant) -> VariantHunt<'a> {
        VariantHunt {
            variant,
            position: None,
            positions: GAMES,
            seed: 1,
            size: Limits::up_to_leaves(LEAVES),
            limits: HuntLimits::default(),
            observer: None,
        }
    }

    /// Asks about one position alone.
    #[must_use]
    pub fn with_position(self, position: AnyPosition) -> VariantHunt<'a> {
        VariantHunt { variant: position.variant(), position: Some(position), ..self }
    }

    /// How many positions of random games are asked about, after the edges of the rules.
    #[must_use]
    pub fn with_positions(self, positions: usize) -> VariantHunt<'a> {
        VariantHunt { positions, ..self }
    }

    /// With the random games of this seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> VariantHunt<'a> {
        VariantHunt { seed, ..self }
    }

    /// How large the trees are, and how deep; four half-moves at most if the limits name no depth.
    #[must_use]
    pub fn with_limits(self, size: Limits) -> VariantHunt<'a> {
        VariantHunt { size, ..self }
    }

    /// How long to hunt. What has been found by then is still verified.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> VariantHunt<'a> {
        self.limits.time = time;
        self
    }

    /// How long one answer may take.
    #[must_use]
    pub fn with_answer_time(mut self, time: Duration) -> VariantHunt<'a> {
        self.limits.answer_time = time;
        self
    }

    /// Which positions may be asked about when examples are made small; by default those that games can reach.
    #[must_use]
    pub fn with_strictness(mut self, strictness: Strictness) -> VariantHunt<'a> {
        self.limits.strictness = strictness;
        self
    }

    /// A flag that stops the hunt once it is set.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> VariantHunt<'a> {
        self.limits.stop = stop;
        self
    }

    /// What reports call the time limit and the stop, such as `--time` and `Ctrl-C`.
    #[must_use]
    pub fn with_names(mut self, time: &str, stop: &str) -> VariantHunt<'a> {
        self.limits.time_name = Some(time.to_owned());
        self.limits.stop_name = Some(stop.to_owned());
        self
    }

    /// Calls a function after each position, and before examples are made small.
    #[must_use]
    pub fn observed_by(mut self, observer: impl FnMut(&Progress) + 'a) -> VariantHunt<'a> {
        self.observer = Some(Box::new(observer));
        self
    }

    /// How many positions it asks about.
    #[must_use]
    pub fn len(&self) -> usize {
        match self.position {
            Some(_) => 1,
            None => agenda::edges(self.variant).len() + self.positions,
        }
    }

    /// Whether it asks about none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Asks the suspect, follows its wrong answers, and makes a small example of each kind of bug.
    ///
    /// # Errors
    ///
    /// A program could not be started again, or the suspect refused all that it was asked.
    pub fn run(mut self, suspect: &mut dyn VariantSuspect) -> Result<Report, HuntError> {
        let began = Instant::now();
        let positions = self.len();
        let mut observer = self.observer.take();
        let mut search = Search::new(suspect, self.limits.clone());
        let mut outcome = Outcome::default();
        let mut observe = |stage, outcome: &Outcome| {
            let Outcome { right, wrong, asked, .. } = *outcome;
            if let Some(observer) = &mut observer {
                observer(&Progress { stage, asked, questions: positions, right, wrong });
            }
        };
        let named = |error: Failure, search: &Search<'_>| HuntError {
            suspect: search.suspect.name(),
            failure: error,
        };
        let asked: Box<dyn Iterator<Item = (String, AnyPosition)>> = match self.position {
            Some(position) => Box::new(std::iter::once(("the position given".to_owned(), position))),
            None => Box::new(agenda::positions(self.variant, self.positions, self.seed)),
        };
        for (name, position) in asked {
            // A quarter of the time is left for making examples small.
            let is_late = !outcome.bugs.is_empty() && search.time_left() < self.limits.time / 4;
            if search.is_over() || is_late || outcome.given_up.is_some() {
                outcome.not_asked = positions - outcome.asked;
                break;
            }
            for question in agenda::questions(&position, self.size) {
                let is_asked = outcome.ask(&mut search, &name, &question, began);
                is_asked.map_err(|failure| named(failure, &search))?;
            }
            outcome.asked += 1;
            observe(Stage::Asking, &outcome);
        }
        if outcome.right + outcome.wrong == 0
            && let Some((_, failure)) = outcome.unanswered.iter().find(|(_, failure)| failure.is_refusal())
        {
            return Err(named(failure.clone(), &search));
        }
        observe(Stage::Shrinking, &outcome);
        outcome.shrink(&mut search);
        Ok(self.report(&search, outcome, began))
    }

    fn report(&self, search: &Search<'_>, outcome: Outcome, began: Instant) -> Report {
        let interrupted = search.limits.is_stopped();
        let why = |(question, failure): &(VariantQuestion, Failure)| Unanswered {
            fen: question.fen(),
            depth: question.depth,
            why: search.limits.message(failure),
            found: outcome.bugs.iter().any(|bug| bug.class == Class::Unanswered),
        };
        let misread = (outcome.right == 0 && outcome.wrong > 0).then(|| {
            let answers = match outcome.wrong {
                1 => "the only answer is wrong".to_owned(),
                several => format!("none of {several} answers is right"),
            };
            let variant = self.variant.uci_name();
            format!("{answers}, so it may be asked or read wrongly: does it play {variant}?")
        });
        let size = in_words(self.size);
        let games =
            if self.position.is_some() { String::new() } else { format!(", games from seed {}", self.seed) };
        Report {
            philidor: env!("CARGO_PKG_VERSION"),
            variant: Some(self.variant.uci_name()),
            suspect: search.suspect.name(),
            command: search.suspect.command(),
            limits: format!("at most {size}{}{games}", self.limits.times()),
            questions: search.questions,
            leaves: search.leaves,
            restarts: search.restarts,
            seconds: began.elapsed().as_secs_f64(),
            right: outcome.right,
            wrong: outcome.wrong,
            first_wrong: outcome.first_wrong,
            not_supported: outcome.not_supported,
            not_asked: outcome.not_asked,
            unanswered: outcome.unanswered.iter().map(why).collect(),
            refused: Vec::new(),
            contradictions: Vec::new(),
            suite: Vec::new(),
            interrupted,
            why_not_asked: match (interrupted && !search.time_left().is_zero(), &outcome.given_up) {
                (true, _) => "since it was stopped".to_owned(),
                (_, Some(_)) => "since it was given up".to_owned(),
                _ => format!("because time ran out{}", search.limits.time_in_brackets()),
            },
            given_up: outcome.given_up,
            misread,
            findings: outcome.bugs.into_iter().map(|bug| bug.finding(search)).collect(),
        }
    }
}

impl Outcome {
    /// Asks a question, and follows a wrong answer.
    fn ask(
        &mut self,
        search: &mut Search<'_>,
        origin: &str,
        question: &VariantQuestion,
        began: Instant,
    ) -> Result<(), Failure> {
        match search.ask(question) {
            Ok(None) => {
                self.right += 1;
                self.failures = 0;
            }
            Ok(Some(difference)) => {
                self.wrong += 1;
                self.failures = 0;
                if self.wrong <= MAX_FOLLOWED {
                    match search.follow(question, difference) {
                        Ok(case) => self.note(origin, case),
                        Err(failure) => self.fail(search, origin, question, failure)?,
                    }
                    let Search { questions, leaves, .. } = *search;
                    let seconds = began.elapsed().as_secs_f64();
                    self.first_wrong.get_or_insert(SoFar { seconds, questions, leaves });
                }
            }
            Err(Failure::Unsupported(_)) if question.chess960 => self.not_supported += 1,
            Err(failure) => self.fail(search, origin, question, failure)?,
        }
        Ok(())
    }

    /// Notes a question without an answer.
    fn fail(
        &mut self,
        search: &Search<'_>,
        origin: &str,
        question: &VariantQuestion,
        failure: Failure,
    ) -> Result<(), Failure> {
        // A program that was ended because the hunt was stopped is not to blame.
        if failure == Failure::Interrupted || search.limits.is_stopped() {
            return Ok(());
        }
        if let Failure::NotStarted(_) = failure {
            return Err(failure);
        }
        self.note(origin, search.failed(question.clone(), failure.clone()));
        self.unanswered.push((question.clone(), failure));
        self.failures += 1;
        if self.failures == MAX_FAILURES {
            self.given_up = Some(format!("it gave no answer to {MAX_FAILURES} questions in a row"));
        }
        Ok(())
    }

    /// Counts a case of its class, and takes it for the example if it is easier to look at.
    fn note(&mut self, origin: &str, case: Case) {
        let class = case.class();
        match self.bugs.iter_mut().find(|bug| bug.class == class) {
            Some(bug) => {
                bug.hits += 1;
                if case.size() < bug.case.size() {
                    (bug.origin, bug.case) = (origin.to_owned(), case);
                }
            }
            None => self.bugs.push(Bug { class, hits: 1, origin: origin.to_owned(), case }),
        }
    }

    /// Makes the examples small, and sorts the bugs, the most informative first.
    fn shrink(&mut self, search: &mut Search<'_>) {
        self.bugs.sort_by_key(Bug::rank);
        for bug in &mut self.bugs {
            match search.shrink(&bug.case, bug.class) {
                Some(small) => bug.case = small,
                None if search.limits.is_stopped() => {}
                None => bug.case.seen = Seen::Once,
            }
        }
        // What was seen only once may be the trace of what is seen again.
        if self.bugs.iter().any(|bug| bug.case.seen != Seen::Once) {
            self.bugs.retain(|bug| bug.case.seen != Seen::Once || bug.case.symptom.is_err());
        }
        self.bugs.sort_by_key(Bug::rank);
        let explained = self.bugs.iter().map(|bug| (bug.class, bug.is_explained_by(&self.bugs)));
        let explained: Vec<Class> = explained.filter_map(|(class, is)| is.then_some(class)).collect();
        self.bugs.sort_by_key(|bug| explained.contains(&bug.class));
    }
}

impl Bug {
    /// Rules before what is vague, then what one position shows, then what many show.
    fn rank(&self) -> (bool, Seen, Reverse<usize>) {
        let is_vague = matches!(self.class, Class::Unanswered | Class::Count | Class::Output | Class::Leak);
        (is_vague, self.case.seen, Reverse(self.hits))
    }

    /// Whether another bug says more about the same mistake, and so comes first.
    fn is_explained_by(&self, bugs: &[Bug]) -> bool {
        use Class::{Capture, CheckEvasion, EnemyKingExplodes, ExplosionCastlingRight, ExplosionCheck};
        use Class::{ExplosionEnPassant, ExplosionEnds, OwnKingExplodes, Pin};
        // Which pieces explode decides which captures are legal, and what becomes of kings.
        let of_chess = matches!(self.class, Capture | CheckEvasion | Pin);
        let of_kings = matches!(self.class, EnemyKingExplodes | OwnKingExplodes | ExplosionEnds);
        let of_others = matches!(self.class, ExplosionCastlingRight | ExplosionCheck | ExplosionEnPassant);
        let follows = of_chess || of_kings || of_others;
        follows && bugs.iter().any(|other| other.class == Class::Explosion)
    }

    fn finding(self, search: &Search<'_>) -> Finding {
        let Bug { class, hits, origin, case } = self;
        let question = &case.question;
        let position = question.position();
        let mut reasons = case.reasons();
        reasons.sort_by_key(|reason| reason.class != class);
        let reasons = each_kind_first(reasons);
        let repeat = if case.seen == Seen::Once { Vec::new() } else { search.suspect.script(question) };
        let numbers = case.symptom.as_ref().ok().map(|difference| (difference.expected, difference.counted));
        let (board, checkers) = (*position.board(), position.checkers());
        Finding {
            class: if case.seen == Seen::Once && case.symptom.is_ok() { Class::Leak } else { class },
            rule: class.rule(),
            positions: hits,
            origin,
            fen: fen(&position, question.chess960),
            start: (!question.line.is_empty()).then(|| question.fen()),
            line: question.moves(),
            depth: question.depth,
            chess960: question.chess960,
            seen: seen_in_words(case.seen, case.symptom.is_err()),
            before: Vec::new(),
            repeat,
            compare: Some(compare(question)),
            expected: numbers.map(|(expected, _)| expected),
            counted: numbers.map(|(_, counted)| counted),
            reasons,
            picture: Picture { board, checkers, position: None },
        }
    }
}

/// The same reasons, but of many drops of one piece all except the first come last.
fn each_kind_first(reasons: Vec<Reason>) -> Vec<Reason> {
    let kind = |reason: &Reason| {
        let dropped = reason.text.split_once('@').map(|(piece, _)| piece.to_owned());
        dropped.map(|piece| (reason.class, reason.fault, piece))
    };
    let mut seen = Vec::new();
    let is_first = |reason: &Reason| {
        kind(reason).is_none_or(|kind| {
            let is_new = !seen.contains(&kind);
            seen.push(kind);
            is_new
        })
    };
    let (first, others): (Vec<Reason>, Vec<Reason>) = reasons.into_iter().partition(is_first);
    first.into_iter().chain(others).collect()
}

/// The command that gives the right answer.
fn compare(question: &VariantQuestion) -> String {
    let (variant, depth) = (question.variant(), question.depth);
    let fen = question.fen_at_end();
    let is_reachable = AnyPosition::from_fen(variant, &fen).is_ok();
    let door = if is_reachable { "" } else { " --unreachable" };
    format!("philidor perft {depth} --variant {} --fen '{fen}' --divide{door}", variant.uci_name())
}
