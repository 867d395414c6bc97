//! The names of the formats.

/// What games are read from and written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Tags and moves in SAN, with comments and variations.
    Pgn,
    /// An object per line.
    Json,
    /// A command to an engine per line: `position startpos moves e2e4`.
    Uci,
    /// A position per line, with the players and the result as comments.
    Epd,
    /// A position per line, and nothing else.
    Fen,
    /// One byte per move.
    Binary,
}
