//! How a player fails: what the referee gets instead of a move.

use core::fmt;
use std::time::Duration;

/// Why a player has no move.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayerFailure {
    /// It cannot be started, or does not speak the protocol.
    NotStarted(String),
    /// An option cannot be set.
    Option(String),
    /// It ended, or panicked.
    Crashed(String),
    /// It gave no answer, or not the one it was asked for, and did not stop either.
    Silent(Duration),
    /// Its move came, but too late.
    Late(Duration),
    /// What it played is not a legal move.
    Illegal(String),
    /// The match was stopped: not the player's failure.
    Stopped,
}

impl PlayerFailure {
    /// Whether the player has to be started again before it plays on.
    #[must_use]
    pub fn needs_restart(&self) -> bool {
        !matches!(self, PlayerFailure::Late(_) | PlayerFailure::Illegal(_))
    }
}

impl fmt::Display for PlayerFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerFailure::NotStarted(why) => write!(f, "cannot be started: {why}"),
            PlayerFailure::Option(why) => write!(f, "cannot be set up: {why}"),
            PlayerFailure::Crashed(how) => write!(f, "crashed: {how}"),
            PlayerFailure::Silent(time) => write!(f, "hung: no move within {:.1} s", time.as_secs_f64()),
            PlayerFailure::Late(time) => write!(f, "was late: a move after {:.3} s", time.as_secs_f64()),
            PlayerFailure::Illegal(text) => write!(f, "played `{text}`, which is not a legal move"),
            PlayerFailure::Stopped => f.write_str("was stopped"),
        }
    }
}

philidor::debug_is_the_sentence!(PlayerFailure);

impl core::error::Error for PlayerFailure {}
