//! Moves in SAN, replayed to find out whether they are legal, and nothing else.
//!
//! ```text
//! kept        pieces   side to move   castling rights   the pawn that has just advanced two squares
//! not kept    key   clocks   the last move and how to take it back
//! ```

use super::SanError;
use crate::position::{Board, Position};
use crate::types::{Color, Outcome};

/// A game whose moves are read from SAN and played at once, for callers that only ask whether they are legal: a
/// position would have its key and its clocks after every move, which takes longer.
///
/// ```
/// use philidor::{Position, Replay, Outcome};
/// let mut replay = Replay::new(Position::default());
/// for san in "f3 e5 g4 Qh4#".split(' ') {
///     replay.play_san(san)?;
/// }
/// assert_eq!(replay.end_on_board().map(|end| end.to_string()).as_deref(), Some("Black wins by checkmate"));
/// assert!(replay.play_san("a3").is_err());
/// # Ok::<(), philidor::SanError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    /// Its key and its clocks are meaningless.
    position: Position,
}

impl Replay {
    /// Before the first move.
    #[must_use]
    #[inline]
    pub const fn new(start: Position) -> Replay {
        Replay { position: start }
    }

    /// Plays the legal move that a text means, as [`Position::parse_san`] reads it.
    ///
    /// # Errors
    ///
    /// Those of [`Position::parse_san`]; nothing is played then.
    #[inline(always)]
    pub fn play_san(&mut self, text: impl AsRef<[u8]>) -> Result<(), SanError> {
        self.position.follow_san(text.as_ref())
    }

    /// Passes the turn, as annotators may; `false`, and nothing is played, if the side to move is in check.
    ///
    /// ```
    /// use philidor::{Color, Position, Replay};
    /// let mut replay = Replay::new(Position::default());
    /// assert!(replay.pass() && replay.side_to_move() == Color::Black);
    /// ```
    pub fn pass(&mut self) -> bool {
        let null = self.position.null_move();
        null.map(|null| self.position.play_unchecked(null)).is_some()
    }

    /// The pieces on the squares.
    #[must_use]
    #[inline]
    pub const fn board(&self) -> &Board {
        self.position.board()
    }

    /// The side to move.
    #[must_use]
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    /// Whether the side to move is in check.
    #[must_use]
    #[inline]
    pub fn is_check(&self) -> bool {
        self.position.is_check()
    }

    /// How the game ends because no move is left, as in [`GamePosition::end_on_board`](crate::GamePosition).
    #[must_use]
    pub fn end_on_board(&self) -> Option<Outcome> {
        crate::GamePosition::end_on_board(&self.position)
    }
}
