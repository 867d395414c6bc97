//! Reports: what a hunt has found, as data, as text in the caller's style, as a page for browsers, and as texts for the
//! authors of the suspect.

// `text.rs` writes the text in a style of `style.rs`, `page.rs` the page, and `issue.rs` the texts for authors.

mod issue;
mod page;
mod style;
mod text;

use std::time::Duration;

use philidor::{Bitboard, Board, Position};
use philidor_host::{Grouped, Several};
use serde::Serialize;

use crate::asking::interview::Interview;
pub use crate::asking::interview::SoFar;
use crate::asking::reference::{self, Dispute};
use crate::finding::bug::Bug;
use crate::finding::hunted_position::HuntedPosition;
use crate::finding::outcome::{self, Outcome, WrongClaim};
use crate::judging::case::{Seen, Symptom};
use crate::judging::class::Class;
pub use crate::judging::reason::{Mistake, Reason};
use crate::suspect::Question;
use crate::suspect::counted_position::CountedPosition;
pub use issue::Issue;
pub use page::Page;
pub use style::{Style, Tint};
pub use text::Text;

/// How many reasons of a finding are shown to people; JSON has them all.
const MAX_REASONS: usize = 10;

/// What is said where philidor's own generators disagree.
const CONTRADICTED: &str = "philidor contradicts itself, please tell us";

/// What is said after the number of questions that a suspect refuses, and may refuse.
const REFUSED: &str = "about positions that no game reaches: it refuses them, which is not a bug";

/// What a hunt has found: data for programs (through serde), text (`to_string`), or a [page](Report::page).
///
/// ```
/// use philidor::{Position, perft::divide};
/// use philidor_hunt::{Agenda, Hunt, dividing, report::Conclusion, suite::SuiteLimits};
///
/// // Your generator here.
/// let mine = dividing(|fen, depth| divide(&fen.parse::<Position>().expect("a FEN"), depth));
/// let report = Hunt::new(Agenda::built_in(SuiteLimits::up_to_leaves(30))).run(mine)?;
/// assert_eq!((report.conclusion(), report.wrong, report.not_asked), (Conclusion::Clean, 0, 0));
/// assert!(report.page().to_string().starts_with("<!doctype html>")); // to be attached to a bug report
/// # Ok::<(), philidor_hunt::HuntError>(())
/// ```
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// The version of the hunter.
    pub philidor: &'static str,
    /// Which variant it was asked about, as UCI calls it; none for chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<&'static str>,
    /// What the suspect is called.
    pub suspect: String,
    /// How it was started.
    pub command: String,
    /// How much it was asked at most, in words.
    pub limits: String,
    /// Questions that were put, shrinking included.
    pub questions: u64,
    /// The leaves that were counted in the answers.
    pub leaves: u128,
    /// How often the suspect was started again.
    pub restarts: u64,
    /// How long it took.
    pub seconds: f64,
    /// Questions of the agenda that were answered right.
    pub right: usize,
    /// Questions of the agenda that were answered wrong.
    pub wrong: usize,
    /// What it took until the first wrong answer was followed.
    pub first_wrong: Option<SoFar>,
    /// Questions of Chess960 that the suspect cannot be asked.
    pub not_supported: usize,
    /// Questions that were not asked, because the hunt ended first.
    pub not_asked: usize,
    /// Questions without an answer.
    pub unanswered: Vec<UnansweredQuestion>,
    /// Questions about positions that no game reaches, which the suspect refuses: that is not a bug.
    pub refused: Vec<RefusedQuestion>,
    /// Positions about which philidor's own generators disagree, so that nothing is said about the suspect.
    pub contradictions: Vec<Contradiction>,
    /// Counts of the suite that are not philidor's.
    pub suite: Vec<SuiteCount>,
    /// Whether the hunt was stopped from outside.
    pub interrupted: bool,
    /// Why the hunt ended early, if the suspect is the reason.
    pub given_up: Option<String>,
    /// Why the suspect may be asked or read wrongly, if none of its answers is right.
    pub misread: Option<String>,
    /// The bugs, the most informative first.
    pub findings: Vec<Finding>,
    /// Why questions were not asked, if some were not.
    #[serde(skip)]
    pub(crate) why_not_asked: String,
}

/// How a hunt ended, the first that applies. See [`Report`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Conclusion {
    /// The hunt was stopped from outside.
    Interrupted,
    /// Philidor's own generators disagree somewhere, which is neither a bug of the suspect nor a wrong suite.
    Contradicted,
    /// Something is wrong: bugs, questions without an answer, or counts of the suite.
    Wrong,
    /// Nothing is wrong, but time ran out before everything was asked.
    Unfinished,
    /// Everything was asked, at least one question was answered right, and nothing is wrong.
    Clean,
}

