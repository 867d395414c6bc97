//! The words of a piece's moves.

use philidor::{CastlingRights, File, Move, MoveType, PieceType, Square};

/// What all moves of a piece have in common.
#[derive(Clone, Copy)]
pub(crate) struct Stem {
    pub(crate) origin: Square,
    pub(crate) played: PieceType,
    /// The rights before the move.
    pub(crate) castling_rights: CastlingRights,
    /// The file of a pawn that has just advanced two squares.
    pub(crate) en_passant_file: Option<File>,
}

impl Stem {
    /// A move to a square; `aux_data` is that of a promotion, or zero.
    #[inline(always)]
    pub(crate) const fn to(
        self,
        move_type: MoveType,
        destination: Square,
        captured: Option<PieceType>,
        aux_data: u8,
    ) -> Move {
        let Stem { origin, played, castling_rights, en_passant_file } = self;
        Move::new(
            move_type,
            origin,
            destination,
            aux_data,
            captured,
            played,
            castling_rights,
            en_passant_file,
            0,
        )
    }
}
