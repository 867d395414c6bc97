//! Moves by what a text says of them, so that a reader asks for a few instead of all.
//!
//! ```text
//! Nd2      where a knight on d2 would reach: of our knights there, those that may move
//! O-O      the path between king and rook
//! N@f3     the pocket, if f3 stops a check
//! ```
//!
//! Where captures are compulsory, the generator looks for one first if the named moves do not capture.

use philidor::{PieceType, Square};

/// Some of the moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedMoves {
    /// Those of a piece type to a square; castling is not among them.
    To(PieceType, Square),
    /// Castling to either side.
    Castling,
    /// Drops of any piece on a square.
    DropOn(Square),
}
