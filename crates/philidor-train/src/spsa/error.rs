//! What cannot be tuned or resumed.

use std::error::Error;
use std::fmt;

/// Why a run cannot begin, or be resumed.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpsaError {
    /// There is nothing to tune, or a name is there twice.
    Parameters(String),
    /// A parameter makes no sense.
    Parameter {
        /// Its name, or its text.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A number of the plan makes no sense.
    Plan(String),
    /// A state cannot be read.
    State {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

impl fmt::Display for SpsaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpsaError::Parameters(reason) | SpsaError::Plan(reason) => f.write_str(reason),
            SpsaError::Parameter { name, reason } => write!(f, "parameter `{name}`: {reason}"),
            SpsaError::State { line, reason } => write!(f, "line {line}: {reason}"),
        }
    }
}

philidor::debug_is_the_sentence!(SpsaError);

impl Error for SpsaError {}
