//! Why a function has no value for a row. The message names the argument, to find it in a table of billions.

use philidor::binary::PackedPositionError;
use philidor::{PositionError, SanError};
use philidor_patterns::{IllegalDigest, ParsePatternError};
use thiserror::Error;

/// Longer texts are cut in messages.
const NAMED_LENGTH: usize = 120;

/// What is wrong with a row.
#[derive(Debug, Error)]
pub(super) enum Fault {
    /// A text is not a FEN, or its position is not valid.
    #[error("`{}` is not a position: {error}", shown(.text))]
    Fen { text: String, error: Box<PositionError> },
    /// Bytes are not a compact position.
    #[error("x'{}' is not a position: {error}", hexadecimal(.bytes))]
    Bytes { bytes: Vec<u8>, error: PackedPositionError },
    /// A text is not a move in the position.
    #[error("`{}` is not a move in `{fen}`: {error}", shown(.text))]
    Move { text: String, fen: String, error: SanError },
    /// A number is not a move in the position, or too large for any digest.
    #[error("{number} is not a move in `{fen}`")]
    Digest { number: i128, fen: String },
    /// A text is not a square.
    #[error("`{}` is not a square", shown(.0))]
    Square(String),
    /// A text is not a color.
    #[error("`{}` is neither white nor black", shown(.0))]
    Color(String),
    /// A number is out of range.
    #[error("{what} is {number}, not from 0 to {most}")]
    Number { what: &'static str, number: i128, most: u64 },
    /// A count has more than 38 digits.
    #[error("the count of `{fen}` has more than 38 digits")]
    TooManyDigits { fen: String },
    /// Bytes are not a whole number of moves.
    #[error("{0} bytes are not a whole number of moves, which take two bytes each")]
    OddBytes(usize),
    /// Bytes are not a row of an explorer's index.
    #[error("x'{}' is not a row of an explorer's index", hexadecimal(.0))]
    ExplorerRow(Vec<u8>),
    /// A list of moves has a null where a move should be, counted from 1.
    #[error("move {0} of the list is null")]
    NullMove(usize),
    /// A move of a game is not legal.
    #[error("{0}")]
    IllegalMove(IllegalDigest),
    /// A text is not a pattern.
    #[error("`{}` is not a pattern: {error}", shown(.text))]
    Pattern { text: String, error: Box<ParsePatternError> },
    /// A text is not a result.
    #[error("`{}` is not a result", shown(.0))]
    Result(String),
    /// A pattern asks for the result of the game, which no argument gives.
    #[error("`{}` asks for the result of the game; give it as the fourth argument", shown(.0))]
    NoResult(String),
}

/// A text without control characters and not too long.
fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(NAMED_LENGTH).flat_map(char::escape_debug).collect();
    if text.chars().nth(NAMED_LENGTH).is_some() {
        shown.push('…');
    }
    shown
}

/// Bytes as SQL writes them.
fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().take(NAMED_LENGTH / 2).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_is_short_and_has_no_control_characters() {
        assert_eq!(shown("a\u{1b}[2J"), "a\\u{1b}[2J");
        assert_eq!(shown(&"x".repeat(200)).chars().count(), NAMED_LENGTH + 1);
        assert_eq!(hexadecimal(&[0, 0xfe]), "00fe");
    }
}
