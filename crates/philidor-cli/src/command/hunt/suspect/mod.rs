//! The suspect: a program that counts, driven in whatever way it can be driven.
//!
//! ```text
//! Question ──► Suspect ──► Answer      a total, and a count for each move where the program tells it
//!                     └──► Failure     no answer; the program may need a restart
//! ```
//!
//! `process.rs` keeps a program running and never waits longer than its `patience.rs` says, `group.rs` ends it with all
//! that it started, `orphan.rs` what has left the group; `answer.rs` reads totals and divides in all their variants; `uci.rs`, `template.rs` and `lines.rs` are
//! the three ways to ask.

mod answer;
#[cfg(test)]
pub(in crate::command::hunt) mod fake;
mod group;
mod lines;
#[cfg(target_os = "linux")]
mod orphan;
mod patience;
mod process;
mod template;
mod uci;

pub(in crate::command::hunt) use lines::Lines;
pub(in crate::command::hunt) use philidor_files::interruption::is_interrupted;
pub(in crate::command::hunt) use template::Template;
pub(in crate::command::hunt) use uci::Uci;

use std::fmt;
use std::time::Duration;

use philidor::{CastlingMode, CastlingNotation, EnPassantPolicy, Move, Position};

use crate::refusal;

/// What a suspect is asked: how many leaves the tree has below each move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::command::hunt) struct Question {
    /// Where the line begins; given to the suspect as a FEN.
    pub(in crate::command::hunt) start: Position,
    /// The moves that lead to the position, given to the suspect as moves.
    pub(in crate::command::hunt) line: Vec<Move>,
    /// How deep to count from there, at least 1.
    pub(in crate::command::hunt) depth: u32,
    /// Whether castling is that of Chess960.
    pub(in crate::command::hunt) chess960: bool,
    /// Whether it is asked in the same game as the question before, so that a program keeps what it remembers of that.
    pub(in crate::command::hunt) same_game: bool,
}

impl Question {
    /// About a position of standard chess alone, in a game of its own.
    #[cfg(test)]
    pub(in crate::command::hunt) fn of(start: Position, depth: u32) -> Question {
        Question { start, line: Vec::new(), depth, chess960: false, same_game: false }
    }

    /// The start, with the notation of castling that the game asks for.
    pub(in crate::command::hunt) fn fen(&self) -> String {
        fen(&self.start, self.chess960)
    }

    /// How castling is written.
    pub(in crate::command::hunt) fn castling_mode(&self) -> CastlingMode {
        if self.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }

    /// The line, as UCI writes it.
    pub(in crate::command::hunt) fn moves(&self) -> Vec<String> {
        let mut position = self.start;
        let write = |&mv: &Move| {
            let text = position.uci(mv, self.castling_mode()).to_string();
            position.play(mv);
            text
        };
        self.line.iter().map(write).collect()
    }

    /// The position at the end of the line.
    pub(in crate::command::hunt) fn position(&self) -> Position {
        let mut position = self.start;
        for &mv in &self.line {
            position.play(mv);
        }
        position
    }
}

/// A position as suspects are told it: the en-passant square where a pawn stands ready to capture.
pub(in crate::command::hunt) fn fen(position: &Position, chess960: bool) -> String {
    let notation = if chess960 { CastlingNotation::Shredder } else { CastlingNotation::XFen };
    position.to_fen(EnPassantPolicy::PseudoLegal, notation).to_string()
}

/// What a suspect answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::command::hunt) struct Answer {
    /// The leaves of the whole tree, as the suspect says, or the sum of the divide.
    pub(in crate::command::hunt) total: u128,
    /// Each move as the suspect writes it, in its order, with the leaves below it; none if it tells totals only.
    pub(in crate::command::hunt) divide: Option<Vec<(String, u128)>>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::command::hunt) enum Failure {
    /// The program cannot be started.
    NotStarted(String),
    /// It ended in the middle: how, and the last lines of its standard error.
    Ended { how: String, complaints: Vec<String> },
    /// It said nothing, or nothing more, for so long.
    Silent(Duration),
    /// It still talks, but has not answered after so long.
    Slow(Duration),
    /// The time of the hunt was over after so long, before that for an answer was.
    OutOfTime(Duration),
    /// It said something that is no answer.
    Garbage(String),
    /// It says that it cannot do that, or lacks the option.
    Unsupported(String),
    /// Philidor's own generators disagree about the right answer.
    Contradicted,
    /// Ctrl-C came first.
    Interrupted,
}

/// What a failure shows of a line at the most, in characters.
const LONGEST_QUOTE: usize = 300;

/// A line as a failure shows it: cut, if it is long.
fn quote(line: &str) -> String {
    refusal::cut(line, LONGEST_QUOTE).into_owned()
}

impl Failure {
    /// It said a line that is not an answer.
    fn garbage(line: &str) -> Failure {
        Failure::Garbage(quote(line))
    }

    /// It said in a line that it cannot do that.
    fn unsupported(line: &str) -> Failure {
        Failure::Unsupported(quote(line))
    }

    /// Whether the program has to be started again before the next question.
    pub(in crate::command::hunt) fn needs_restart(&self) -> bool {
        !matches!(self, Failure::Unsupported(_) | Failure::Contradicted)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NotStarted(why) => write!(f, "cannot be started: {why}"),
            Failure::Ended { how, complaints } => {
                write!(f, "ended: {how}")?;
                complaints.iter().try_for_each(|line| write!(f, "\n    {line}"))
            }
            Failure::Silent(time) => write!(f, "said nothing for {:.1} s", time.as_secs_f64()),
            Failure::Slow(time) => write!(f, "had not answered after {:.1} s", time.as_secs_f64()),
            Failure::OutOfTime(time) => {
                write!(
                    f,
                    "had not answered after {:.1} s, when the time was over (--time)",
                    time.as_secs_f64()
                )
            }
            Failure::Garbage(line) => write!(f, "not an answer: {line}"),
            Failure::Unsupported(what) => write!(f, "not supported: {what}"),
            Failure::Contradicted => write!(f, "philidor contradicts itself"),
            Failure::Interrupted => write!(f, "interrupted"),
        }
    }
}

/// A program under suspicion.
pub(in crate::command::hunt) trait Suspect {
    /// What it calls itself, or is called by.
    fn name(&self) -> String;

    /// Puts a question and waits for the answer, not longer than the limit.
    fn ask(&mut self, question: &Question, limit: Duration) -> Result<Answer, Failure>;

    /// Starts the program again, so that it remembers nothing.
    fn restart(&mut self) -> Result<(), Failure>;

    /// What to type to put these questions, one after another, to the program started anew.
    fn script(&self, questions: &[Question]) -> Vec<String>;

    /// Whether it can be given moves after a FEN, and so be asked what it remembers of a line.
    fn takes_lines(&self) -> bool;
}
