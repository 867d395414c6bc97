//! How a player fails: what the referee gets instead of a move.

use core::fmt;
use std::time::Duration;

use philidor_host::is_hidden;

/// The most characters that are shown of what an engine said.
const SHOWN: usize = 80;

/// Why a player has no move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// It cannot be started, or does not speak the protocol.
    NotStarted(String),
    /// An option cannot be set.
    Option(String),
    /// It ended, or panicked.
    Crashed(String),
    /// It said nothing, or nothing that was asked for, and does not stop either.
    Silent(Duration),
    /// Its move came too late, but it came.
    Late(Duration),
    /// What it played is not a legal move.
    Illegal(String),
    /// The match is stopped; no failure of the player.
    Stopped,
}

impl Failure {
    /// Whether the player has to be started again before it plays on.
    #[must_use]
    pub fn needs_restart(&self) -> bool {
        !matches!(self, Failure::Late(_) | Failure::Illegal(_))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NotStarted(why) => write!(f, "cannot be started: {why}"),
            Failure::Option(why) => write!(f, "cannot be set up: {why}"),
            Failure::Crashed(how) => write!(f, "crashed: {how}"),
            Failure::Silent(time) => write!(f, "hung: no move within {:.1} s", time.as_secs_f64()),
            Failure::Late(time) => write!(f, "was late: a move after {:.3} s", time.as_secs_f64()),
            Failure::Illegal(text) => write!(f, "played `{text}`, which is not a legal move"),
            Failure::Stopped => f.write_str("was stopped"),
        }
    }
}

impl core::error::Error for Failure {}

/// Text from outside, fit for a message, a tag and a comment of PGN: short, on one line, without braces and without
/// letters that are invisible or turn others around.
pub(super) fn harmless(text: &str) -> String {
    let harmless = |letter: char| match letter {
        '{' => '(',
        '}' => ')',
        _ if letter.is_control() => ' ',
        _ if is_hidden(letter) => char::REPLACEMENT_CHARACTER,
        _ => letter,
    };
    let mut shown: String = text.trim().chars().take(SHOWN).map(harmless).collect();
    if text.trim().chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_short_and_cannot_end_a_comment() {
        assert_eq!(harmless(" a}b\x1b[2J{\n"), "a)b [2J(");
        assert_eq!(harmless(&"x".repeat(1000)).chars().count(), SHOWN + 1);
        assert_eq!(harmless("e2e4\u{202e}4d2d\u{200b}\u{feff}"), "e2e4\u{fffd}4d2d\u{fffd}\u{fffd}");
        for text in
            ["Jos\u{e9} Rau\u{301}l", "\u{410}\u{43b}\u{435}", "\u{68cb}", "\u{1f600}", "\"it's\" a\\b"]
        {
            assert_eq!(harmless(text), text);
        }
    }
}
