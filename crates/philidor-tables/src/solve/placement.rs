//! Pieces on squares, by the slots of a layout.

use philidor::{Bitboard, Piece, PieceType, Square, attacks};

use crate::material::MAX_PIECES;

/// The squares of the pieces, by slot; what is beyond the last piece has no meaning.
pub(super) type Squares = [Square; MAX_PIECES];

/// Pieces on the board, none on the square of another.
#[derive(Clone, Copy)]
pub(super) struct Placement {
    pub(super) squares: Squares,
    /// The squares of each color.
    pub(super) colors: [Bitboard; 2],
}

impl Placement {
    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }
}

#[inline(always)]
pub(super) fn attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece.piece_type {
        PieceType::King => attacks::king(square),
        PieceType::Queen => attacks::queen(square, occupied),
        PieceType::Rook => attacks::rook(square, occupied),
        PieceType::Bishop => attacks::bishop(square, occupied),
        PieceType::Knight => attacks::knight(square),
        PieceType::Pawn => attacks::pawn(piece.color, square),
    }
}
