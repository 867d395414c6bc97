//! Atomic: a capture explodes, and takes all but pawns around it with it.
//!
//! ```text
//! . . . . . . . .      . . . . . . . .
//! . . p r n . . .      . . p . . . . .      Nxd6: the knight, the queen that it took, rook and knights around it are
//! . . n q p . . .      . . . . p . . .      gone; the pawns stay. A king among them would have lost the game.
//! . . . . . . . .      . . . . . . . .
//! . . . . N . . .      . . . . . . . .
//! ```
//!
//! So a king takes nothing, since it would explode. Two kings that touch are safe: taking one would take the other. And
//! a capture that explodes the enemy king is legal even in check.

use philidor::{
    Bitboard, Board, Color, EnPassantFault, Fault, Outcome, PieceType, Setup, Square, Win, attacks,
};

use super::others;
use crate::material;
use crate::position::Rules;
use crate::position::VariantPosition;

/// Atomic chess, as on Lichess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Atomic;

impl Rules for Atomic {
    type Extra = ();
    const NAME: &'static str = "Atomic";
    const KING_CAPTURES: bool = false;
    const CAPTURES_EXPLODE: bool = true;

    #[inline(always)]
    fn blast(board: &Board, destination: Square) -> Bitboard {
        let around = (attacks::king(destination) & board.occupied()) - board.pieces(PieceType::Pawn);
        around | destination.into()
    }

    #[inline(always)]
    fn untouchable(board: &Board, color: Color) -> Bitboard {
        board.colored_pieces(!color, PieceType::King).first().map_or(Bitboard::EMPTY, attacks::king)
    }

    #[inline(always)]
    fn end(position: &VariantPosition<Atomic>) -> Option<Outcome> {
        let us = position.side_to_move();
        let has_king = |color| !position.board().colored_pieces(color, PieceType::King).is_empty();
        match (has_king(us), has_king(!us)) {
            (true, true) => None,
            (false, _) => Some(Outcome::Win { winner: !us, by: Win::Explosion }),
            (true, false) => Some(Outcome::Win { winner: us, by: Win::Explosion }),
        }
    }

    fn has_insufficient_material(position: &VariantPosition<Atomic>, color: Color) -> bool {
        let board = position.board();
        let (own, enemy) = (others(board, color), others(board, !color));
        if board.colored_pieces(!color, PieceType::King).is_empty() {
            return false; // it has exploded
        }
        if own.is_empty() {
            return true;
        }
        let bishops = board.pieces(PieceType::Bishop);
        if !enemy.is_empty() {
            // Something can explode beside the enemy king, unless no bishop can meet one of the other side. Then there
            // is mate only in a corner, where two bishops of that king stand on the two squares beside it that ours do
            // not reach.
            let only_bishops = (own | enemy).is_subset_of(bishops);
            let meet = |squares: Bitboard| own.intersects(squares) && enemy.intersects(squares);
            return only_bishops && !meet(material::DARK) && !meet(!material::DARK) && !enemy.has_several();
        }
        let strong = board.pieces(PieceType::Queen) | board.pieces(PieceType::Pawn);
        if own.intersects(strong) {
            return false;
        }
        let only_knights = own.is_subset_of(board.pieces(PieceType::Knight));
        own.len() == 1 || (only_knights && own.len() == 2)
    }

    /// Two pawns that block each other, and kings, which cannot capture. A king that a pawn attacks can step to the
    /// rank beyond it, which no pawn attacks, so there is no mate.
    fn is_dead(position: &VariantPosition<Atomic>) -> bool {
        let board = position.board();
        let [white, black] = Color::ALL.map(|color| others(board, color));
        let are_pawns = (white | black).is_subset_of(board.pieces(PieceType::Pawn));
        are_pawns && white.single().is_some() && white.north() == black
    }

    fn excuses(setup: &Setup, fault: &Fault) -> bool {
        match *fault {
            // Each capture can uncover several lines.
            Fault::TooManyCheckers { .. } => true,
            Fault::OpponentInCheck { king, .. } => {
                let us = setup.state.side_to_move;
                // Kings touch, or the game is over, since ours has exploded.
                Atomic::untouchable(&setup.board, !us).contains(king)
                    || Atomic::royal(&setup.board, us).is_none()
            }
            Fault::MissingKing { color } => color == setup.state.side_to_move,
            // Kings that touch are not in check.
            Fault::EnPassant { reason: EnPassantFault::ImpossibleCheck(_), .. } => {
                let us = setup.state.side_to_move;
                Atomic::royal(&setup.board, us)
                    .is_none_or(|king| Atomic::untouchable(&setup.board, us).contains(king))
            }
            _ => false,
        }
    }
}
