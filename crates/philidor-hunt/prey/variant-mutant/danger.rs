//! What a capture takes, and when a king is in danger.

use crate::board::{Board, around, attackers, king};
use crate::bugs::Bug;
use crate::position::Position;
use crate::variant::Variant;

/// What a capture takes besides the captured piece.
pub(crate) fn explode(position: &Position, board: &mut Board, to: usize, victim: Option<usize>) {
    let center = if position.has(Bug::EnPassantCenter) { victim.unwrap_or(to) } else { to };
    if !position.has(Bug::CapturerStays) {
        board[to] = b'.';
    }
    if position.has(Bug::NeighborsStay) {
        return;
    }
    for square in around(center) {
        let is_pawn = board[square].eq_ignore_ascii_case(&b'P');
        if !is_pawn || position.has(Bug::PawnsExplode) {
            board[square] = b'.';
        }
    }
}

impl Position {
    /// Whether a king of a side would be in check on a square.
    pub(crate) fn in_danger(&self, board: &Board, square: usize, is_white: bool) -> bool {
        let touches = self.variant == Variant::Atomic
            && !self.has(Bug::TouchInCheck)
            && !self.has(Bug::KingsApart)
            && king(board, !is_white).is_some_and(|enemy| around(enemy).contains(&square));
        !touches && attackers(board, square, !is_white) > 0
    }
}
