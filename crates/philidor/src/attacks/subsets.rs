//! The attacks of every slider for every arrangement of relevant pieces: the contents of both kinds of tables.
//!
//! A rook on c4 can be stopped before the edge by pieces on ten squares, its *relevant* pieces; the last square of a
//! ray never matters. The 1,024 subsets of these squares are taken in counting order, which is also the order of their
//! PEXT: 0, 1, 2 and so on.
//!
//! The compiler builds the tables each time it compiles the library, so what it does a hundred thousand times is kept
//! to a minimum. For wasm it builds none: see `lazy.rs`.

use super::rays::{Direction, ray_in_const};
#[cfg(not(target_family = "wasm"))]
use crate::types::Bitboard;

/// The squares whose pieces can stop a slider before the edge.
pub(super) const fn relevant(square: usize, directions: [Direction; 4]) -> u64 {
    let mut mask = 0;
    let mut index = 0;
    while index < 4 {
        let ray = ray_in_const(square, directions[index]);
        // The last square of a ray is its highest where square indices grow, and its lowest where they shrink.
        let last = match directions[index] {
            Direction::North | Direction::East | Direction::NorthEast | Direction::NorthWest => {
                1_u64.rotate_right(ray.leading_zeros() + 1)
            }
            _ => 1_u64.rotate_left(ray.trailing_zeros()),
        };
        mask |= ray & !last;
        index += 1;
    }
    mask
}

/// The subset of `mask` that follows `subset` in counting order; zero after the last.
///
/// Subtracting the mask carries through the bits that are not in it (Marcel van Kervinck's trick).
#[inline]
pub(super) const fn next_subset(subset: u64, mask: u64) -> u64 {
    subset.wrapping_sub(mask) & mask
}

/// How many subsets the squares of the board have together, for a bishop and for a rook.
pub(super) const BISHOP_SUBSETS: usize = 5_248;
pub(super) const ROOK_SUBSETS: usize = 102_400;

#[cfg(not(target_family = "wasm"))]
pub(super) static BISHOP: [Bitboard; BISHOP_SUBSETS] = attacks(Direction::DIAGONAL);
#[cfg(not(target_family = "wasm"))]
pub(super) static ROOK: [Bitboard; ROOK_SUBSETS] = attacks(Direction::STRAIGHT);

/// A slider's attacks, square after square, each for every subset in counting order.
///
/// Each relevant square doubles the subsets: a piece there hides what lies behind it, whatever else is on the board.
///
/// ```text
/// rook on a1, of its relevant squares b1, c1 and d1
/// subset            attacks along the rank
/// 0                 b1 c1 d1 e1 f1 g1 h1
/// 1       b1        b1                        0 without c1 to h1
/// 2       c1        b1 c1                     0 without d1 to h1
/// 3       b1 c1     b1                        1 without d1 to h1
/// 4 to 7  d1, …     …                         0 to 3 without e1 to h1
/// ```
#[cfg(not(target_family = "wasm"))]
const fn attacks<const LEN: usize>(directions: [Direction; 4]) -> [Bitboard; LEN] {
    let mut table = [Bitboard::EMPTY; LEN];
    let mut start = 0;
    let mut square = 0;
    while square < 64 {
        let mut index = 0;
        while index < 4 {
            table[start].0 |= ray_in_const(square, directions[index]);
            index += 1;
        }
        let mut known = start + 1;
        let mut left = relevant(square, directions);
        while left != 0 {
            let visible = !behind(square, left.trailing_zeros() as usize, directions);
            let shift = known - start;
            let end = known + shift;
            while known < end {
                table[known] = Bitboard(table[known - shift].0 & visible);
                known += 1;
            }
            left &= left - 1;
        }
        start = known;
        square += 1;
    }
    assert!(start == LEN);
    table
}

/// The squares that a piece hides from a slider.
#[cfg(not(target_family = "wasm"))]
const fn behind(slider: usize, piece: usize, directions: [Direction; 4]) -> u64 {
    let mut index = 0;
    while ray_in_const(slider, directions[index]) >> piece & 1 == 0 {
        index += 1;
    }
    ray_in_const(piece, directions[index])
}
