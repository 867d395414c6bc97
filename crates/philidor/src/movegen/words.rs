//! From sets to packed words: what all moves of a position share is worked out once, and each move adds its squares.

use core::ops::ControlFlow;

use super::MoveSet;
use crate::position::{Board, Position};
use crate::types::{Bitboard, Color, Move, MoveType, PieceType, Square};

/// Spells the moves of one position: a board to look up captured men, and the part of the word that all moves share.
pub(crate) struct Words<'a> {
    board: &'a Board,
    us: Color,
    enemy: Bitboard,
    position: &'a Position,
}

impl<'a> Words<'a> {
    #[inline(always)]
    pub(crate) fn of(position: &'a Position) -> Words<'a> {
        let us = position.side_to_move();
        Words {
            board: position.board(),
            us,
            enemy: position.board().color(!us),
            position,
        }
    }

    /// A word of this position whose squares are still a1 and which captures nothing.
    #[inline(always)]
    fn stem(&self, move_type: MoveType, played: PieceType) -> Move {
        let file = self.position.en_passant().map(Square::file);
        Move::new(
            move_type,
            Square::A1,
            Square::A1,
            0,
            None,
            played,
            self.position.castling_rights(),
            file,
            0,
        )
    }

    /// Calls a closure with each move of a set, captures first, until it breaks.
    #[inline(always)]
    pub(crate) fn spell<F: FnMut(Move) -> ControlFlow<()>>(
        &self,
        set: MoveSet,
        mut each: F,
    ) -> ControlFlow<()> {
        match set {
            MoveSet::Piece {
                piece_type,
                origin,
                targets,
            } => {
                let stem = self.stem(MoveType::Normal, piece_type).with_origin(origin);
                for target in targets & self.enemy {
                    each(self.capturing(stem, target))?;
                }
                for target in targets - self.enemy {
                    each(stem.with_destination(target))?;
                }
            }
            MoveSet::Pawns { step, targets } => {
                let stem = self.stem(MoveType::Normal, PieceType::Pawn);
                for target in targets {
                    let stem = stem.with_origin(step.origin(self.us, target));
                    each(self.capturing(stem, target))?;
                }
            }
            MoveSet::Promotions { step, targets } => {
                let stem = self.stem(MoveType::Promotion, PieceType::Pawn);
                for target in targets {
                    let mv = self.capturing(stem.with_origin(step.origin(self.us, target)), target);
                    for code in 0..4 {
                        each(mv.with_aux_data(code))?;
                    }
                }
            }
            MoveSet::EnPassant { origin, target } => {
                let stem = self
                    .stem(MoveType::EnPassant, PieceType::Pawn)
                    .with_capture(PieceType::Pawn);
                each(stem.with_origin(origin).with_destination(target))?;
            }
            MoveSet::Castling { side, origin } => {
                let stem = self.stem(MoveType::Castling, PieceType::King);
                each(
                    stem.with_origin(origin)
                        .with_destination(side.king_target(self.us)),
                )?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The word with its destination and the man that stands there, if any.
    #[inline(always)]
    fn capturing(&self, stem: Move, target: Square) -> Move {
        let mv = stem.with_destination(target);
        match self.board.piece_type_at(target) {
            Some(captured) => mv.with_capture(captured),
            None => mv,
        }
    }
}
