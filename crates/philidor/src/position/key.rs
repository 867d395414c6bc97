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

#[cfg(test)]
mod tests {
    use crate::Position;

    /// The nine keys printed in the description of the format, each after the moves of its line.
    #[test]
    fn the_keys_of_the_polyglot_description() {
        for (fen, key) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
            ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
            ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
            ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
        ] {
            let position: Position = fen.parse().expect("a legal position");
            assert_eq!(position.polyglot_key(), key, "{fen}");
        }
    }
}
