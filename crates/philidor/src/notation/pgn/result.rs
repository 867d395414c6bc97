//! How a game ended according to a PGN file: the four termination markers.

use core::str::FromStr;

use crate::types::ParseNameError;

/// How a game ended, as its termination marker says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: in progress, abandoned, or unknown.
    #[default]
    Unknown,
}

impl GameResult {
    /// The marker.
    ///
    /// ```
    /// use philidor::pgn::GameResult;
    /// assert_eq!(GameResult::Draw.as_str(), "1/2-1/2");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// The result that a marker stands for; a bare `1/2` is a draw, too.
    ///
    /// ```
    /// use philidor::pgn::GameResult;
    /// assert_eq!(GameResult::from_bytes(b"0-1"), Some(GameResult::BlackWins));
    /// assert_eq!(GameResult::from_bytes(b"0-0"), None);
    /// ```
    #[must_use]
    pub const fn from_bytes(marker: &[u8]) -> Option<GameResult> {
        match marker {
            b"1-0" => Some(GameResult::WhiteWins),
            b"0-1" => Some(GameResult::BlackWins),
            b"1/2-1/2" | b"1/2" => Some(GameResult::Draw),
            b"*" => Some(GameResult::Unknown),
            _ => None,
        }
    }
}

impl core::fmt::Display for GameResult {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for GameResult {
    type Err = ParseNameError;

    /// As [`GameResult::from_bytes`].
    fn from_str(text: &str) -> Result<GameResult, ParseNameError> {
        let result = GameResult::from_bytes(text.as_bytes());
        result.ok_or_else(|| ParseNameError::new(text, "a result, `1-0`, `0-1`, `1/2-1/2` or `*`"))
    }
}
