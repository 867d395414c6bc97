//! Endgames that are hard to win: the advantage counts less.

use philidor::{Bitboard, Board, Color, PieceType};

use crate::evaluation::phased_score::PhasedScore;
use crate::evaluation::square_tables::worth;

/// The whole value, in 64ths.
const ALL: i32 = 64;

const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);

/// The endgame value, White's less Black's, scaled down where it is hard to win.
#[inline(always)]
pub(super) fn end(board: &Board, value: i32) -> i32 {
    let strong = if value >= 0 { Color::White } else { Color::Black };
    value * share(board, strong) / ALL
}

#[inline(always)]
fn share(board: &Board, strong: Color) -> i32 {
    let pawns = board.colored_pieces(strong, PieceType::Pawn).len() as i32;
    if pawns == 0 {
        let (ours, theirs) = (pieces(board, strong), pieces(board, !strong));
        let minor = worth(PieceType::Bishop).end();
        if ours - theirs <= minor {
            // Not enough to mate, or an even exchange away from it.
            return if ours <= minor { 0 } else { 8 };
        }
        // Two knights do not mate.
        let knights = board.colored_pieces(strong, PieceType::Knight).len() as i32;
        if knights == 2 && ours == 2 * worth(PieceType::Knight).end() {
            return 0;
        }
        return ALL;
    }
    let bishops = board.pieces(PieceType::Bishop);
    let opposite = Color::ALL.into_iter().all(|color| (bishops & board.colors(color)).single().is_some())
        && (bishops & LIGHT).single().is_some();
    if opposite {
        let others =
            board.pieces(PieceType::Knight) | board.pieces(PieceType::Rook) | board.pieces(PieceType::Queen);
        return if others.is_empty() { 26 + 2 * pawns } else { 46 + 2 * pawns };
    }
    (44 + 6 * pawns).min(ALL)
}

/// The endgame value of a side's pieces, without pawns.
#[inline(always)]
fn pieces(board: &Board, color: Color) -> i32 {
    let own = board.colors(color);
    let mut sum = PhasedScore::ZERO;
    for piece_type in [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight] {
        sum += worth(piece_type) * (own & board.pieces(piece_type)).len() as i32;
    }
    sum.end()
}
