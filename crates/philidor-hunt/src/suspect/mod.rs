//! Suspects: what counts leaves, and the ways to ask it.
//!
//! ```text
//! Question ──► Suspect ──► Answer      a total, and a count for each move if the suspect gives them
//!                     └──► Failure     no answer; a program may need a restart
//! ```
//!
//! | file | what it is |
//! |---|---|
//! | `question.rs`, `inquiry.rs`, `failure.rs` | a question; its text; why it was not answered |
//! | `counted_position.rs`, `witness.rs` | positions of chess and of variants, and philidor's counts of their trees |
//! | `suspect_move.rs` | moves as suspects write them |
//! | `generator.rs` | closures as suspects |
//! | `uci.rs`, `line_protocol.rs`, `template.rs` | three ways to ask a program |
//! | `process.rs`, `timeout.rs` | a running program, and how long to wait for it |
//! | `program.rs` | these ways, for users of the crate |
//! | `answer/` | totals and divides in all their variants |
//! | `fake.rs` | a suspect for tests |

mod answer;
pub(crate) mod counted_position;
mod failure;
#[cfg(test)]
pub(crate) mod fake;
mod generator;
pub(crate) mod inquiry;
mod line_protocol;
mod process;
pub mod program;
mod question;
pub(crate) mod suspect_move;
mod template;
mod timeout;
mod uci;
pub(crate) mod witness;

use std::fmt::Display;
use std::time::Duration;

use philidor::Position;

pub(crate) use counted_position::CountedPosition;
pub use failure::Failure;
pub use generator::{Generator, counting, dividing, listing};
pub use line_protocol::LineProtocol;
pub use question::Question;
pub use template::{Template, TemplateError};
pub use uci::UciProgram;

use failure::quote;
use inquiry::Inquiry;

/// What a suspect answers.
///
/// A divide is collected from moves with their leaves; [`Answer::from_total`] is for suspects that count only.
///
/// ```
/// use philidor_hunt::Answer;
///
/// let counts = [("a2a3".to_owned(), 20), ("a2a4".to_owned(), 20)];
/// let answer: Answer = counts.into_iter().collect();
/// assert_eq!(answer.total, 40);
/// // A suspect that also gives a total of its own, which may be wrong.
/// assert_eq!(answer.with_total(41).total, 41);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// The leaves of the whole tree, as the suspect says, or the sum of the divide.
    pub total: u128,
    /// Each move as the suspect writes it, in its order, with the leaves below it; none if it gives totals only.
    pub divide: Option<Vec<(String, u128)>>,
}

/// What answers questions: a program, or a generator in this process.
///
/// Closures become suspects by [`counting`], [`dividing`] and [`listing`]. Implement the trait for a generator that
/// should also play the moves of a [line](Question::line), so that its make and unmake are tested:
///
/// ```
/// use std::time::Duration;
///
/// use philidor::{Position, perft::divide};
/// use philidor_hunt::{Agenda, Answer, Failure, Hunt, Question, Suspect, suite::SuiteLimits};
///
/// struct Mine(Position);
///
/// impl Suspect for Mine {
///     fn name(&self) -> String {
///         "mine".to_owned()
///     }
///
///     fn ask(&mut self, question: &Question, _: Duration) -> Result<Answer, Failure> {
///         self.0 = question.fen().parse().map_err(|_| Failure::Unsupported("this FEN".to_owned()))?;
///         for text in question.moves() {
///             let mv = self.0.parse_uci(&text).map_err(|_| Failure::Garbage(format!("{text} is not legal")))?;
///             self.0.play_unchecked(mv);
///         }
///         let mode = question.castling_mode();
///         let counts = divide(&self.0, question.depth).into_iter();
///         Ok(Answer::from_iter(counts.map(|(mv, leaves)| (self.0.to_uci_in(mv, mode).to_string(), leaves))))
///     }
///
///     fn takes_moves(&self) -> bool {
///         true
///     }
/// }
///
/// let agenda = Agenda::built_in(SuiteLimits::up_to_leaves(30));
/// assert!(Hunt::new(agenda).run(Mine(Position::default()))?.is_clean());
/// # Ok::<(), philidor_hunt::HuntError>(())
/// ```
pub trait Suspect<P: CountedPosition = Position> {
    /// What it calls itself, or is called by.
    fn name(&self) -> String;

