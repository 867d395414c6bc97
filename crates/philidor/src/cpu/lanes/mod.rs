//! Eight boards' words side by side: one operation works on all of them.
//!
//! The counting in `perft/batch/` is written once, over the trait [`Lanes`]. There are two kinds:
//!
//! | file | kind | who can work on it |
//! |---|---|---|
//! | `portable.rs` | [`Portable`], an array | any CPU |
//! | `avx512.rs` | `Avx512`, a register | a CPU that has AVX-512 and GFNI, which a value proves |

#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use core::ops::{BitAnd, BitOr, BitXor, Not};

#[cfg(target_arch = "x86_64")]
pub(crate) use avx512::Avx512;
pub(crate) use portable::Portable;

/// How many boards are processed side by side.
pub(crate) const WIDTH: usize = 8;

/// One word of each of eight boards.
pub(crate) trait Lanes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// A set whose squares are taken eight at a time.
    type Squares;

    /// Whether mirroring, flipping and rank-wise arithmetic take one instruction each.
    const BYTEWISE: bool;

    /// The proof that the CPU can work on this kind.
    type Proof: Copy;

    /// The same word for all boards.
    fn all(proof: Self::Proof, word: u64) -> Self;

    /// From memory.
    fn load(proof: Self::Proof, words: &[u64; WIDTH]) -> Self;

    /// To memory.
    fn store(self, words: &mut [u64; WIDTH]);

    /// All squares of a set, to be taken from the lowest on.
    fn squares(proof: Self::Proof, set: u64) -> Self::Squares;

    /// Takes the next eight squares, each a set by itself. After the last one the words have no meaning.
    fn next_eight(squares: &mut Self::Squares) -> Self;

    /// Exclusive or in those lanes whose bit is set.
    fn toggled(self, lanes: u8, other: Self) -> Self;

    /// `other` in those lanes whose bit is set.
    fn replaced(self, lanes: u8, other: Self) -> Self;

    /// The squares of `self` that are not in `other`.
    fn without(self, other: Self) -> Self;

    /// Shifted up by a number of squares, or down if it is negative.
    fn shift(self, squares: i32) -> Self;

    /// All bits from the lowest one downwards, including it; all bits for an empty set. It is `x ^ (x - 1)`.
    fn up_to_lowest(self) -> Self;

    /// All bits from the highest one upwards, including it. The sets must not be empty.
    fn down_to_highest(self) -> Self;

    /// The board mirrored: the a-file and the h-file swap places, and so on.
    fn mirrored(self, proof: Self::Proof) -> Self;

    /// The board flipped about the diagonal from a8 to h1: a1 and h8 swap places.
    fn turned(self, proof: Self::Proof) -> Self;

    /// The difference of each pair of ranks, taken as eight-bit numbers, wrapping around.
    fn minus_rankwise(self, other: Self) -> Self;

    /// How many squares each set has.
    fn count(self) -> Self;

    /// The sum of numbers, lane by lane.
    fn plus(self, other: Self) -> Self;

    /// The numbers in those lanes in which `sets` has a square, and zero in the others.
    fn where_any(self, sets: Self) -> Self;

    /// One more in those lanes in which `sets` is empty.
    fn plus_one_where_none(self, sets: Self) -> Self;

    /// A bit for each set that is not empty, the first lane's lowest.
    fn occupied_lanes(self) -> u8;

    /// The sum over those lanes whose bit is set.
    fn sum_of(self, lanes: u8) -> u64;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::SplitMix;
    use crate::cpu::{Cpu, Job, Level, dispatch_at};
    use crate::types::Square;

    /// Eight words: the empty board, the full one, a corner, and random ones, thin and crowded.
    fn words(random: &mut SplitMix) -> [u64; WIDTH] {
        let mut next = || random.next();
        [0, u64::MAX, 1, 1 << 63, next(), next() & next(), next() & next() & next(), next() | next()]
    }

    fn read<L: Lanes>(lanes: L) -> [u64; WIDTH] {
        let mut words = [0; WIDTH];
        lanes.store(&mut words);
        words
    }

    fn eight(word: impl Fn(usize) -> u64) -> [u64; WIDTH] {
        core::array::from_fn(word)
    }

    /// A set whose squares are moved elsewhere.
    fn moved(word: u64, place: impl Fn(Square) -> (usize, usize)) -> u64 {
        let squares = Square::ALL.into_iter().filter(|&square| word >> square.index() & 1 == 1);
        squares.map(place).fold(0, |set, (file, rank)| set | 1 << (8 * rank + file))
    }

    fn bitwise_operations<L: Lanes>(proof: L::Proof, a: [u64; WIDTH], b: [u64; WIDTH]) {
        let (left, right) = (L::load(proof, &a), L::load(proof, &b));
        assert_eq!(read(left), a);
        assert_eq!(read(L::all(proof, a[4])), [a[4]; WIDTH]);
        assert_eq!(read(left & right), eight(|lane| a[lane] & b[lane]));
        assert_eq!(read(left | right), eight(|lane| a[lane] | b[lane]));
        assert_eq!(read(left ^ right), eight(|lane| a[lane] ^ b[lane]));
        assert_eq!(read(!left), eight(|lane| !a[lane]));
        assert_eq!(read(left.without(right)), eight(|lane| a[lane] & !b[lane]));
        for squares in [0, 1, 8, 63] {
            assert_eq!(read(left.shift(squares)), eight(|lane| a[lane] << squares));
            assert_eq!(read(left.shift(-squares)), eight(|lane| a[lane] >> squares));
        }
    }

    fn chosen_lanes<L: Lanes>(proof: L::Proof, a: [u64; WIDTH], b: [u64; WIDTH]) {
        let (left, right) = (L::load(proof, &a), L::load(proof, &b));
        let small = a.map(|word| word >> 8);
        for lanes in [0, 1, 0x80, 0x5a, 0xff, a[4] as u8] {
            let is_chosen = |lane: usize| lanes & 1 << lane != 0;
            let toggled = eight(|lane| if is_chosen(lane) { a[lane] ^ b[lane] } else { a[lane] });
            assert_eq!(read(left.toggled(lanes, right)), toggled);
            let replaced = eight(|lane| if is_chosen(lane) { b[lane] } else { a[lane] });
            assert_eq!(read(left.replaced(lanes, right)), replaced);
            let sum: u64 = (0..WIDTH).filter(|&lane| is_chosen(lane)).map(|lane| small[lane]).sum();
            assert_eq!(L::load(proof, &small).sum_of(lanes), sum);
        }
        let occupied = (0..WIDTH).filter(|&lane| a[lane] != 0).map(|lane| 1 << lane).sum::<u8>();
        assert_eq!(left.occupied_lanes(), occupied);
    }

    fn boards<L: Lanes>(proof: L::Proof, a: [u64; WIDTH]) {
        let lanes = L::load(proof, &a);
        let mirrored = a.map(|word| moved(word, |square| (7 - square.file().index(), square.rank().index())));
        assert_eq!(read(lanes.mirrored(proof)), mirrored);
        let turned =
            a.map(|word| moved(word, |square| (7 - square.rank().index(), 7 - square.file().index())));
        assert_eq!(read(lanes.turned(proof)), turned);
        let up = a.map(|word| if word == 0 { u64::MAX } else { u64::MAX >> (63 - word.trailing_zeros()) });
        assert_eq!(read(lanes.up_to_lowest()), up);
        let men = a.map(|word| word | 1);
        let down = men.map(|word| u64::MAX << word.ilog2());
        assert_eq!(read(L::load(proof, &men).down_to_highest()), down);
    }

    fn numbers<L: Lanes>(proof: L::Proof, a: [u64; WIDTH], b: [u64; WIDTH]) {
        let (left, right) = (L::load(proof, &a), L::load(proof, &b));
        let byte = |word: u64, rank: u32| word >> (8 * rank) & 0xff;
        let difference = |x, y| {
            (0..8).fold(0, |sum, rank| sum | ((byte(x, rank) + 256 - byte(y, rank)) & 0xff) << (8 * rank))
        };
        assert_eq!(read(left.minus_rankwise(right)), eight(|lane| difference(a[lane], b[lane])));
        assert_eq!(read(left.count()), a.map(|word| u64::from(word.count_ones())));
        let small = a.map(|word| word >> 8);
        let number = L::load(proof, &small);
        assert_eq!(
            read(number.plus(right.count())),
            eight(|lane| small[lane] + u64::from(b[lane].count_ones()))
        );
        assert_eq!(read(number.where_any(right)), eight(|lane| if b[lane] == 0 { 0 } else { small[lane] }));
        let one_more = eight(|lane| small[lane] + u64::from(b[lane] == 0));
        assert_eq!(read(number.plus_one_where_none(right)), one_more);
    }

    /// Taking eight at a time gives every square once, from the lowest on.
    fn squares<L: Lanes>(proof: L::Proof, set: u64) {
        let mut rest = L::squares(proof, set);
        let expected: alloc::vec::Vec<u64> =
            (0..64).map(|square| 1 << square).filter(|one| set & one != 0).collect();
        for eight in expected.chunks(WIDTH) {
            assert_eq!(read(L::next_eight(&mut rest))[..eight.len()], *eight);
        }
    }

    struct Laws;

    impl Job for Laws {
        type Output = ();

        fn run<L: Level>(self, level: L) {
            let proof = level.lanes();
            let mut random = SplitMix(64);
            for _ in 0..if cfg!(miri) { 2 } else { 100 } {
                let (a, mut b) = (words(&mut random), words(&mut random));
                b.rotate_left(3);
                bitwise_operations::<L::Lanes>(proof, a, b);
                chosen_lanes::<L::Lanes>(proof, a, b);
                boards::<L::Lanes>(proof, a);
                numbers::<L::Lanes>(proof, a, b);
                a.into_iter().for_each(|set| squares::<L::Lanes>(proof, set));
            }
        }
    }

    /// Whatever the kind, its operations agree with those on single words.
    #[test]
    fn lanes_are_words_side_by_side() {
        Cpu::available().for_each(|cpu| dispatch_at(cpu, Laws));
    }
}
