//! The search for a magic number: sparse random numbers are tried until one keeps all subsets with different attacks
//! apart.

use alloc::vec::Vec;

use super::rays::{Direction, slide};
use super::subsets::{next_subset, relevant};
use crate::types::{Bitboard, Square};

/// The search for the magic number of one square, an attempt at a time.
///
/// [`MagicNumbers::search`](super::MagicNumbers::search) does it for all squares.
///
/// ```
/// use philidor::{Square, attacks::MagicSearch};
/// let mut search = MagicSearch::bishop(Square::D4, 1);
/// let magic = loop {
///     let (magic, kept) = search.attempt();
///     if kept == search.subsets() {
///         break magic;
///     }
/// };
/// assert_eq!(search.subsets(), 1 << search.mask().len());
/// assert!(magic.count_ones() < 32);
/// ```
#[derive(Clone, Debug)]
pub struct MagicSearch {
    mask: u64,
    /// Each subset of the mask, with the attacks.
    arrangements: Vec<(u64, u64)>,
    /// For each entry, the attempt that wrote it and the attacks.
    table: Vec<(u32, u64)>,
    attempt: u32,
    random: SplitMix,
}

impl MagicSearch {
    /// The search for a bishop's number.
    #[must_use]
    pub fn bishop(square: Square, seed: u64) -> MagicSearch {
        MagicSearch::new(square, Direction::DIAGONAL, SplitMix(seed))
    }

    /// The search for a rook's number.
    #[must_use]
    pub fn rook(square: Square, seed: u64) -> MagicSearch {
        MagicSearch::new(square, Direction::STRAIGHT, SplitMix(seed))
    }

    pub(super) fn new(square: Square, directions: [Direction; 4], random: SplitMix) -> MagicSearch {
        let mask = relevant(square.index(), directions);
        let size = 1_usize << mask.count_ones();
        let mut arrangements = Vec::with_capacity(size);
        let mut subset = 0;
        for _ in 0..size {
            arrangements.push((subset, slide(square.index(), directions, subset)));
            subset = next_subset(subset, mask);
        }
        MagicSearch { mask, arrangements, table: alloc::vec![(0, 0); size], attempt: 0, random }
    }

    /// The squares whose pieces matter.
    #[must_use]
    pub fn mask(&self) -> Bitboard {
        Bitboard(self.mask)
    }

    /// How far products are shifted right.
    #[must_use]
    pub fn shift(&self) -> u32 {
        64 - self.mask.count_ones()
    }

    /// How many subsets of the mask there are.
    #[must_use]
    pub fn subsets(&self) -> usize {
        self.arrangements.len()
    }

    /// Tries the next number, and returns it with how many subsets it keeps apart before two with different attacks
    /// collide: if all, it is a magic number.
    pub fn attempt(&mut self) -> (u64, usize) {
        let magic = loop {
            let magic = self.random.next() & self.random.next() & self.random.next();
            // A magic that leaves the top byte of the mask's product nearly empty cannot spread the subsets.
            if (self.mask.wrapping_mul(magic) >> 56).count_ones() >= 6 {
                break magic;
            }
        };
        self.attempt = self.attempt.wrapping_add(1).max(1);
        let shift = self.shift();
        let kept = self.arrangements.iter().take_while(|&&(subset, attacks)| {
            let place = &mut self.table[(subset.wrapping_mul(magic) >> shift) as usize];
            let free = place.0 != self.attempt;
            if free {
                *place = (self.attempt, attacks);
            }
            free || place.1 == attacks
        });
        (magic, kept.count())
    }

    /// The first number that keeps all subsets apart, and the random generator to continue with.
    pub(super) fn find(mut self) -> (u64, SplitMix) {
        loop {
            let (magic, kept) = self.attempt();
            if kept == self.subsets() {
                return (magic, self.random);
            }
        }
    }
}

/// Sebastiano Vigna's SplitMix64: a tiny random number generator for which any seed will do.
#[derive(Clone, Debug)]
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::attacks::{bishop, rook};

    #[test]
    #[cfg_attr(miri, ignore = "tries thousands of numbers")]
    fn what_the_search_finds_keeps_all_subsets_apart() {
        type Attacks = fn(Square, Bitboard) -> Bitboard;
        let searches: [(_, Square, Attacks); 3] = [
            (MagicSearch::rook(Square::C4, 1989), Square::C4, rook),
            (MagicSearch::bishop(Square::D5, 1989), Square::D5, bishop),
            (MagicSearch::bishop(Square::A1, 1989), Square::A1, bishop),
        ];
        for (search, square, attacks) in searches {
            let (mask, shift, subsets) = (search.mask(), search.shift(), search.subsets());
            let (magic, _) = search.find();
            let (mut table, mut seen, mut subset) = (HashMap::new(), 0, 0_u64);
            loop {
                let index = subset.wrapping_mul(magic) >> shift;
                let found = attacks(square, Bitboard(subset));
                assert_eq!(*table.entry(index).or_insert(found), found, "{square}");
                seen += 1;
                subset = subset.wrapping_sub(mask.0) & mask.0;
                if subset == 0 {
                    break;
                }
            }
            assert_eq!(seen, subsets);
        }
    }
}
