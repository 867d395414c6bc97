//! Why a request is refused.

use std::fmt;

use philidor::{PositionError, UciError};

/// The longest text of parameters.
pub(crate) const MAX_LENGTH: usize = 16 << 10;

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QuestionError {
    /// The text of the parameters is too long.
    TooLong {
        /// Its bytes.
        length: usize,
    },
    /// The position cannot be read, or is not a valid one.
    Fen {
        /// What was asked.
        text: String,
        /// What is wrong.
        error: PositionError,
    },
    /// A move of `play` is not legal.
    Play {
        /// Its number, from 1.
        number: usize,
        /// The move.
        text: String,
        /// What is wrong.
        error: UciError,
    },
    /// The index has no games of this variant.
    Variant {
        /// What was asked.
        text: String,
    },
    /// A value is not one of those that the parameter may have.
    Value {
        /// The parameter.
        name: &'static str,
        /// What was asked.
        text: String,
        /// What it may be.
        expected: &'static str,
    },
    /// A parameter is missing.
    Missing {
        /// The parameter.
        name: &'static str,
    },
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |text: &str| philidor_host::cut(text, 100).escape_debug().to_string();
        match self {
            QuestionError::TooLong { length } => {
                write!(f, "{length} bytes of parameters are more than {MAX_LENGTH}")
            }
            QuestionError::Fen { text, error } => write!(f, "fen `{}`: {error}", shown(text)),
            QuestionError::Play { number, text, error } => {
                write!(f, "play, move {number}, `{}`: {error}", shown(text))
            }
            QuestionError::Variant { text } => {
                write!(
                    f,
                    "variant `{}`: this explorer has games of standard chess from the usual start",
                    shown(text)
                )
            }
            QuestionError::Value { name, text, expected } => {
                write!(f, "{name} `{}` is not {expected}", shown(text))
            }
            QuestionError::Missing { name } => write!(f, "parameter {name} is missing"),
        }
    }
}

impl std::error::Error for QuestionError {}
