//! Programs as suspects: three ways to ask one.
//!
//! ```text
//! UciProgram            runs all the time, speaks UCI and knows `go perft N`
//! LineProtocol   runs all the time, speaks a protocol of one line for each question
//! Template       a command that is run anew for each question
//! ```

use std::time::Duration;

use super::counted_position::CountedPosition;
use super::inquiry::Inquiry;
use super::{Answer, Failure, Program, Question, Suspect};
pub use crate::suspect::{LineProtocol, Template, TemplateError, UciProgram};

/// A program is a suspect.
macro_rules! programs {
    ($($program:ty),*) => {$(
        impl<P: CountedPosition> Suspect<P> for $program {
            fn name(&self) -> String {
                Program::name(self)
            }

            fn ask(&mut self, question: &Question<P>, limit: Duration) -> Result<Answer, Failure> {
                self.put(&question.into(), limit)
            }

            fn restart(&mut self) -> Result<(), Failure> {
                Program::restart(self)
            }

            fn command(&self) -> String {
                Program::command(self)
            }

            fn script(&self, questions: &[Question<P>]) -> Vec<String> {
                let inquiries: Vec<Inquiry> = questions.iter().map(Inquiry::from).collect();
                Program::script(self, &inquiries)
            }

            fn takes_moves(&self) -> bool {
                Program::takes_moves(self)
            }
        }
    )*};
}

programs! { UciProgram, LineProtocol, Template }
