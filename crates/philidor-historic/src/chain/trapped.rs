//! Whether an attacked piece has a safe square: `trapped` in 1989.

use super::ChainBoard;
use super::play::captured_en_passant;
use super::walks::pawn_captures;
use philidor::{Bitboard, Color, Piece, PieceType, Square};

impl ChainBoard {
    /// The squares to which the piece on a square could move without being attacked there; none if the square is empty.
    ///
    /// It moves as usual: to empty squares and enemy pieces along its walk, a pawn by pushes, captures and, if its side
    /// is to move, en passant. Castling does not count, and pins are ignored. A square is safe if no enemy piece
    /// attacks it once the piece is there: a rook does not escape along the line on which it is attacked. The value of
    /// what it captures is ignored.
    ///
    /// ```
    /// use philidor_historic::chain::ChainBoard;
    /// use philidor::{Bitboard, Position, Square};
    /// let position: Position = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
    /// let safe = ChainBoard::new(&position).safe_squares(Square::A1);
    /// assert_eq!(safe, Bitboard::from_iter([Square::A8, Square::B1, Square::C1, Square::D1]));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn safe_squares(&self, square: Square) -> Bitboard {
        let Some(Piece { color, piece_type }) = self.piece_at(square) else {
            return Bitboard::EMPTY;
        };
        let mut gone = *self;
        gone.lift(square);
        let safe = |&at: &Square| {
            let mut after = gone;
            if piece_type == PieceType::Pawn && self.captures_en_passant(color, at) {
                after.lift(captured_en_passant(square, at));
            }
            !after.is_attacked(at, !color)
        };
        if piece_type == PieceType::Pawn {
            let takes =
                |&at: &Square| self.colors[at.index()] == Some(!color) || self.captures_en_passant(color, at);
            let captures = pawn_captures(color, square).filter(takes);
            return captures.chain(self.pawn_pushes(color, square)).filter(safe).collect();
        }
        let targets = self.reach(piece_type, square).filter(|&(_, piece)| piece != Some(color));
        targets.map(|(at, _)| at).filter(safe).collect()
    }

    /// Whether the piece on a square is attacked and has no [safe square](ChainBoard::safe_squares).
    ///
    /// A king is trapped if it is in check and cannot step out of it.
    ///
    /// ```
    /// use philidor_historic::chain::ChainBoard;
    /// use philidor::{Position, Square};
    ///
    /// // The bishop took the pawn of a7. The rook on a4 attacks it, b6 and b8 are guarded.
    /// let position: Position = "3rk3/B1p5/1p6/8/r7/8/8/4K3 w - - 0 1".parse()?;
    /// assert!(ChainBoard::new(&position).is_trapped(Square::A7));
    /// // Without the rook on d8 it goes to b8.
    /// let position: Position = "4k3/B1p5/1p6/8/r7/8/8/4K3 w - - 0 1".parse()?;
    /// assert!(!ChainBoard::new(&position).is_trapped(Square::A7));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[doc(alias = "trapped")]
    #[must_use]
    pub fn is_trapped(&self, square: Square) -> bool {
        let attacked = self.colors[square.index()].is_some_and(|color| self.is_attacked(square, !color));
        attacked && self.safe_squares(square).is_empty()
    }

    /// Whether a pawn of `color` that captures on a square captures en passant.
    fn captures_en_passant(&self, color: Color, at: Square) -> bool {
        self.side_to_move == color && self.en_passant == Some(at)
    }
}
