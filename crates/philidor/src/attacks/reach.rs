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

use crate::types::{Bitboard, PieceType, Square};

/// The squares that each piece type reaches from each square of an empty board, in the order of [`PieceType`]; none for
/// a pawn.
static REACH: [[Bitboard; 64]; 6] = {
    let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let diagonal = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
    let leaps = [(1, 2), (2, 1), (2, -1), (1, -2)];
    let others = [(-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    [
        reached(straight, diagonal, 1),
        reached(straight, diagonal, 7),
        reached(straight, straight, 7),
        reached(diagonal, diagonal, 7),
        reached(leaps, others, 1),
        [Bitboard::EMPTY; 64],
    ]
};

/// The squares reached from each square by at most this many steps in one direction.
const fn reached(some: [(i8, i8); 4], others: [(i8, i8); 4], range: i8) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut at = 0;
    while at < 64 * 8 {
        let (from, direction) = (at / 8, at % 8);
        let (east, north) = if direction < 4 { some[direction] } else { others[direction - 4] };
        let mut steps = 1;
        while steps <= range {
            if let Some(to) = Square::ALL[from].offset(east * steps, north * steps) {
                table[from].insert(to);
            }
            steps += 1;
        }
        at += 1;
    }
    table
}

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
