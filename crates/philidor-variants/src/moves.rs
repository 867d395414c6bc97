//! The words of moves, in the form of the library's [`Move`]: what all moves of a position share, and then the rest.

use philidor::{CastlingRights, File, Move, MoveType, PieceType, Square};

/// What all moves of a position share: its rights and its en-passant file.
#[derive(Clone, Copy)]
pub(crate) struct Stem {
    pub(crate) rights: CastlingRights,
    pub(crate) file: Option<File>,
}

impl Stem {
    #[inline(always)]
    fn word(
        self,
        kind: (MoveType, u8),
        origin: Square,
        destination: Square,
        captured: Option<PieceType>,
        played: PieceType,
    ) -> Move {
        let (move_type, aux) = kind;
        Move::new(move_type, origin, destination, aux, captured, played, self.rights, self.file, 0)
    }

    #[inline(always)]
    pub(crate) fn normal(
        self,
        played: PieceType,
        origin: Square,
        destination: Square,
        captured: Option<PieceType>,
    ) -> Move {
        self.word((MoveType::Normal, 0), origin, destination, captured, played)
    }

    #[inline(always)]
    pub(crate) fn promotion(
        self,
        to: PieceType,
        origin: Square,
        destination: Square,
        captured: Option<PieceType>,
    ) -> Move {
        let kind = match to {
            PieceType::King => (MoveType::Normal, Move::TO_KING),
            _ => (MoveType::Promotion, Move::aux_data_of(to)),
        };
        self.word(kind, origin, destination, captured, PieceType::Pawn)
    }

    #[inline(always)]
    pub(crate) fn en_passant(self, origin: Square, destination: Square) -> Move {
        let pawn = PieceType::Pawn;
        self.word((MoveType::EnPassant, 0), origin, destination, Some(pawn), pawn)
    }

    #[inline(always)]
    pub(crate) fn castling(self, king: Square, destination: Square) -> Move {
        self.word((MoveType::Castling, 0), king, destination, None, PieceType::King)
    }

    #[inline(always)]
    pub(crate) fn drop(self, piece_type: PieceType, destination: Square) -> Move {
        Move::new_drop(piece_type, destination, self.rights, self.file)
    }

    /// The null move of a king; of a side without one it stands on a1.
    pub(crate) fn null(self, king: Square) -> Move {
        self.normal(PieceType::King, king, king, None)
    }
}