/// A kind of bug, with an example that was made as small as possible.
///
/// ```
/// use philidor::{PieceType, Position};
/// use philidor_hunt::{Agenda, Class, Hunt, listing, report::Mistake, suite::SuiteLimits};
///
/// // A generator that forgets to promote to anything but a queen.
/// let mine = listing(|fen| {
///     let moves = fen.parse::<Position>().expect("a FEN").legal_moves().into_iter();
///     let kept = moves.filter(|mv| mv.promotion().is_none_or(|piece| piece == PieceType::Queen));
///     kept.map(|mv| mv.notation()).collect::<Vec<_>>()
/// });
/// let report = Hunt::new(Agenda::built_in(SuiteLimits::up_to_leaves(30))).run(mine)?;
/// let (finding, reason) = (&report.findings[0], &report.findings[0].reasons[0]);
/// assert_eq!((finding.class, finding.fen.as_str()), (Class::Promotion, "8/k1P5/2K5/8/8/8/8/8 w - - 0 1"));
/// assert_eq!((reason.mistake, reason.text.as_str()), (Mistake::Missing, "c7c8r"));
/// # Ok::<(), philidor_hunt::HuntError>(())
/// ```
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// What kind of bug it is.
    pub class: Class,
    /// The rule that is broken.
    pub rule: &'static str,
    /// How many positions of the agenda show it.
    pub positions: usize,
    /// The position of the agenda that the example was made of.
    pub origin: String,
    /// The position in which something is wrong.
    pub fen: String,
    /// Where the line to it begins, if it takes one: then the position alone is answered right.
    pub start: Option<String>,
    /// The moves from there.
    pub line: Vec<String>,
    /// How deep it was asked, in half-moves.
    pub depth: u32,
    /// Whether castling is that of Chess960.
    pub chess960: bool,
    /// Where it is seen: what is answered right, and what wrong.
    pub seen: &'static str,
    /// What has to be asked before.
    pub before: Vec<EarlierQuestion>,
    /// What to type to see it.
    pub repeat: Vec<String>,
    /// The command that gives the right answer, for a variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<String>,
    /// The leaves of the tree, if there was an answer.
    pub expected: Option<u128>,
    /// The leaves that the suspect counted, if there was an answer.
    pub counted: Option<u128>,
    /// Everything that is wrong in the example, the reasons of its class first.
    pub reasons: Vec<Reason>,
    #[serde(skip)]
    pub(crate) picture: Picture,
}

/// What is drawn of a finding.
#[derive(Debug)]
pub(crate) struct Picture {
    pub(crate) board: Board,
    pub(crate) checkers: Bitboard,
    /// The position, if it is one of chess, which users may draw as they like.
    pub(crate) position: Option<Position>,
}

/// A question that has to be asked before.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct EarlierQuestion {
    /// Where the line begins.
    pub fen: String,
    /// The moves from there.
    pub line: Vec<String>,
    /// How deep to ask, in half-moves.
    pub depth: u32,
}

/// A question without an answer.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct UnansweredQuestion {
    /// The position.
    pub fen: String,
    /// How deep it was asked, in half-moves.
    pub depth: u32,
    /// Why there was no answer.
    pub why: String,
    /// Whether one of the bugs is about it.
    pub found: bool,
}

/// A question about a position that no game reaches, which the suspect refuses.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct RefusedQuestion {
    /// The position.
    pub fen: String,
    /// How deep it was asked, in half-moves.
    pub depth: u32,
    /// What the suspect says.
    pub why: String,
    /// Why no game reaches it.
    pub unreachable: &'static str,
}

/// A disagreement between philidor's own generators.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Contradiction {
    /// The position.
    pub fen: String,
    /// How deep it was counted, in half-moves.
    pub depth: u32,
    /// What the counts are of: `moves` for the legal moves, `leaves` for the leaves below a move.
    pub about: &'static str,
    /// The moves that not all of them list, or that move.
    pub moves: Vec<String>,
    /// What each counts.
    pub counts: Vec<GeneratorCount>,
}

/// What a generator counts.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct GeneratorCount {
    /// Its name.
    pub by: &'static str,
    /// What it counts.
    pub count: u128,
}

/// A count of the suite that is not philidor's.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct SuiteCount {
    /// The line of the suite.
    pub line: usize,
    /// The name of the position.
    pub name: String,
    /// The position.
    pub fen: String,
    /// The depth, in half-moves.
    pub depth: u32,
    /// What the suite says.
    pub claimed: u128,
    /// What philidor counts; none if there was too much to count.
    pub counted: Option<u128>,
}

