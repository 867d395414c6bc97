//! The squares that knights, kings and pawns reach: one look-up per square.
//!
//! ```text
//! . . . . . . . .     . . . . . . . .     . . . . . . . .
//! . . . . . . . .     . . . . . . . .     . . . . . . . .
//! . . X . X . . .     . . . . . . . .     . . . . . . . .
//! . X . . . X . .     . . X X X . . .     . . X . X . . .
//! . . . N . . . .     . . X K X . . .     . . . P . . . .
//! . X . . . X . .     . . X X X . . .     . . . . . . . .
//! . . X . X . . .     . . . . . . . .     . . . . . . . .
//! . . . . . . . .     . . . . . . . .     . . . . . . . .
//! ```

use crate::types::{Bitboard, Color, Square};

/// The squares reached from each square by a set of steps (files east, ranks north).
const fn leaps(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut step = 0;
        while step < steps.len() {
            if let Some(to) = Square::ALL[from].offset(steps[step].0, steps[step].1) {
                table[from].insert(to);
            }
            step += 1;
        }
        from += 1;
    }
    table
}

const KNIGHT_STEPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

static KNIGHT: [Bitboard; 64] = leaps(&KNIGHT_STEPS);
static KING: [Bitboard; 64] = leaps(&KING_STEPS);
static PAWN: [[Bitboard; 64]; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];

/// How many steps a table holds in total; the totals are facts of the board.
const fn total(table: [Bitboard; 64]) -> u32 {
    let mut sum = 0;
    let mut square = 0;
    while square < 64 {
        sum += table[square].len();
        square += 1;
    }
    sum
}

const _: () = assert!(total(leaps(&KNIGHT_STEPS)) == 336);
const _: () = assert!(total(leaps(&KING_STEPS)) == 420);
const _: () = assert!(total(leaps(&[(-1, 1), (1, 1)])) == 98 && total(leaps(&[(-1, -1), (1, -1)])) == 98);

/// The squares that a knight on `square` attacks.
///
/// ```
/// use philidor::{attacks, Bitboard, Square};
/// const FROM_THE_CORNER: Bitboard = attacks::knight(Square::A1); // as all look-ups of attacks, in constants, too
/// assert_eq!(FROM_THE_CORNER, Bitboard::from_iter([Square::B3, Square::C2]));
/// ```
#[doc(alias = "KNIGHT_MOVES")]
#[must_use]
#[inline(always)]
pub const fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares that a king on `square` attacks; castling is not among them.
#[doc(alias = "KING_MOVES")]
#[must_use]
#[inline(always)]
pub const fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares that a pawn of `color` on `square` attacks, occupied or not.
///
/// The pawns of `color` that attack a square are those standing on `pawn(!color, square)`.
#[doc(alias = "PAWN_ATTACKS")]
#[must_use]
#[inline(always)]
pub const fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares that a whole set of pawns of `color` attacks.
#[must_use]
#[inline(always)]
pub const fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let forward = match color {
        Color::White => pawns.north(),
        Color::Black => pawns.south(),
    };
    Bitboard(forward.east().0 | forward.west().0)
}
