//! What is told of a hunt: here in words, from which the other files write it for terminals, programs and browsers.

mod board;
mod page;
mod terminal;

use std::time::Duration;

use philidor::Position;
use serde::Serialize;

use super::case::{Symptom, Way};
use super::class::Class;
use super::interview::{Interview, SoFar};
use super::reason::Reason;
use super::search::{Finding, Outcome};
use super::suspect::{Question, fen};
use crate::quantity::Grouped;

pub(super) use page::write as write_page;
pub(super) use terminal::write as write_text;

/// A hunt, as it is told to a program.
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

impl Report {
    /// A report about a suspect that was started by a command, and asked within limits, both in words.
    pub(super) fn new(
        interview: &Interview,
        outcome: Outcome,
        time: Duration,
        command: String,
        limits: String,
    ) -> Report {
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
