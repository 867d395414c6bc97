//! Limits on the parts of a game, so that no file can cost time or memory out of proportion to its size.

/// The largest sizes that are read. A game that exceeds one is reported, and reading continues with the next.
///
/// ```
/// use philidor_pgn::{Limits, PgnErrorKind, Reader};
/// let limits = Limits::new().with_moves(3);
/// let mut reader = Reader::with_limits(b"1. e4 e5 2. Nf3 Nc6 *", limits);
/// let error = reader.read_game(&mut ()).expect("a game").expect_err("four moves");
/// assert_eq!((error.kind, error.column), (PgnErrorKind::TooManyMoves(3), 17));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of a game, from its first tag to its result, blanks included. Values below 64 count as 64. Where long
    /// blanks are left out, as a `Stream` does, those do not count.
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
    /// Nested comments. With 1, as the standard has it, the first closing brace ends a comment.
    pub comment_nesting: usize,
    /// Whether what exceeds a limit or is malformed costs its part alone; see [`Limits::lenient`].
    pub is_lenient: bool,
}

impl Default for Limits {
    /// As [`Limits::new`].
    fn default() -> Limits {
        Limits::new()
    }
}

impl Limits {
    /// 64 MiB a game, 4 MiB a line, 1 MiB a comment, 1,024 tags, 1,048,576 moves, 256 nested variations: far more than
    /// any game ever played has, and enough for most opening books. Comments do not nest.
    ///
    /// ```
    /// use philidor_pgn::Limits;
    /// const SMALL: Limits = Limits::new().with_game(64 << 10).with_comment(1_000).with_nesting(8);
    /// assert_eq!((SMALL.game, SMALL.tags), (65_536, 1_024));
    /// ```
    #[must_use]
    pub const fn new() -> Limits {
        Limits {
            game: 64 << 20,
            line: 4 << 20,
            comment: 1 << 20,
            tags: 1 << 10,
            moves: 1 << 20,
            nesting: 256,
            comment_nesting: 1,
            is_lenient: false,
        }
    }

    /// With another limit for the bytes of a game.
    #[must_use]
    pub const fn with_game(self, game: usize) -> Limits {
        Limits { game, ..self }
    }

    /// With another limit for the bytes of a line.
    #[must_use]
    pub const fn with_line(self, line: usize) -> Limits {
        Limits { line, ..self }
    }

    /// With another limit for the bytes of a comment.
    #[must_use]
    pub const fn with_comment(self, comment: usize) -> Limits {
        Limits { comment, ..self }
    }

    /// With another limit for the number of tags.
    #[must_use]
    pub const fn with_tags(self, tags: usize) -> Limits {
        Limits { tags, ..self }
    }

    /// With another limit for the number of moves.
    #[must_use]
    pub const fn with_moves(self, moves: usize) -> Limits {
        Limits { moves, ..self }
    }

    /// With another limit for nested variations.
    #[must_use]
    pub const fn with_nesting(self, nesting: usize) -> Limits {
        Limits { nesting, ..self }
    }

    /// With nested comments: an inner opening brace needs a closing one of its own, up to this depth.
    ///
    /// ```
    /// use philidor_pgn::{Limits, Reader, TreeBuilder};
    /// let mut builder = TreeBuilder::new();
    /// let text = b"1. e4 { best { says Bobby } by test } *";
    /// let mut reader = Reader::with_limits(text, Limits::new().with_comment_nesting(8));
    /// reader.read_game(&mut builder).expect("a game")?;
    /// assert!(builder.take().to_string().contains("best { says Bobby } by test"));
    /// # Ok::<(), philidor_pgn::PgnError>(())
    /// ```
    #[must_use]
    pub const fn with_comment_nesting(self, comment_nesting: usize) -> Limits {
        Limits { comment_nesting, ..self }
    }

    /// A fault costs only the part of the game that has it. [`Reader::take_cuts`](super::Reader::take_cuts) has a
    /// remark for each, at most [`Limits::REMARKS`] of a game:
    ///
    /// * A malformed tag is left out, and so is one that no game can have or that is one too many. A `FEN` is read as
    ///   [`Position::from_fen_leniently`](philidor::Position::from_fen_leniently) does: fields that are missing or
    ///   cannot be read get those of `w - - 0 1`, and castling rights and an en-passant square that are impossible are
    ///   dropped. A `FEN` without a board is left out. Any other faulty `FEN` costs the game, unless another `FEN` is a
    ///   position; so does a malformed `Variant`, and one of other rules, unless another `Variant` follows: the moves
    ///   would be those of another game.
    /// * Of a tag given with several values the last one that is not left out counts, even of `FEN` and `Variant`. A
    ///   result in a variation is left out.
    /// * A comment that is too long is left out, and so is a variation that is nested too deep; a faulty one is cut.
    /// * What cannot be a move is left out: a stray bracket, a word that names no square, text that looks like a
    ///   result. A move with other text before or behind it is read, `=>Nf3` and `Nf3Nc6`.
    /// * Null moves of the main line are played: [`Visitor::null_move`](super::Visitor::null_move). Castling that is
    ///   written as a move of the king, `Kg1`, is read as `O-O`.
    /// * Without a termination marker the tag `Result` counts, or `*`. Text with neither a tag nor a move is not a
    ///   game.
    /// * Long lines of moves are read.
    ///
    /// ```
    /// use philidor_pgn::{GameResult, Limits, Reader, TreeBuilder};
    /// let text = b"[White-Elo \"1\"]\n[Result \"1-0\"]\n\n1. e4 0000 2. d4";
    /// let mut reader = Reader::with_limits(text, Limits::new().lenient());
    /// let mut builder = TreeBuilder::new().strict();
    /// reader.read_game(&mut builder).expect("a game")?;
    /// let game = builder.take();
    /// assert_eq!((game.result, game.main_line().count()), (GameResult::WhiteWins, 3));
    /// let remarks: Vec<String> = reader.take_cuts().iter().map(|remark| remark.to_string()).collect();
    /// assert_eq!(remarks[0], "line 1, column 1: `[White-Elo \"1\"]`: not a tag: a name and a value in quotes are expected");
    /// assert_eq!(remarks[1], "line 4, column 7: `0000`: illegal: the null move is not a move of a game");
    /// assert_eq!(remarks[2], "line 4, column 17: the game ends without 1-0, 0-1, 1/2-1/2 or *");
    /// # Ok::<(), philidor_pgn::PgnError>(())
    /// ```
    #[must_use]
    pub const fn lenient(self) -> Limits {
        Limits { is_lenient: true, ..self }
    }

    /// The most remarks that are kept about a game.
    pub const REMARKS: usize = 1_000;

    /// The bytes of a game, at least as many as finding the next game takes.
    pub(super) fn game_bytes(&self) -> usize {
        self.game.max(64)
    }
}
