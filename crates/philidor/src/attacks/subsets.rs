//! The attacks of every slider for every arrangement of relevant pieces: the contents of both kinds of tables.
//!
//! A rook on c4 can be stopped before the edge by pieces on ten squares, its *relevant* pieces; the last square of a
//! ray never matters. The 1,024 subsets of these squares are taken in counting order, which is also the order of their
//! PEXT: 0, 1, 2 and so on.
//!
//! The compiler builds the tables each time it compiles the library, which takes seconds. So what it does a hundred
//! thousand times is kept to a minimum. For wasm it builds none: see `lazy.rs`.

#[cfg(not(target_family = "wasm"))]
use super::rays::slide;
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

/// How many subsets the squares of the board have together.
const fn count(directions: [Direction; 4]) -> usize {
    let mut sum = 0;
    let mut square = 0;
    while square < 64 {
        sum += 1 << relevant(square, directions).count_ones();
        square += 1;
    }
    sum
}

pub(super) const BISHOP_SUBSETS: usize = count(Direction::DIAGONAL);
pub(super) const ROOK_SUBSETS: usize = count(Direction::STRAIGHT);
const _: () = assert!(BISHOP_SUBSETS == 5_248 && ROOK_SUBSETS == 102_400);

/// A bishop's attacks, square after square, each for every subset in counting order.
#[cfg(not(target_family = "wasm"))]
pub(super) static BISHOP: [Bitboard; BISHOP_SUBSETS] = {
    let mut table = [Bitboard::EMPTY; BISHOP_SUBSETS];
    let mut place = 0;
    let mut square = 0;
    while square < 64 {
        let mask = relevant(square, Direction::DIAGONAL);
        let mut subset = 0;
        loop {
            table[place] = Bitboard(slide(square, Direction::DIAGONAL, subset));
            place += 1;
            subset = next_subset(subset, mask);
            if subset == 0 {
                break;
            }
        }
        square += 1;
    }
    assert!(place == BISHOP_SUBSETS);
    table
};

/// A rook's attacks, square after square, each for every subset in counting order.
///
/// The squares to the south are the lowest bits of a subset; those to the west, the east and the north follow. So its
/// four parts count one inside the other, and each attack is put together from four that are known.
#[cfg(not(target_family = "wasm"))]
pub(super) static ROOK: [Bitboard; ROOK_SUBSETS] = {
    let mut table = [Bitboard::EMPTY; ROOK_SUBSETS];
    let mut place = 0;
    let mut square = 0;
    while square < 64 {
        let (north, norths) = along(square, Direction::North);
        let (east, easts) = along(square, Direction::East);
        let (south, souths) = along(square, Direction::South);
        let (west, wests) = along(square, Direction::West);
        let mut outer = 0;
        while outer < norths * easts * wests {
            let reached = north[outer / wests / easts] | east[outer / wests % easts] | west[outer % wests];
            let mut inner = 0;
            while inner < souths {
                table[place] = Bitboard(reached | south[inner]);
                place += 1;
                inner += 1;
            }
            outer += 1;
        }
        square += 1;
    }
    assert!(place == ROOK_SUBSETS);
    table
};

/// The attacks in one direction for every subset of the pieces that matter there, in counting order, and how many.
#[cfg(not(target_family = "wasm"))]
const fn along(square: usize, direction: Direction) -> ([u64; 64], usize) {
    let mask = relevant(square, [direction; 4]);
    let mut reached = [0; 64];
    let mut count = 0;
    let mut subset = 0;
    loop {
        reached[count] = slide(square, [direction; 4], subset);
        count += 1;
        subset = next_subset(subset, mask);
        if subset == 0 {
            return (reached, count);
        }
    }
}
