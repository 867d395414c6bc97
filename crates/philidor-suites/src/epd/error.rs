//! Why a text is not an EPD: what offends, where, and why.

use alloc::string::String;
use core::fmt;

use philidor::characters::shown;
use philidor::{PositionError, SanError};

/// The error for a text that is not an EPD.
///
/// ```
/// use philidor_suites::epd::{Epd, EpdErrorKind};
/// let error = "4k3/8/8/8/8/8/8/4K3 w - - acd four;".parse::<Epd>().expect_err("not a number");
/// assert_eq!((error.offset, error.text.as_str()), (30, "four"));
/// assert_eq!(error.kind, EpdErrorKind::Number);
/// assert_eq!(error.to_string(), "byte 30: `four` is not a number, or is too large");
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct EpdError {
    /// Where the offending text begins, counted in bytes from 0.
    pub offset: usize,
    /// The offending text; empty where something is missing.
    pub text: String,
    /// What is wrong with it.
    pub kind: EpdErrorKind,
}

/// What is wrong with the text of an EPD. See [`EpdError`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EpdErrorKind {
    /// The fields are not a FEN, or do not describe a valid position.
    Position(PositionError),
    /// An operation does not begin with a letter, or its opcode has characters other than letters, digits, `_` and `-`.
    Opcode,
    /// A quote that is never closed.
    UnclosedText,
    /// An operand is missing.
    MissingOperand,
    /// One operand too many.
    SurplusOperand,
    /// Not a whole number, or too large.
    Number,
    /// Not a legal move.
    Move(SanError),
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EpdError { offset, text, kind } = self;
        let text = shown(text.as_bytes());
        write!(f, "byte {offset}: ")?;
        match kind {
            EpdErrorKind::Position(error) => error.fmt(f),
            EpdErrorKind::Opcode => write!(f, "`{text}` is not an opcode"),
            EpdErrorKind::UnclosedText => write!(f, "`{text}` has no closing quote"),
            EpdErrorKind::MissingOperand => f.write_str("an operand is missing"),
            EpdErrorKind::SurplusOperand => write!(f, "`{text}` is one operand too many"),
            EpdErrorKind::Number => write!(f, "`{text}` is not a number, or is too large"),
            EpdErrorKind::Move(error) => write!(f, "`{text}`: {error}"),
        }
    }
}

impl core::error::Error for EpdError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            EpdErrorKind::Position(error) => Some(error),
            EpdErrorKind::Move(error) => Some(error),
            _ => None,
        }
    }
}
