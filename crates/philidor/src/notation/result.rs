//! The result of a game as files spell it.

use alloc::vec::Vec;
use core::str::FromStr;

use super::characters::folded;
use crate::types::{GameResult, ParseNameError};

/// The longest text that is read as a result, in bytes.
const LONGEST: usize = 32;

impl GameResult {
    /// The result that a marker stands for; a bare `1/2` is a draw, too, and so are `½-½` and `½`. The dash may be one
    /// of a word processor, and blanks may be around the scores.
    ///
    /// ```
    /// use philidor::GameResult;
    /// assert_eq!(GameResult::from_bytes(b"0-1"), Some(GameResult::BlackWins));
    /// assert_eq!(GameResult::from_bytes("½ – ½".as_bytes()), Some(GameResult::Draw));
    /// assert_eq!(GameResult::from_bytes(b"0-0"), None);
    /// ```
    #[must_use]
    pub fn from_bytes(marker: &[u8]) -> Option<GameResult> {
        let known = GameResult::ALL.iter().find(|result| result.word().as_bytes() == marker);
        match (known, marker) {
            (Some(result), _) => Some(*result),
            (None, b"1/2") => Some(GameResult::Draw),
            (None, _) => GameResult::from_characters(marker),
        }
    }

    /// The same for characters above ASCII, and with blanks.
    #[cold]
    fn from_characters(marker: &[u8]) -> Option<GameResult> {
        let is_other = |byte: &u8| !byte.is_ascii() || byte.is_ascii_whitespace();
        if marker.len() > LONGEST || !marker.iter().any(is_other) {
            return None;
        }
        GameResult::from_bytes(&without_blanks(marker))
    }
}

/// The bytes of ASCII that a text stands for, but for its blanks.
fn without_blanks(text: &[u8]) -> Vec<u8> {
    folded(text).map(|(_, byte)| byte).filter(|byte| !byte.is_ascii_whitespace()).collect()
}

impl FromStr for GameResult {
    type Err = ParseNameError;

    /// As [`GameResult::from_bytes`], but without any blank.
    fn from_str(text: &str) -> Result<GameResult, ParseNameError> {
        let has_blank = text.bytes().any(|byte| byte.is_ascii_whitespace());
        let result = GameResult::from_bytes(text.as_bytes()).filter(|_| !has_blank);
        result.ok_or_else(|| ParseNameError::new(text, GameResult::EXPECTED))
    }
}
