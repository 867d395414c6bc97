//! Crazyhouse: a captured piece goes to the pocket of the captor, and a drop from the pocket is a move.
//!
//! A promoted piece goes to the pocket as a pawn. Pawns are not dropped on the first rank and the last.

use crate::board::{Kind, Piece, Square, bit};
use crate::bugs::Bug;
use crate::moves::PROMOTIONS;
use crate::position::{Move, MoveKind, Position};

impl Position {
    pub(crate) fn write_drops(&self, moves: &mut Vec<Move>) {
        let pocket = self.extras.pockets[self.side as usize];
        for kind in PROMOTIONS.into_iter().chain([Kind::Pawn]).filter(|&kind| pocket[kind as usize] > 0) {
            let targets = (0..64).filter(|&to| self.may_drop(kind, to));
            moves.extend(targets.map(|to| Move { from: to, to, kind: MoveKind::Drop(kind) }));
        }
    }

    fn may_drop(&self, kind: Kind, to: Square) -> bool {
        let is_victim = |piece: Piece| piece.color != self.side && piece.kind != Kind::King;
        let is_refused = match (kind, self.side.rank(to)) {
            (Kind::Pawn, 0 | 7) => !self.has(Bug::DropPawnAnywhere),
            (Kind::Pawn, 1) => self.has(Bug::DropPawnNotHome),
            (Kind::Knight, _) => self.has(Bug::DropNoKnight),
            _ => false,
        };
        !is_refused
            && self.board.pieces[to].is_none_or(|piece| self.has(Bug::DropOnPiece) && is_victim(piece))
    }

    /// Takes the dropped piece out, or puts the captured one in, and remembers the promoted pieces.
    pub(crate) fn change_pocket(&mut self, mv: Move, captured: Option<(Square, Piece)>) {
        let (us, promoted) = (self.side as usize, self.extras.promoted);
        if let MoveKind::Drop(kind) = mv.kind {
            self.extras.pockets[us][kind as usize] -= u8::from(!self.has(Bug::DropStays));
            return;
        }
        if let Some((square, piece)) = captured.filter(|_| !self.has(Bug::PocketEmpty)) {
            let was_pawn = promoted & bit(square) != 0 && !self.has(Bug::PromotedStays);
            let kind = if was_pawn { Kind::Pawn } else { piece.kind };
            self.extras.pockets[us][kind as usize] += 1;
        }
        let is_promoted = promoted & bit(mv.from) != 0 || matches!(mv.kind, MoveKind::Promotion(_));
        let arrives = if is_promoted { bit(mv.to) } else { 0 };
        self.extras.promoted = promoted & !bit(mv.from) & !bit(mv.to) | arrives;
    }
}
