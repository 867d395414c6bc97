//! Whether there is any legal move: seldom in doubt.
//!
//! ```text
//! . . . . r . . .      What the king sees as a queen would: only the first piece in a direction can be pinned.
//! . . . . | . . .      A pawn out of its sight, with a free square before it, is a legal move, unless the king is in
//! . . P . R . . .      check. That is known before pins are looked for, and settles most positions.
//! . . . . | / . .
//! . . . . K - - -      c6 is out of sight: c7 is a move
//! ```
//!
//! In three of four positions even that need not be asked: no enemy piece stands on a line with the king, not even over
//! an empty board, so that nothing is pinned, and any pawn with a free square will do. This needs no slider's attacks,
//! and so no level of the CPU; nor does it branch on the side to move, which a processor cannot predict.

use crate::attacks::{self, Sliders};
use crate::position::Board;
use crate::types::{Bitboard, Color, PieceType, Side, Square};

/// What a bishop and what a rook attacks on each square of an empty board.
static LINES: [[Bitboard; 2]; 64] = {
    let mut lines = [[Bitboard::EMPTY; 2]; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        lines[index] = [attacks::bishop(square, Bitboard::EMPTY), attacks::rook(square, Bitboard::EMPTY)];
        index += 1;
    }
    lines
};

/// Whether a pawn can step forward, and no enemy piece could give check or pin even if the board were otherwise empty.
#[inline(always)]
pub(crate) fn has_safe_push(board: &Board, us: Color) -> bool {
    let (king, them) = (board.king(us), !us);
    let [diagonal, straight] = LINES[king.index()];
    let dangers = (attacks::pawn(us, king) & board.colored_pieces(them, PieceType::Pawn))
        | (attacks::knight(king) & board.colored_pieces(them, PieceType::Knight))
        | (diagonal & board.diagonal_sliders(them))
        | (straight & board.straight_sliders(them));
    // A pawn is never on its last rank, so rotating the word shifts the set: up for White, and down for Black.
    let pawns = board.colored_pieces(us, PieceType::Pawn).0;
    let pushed = pawns.rotate_left(if us == Color::White { 8 } else { 56 });
    dangers.is_empty() && pushed & !board.occupied().0 != 0
}

/// Whether a pawn or knight that cannot be pinned has a move. Always false in check.
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
    let own = board.colors(us);
    let free = own - diagonal - straight;
    let pushed = S::forward(free & board.pieces(PieceType::Pawn)) - occupied;
    let has_leap = |knight| !(attacks::knight(knight) - own).is_empty();
    !pushed.is_empty() || (free & board.pieces(PieceType::Knight)).into_iter().any(has_leap)
}
