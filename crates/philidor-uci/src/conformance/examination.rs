//! All checks, one after the other.

use std::time::Duration;

use super::check_report::{Check, CheckLevel, CheckOutcome, CheckReport};
use super::exchange::{Record, Times};
use super::subject::{CheckResult, Judgment, Subject};
use super::{endings, introduction, limits, positions, readiness, reports, searches};
use crate::client::{ClientError, Program};
use philidor_engine::{Control, OptionError};

type Examine = fn(&Subject<'_>, &mut Record) -> Judgment;

const fn must(name: &'static str, rule: &'static str, examine: Examine) -> (Check, Examine) {
    (Check { name, level: CheckLevel::Must, rule }, examine)
}

const fn should(name: &'static str, rule: &'static str, examine: Examine) -> (Check, Examine) {
    (Check { name, level: CheckLevel::Should, rule }, examine)
}

/// The check of legal moves.
const LEGAL: &str = "legal-move";

/// The checks whose rules are about single moves, so that each of them judges one of its own.
const ABOUT_MOVES: [&str; 8] = [
    "position-moves",
    "position-fen",
    "one-move",
    "promotion",
    "castling",
    "en-passant",
    "chess960",
    "long-game",
];

const CHECKS: [(Check, Examine); 41] = [
    must("uci", "answers `uci` by `uciok`", introduction::answers_uci),
    must("id-name", "has a name", introduction::has_name),
    should("id-author", "names its author", introduction::has_author),
    must(
        "options",
        "announces options by the rules, with defaults in range",
        introduction::announces_options,
    ),
    must("setoption", "accepts the default of each option", introduction::accepts_options),
    must("option-names", "reads names of options that have several words", introduction::reads_long_names),
    must("isready", "answers `isready` each time", readiness::answers_isready),
    must("unknown", "ignores what it does not know", readiness::ignores_unknown),
    must("idle-stop", "ignores `stop` without a search", readiness::ignores_idle_stop),
    should("line-ends", "reads lines that end as on Windows", readiness::reads_carriage_returns),
    must(LEGAL, "answers a search by a legal move", searches::answers_by_legal_moves),
    must("newgame", "plays one game after another", readiness::plays_new_games),
    must("position-moves", "reads `position startpos moves …`", positions::reads_moves),
    must("position-fen", "reads `position fen … moves …`", positions::reads_fens),
    must("one-move", "plays the only legal move", positions::plays_only_moves),
    must("promotion", "writes and reads promotions", positions::promotes),
    must("castling", "writes and reads castling", positions::castles),
    must("en-passant", "writes and reads captures en passant", positions::captures_en_passant),
    must("chess960", "writes and reads castling in Chess960", positions::castles_in_chess960),
    must("long-game", "reads a game of six hundred half-moves", positions::plays_long_games),
    should("no-move", "answers mate and stalemate by `(none)` or `0000`", positions::answers_without_moves),
    must("go-depth", "ends a search at its depth", limits::keeps_depth),
    should("go-nodes", "ends a search near its nodes", limits::keeps_nodes),
    must("go-movetime", "ends a search in its time", limits::keeps_move_time),
    must("go-clock", "plays before its clock is over", limits::keeps_clock),
    should("go-mate", "plays a mate that it is asked for", limits::plays_mates),
    should("searchmoves", "plays one of the moves that it may search", limits::honors_searchmoves),
    must("one-answer", "answers each `go` by one `bestmove`", searches::answers_once),
    must("stop", "answers `stop` at once", searches::stops),
    must("infinite", "answers `go infinite` after `stop` only", searches::searches_on),
    must("isready-in-search", "answers `isready` while it searches", searches::is_ready_in_search),
    must("ponder", "ponders until `ponderhit` or `stop`", searches::ponders),
    must("info-words", "reports in the words of the protocol", reports::reports_by_the_words),
    must("info-hashfull", "reports from 0 to 1000 as `hashfull`", reports::reports_hashfull),
    must("info-lines", "reports lines of legal moves", reports::reports_legal_lines),
    should("info-score", "reports depth, score, nodes and a line", reports::reports_scores),
    should("info-depth", "reports no lower depth after a higher one", reports::reports_deeper_and_deeper),
    should("multipv", "reports as many lines as it is asked for", reports::reports_several_lines),
    should("repeatable", "searches the same nodes again with one thread", reports::repeats_itself),
    must("quit", "ends at once after `quit`", endings::quits),
    should("end-of-input", "ends at once with its input", endings::ends_with_its_input),
];

/// An examination of a program. The [module](crate::conformance) has an example.
#[derive(Clone, Debug)]
pub struct Examination {
    program: Program,
    settings: Vec<(String, String)>,
    times: Times,
}

impl Examination {
    /// An examination with ten seconds for answers that take a while, one second for those that are due at once, and a
    /// tenth of a second by which a clock may be overdrawn.
    #[must_use]
    pub fn new(program: Program) -> Examination {
        let times = Times {
            timeout: Duration::from_secs(10),
            promptness: Duration::from_secs(1),
            margin: Duration::from_millis(100),
        };
        Examination { program, settings: Vec::new(), times }
    }

    /// The same with an option set before each check.
    #[must_use]
    pub fn with_option(mut self, name: &str, value: &str) -> Examination {
        self.settings.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same with this time for answers that take a while: `uciok`, `readyok`, a search to a low depth.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Examination {
        self.times.timeout = timeout;
        self
    }

    /// The same with this time for what is due at once: the answer to `stop`, the end after `quit`.
    #[must_use]
    pub fn with_promptness(mut self, promptness: Duration) -> Examination {
        self.times.promptness = promptness;
        self
    }

    /// The same with this time by which a clock may be overdrawn, since machines are busy.
    #[must_use]
    pub fn with_margin(mut self, margin: Duration) -> Examination {
        self.times.margin = margin;
        self
    }

    /// All checks, in their order.
    pub fn checks() -> impl Iterator<Item = Check> {
        CHECKS.into_iter().map(|(check, _)| check)
    }

    /// Makes all checks, and reports each report as it is made. If the program does not answer `uci`, that is the only
    /// report.
    ///
    /// # Errors
    ///
    /// The program cannot be started, or the examination was stopped.
    pub fn run(
        &self,
        stop: &Control,
        on_report: &mut dyn FnMut(&CheckReport),
    ) -> Result<Vec<CheckReport>, ClientError> {
        self.run_some(&|_| true, stop, on_report)
    }

    /// The same for the checks that are wanted.
    ///
    /// # Errors
    ///
    /// The program cannot be started, the examination was stopped, or the program does not announce an option that is
    /// to be set.
    pub fn run_some(
        &self,
        is_wanted: &dyn Fn(&Check) -> bool,
        stop: &Control,
        on_report: &mut dyn FnMut(&CheckReport),
    ) -> Result<Vec<CheckReport>, ClientError> {
        let mut subject = Subject {
            program: &self.program,
            settings: &self.settings,
            times: self.times,
            stop,
            introduction: Err(String::new()),
            options: Vec::new(),
        };
        let mut introduction = Record::default();
        subject.introduce(&mut introduction)?;
        let unknown = self.settings.iter().find(|(name, _)| subject.option(name).is_none());
        if let Some((name, _)) = unknown.filter(|_| subject.introduction.is_ok()) {
            return Err(ClientError::Option(OptionError::Unknown { name: name.clone() }));
        }
        let mut reports = Vec::new();
        // The first check with an illegal move. Other rules are not blamed for it.
        let mut blamed: Option<&str> = None;
        for (check, examine) in CHECKS.into_iter() {
            // Without an introduction there is one report, wanted or not.
            if subject.introduction.is_ok() && !is_wanted(&check) {
                continue;
            }
            let mut record = Record::default();
            let outcome = match examine(&subject, &mut record) {
                Ok(CheckResult::Passed) => CheckOutcome::Passed,
                Ok(CheckResult::NotApplicable(reason)) => CheckOutcome::NotApplicable(reason),
                Err(fault) if record.has_illegal_move => match blamed {
                    Some(other) if other == LEGAL || !ABOUT_MOVES.contains(&check.name) => {
                        CheckOutcome::NotApplicable(format!("it answers by an illegal move; see `{other}`"))
                    }
                    _ => {
                        blamed.get_or_insert(check.name);
                        CheckOutcome::Failed(fault)
                    }
                },
                Err(fault) => CheckOutcome::Failed(fault),
            };
            if stop.is_stopped() {
                return Err(ClientError::Stopped);
            }
            // A check that asks nothing is about the introduction.
            let record = if record.is_empty() { introduction.clone() } else { record };
            let report = CheckReport { check, outcome, exchange: record.into_lines() };
            on_report(&report);
            reports.push(report);
            if subject.introduction.is_err() {
                break;
            }
        }
        Ok(reports)
    }
}
