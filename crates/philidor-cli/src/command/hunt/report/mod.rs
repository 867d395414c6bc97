//! What is told of a hunt: here in words, from which the other files write it for terminals, programs and browsers.

mod page;
mod terminal;

use std::time::Duration;

use philidor::Position;
use serde::Serialize;

use super::case::{Symptom, Way};
use super::class::Class;
use super::interview::{Interview, SoFar};
use super::reason::Reason;
use super::search::{Finding, Outcome, WrongClaim};
use super::suspect::{Question, fen};
use super::truth::{Contradiction, Dispute};
use crate::quantity::Grouped;

pub(super) use page::write as write_page;
pub(super) use terminal::write as write_text;

/// What is said where philidor's own generators disagree.
const CONTRADICTED: &str = "philidor contradicts itself, please tell us";

/// A hunt, as it is written for a program.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    philidor: &'static str,
    suspect: String,
    /// How it was started, and how much it was asked at the most.
    command: String,
    limits: String,
    /// Questions that were put, shrinking included, and the leaves that were told.
    questions: u64,
    leaves: u128,
    restarts: u64,
    seconds: f64,
    /// Questions of the suite that were answered right, and wrong or not at all.
    right: usize,
    wrong: usize,
    first_wrong: Option<SoFar>,
    not_supported: usize,
    not_asked: usize,
    unanswered: Vec<Unanswered>,
    /// Positions about which philidor's own generators disagree, and nothing is said about the suspect.
    contradictions: Vec<Contradicted>,
    /// Counts of the suite that are not philidor's.
    suite: Vec<Claimed>,
    interrupted: bool,
    given_up: Option<String>,
    findings: Vec<Told>,
}

/// A finding, as it is told.
#[derive(Debug, Serialize)]
struct Told {
    class: Class,
    rule: &'static str,
    /// How many positions of the suite show it, and which of them the example was made of.
    positions: usize,
    origin: String,
    /// The position in which something is wrong.
    fen: String,
    /// Where the line to it begins, which is there if the position alone is answered right.
    start: Option<String>,
    line: Vec<String>,
    depth: u32,
    chess960: bool,
    /// What it takes to see it.
    way: &'static str,
    /// What has to be asked before.
    before: Vec<Asked>,
    /// What to type to see it.
    repeat: Vec<String>,
    expected: Option<u128>,
    told: Option<u128>,
    reasons: Vec<Reason>,
    #[serde(skip)]
    position: Position,
}

/// A question, as it is told.
#[derive(Debug, Serialize)]
struct Asked {
    fen: String,
    line: Vec<String>,
    depth: u32,
}

/// A question without an answer.
#[derive(Debug, Serialize)]
struct Unanswered {
    fen: String,
    depth: u32,
    why: String,
}

/// A disagreement of philidor's own generators.
#[derive(Debug, Serialize)]
struct Contradicted {
    fen: String,
    depth: u32,
    /// Whether the counts are those of the legal moves, or of the leaves below a move.
    about: &'static str,
    /// The moves that not all of them list, or that move.
    moves: Vec<String>,
    counts: Vec<Counted>,
}

/// What a generator counts.
#[derive(Debug, Serialize)]
struct Counted {
    by: &'static str,
    count: u128,
}

/// A count of the suite that is not philidor's.
#[derive(Debug, Serialize)]
struct Claimed {
    line: usize,
    name: String,
    fen: String,
    depth: u32,
    told: u128,
    /// None if there was too much to count.
    counted: Option<u128>,
}

impl Contradicted {
    fn new(contradiction: &Contradiction) -> Contradicted {
        let Contradiction { question, dispute, counts } = contradiction;
        let position = question.position();
        let (about, moves) = match dispute {
            Dispute::Moves(moves) => ("moves", moves.as_slice()),
            Dispute::Leaves(mv) => ("leaves", std::slice::from_ref(mv)),
        };
        let uci = |mv| position.uci(mv, question.castling_mode()).to_string();
        Contradicted {
            fen: fen(&position, question.chess960),
            depth: question.depth,
            about,
            moves: moves.iter().copied().map(uci).collect(),
            counts: counts.iter().map(|&(by, count)| Counted { by, count }).collect(),
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
        let told = self.counts.iter().map(|Counted { by, count }| format!("{by} {}", Grouped(*count)));
        told.collect::<Vec<_>>().join(", ")
    }
}

impl Claimed {
    fn new(wrong: WrongClaim) -> Claimed {
        let WrongClaim { name, question, claim, counted } = wrong;
        let (fen, depth) = (question.fen(), question.depth);
        Claimed { line: claim.line, name, fen, depth, told: claim.leaves, counted }
    }

