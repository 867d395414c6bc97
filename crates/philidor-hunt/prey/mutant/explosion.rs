//! Atomic: a capture takes the capturing piece, too, and every piece beside it but pawns.
//!
//! A side that explodes the other king has won, even in check, and no side may explode its own king. So kings capture
//! nothing, and a king that touches the other king is safe.

use crate::board::{AROUND, Board, Color, Kind, Piece, Square, step};
use crate::bugs::Bug;
use crate::position::{Move, Position};
use crate::variant::Variant;

impl Position {
    /// What explodes after a capture, with the square of the captured piece.
    pub(crate) fn explode(&mut self, mv: Move, victim: Square) -> Vec<(Square, Piece)> {
        if !self.has(Bug::CapturerStays) {
            self.take(mv.to);
        }
        let center = if self.has(Bug::EnPassantCenter) { victim } else { mv.to };
        let mut exploded = Vec::new();
        for square in AROUND.into_iter().filter_map(|direction| step(center, direction)) {
            let stays = self.board.pieces[square].is_some_and(|piece| piece.kind == Kind::Pawn);
            if !self.has(Bug::NeighborsStay) && (!stays || self.has(Bug::PawnsExplode)) {
                exploded.extend(self.take(square).map(|piece| (square, piece)));
            }
        }
        exploded
    }

    /// Whether a move of atomic keeps the king, and leaves it out of check or explodes the other king.
    pub(crate) fn survives(&self, mv: Move) -> bool {
        let (us, after, captures) = (self.side, self.after(mv), self.captures(mv));
        let king_captures = captures && self.board.has(mv.from, us, Kind::King);
        let is_lost = |color: Color| self.board.king(color).is_some() && after.board.king(color).is_none();
        if king_captures || is_lost(us) {
            return self.has(if king_captures { Bug::KingCaptures } else { Bug::OwnKingMayExplode });
        }
        let mut board = after.board;
        if captures && self.has(Bug::CheckBeforeExplosion) {
            board = self.board;
            board.pieces[mv.to] = board.pieces[mv.from].take();
        }
        is_lost(us.other()) && !self.has(Bug::EnemyKingIgnored)
            || board.king(us).is_none_or(|king| !self.is_check(&board, king))
    }

    /// Whether the king of the side to move would be in check on a square of a board.
    pub(crate) fn is_check(&self, board: &Board, square: Square) -> bool {
        let mut attackers = board.attackers(square, self.side.other());
        let kings = board.of_kind(attackers, Kind::King);
        if self.variant == Variant::Atomic && kings != 0 && !self.has(Bug::KingsApart) {
            attackers = if self.has(Bug::TouchInCheck) { attackers & !kings } else { 0 };
        }
        attackers != 0
    }
}
