//! The parts of a move that viriformat and binpack store: castling goes from the king to its rook.

use philidor::{CastlingSide, Move, MoveDigest, MoveType, PieceType, Position, Square};

use super::packed_board;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveParts {
    pub(super) kind: MoveType,
    pub(super) origin: Square,
    /// The rook's square, if the king castles.
    pub(super) destination: Square,
    /// 0 knight … 3 queen; 0 for what is not a promotion.
    pub(super) promotion: u8,
}

impl MoveParts {
    pub(super) fn of(position: &Position, mv: Move) -> MoveParts {
        let mut parts = MoveParts {
            kind: mv.move_type(),
            origin: mv.orig_square(),
            destination: mv.dest_square(),
            promotion: mv.promotion().map_or(0, |piece| packed_board::code(piece) - 1),
        };
        if let Some(side) = mv.castling_side() {
            parts.destination = position.castling_rooks().square(position.side_to_move(), side);
        }
        parts
    }

    /// The legal move that has these parts.
    pub(super) fn legal(self, position: &Position) -> Option<Move> {
        let MoveParts { kind, origin, mut destination, promotion } = self;
        let mut aux = 0;
        match kind {
            MoveType::Castling => {
                let side =
                    if destination > origin { CastlingSide::KingSide } else { CastlingSide::QueenSide };
                let us = position.side_to_move();
                if position.castling_rooks().square(us, side) != destination {
                    return None;
                }
                destination = side.king_destination(us);
            }
            MoveType::Promotion => aux = Move::aux_data_of(promoted(promotion)?),
            MoveType::Normal | MoveType::EnPassant => {}
        }
        let digest = (kind as u16) << 14 | (origin as u16) << 8 | (destination as u16) << 2 | u16::from(aux);
        position.decode(MoveDigest(digest))
    }
}

fn promoted(promotion: u8) -> Option<PieceType> {
    packed_board::piece_type(promotion + 1)
}
