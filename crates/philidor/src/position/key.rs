//! The keys of positions: the one for repetitions, and Polyglot's. `zobrist.rs` has the words, and says why en passant
//! joins them only when a key is requested.

use super::{Position, zobrist};
use crate::attacks;
use crate::types::{Bitboard, PieceType, Square};

impl Position {
    /// The 64-bit Zobrist key, equal for positions that are the same under the FIDE rule of repetition (9.2): the same
    /// pieces, side to move, castling rights and possible en-passant captures. Clocks do not count.
    ///
    /// # Stability
    ///
    /// A position will have the same key in every version of philidor, so keys may be stored. In Chess960 two
    /// positions that differ only in *which* of two rooks may castle share a key; no game holds both.
    ///
    /// ```
    /// use philidor::Position;
    /// // After 1. e4 no black pawn stands beside e4: the en-passant square makes no difference.
    /// let with = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1".parse::<Position>()?;
    /// let without = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse::<Position>()?;
    /// assert_eq!(with.key(), without.key());
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn key(&self) -> u64 {
        match self.state.en_passant {
            Some(square) if self.has_legal_en_passant() => self.kept_key ^ zobrist::en_passant(square),
            _ => self.kept_key,
        }
    }

    /// The key without the word of an en-passant square, as it is kept from move to move.
    #[inline(always)]
    pub(crate) const fn kept_key(&self) -> u64 {
        self.kept_key
    }

    /// The key of the Polyglot opening-book format.
    ///
    /// ```
    /// use philidor::Position;
    /// assert_eq!(Position::default().polyglot_key(), 0x463b_9618_1691_fc9c);
    /// ```
    #[must_use]
    pub fn polyglot_key(&self) -> u64 {
        match self.state.en_passant {
            Some(square) if !self.en_passant_candidates(square).is_empty() => {
                self.kept_key ^ zobrist::en_passant(square)
            }
            _ => self.kept_key,
        }
    }

    /// The pawns of the side to move that could capture on the en-passant square, legally or not.
    #[inline(always)]
    pub(crate) fn en_passant_candidates(&self, square: Square) -> Bitboard {
        let us = self.state.side_to_move;
        attacks::pawn(!us, square) & self.board.colored_pieces(us, PieceType::Pawn)
    }
}
