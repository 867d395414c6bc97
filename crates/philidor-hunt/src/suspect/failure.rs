//! Why a question has no answer.

use std::fmt;
use std::time::Duration;

use philidor_host::cut;

/// How many characters of a line a failure shows.
const MAX_QUOTE: usize = 300;

/// Why a suspect did not answer. A [`Suspect`](crate::Suspect) of your own returns failures, too.
///
/// ```
/// use std::time::Duration;
///
/// use philidor_hunt::{Failure, program::UciProgram};
///
/// let started = UciProgram::start(&["./no-such-engine".to_owned()], &[], Duration::from_secs(10));
/// assert!(matches!(started, Err(Failure::NotStarted(_))));
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// The program cannot be started, for this reason.
    NotStarted(String),
    /// It ended in the middle.
    Ended {
        /// How it ended: `exit code 3`.
        how: String,
        /// The last lines of its standard error.
        complaints: Vec<String>,
    },
    /// It said nothing, or nothing more, for this time.
    Silent(Duration),
    /// It still talks, but had not answered after this time.
    Slow(Duration),
    /// The time for the hunt ran out before the time for an answer did; this is how long it waited for the answer.
    OutOfTime(Duration),
    /// It said something that is not an answer.
    Garbage(String),
    /// It says that it cannot do that, or lacks the option.
    Unsupported(String),
    /// It has no `go perft`: it searched for a move instead, or does not know the command, as this line says.
    NoPerft(String),
    /// Philidor's own generators disagree about the right answer.
    Contradicted,
    /// The hunt was stopped first.
    Interrupted,
}

impl Failure {
    /// It said a line that is not an answer.
    pub(crate) fn garbage(line: &str) -> Failure {
        Failure::Garbage(quote(line))
    }

    /// It said in a line that it cannot do that.
    pub(crate) fn unsupported(line: &str) -> Failure {
        Failure::Unsupported(quote(line))
    }

    /// Whether the suspect refuses the question, and so is not wrong.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self, Failure::Unsupported(_) | Failure::NoPerft(_))
    }

    /// Whether the suspect has to be started again before the next question.
    pub(crate) fn needs_restart(&self) -> bool {
        !self.is_refusal() && *self != Failure::Contradicted
    }
}

/// A line as a failure shows it: cut, if it is long.
pub(super) fn quote(line: &str) -> String {
    cut(line, MAX_QUOTE).into_owned()
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let after = |time: &Duration| format!("{:.1} s", time.as_secs_f64());
        match self {
            Failure::NotStarted(why) => write!(f, "cannot be started: {why}"),
            Failure::Ended { how, complaints } => {
                write!(f, "ended: {how}")?;
                complaints.iter().try_for_each(|line| write!(f, "\n    {line}"))
            }
            Failure::Silent(time) => write!(f, "said nothing for {}", after(time)),
            Failure::Slow(time) => write!(f, "had not answered after {}", after(time)),
            Failure::OutOfTime(time) => {
                write!(f, "had not answered after {}, when the time was over", after(time))
            }
            Failure::Garbage(line) => write!(f, "not an answer: {line}"),
            Failure::Unsupported(what) => write!(f, "not supported: {what}"),
            Failure::NoPerft(line) => {
                write!(f, "has no `go perft`, which UCI does not require; it answered: {line}")
            }
            Failure::Contradicted => write!(f, "philidor contradicts itself"),
            Failure::Interrupted => write!(f, "interrupted"),
        }
    }
}

philidor::debug_is_the_sentence!(Failure);

impl std::error::Error for Failure {}