impl RefusedQuestion {
    fn new<P: CountedPosition>(refused: &outcome::Refused<P>) -> RefusedQuestion {
        let &outcome::Refused { ref question, ref failure, unreachable } = refused;
        let (fen, depth, why) = (question.fen(), question.depth, failure.to_string());
        RefusedQuestion { fen, depth, why, unreachable }
    }
}

impl Contradiction {
    fn new<P: CountedPosition>(contradiction: &reference::Contradiction<P>) -> Contradiction {
        let reference::Contradiction { question, dispute, counts } = contradiction;
        let position = question.position();
        let (about, moves) = match dispute {
            Dispute::Moves(moves) => ("moves", moves.as_slice()),
            Dispute::Leaves(mv) => ("leaves", std::slice::from_ref(mv)),
        };
        let uci = |mv| position.to_uci_in(mv, question.castling_mode()).to_string();
        Contradiction {
            fen: position.fen_for_suspects(question.chess960),
            depth: question.depth,
            about,
            moves: moves.iter().copied().map(uci).collect(),
            counts: counts.iter().map(|&(by, count)| GeneratorCount { by, count }).collect(),
        }
    }

    /// `the leaves below h6h5 at depth 4`
    fn what(&self) -> String {
        let moves = self.moves.join(" ");
        match self.about {
            "leaves" => format!("the leaves below {moves} at depth {}", self.depth),
            _ if moves.is_empty() => format!("the number of legal moves (asked at depth {})", self.depth),
            _ => format!("whether these moves are legal (asked at depth {}): {moves}", self.depth),
        }
    }

    /// `fast 12, chain 11, mailbox 11`
    fn counts(&self) -> String {
        let counts =
            self.counts.iter().map(|GeneratorCount { by, count }| format!("{by} {}", Grouped(*count)));
        counts.collect::<Vec<_>>().join(", ")
    }
}

impl SuiteCount {
    fn new<P: CountedPosition>(wrong: WrongClaim<P>) -> SuiteCount {
        let WrongClaim { name, question, claim, counted } = wrong;
        let (fen, depth) = (question.fen(), question.depth);
        SuiteCount { line: claim.line, name, fen, depth, claimed: claim.leaves, counted }
    }

    /// `line 3, startpos, depth 2: the suite says 401, and philidor counts 400`
    fn words(&self) -> String {
        let SuiteCount { line, name, depth, claimed, .. } = self;
        let claimed = Grouped(*claimed);
        let counted = match self.counted {
            Some(counted) => format!("philidor counts {}", Grouped(counted)),
            None => "the tree is far too large for that; it was not asked".to_owned(),
        };
        format!("line {line}, {name}, depth {depth}: the suite says {claimed}, and {counted}")
    }
}

impl Report {
    /// A report about a suspect that was asked within limits, given in words.
    pub(super) fn new<P: HuntedPosition>(
        interview: &Interview<'_, P>,
        outcome: Outcome<P>,
        time: Duration,
        limits: String,
    ) -> Report {
        let why_not_asked = why_not_asked(interview, &outcome);
        let mut suite: Vec<SuiteCount> = outcome.suite.into_iter().map(SuiteCount::new).collect();
        suite.sort_by_key(|claimed| (claimed.line, claimed.depth));
        let unanswered = outcome.unanswered.iter().map(|(question, failure)| UnansweredQuestion {
            fen: question.fen(),
            depth: question.depth,
            why: interview.limits.message(failure),
            found: outcome.bugs.iter().any(|bug| bug.reports(failure)),
        });
        let unanswered = unanswered.collect();
        Report {
            philidor: env!("CARGO_PKG_VERSION"),
            variant: None,
            suspect: interview.name(),
            command: interview.command(),
            limits,
            questions: interview.questions,
            leaves: interview.leaves,
            restarts: interview.restarts,
            seconds: time.as_secs_f64(),
            right: outcome.right,
            wrong: outcome.wrong,
            first_wrong: outcome.first_wrong,
            not_supported: outcome.not_supported,
            not_asked: outcome.not_asked,
            unanswered,
            refused: outcome.refused.iter().map(RefusedQuestion::new).collect(),
            contradictions: interview.contradictions.iter().map(Contradiction::new).collect(),
            suite,
            interrupted: outcome.interrupted,
            given_up: outcome.given_up,
            misread: outcome.misread,
            findings: outcome.bugs.into_iter().map(|bug| Finding::new(bug, interview)).collect(),
            why_not_asked,
        }
    }