    /// Puts a question to it and waits for the answer, no longer than the limit if it can help it.
    ///
    /// # Errors
    ///
    /// If the suspect has no answer, for example because it refused a move: without that move, it would answer about
    /// another position. It may decline questions about Chess960 with [`Failure::Unsupported`].
    fn ask(&mut self, question: &Question<P>, limit: Duration) -> Result<Answer, Failure>;

    /// Starts it again, so that it remembers nothing. It is called before the first question after a failure, and to
    /// find out whether a wrong answer depends on the questions before it.
    ///
    /// # Errors
    ///
    /// It cannot be started.
    fn restart(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    /// How it is started, as the report shows it.
    fn command(&self) -> String {
        self.name()
    }

    /// What to type to put these questions, one after another, to the suspect started anew: a FEN, and if it
    /// [takes moves](Suspect::takes_moves) those that follow.
    fn script(&self, questions: &[Question<P>]) -> Vec<String> {
        let write = |question: &Question<P>| {
            let (fen, moves) = match self.takes_moves() && !question.line.is_empty() {
                true => (question.fen(), format!(" moves {}", question.moves().join(" "))),
                false => (question.fen_at_end(), String::new()),
            };
            format!("perft {} {fen}{moves}", question.depth)
        };
        questions.iter().map(write).collect()
    }

    /// Whether it can be given moves after a FEN, and so be asked what it remembers of a line.
    fn takes_moves(&self) -> bool {
        false
    }
}

/// A program that is given questions as text, so that it does not matter which rules they follow.
pub(crate) trait Program {
    /// What it calls itself, or is called by.
    fn name(&self) -> String;

    /// Puts a question and waits for the answer.
    fn put(&mut self, inquiry: &Inquiry, limit: Duration) -> Result<Answer, Failure>;

    /// Starts it again, if it runs all the time.
    fn restart(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    /// How it is started.
    fn command(&self) -> String;

    /// What to type to put these questions.
    fn script(&self, inquiries: &[Inquiry]) -> Vec<String>;

    /// Whether it can be given moves after a FEN.
    fn takes_moves(&self) -> bool;
}

/// A suspect behind a pointer is a suspect.
macro_rules! suspects_behind {
    ($($pointer:ty),*) => {$(
        impl<P: CountedPosition, S: Suspect<P> + ?Sized> Suspect<P> for $pointer {
            fn name(&self) -> String {
                (**self).name()
            }

            fn ask(&mut self, question: &Question<P>, limit: Duration) -> Result<Answer, Failure> {
                (**self).ask(question, limit)
            }

            fn restart(&mut self) -> Result<(), Failure> {
                (**self).restart()
            }

            fn command(&self) -> String {
                (**self).command()
            }

            fn script(&self, questions: &[Question<P>]) -> Vec<String> {
                (**self).script(questions)
            }

            fn takes_moves(&self) -> bool {
                (**self).takes_moves()
            }
        }
    )*};
}

suspects_behind! { &mut S, Box<S> }

impl Answer {
    /// A total alone. Totals lead to the wrong position, but the broken rule can only be guessed.
    #[must_use]
    pub fn from_total(total: u128) -> Answer {
        Answer { total, divide: None }
    }

    /// The same with a total of the suspect's own, instead of the sum of its divide.
    #[must_use]
    pub fn with_total(self, total: u128) -> Answer {
        Answer { total, ..self }
    }
}

impl<M: Display, N: TryInto<u128>> FromIterator<(M, N)> for Answer {
    /// A divide, with the sum as the total. A negative number counts as `u128::MAX`, which is wrong everywhere.
    fn from_iter<I: IntoIterator<Item = (M, N)>>(counts: I) -> Answer {
        let counts =
            counts.into_iter().map(|(mv, leaves)| (mv.to_string(), leaves.try_into().unwrap_or(u128::MAX)));
        let divide: Vec<(String, u128)> = counts.collect();
        let total = divide.iter().fold(0, |sum: u128, (_, leaves)| sum.saturating_add(*leaves));
        Answer { total, divide: Some(divide) }
    }
}