    /// `line 3, startpos, depth 2: the suite says 401, and philidor counts 400`
    fn words(&self) -> String {
        let Claimed { line, name, depth, told, .. } = self;
        let told = Grouped(*told);
        let counted = match self.counted {
            Some(counted) => format!("philidor counts {}", Grouped(counted)),
            None => "the tree is far too large for that; it was not asked".to_owned(),
        };
        format!("line {line}, {name}, depth {depth}: the suite says {told}, and {counted}")
    }
}

impl Report {
    /// A report about a suspect that was started by a command, and asked within limits, both in words.
    pub(super) fn new(
        interview: &Interview,
        outcome: Outcome,
        time: Duration,
        command: String,
        limits: String,
    ) -> Report {
        let mut suite: Vec<Claimed> = outcome.suite.into_iter().map(Claimed::new).collect();
        suite.sort_by_key(|claimed| (claimed.line, claimed.depth));
        let unanswered = outcome.unanswered.iter().map(|(question, failure)| Unanswered {
            fen: question.fen(),
            depth: question.depth,
            why: failure.to_string(),
        });
        Report {
            philidor: env!("CARGO_PKG_VERSION"),
            suspect: interview.name(),
            command,
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
            unanswered: unanswered.collect(),
            contradictions: interview.contradictions.iter().map(Contradicted::new).collect(),
            suite,
            interrupted: outcome.interrupted,
            given_up: outcome.given_up,
            findings: outcome.findings.into_iter().map(|finding| Told::new(finding, interview)).collect(),
        }
    }

    /// Why questions were not asked, if some were not.
    fn why_not_asked(&self) -> &'static str {
        if self.interrupted {
            "by Ctrl-C"
        } else if self.given_up.is_some() {
            "since it was given up"
        } else {
            "for want of time (--time)"
        }
    }

    /// Whether Ctrl-C came before the end.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted
    }

    /// Whether philidor's own generators disagree somewhere.
    pub(super) fn is_contradicted(&self) -> bool {
        !self.contradictions.is_empty()
    }

    /// Whether no count of the suite contradicts philidor.
    pub(super) fn is_suite_right(&self) -> bool {
        self.suite.is_empty()
    }

    /// Whether nothing is wrong with the suspect, as far as it was asked; who was asked nothing is not clean.
    pub(super) fn is_clean(&self) -> bool {
        self.right > 0 && self.findings.is_empty() && self.unanswered.is_empty() && self.given_up.is_none()
    }
}

impl Told {
    fn new(finding: Finding, interview: &Interview) -> Told {
        let Finding { class, hits, origin, case, reasons, .. } = finding;
        let question = &case.question;
        let position = question.position();
        let asked: Vec<Question> = case.before.iter().chain([question]).cloned().collect();
        // What was seen once only cannot be seen again.
        let repeat = if case.way == Way::Once { Vec::new() } else { interview.script(&asked) };
        let before = case.before.iter().map(|before| Asked {
            fen: before.fen(),
            line: before.moves(),
            depth: before.depth,
        });
        let difference = case.difference();
        Told {
            class,
            rule: class.rule(),
            positions: hits,
            origin,
            fen: fen(&position, question.chess960),
            start: (!question.line.is_empty()).then(|| question.fen()),
            line: question.moves(),
            depth: question.depth,
            chess960: question.chess960,
            way: way(case.way, &case.symptom),
            before: before.collect(),
            repeat,
            expected: difference.map(|difference| difference.expected),
            told: difference.map(|difference| difference.told),
            reasons,
            position,
        }
    }
}

impl Told {
    /// `in 3 positions, first of all kiwipete`
    fn whereabouts(&self) -> String {
        match self.positions {
            1 => format!("in {}", self.origin),
            several => format!("in {} positions, first of all {}", Grouped(several as u128), self.origin),
        }
    }
}

/// What it takes to see a bug, in words.
fn way(way: Way, symptom: &Symptom) -> &'static str {
    match (way, symptom) {
        (Way::Alone, Symptom::Failed(_)) => "no answer to this question",
        (Way::Once, Symptom::Failed(_)) => "no answer to this question once; asked again there was one",
        (Way::Alone, _) => "the position alone is answered wrong",
        (Way::Played, _) => "the position is answered right from its FEN, and wrong after the line",
        (Way::Tree, _) => "every position of the tree is answered right, and the tree wrong",
        (Way::After, _) => "asked first it is answered right, and wrong after another question",
        (Way::Once, _) => "it was answered wrong once, and right when asked again",
    }
}
