//! Where each piece type goes on an empty board: one look-up that serves all of them.
//!
//! The look-ups in the other files respect pieces in between, but each piece type has its own, and a CPU cannot predict
//! which one a move needs. Together with [`between`](super::between), this one respects them, too:
//!
//! ```text
//! . . . . . . . X      reach(bishop, b2) has h8; between(b2, h8) is c3 d4 e5 f6 g7:
//! . . . . . . o .      the bishop gets there if none of these is occupied
//! . . . . . o . .
//! . . . . o . . .
//! . . . o . . . .
//! X . o . . . . .
//! . B . . . . . .
//! X . X . . . . .
//! ```

use super::leapers::{king, knight};
use super::rays::{Direction, ray};
use crate::types::{Bitboard, PieceType, Square};

/// The squares that each piece type reaches from each square of an empty board, in the order of [`PieceType`]; none for
/// a pawn.
static REACH: [[Bitboard; 64]; 6] = {
    let mut table = [[Bitboard::EMPTY; 64]; 6];
    let mut at = 0;
    while at < 64 {
        let square = Square::ALL[at];
        let (mut rook, mut bishop) = (0, 0);
        let mut index = 0;
        while index < 4 {
            rook |= ray(square, Direction::STRAIGHT[index]).0;
            bishop |= ray(square, Direction::DIAGONAL[index]).0;
            index += 1;
        }
        table[PieceType::King.index()][at] = king(square);
        table[PieceType::Queen.index()][at] = Bitboard(rook | bishop);
        table[PieceType::Rook.index()][at] = Bitboard(rook);
        table[PieceType::Bishop.index()][at] = Bitboard(bishop);
        table[PieceType::Knight.index()][at] = knight(square);
        at += 1;
    }
    table
};

/// The squares that a piece reaches from a square of an empty board; none for a pawn.
#[inline(always)]
pub(crate) fn reach(piece_type: PieceType, square: Square) -> Bitboard {
    REACH[piece_type.index()][square.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks;

    #[test]
    fn reach_agrees_with_attacks_on_an_empty_board() {
        for square in Square::ALL {
            let empty = Bitboard::EMPTY;
            for (piece_type, attacked) in [
                (PieceType::King, attacks::king(square)),
                (PieceType::Queen, attacks::queen(square, empty)),
                (PieceType::Rook, attacks::rook(square, empty)),
                (PieceType::Bishop, attacks::bishop(square, empty)),
                (PieceType::Knight, attacks::knight(square)),
                (PieceType::Pawn, empty),
            ] {
                assert_eq!(reach(piece_type, square), attacked, "{piece_type} on {square}");
            }
        }
    }
}
