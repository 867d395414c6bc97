//! Limits on the parts of a game, so that no file can cost time or memory out of proportion to its size.

/// The largest sizes that are read. A game that exceeds one is reported, and reading goes on with the next.
///
/// ```
/// use philidor::pgn::{Limits, PgnErrorKind, Reader};
/// let limits = Limits { moves: 3, ..Limits::default() };
/// let mut reader = Reader::with_limits(b"1. e4 e5 2. Nf3 Nc6 *", limits);
/// let error = reader.read_game(&mut ()).expect("a game").expect_err("four moves");
/// assert_eq!((error.kind, error.column), (PgnErrorKind::TooManyMoves, 17));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Bytes of a game, from its first tag to its result. Smaller values than 64 count as 64.
    pub game: usize,
    /// Bytes of a line: of movetext up to the start of a token, and of the value of a tag.
    pub line: usize,
    /// Bytes of a comment.
    pub comment: usize,
    /// Tags of a game.
    pub tags: usize,
    /// Moves of a game, those of variations included.
    pub moves: usize,
    /// Nested variations.
    pub nesting: usize,
}

impl Default for Limits {
    /// 64 MiB a game, 4 MiB a line, 1 MiB a comment, 1,024 tags, 1,048,576 moves, 256 nested variations: far more than
    /// any game ever played, and enough for most opening books.
    fn default() -> Limits {
        Limits {
            game: 64 << 20,
            line: 4 << 20,
            comment: 1 << 20,
            tags: 1 << 10,
            moves: 1 << 20,
            nesting: 256,
        }
    }
}

impl Limits {
    /// The bytes of a game, enough to recognize the boundaries between games.
    pub(super) fn game_bytes(&self) -> usize {
        self.game.max(64)
    }
}
