//! Moves as the UCI protocol writes them: origin, destination, promotion.
//!
//! Castling is `e1g1` where king and rooks start as in standard chess. In Chess960 the king's destination may be its
//! own square, or that of an ordinary king's step, so there castling is written as the king taking its rook.

use core::fmt;

use crate::position::Position;
use crate::types::{CastlingSide, File, Move, MoveType, Square};

/// A move written for UCI; made by [`Position::uci`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uci {
    mv: Move,
    destination: Square,
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.mv.orig_square(), self.destination)?;
        match self.mv.promotion() {
            Some(piece) => write!(f, "{}", piece.letter()),
            None => Ok(()),
        }
    }
}

impl Position {
    /// A move of this position in UCI notation, castling as king takes rook if the position
    /// [is one of Chess960](Position::is_chess960).
    ///
    /// ```
    /// use philidor::Position;
    /// let castles = |fen: &str| -> Result<String, philidor::PositionError> {
    ///     let position: Position = fen.parse()?;
    ///     Ok(position.legal_moves().last().map(|&m| position.uci(m).to_string()).unwrap_or_default())
    /// };
    /// assert_eq!(castles("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?, "e1g1");
    /// assert_eq!(castles("4k3/8/8/8/8/8/8/1K4R1 w K - 0 1")?, "b1g1");
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn uci(&self, mv: Move) -> Uci {
        let mut destination = mv.dest_square();
        if mv.move_type() == MoveType::Castling && self.is_chess960() {
            let side = if destination.file() == File::C { CastlingSide::Long } else { CastlingSide::Short };
            destination = self.castling_rooks().square(self.side_to_move(), side);
        }
        Uci { mv, destination }
    }
}
