//! Whether there is any legal move: seldom in doubt.
//!
//! ```text
//! . . . . r . . .      What the king sees as a queen would: only the first piece in a direction can be pinned.
//! . . . . | . . .      A pawn out of its sight, with a free square before it, is a legal move, unless the king is in
//! . . P . R . . .      check. That is known before pins are looked for, and settles most positions.
//! . . . . | / . .
//! . . . . K - - -      c6 is out of sight: c7 is a move
//! ```

use crate::attacks::{self, Sliders};
use crate::position::Board;
use crate::types::{PieceType, Side};

/// Whether a pawn or a knight that cannot be pinned has a move, without a check.
#[inline(always)]
pub(super) fn has_free_move<S: Side, A: Sliders>(board: &Board, sliders: A) -> bool {
    let (us, them) = (S::COLOR, <S::Other as Side>::COLOR);
    let (king, occupied) = (board.king(us), board.occupied());
    let (diagonal, straight) = (sliders.bishop(king, occupied), sliders.rook(king, occupied));
    let checkers = (attacks::pawn(us, king) & board.colored_pieces(them, PieceType::Pawn))
        | (attacks::knight(king) & board.colored_pieces(them, PieceType::Knight))
        | (diagonal & board.diagonal_sliders(them))
        | (straight & board.straight_sliders(them));
    if !checkers.is_empty() {
        return false;
    }
    let own = board.color(us);
    let free = own - diagonal - straight;
    let pushed = S::forward(free & board.pieces(PieceType::Pawn)) - occupied;
    let has_leap = |knight| !(attacks::knight(knight) - own).is_empty();
    !pushed.is_empty() || (free & board.pieces(PieceType::Knight)).into_iter().any(has_leap)
}