    /// Questions without an answer that none of the bugs is about.
    fn other_unanswered(&self) -> Vec<&UnansweredQuestion> {
        self.unanswered.iter().filter(|unanswered| !unanswered.found).collect()
    }

    /// How the hunt ended.
    #[must_use]
    pub fn conclusion(&self) -> Conclusion {
        if self.interrupted {
            Conclusion::Interrupted
        } else if !self.contradictions.is_empty() {
            Conclusion::Contradicted
        } else if !self.has_found_nothing() || !self.suite.is_empty() {
            Conclusion::Wrong
        } else if self.not_asked > 0 {
            Conclusion::Unfinished
        } else {
            Conclusion::Clean
        }
    }

    /// Whether nothing is wrong with the suspect, and everything was asked: a hunt that was stopped, or whose time ran
    /// out, says too little. One that was asked nothing is not clean.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.has_found_nothing() && self.not_asked == 0 && !self.interrupted
    }

    /// Whether nothing is wrong with the suspect, as far as it was asked.
    fn has_found_nothing(&self) -> bool {
        self.right > 0 && self.findings.is_empty() && self.unanswered.is_empty() && self.given_up.is_none()
    }
}

/// Why questions were not asked, if some were not.
fn why_not_asked<P: CountedPosition>(interview: &Interview<'_, P>, outcome: &Outcome<P>) -> String {
    // The clock of the caller may stop a hunt after its end.
    if outcome.interrupted && !interview.time_left().is_zero() {
        let name = &interview.limits.stop_name;
        name.as_ref().map_or_else(|| "since it was stopped".to_owned(), |name| format!("by {name}"))
    } else if outcome.given_up.is_some() {
        "since it was given up".to_owned()
    } else {
        format!("because time ran out{}", interview.limits.time_in_brackets())
    }
}

impl Finding {
    fn new<P: CountedPosition>(bug: Bug<P>, interview: &Interview<'_, P>) -> Finding {
        let Bug { class, hits, origin, case, reasons, .. } = bug;
        let question = &case.question;
        let position = question.position();
        let asked: Vec<Question<P>> = case.before.iter().chain([question]).cloned().collect();
        // What was seen only once cannot be seen again.
        let repeat = if case.seen == Seen::Once { Vec::new() } else { interview.script(&asked) };
        let before = case.before.iter().map(|before| EarlierQuestion {
            fen: before.fen(),
            line: before.moves(),
            depth: before.depth,
        });
        let difference = case.difference();
        Finding {
            class,
            rule: class.rule(),
            positions: hits,
            origin,
            fen: position.fen_for_suspects(question.chess960),
            start: (!question.line.is_empty()).then(|| question.fen()),
            line: question.moves(),
            depth: question.depth,
            chess960: question.chess960,
            seen: seen_in_words(case.seen, matches!(case.symptom, Symptom::Failed(_))),
            before: before.collect(),
            repeat,
            compare: position.comparison(question.depth, question.chess960),
            expected: difference.map(|difference| difference.expected),
            counted: difference.map(|difference| difference.counted),
            reasons,
            picture: Picture {
                board: *position.board(),
                checkers: position.checkers(),
                position: position.as_chess(),
            },
        }
    }

    /// The reasons that are shown to people, and how many more there are: a wrong pocket makes dozens of moves wrong.
    fn shown_reasons(&self) -> (&[Reason], Option<String>) {
        let shown = &self.reasons[..self.reasons.len().min(MAX_REASONS)];
        let more = self.reasons.len() - shown.len();
        (shown, (more > 0).then(|| format!("and {} more", Several(more as u128, "move"))))
    }

    /// `in 3 positions, first of all kiwipete`
    fn whereabouts(&self) -> String {
        match self.positions {
            1 => format!("in {}", self.origin),
            several => format!("in {} positions, first of all {}", Grouped(several as u128), self.origin),
        }
    }
}

/// Where it is seen, in words; `has_failed` is whether there was no answer.
pub(crate) fn seen_in_words(seen: Seen, has_failed: bool) -> &'static str {
    match (seen, has_failed) {
        (Seen::Alone, true) => "no answer to this question",
        (Seen::AfterMoves, true) => "right answer from the FEN of the position, none after the line",
        (Seen::Once, true) => "no answer to this question once; asked again there was one",
        (Seen::Alone, _) => "wrong answer for this position by itself",
        (Seen::AfterMoves, _) => "right answer from the FEN of the position, wrong after the line",
        (Seen::InTree, _) => "right answers for all positions of the tree, wrong for the tree",
        (Seen::AfterQuestions, _) => "right answer when asked first, wrong after another question",
        (Seen::Once, _) => "wrong answer once, right when asked again",
    }
}
