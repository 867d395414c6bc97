//! Moves as the UCI protocol writes them: origin, destination, promotion.
//!
//! Castling is `e1g1` in standard chess. In Chess960 the king's destination may be its own square, or that of an
//! ordinary king's step, so there castling is written as the king taking its rook, in every position of the game.

use core::fmt;

use crate::position::Position;
use crate::types::{Move, Square};

/// How castling is written: the UCI option `UCI_Chess960`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastlingMode {
    /// The king's destination: `e1g1`, `e1c1`.
    #[default]
    Standard,
    /// The rook's square: `e1h1`, `b1g1`.
    Chess960,
}

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
    /// A move of this position in UCI notation.
    ///
    /// ```
    /// use philidor::{CastlingMode, Position};
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let castling = *position.legal_moves().last().expect("castling is the last move");
    /// assert_eq!(position.uci(castling, CastlingMode::Standard).to_string(), "e1g1");
    /// assert_eq!(position.uci(castling, CastlingMode::Chess960).to_string(), "e1h1");
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn uci(&self, mv: Move, mode: CastlingMode) -> Uci {
        let destination = match (mv.castling_side(), mode) {
            (Some(side), CastlingMode::Chess960) => self.castling_rooks().square(self.side_to_move(), side),
            _ => mv.dest_square(),
        };
        Uci { mv, destination }
    }
}
