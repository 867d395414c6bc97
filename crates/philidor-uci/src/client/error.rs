//! Why a conversation with an engine failed.

use core::fmt;
use std::time::Duration;

use crate::harmless::harmless;
use philidor_engine::OptionError;

/// What comes instead of an engine's answer.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClientError {
    /// The program cannot be started; the text is the system's.
    NotStarted(String),
    /// The program has ended: how, and the last that it wrote to standard error.
    Ended(String),
    /// What was waited for did not come in this time.
    Silent(Duration),
    /// The wait was stopped by its [`Control`](philidor_engine::Control).
    Stopped,
    /// The engine has no such option, or the option does not take this value.
    Option(OptionError),
    /// The game has the castling of Chess960, and the engine has no option `UCI_Chess960`.
    NoChess960,
    /// The engine answered with a text that is not a legal move.
    Illegal {
        /// The text.
        text: String,
    },
    /// A search is still to be answered: [`stop`](super::Client::stop) it, and take its
    /// [`result`](super::Client::result).
    Busy,
    /// No search was asked for.
    Idle,
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientError::NotStarted(why) => write!(f, "cannot be started: {}", harmless(why)),
            ClientError::Ended(how) => write!(f, "has ended: {how}"),
            ClientError::Silent(time) => write!(f, "did not answer within {:.1} s", time.as_secs_f64()),
            ClientError::Stopped => f.write_str("the wait was stopped"),
            ClientError::Option(error) => write!(f, "{}", harmless(&error.to_string())),
            ClientError::NoChess960 => f.write_str("it does not play Chess960"),
            ClientError::Illegal { text } => {
                write!(f, "answered `{}`, which is not a legal move", harmless(text))
            }
            ClientError::Busy => f.write_str("a search is still to be answered"),
            ClientError::Idle => f.write_str("no search was asked for"),
        }
    }
}

philidor::debug_is_the_sentence!(ClientError);

impl core::error::Error for ClientError {}
