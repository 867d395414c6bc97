//! What answers questions about variants: programs, and generators in this process.

use std::time::Duration;

use super::question::VariantQuestion;
use crate::suspect::{Answer, Failure, LineProtocol, Program, Template, Uci};

/// What answers questions about a variant: a program, or a generator in this process.
///
/// A closure is one, too. It may answer about [`VariantQuestion::position`], or play the moves of the line by itself,
/// so that this is tested as well.
///
/// ```
/// use philidor_hunt::suite::Limits;
/// use philidor_hunt::variants::{VariantHunt, VariantQuestion};
/// use philidor_hunt::{Answer, Class};
/// use philidor_variants::Variant;
/// use philidor::GamePosition;
///
/// // A generator that forgets that a pawn may become a king.
/// let mut mine = |question: &VariantQuestion| {
///     let position = question.position();
///     let moves = position.legal_moves().into_iter().filter(|mv| mv.promotion() != Some(philidor::PieceType::King));
///     Ok(Answer::from_iter(moves.map(|mv| {
///         (position.to_uci_in(mv, question.castling_mode()), position.after(mv).perft(question.depth - 1).into())
///     })))
/// };
/// let hunt = VariantHunt::new(Variant::Antichess).with_limits(Limits::up_to_leaves(20)).with_positions(0);
/// let report = hunt.run(&mut mine)?;
/// assert_eq!(report.findings[0].class, Class::PromotionToKing);
/// # Ok::<(), philidor_hunt::HuntError>(())
/// ```
pub trait VariantSuspect {
    /// What it calls itself, or is called by.
    fn name(&self) -> String;

    /// Puts a question to it and waits for the answer, no longer than the limit if it can help it.
    ///
    /// # Errors
    ///
    /// If the suspect has no answer.
    fn ask(&mut self, question: &VariantQuestion, limit: Duration) -> Result<Answer, Failure>;

    /// Starts it again, so that it remembers nothing.
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

    /// What to type to put this question to the suspect started anew.
    fn script(&self, question: &VariantQuestion) -> Vec<String> {
        let moves = question.moves().join(" ");
        let separator = if moves.is_empty() { "" } else { " moves " };
        vec![format!("perft {} {}{separator}{moves}", question.depth, question.fen())]
    }

    /// Whether it can be given moves after a FEN.
    fn takes_moves(&self) -> bool {
        true
    }
}

impl<F: FnMut(&VariantQuestion) -> Result<Answer, Failure>> VariantSuspect for F {
    fn name(&self) -> String {
        "the generator".to_owned()
    }

    fn ask(&mut self, question: &VariantQuestion, _: Duration) -> Result<Answer, Failure> {
        self(question)
    }
}

/// A program is a suspect. One that speaks UCI has to be started with the option that chooses the variant.
macro_rules! programs {
    ($($program:ty),*) => {$(
        impl VariantSuspect for $program {
            fn name(&self) -> String {
                Program::name(self)
            }

            fn ask(&mut self, question: &VariantQuestion, limit: Duration) -> Result<Answer, Failure> {
                self.put(&question.inquiry(), limit)
            }

            fn restart(&mut self) -> Result<(), Failure> {
                Program::restart(self)
            }

            fn command(&self) -> String {
                Program::command(self)
            }

            fn script(&self, question: &VariantQuestion) -> Vec<String> {
                Program::script(self, &[question.inquiry()])
            }

            fn takes_moves(&self) -> bool {
                Program::takes_moves(self)
            }
        }
    )*};
}

programs! { Uci, LineProtocol, Template }

/// The option of UCI programs that chooses the variant.
pub const OPTION: &str = "UCI_Variant";
