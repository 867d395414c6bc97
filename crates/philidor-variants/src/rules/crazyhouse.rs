//! Crazyhouse: captured pieces change sides, and can be dropped.
//!
//! ```text
//! 1. e4 d5 2. exd5            a pawn for White's pocket
//! 2... Qxd5 3. P@e4           which comes back on an empty square, in place of a move
//! ```
//!
//! A pawn is not dropped on the first or the last rank. A promoted piece, once taken, is a pawn again, so the board
//! remembers which pieces were pawns (`Q~` in a FEN).

use alloc::vec::Vec;

use philidor::{Bitboard, CastlingRights, Color, Fault, Move, PieceType, Setup};

use super::in_pockets;
use crate::extra::{Extra, Pocket, Pockets};
use crate::position::Rules;
use crate::position::VariantPosition;

/// Crazyhouse, as on Lichess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Crazyhouse;

impl Rules for Crazyhouse {
    type Extra = Pockets;
    const NAME: &'static str = "Crazyhouse";
    const COUNTS_MOVES: bool = false;

    #[inline(always)]
    fn follow(pockets: &mut Pockets, us: Color, mv: Move) {
        let destination = mv.destination();
        if mv.is_drop() {
            pockets.pocket_mut(us).remove(mv.played_piece());
            return;
        }
        if let Some(captured) = mv.captured() {
            let was_pawn = pockets.promoted().contains(destination);
            pockets.pocket_mut(us).add(if was_pawn { PieceType::Pawn } else { captured });
        }
        pockets.follow(mv.origin(), destination);
        if mv.promotion().is_some() {
            pockets.promote(destination);
        }
    }

    fn has_insufficient_material(position: &VariantPosition<Crazyhouse>, _: Color) -> bool {
        // Nothing leaves the game, so both sides are in the same case.
        let (board, extra) = (position.board(), position.extra());
        let pockets = in_pockets(extra);
        let strong = [PieceType::Pawn, PieceType::Rook, PieceType::Queen];
        let is_strong = |&kind: &PieceType| {
            !board.pieces(kind).is_empty() || pockets.iter().any(|pocket| pocket.count(kind) > 0)
        };
        let held: u32 = pockets.into_iter().map(Pocket::len).sum();
        board.occupied().len() + held <= 3 && extra.promoted().is_empty() && !strong.iter().any(is_strong)
    }

    fn excuses(_: &Setup, fault: &Fault) -> bool {
        // What matters is the sum of all pieces, below.
        matches!(fault, Fault::TooManyPieces { .. } | Fault::TooManyPawns { .. })
    }

    fn faults(setup: &Setup, extra: &Pockets, faults: &mut Vec<Fault>) {
        let board = &setup.board;
        // A pawn stays one until it promotes, a king never was one, and a rook that castles has never moved.
        let state = &setup.state;
        let castling = CastlingRights::EACH
            .into_iter()
            .filter(|&(_, color, side)| state.castling_rights.has(color, side));
        let rooks: Bitboard =
            castling.map(|(_, color, side)| setup.castling_rooks.square(color, side)).collect();
        let others = board.pieces(PieceType::Pawn) | board.pieces(PieceType::King) | rooks;
        let misplaced = extra.promoted() - (board.occupied() - others);
        if !misplaced.is_empty() {
            faults.push(Fault::PromotedNowhere { squares: misplaced });
        }
        let held: u32 = in_pockets(extra).into_iter().map(Pocket::len).sum();
        if board.occupied().len() + held > 32 {
            faults.push(Fault::TooManyWithPockets { count: board.occupied().len() + held });
        }
    }
}
