//! The attacks of every slider for every arrangement of relevant pieces: the contents of both kinds of tables.
//!
//! A rook on c4 can be stopped before the edge by pieces on ten squares, its *relevant* pieces; the last square of a
//! ray never matters. The 1,024 subsets of these squares are taken in counting order, which is also the order of their
//! PEXT: 0, 1, 2 and so on.
//!
//! The compiler builds the tables rank by rank, because it warns about longer evaluations.

use super::rays::{Direction, ray_in_const, slide};
use crate::types::Bitboard;

/// The squares whose pieces can stop a slider before the edge.
pub(super) const fn relevant(square: usize, directions: [Direction; 4]) -> u64 {
    let mut mask = 0;
    let mut index = 0;
    while index < 4 {
        let ray = ray_in_const(square, directions[index]);
        // The last square of a ray is its highest where squares grow, and its lowest where they shrink.
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

/// How many subsets the squares of some ranks have together.
const fn count(directions: [Direction; 4], ranks: core::ops::Range<usize>) -> usize {
    let mut sum = 0;
    let mut square = ranks.start * 8;
    while square < ranks.end * 8 {
        sum += 1 << relevant(square, directions).count_ones();
        square += 1;
    }
    sum
}

pub(super) const BISHOP_SUBSETS: usize = count(Direction::DIAGONAL, 0..8);
pub(super) const ROOK_SUBSETS: usize = count(Direction::STRAIGHT, 0..8);
const _: () = assert!(BISHOP_SUBSETS == 5_248 && ROOK_SUBSETS == 102_400);

/// The attacks from the squares of some ranks, for every subset in counting order.
const fn attacks<const LEN: usize>(
    directions: [Direction; 4],
    ranks: core::ops::Range<usize>,
) -> [Bitboard; LEN] {
    let mut table = [Bitboard::EMPTY; LEN];
    let mut place = 0;
    let mut square = ranks.start * 8;
    while square < ranks.end * 8 {
        let mask = relevant(square, directions);
        let mut subset = 0;
        loop {
            table[place] = Bitboard(slide(square, directions, subset));
            place += 1;
            subset = next_subset(subset, mask);
            if subset == 0 {
                break;
            }
        }
        square += 1;
    }
    assert!(place == LEN);
    table
}

/// A bishop's attacks, square after square, each for every subset in counting order.
pub(super) static BISHOP: [Bitboard; BISHOP_SUBSETS] = attacks(Direction::DIAGONAL, 0..8);

/// A rook's attacks, square after square, each for every subset in counting order.
pub(super) static ROOK: [Bitboard; ROOK_SUBSETS] = {
    let mut table = [Bitboard::EMPTY; ROOK_SUBSETS];
    let mut place = 0;
    let mut rank = 0;
    while rank < 8 {
        let mut index = 0;
        while index < ROOK_RANKS[rank].len() {
            table[place] = ROOK_RANKS[rank][index];
            place += 1;
            index += 1;
        }
        rank += 1;
    }
    assert!(place == ROOK_SUBSETS);
    table
};

const ROOK_RANKS: [&[Bitboard]; 8] = [
    &RookRank::<0, { count(Direction::STRAIGHT, 0..1) }>::ATTACKS,
    &RookRank::<1, { count(Direction::STRAIGHT, 1..2) }>::ATTACKS,
    &RookRank::<2, { count(Direction::STRAIGHT, 2..3) }>::ATTACKS,
    &RookRank::<3, { count(Direction::STRAIGHT, 3..4) }>::ATTACKS,
    &RookRank::<4, { count(Direction::STRAIGHT, 4..5) }>::ATTACKS,
    &RookRank::<5, { count(Direction::STRAIGHT, 5..6) }>::ATTACKS,
    &RookRank::<6, { count(Direction::STRAIGHT, 6..7) }>::ATTACKS,
    &RookRank::<7, { count(Direction::STRAIGHT, 7..8) }>::ATTACKS,
];

/// One rank of rooks, so that the compiler evaluates each by itself.
struct RookRank<const RANK: usize, const LEN: usize>;

impl<const RANK: usize, const LEN: usize> RookRank<RANK, LEN> {
    const ATTACKS: [Bitboard; LEN] = attacks(Direction::STRAIGHT, RANK..RANK + 1);
}
