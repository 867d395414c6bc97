//! Long algebraic notation (LAN): piece, origin and destination, with `-` for a move and `x` for a capture.
//!
//! As on the page of Brian Adkins' generator (2024): `Pe4-e5`, `Pd4xc5`, `Ke1-g1`; a promotion is `Pe7-e8=Q`, and en
//! passant is a capture like any other.

use core::fmt;

use crate::position::Position;
use crate::types::{CastlingSide, Color, Move, Piece};

/// A move in long algebraic notation; made by [`Position::to_lan`].
///
/// ```
/// use philidor::Position;
/// let position = Position::default();
/// let mv = position.parse_san("Nf3")?;
/// assert_eq!(position.to_lan(mv).to_string(), "Ng1-f3");
/// # Ok::<(), philidor::SanError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lan {
    mv: Move,
    /// The castling side, if the king's move alone would be ambiguous.
    castling: Option<CastlingSide>,
}

impl fmt::Display for Lan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.mv.is_null() {
            return f.write_str("--");
        }
        match self.castling {
            Some(CastlingSide::KingSide) => return f.write_str("O-O"),
            Some(CastlingSide::QueenSide) => return f.write_str("O-O-O"),
            None => {}
        }
        let letter = |piece_type| Piece::new(Color::White, piece_type).letter();
        let dash = if self.mv.is_capture() { 'x' } else { '-' };
        let (origin, destination) = (self.mv.orig_square(), self.mv.dest_square());
        write!(f, "{}{origin}{dash}{destination}", letter(self.mv.played_piece()))?;
        match self.mv.promotion() {
            Some(piece_type) => write!(f, "={}", letter(piece_type)),
            None => Ok(()),
        }
    }
}

impl Position {
    /// A move of this position in long algebraic notation (LAN), with its piece and both squares: `Pe4-e5`, `Pd4xc5`,
    /// `Pe7-e8=Q`, castling `Ke1-g1`.
    ///
    /// In Chess960, where the king may step to the same square, castling is `O-O` or `O-O-O`. The null move is `--`.
    ///
    /// ```
    /// use philidor::Position;
    /// let position: Position = "1n2k3/P7/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let written: Vec<String> =
    ///     position.legal_moves().iter().map(|&mv| position.to_lan(mv).to_string()).collect();
    /// for expected in ["Ke1-e2", "Rh1-h8", "Pa7-a8=Q", "Pa7xb8=N", "Ke1-g1"] {
    ///     assert!(written.iter().any(|mv| mv == expected), "{expected}");
    /// }
    /// let null = position.null_move().expect("no check");
    /// assert_eq!(position.to_lan(null).to_string(), "--");
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn to_lan(&self, mv: Move) -> Lan {
        Lan { mv, castling: mv.castling_side().filter(|_| self.is_chess960()) }
    }
}
