//! Eight boards' words side by side: one operation works on all of them.
//!
//! The counting in `perft/batch/` is written once, over the trait [`Lanes`]. There are two kinds: [`Portable`], an array
//! that any CPU works on word by word, the reference; and [`Avx512`], a register of 512 bits. A value of the second
//! kind is made only from a proof that the CPU has it, so having one is proof enough for all operations.
//!
//! Under AVX2 the compiler finds the registers for [`Portable`] by itself. Under AVX-512, too, but not as well: the
//! intrinsics of [`Avx512`] are worth a factor of 1.6 (1.95 against 1.2 billion leaves a second from the start
//! position; bench/record/unsafe.md), hence the `unsafe` below.

use core::ops::{BitAnd, BitOr, BitXor, Not};

/// How many boards there are side by side.
pub(crate) const WIDTH: usize = 8;

/// One word of each of eight boards, to work on.
pub(crate) trait Lanes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// A set whose squares are taken eight at a time.
    type Squares;

    /// Whether mirroring, turning and rank-wise arithmetic are one instruction each.
    const BYTEWISE: bool;

    /// What proves that the CPU can work on this kind.
    type Proof: Copy;

    /// The same word for all boards.
    fn all(proof: Self::Proof, word: u64) -> Self;

    /// From memory.
    fn load(proof: Self::Proof, words: &[u64; WIDTH]) -> Self;

    /// To memory.
    fn store(self, words: &mut [u64; WIDTH]);

    /// All squares of a set, to be taken from the lowest on.
    fn squares(proof: Self::Proof, set: u64) -> Self::Squares;

    /// Takes the next eight squares, each a set by itself. After the last one come words that mean nothing.
    fn next_eight(squares: &mut Self::Squares) -> Self;

    /// Exclusive or in those lanes whose bit is set.
    fn toggled(self, lanes: u8, other: Self) -> Self;

    /// `other` in those lanes whose bit is set.
    fn replaced(self, lanes: u8, other: Self) -> Self;

    /// The squares of `self` that are not in `other`.
    fn without(self, other: Self) -> Self;

    /// Shifted up by so many squares, or down by a negative number.
    fn shift(self, squares: i32) -> Self;

    /// All bits from the lowest one downwards, it included; all bits for an empty set. It is `x ^ (x - 1)`.
    fn up_to_lowest(self) -> Self;

    /// All bits from the highest one upwards, it included. The sets are not empty.
    fn down_to_highest(self) -> Self;

    /// The board mirrored: the a-file and the h-file change places, and so on.
    fn mirrored(self, proof: Self::Proof) -> Self;

    /// The board turned about the diagonal from a8 to h1: a1 and h8 change places.
    fn turned(self, proof: Self::Proof) -> Self;

    /// The difference of ranks as numbers of eight bits, each by itself, wrapping around.
    fn minus_rankwise(self, other: Self) -> Self;

    /// How many squares each set has.
    fn count(self) -> Self;

    /// The sum of numbers, lane by lane.
    fn plus(self, other: Self) -> Self;

    /// The numbers of those lanes in which `sets` has a square, and zero in the others.
    fn where_any(self, sets: Self) -> Self;

    /// One more in those lanes in which `sets` has no square.
    fn plus_one_where_none(self, sets: Self) -> Self;

    /// A bit for each set that is not empty, that of the first lane lowest.
    fn occupied_lanes(self) -> u8;

    /// The sum over those lanes whose bit is set.
    fn sum_of(self, lanes: u8) -> u64;
}

/// An array: on any CPU, word by word.
#[derive(Clone, Copy)]
pub(crate) struct Portable([u64; WIDTH]);

impl Portable {
    #[inline(always)]
    fn each(self, word: impl Fn(u64) -> u64) -> Portable {
        Portable(self.0.map(word))
    }

    #[inline(always)]
    fn with(self, other: Portable, word: impl Fn(u64, u64) -> u64) -> Portable {
        Portable(core::array::from_fn(|lane| word(self.0[lane], other.0[lane])))
    }
}

impl BitAnd for Portable {
    type Output = Portable;

    #[inline(always)]
    fn bitand(self, other: Portable) -> Portable {
        self.with(other, |left, right| left & right)
    }
}

impl BitOr for Portable {
    type Output = Portable;

    #[inline(always)]
    fn bitor(self, other: Portable) -> Portable {
        self.with(other, |left, right| left | right)
    }
}

impl BitXor for Portable {
    type Output = Portable;

    #[inline(always)]
    fn bitxor(self, other: Portable) -> Portable {
        self.with(other, |left, right| left ^ right)
    }
}

impl Not for Portable {
    type Output = Portable;

    #[inline(always)]
    fn not(self) -> Portable {
        self.each(|word| !word)
    }
}

impl Lanes for Portable {
    type Squares = u64;

    const BYTEWISE: bool = false;

    type Proof = ();

    #[inline(always)]
    fn all((): (), word: u64) -> Portable {
        Portable([word; WIDTH])
    }

    #[inline(always)]
    fn load((): (), words: &[u64; WIDTH]) -> Portable {
        Portable(*words)
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; WIDTH]) {
        *words = self.0;
    }

    #[inline(always)]
    fn squares((): (), set: u64) -> u64 {
        set
    }

    #[inline(always)]
    fn next_eight(squares: &mut u64) -> Portable {
        Portable(core::array::from_fn(|_| {
            let lowest = *squares & squares.wrapping_neg();
            *squares ^= lowest;
            lowest
        }))
    }

    #[inline(always)]
    fn toggled(self, lanes: u8, other: Portable) -> Portable {
        Portable(core::array::from_fn(|lane| {
            self.0[lane] ^ if lanes >> lane & 1 != 0 { other.0[lane] } else { 0 }
        }))
    }

    #[inline(always)]
    fn replaced(self, lanes: u8, other: Portable) -> Portable {
        Portable(core::array::from_fn(
            |lane| if lanes >> lane & 1 != 0 { other.0[lane] } else { self.0[lane] },
        ))
    }

    #[inline(always)]
    fn without(self, other: Portable) -> Portable {
        self.with(other, |left, right| left & !right)
    }

    #[inline(always)]
    fn shift(self, squares: i32) -> Portable {
        let distance = squares.unsigned_abs();
        self.each(|word| if squares >= 0 { word << distance } else { word >> distance })
    }

    #[inline(always)]
    fn up_to_lowest(self) -> Portable {
        self.each(|word| word ^ word.wrapping_sub(1))
    }

    #[inline(always)]
    fn down_to_highest(self) -> Portable {
        self.each(|word| (i64::MIN >> (word.leading_zeros() & 63)) as u64)
    }

    #[inline(always)]
    fn mirrored(self, (): ()) -> Portable {
        self.each(|word| word.reverse_bits().swap_bytes())
    }

    #[inline(always)]
    fn turned(self, (): ()) -> Portable {
        // Quarters of the board change places over the diagonal, then quarters of those, then squares.
        self.each(|word| {
            [(0x0000_0000_0f0f_0f0f, 36), (0x0000_3333_0000_3333, 18), (0x0055_0055_0055_0055, 9)]
                .into_iter()
                .fold(word, |word, (squares, distance)| {
                    let changes = (word ^ word >> distance) & squares;
                    word ^ changes ^ changes << distance
                })
        })
    }

    #[inline(always)]
    fn minus_rankwise(self, other: Portable) -> Portable {
        self.with(other, |left, right| {
            let (left, right) = (left.to_le_bytes(), right.to_le_bytes());
            u64::from_le_bytes(core::array::from_fn(|rank| left[rank].wrapping_sub(right[rank])))
        })
    }

    #[inline(always)]
    fn count(self) -> Portable {
        self.each(|word| u64::from(word.count_ones()))
    }

    #[inline(always)]
    fn plus(self, other: Portable) -> Portable {
        self.with(other, u64::wrapping_add)
    }

    #[inline(always)]
    fn where_any(self, sets: Portable) -> Portable {
        self.with(sets, |number, set| if set != 0 { number } else { 0 })
    }

    #[inline(always)]
    fn plus_one_where_none(self, sets: Portable) -> Portable {
        self.with(sets, |number, set| number + u64::from(set == 0))
    }

    #[inline(always)]
    fn occupied_lanes(self) -> u8 {
        (0..WIDTH).fold(0, |bits, lane| bits | u8::from(self.0[lane] != 0) << lane)
    }

    #[inline(always)]
    fn sum_of(self, lanes: u8) -> u64 {
        (0..WIDTH).filter(|lane| lanes >> lane & 1 != 0).map(|lane| self.0[lane]).sum()
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use avx512::{Avx512, Avx512Proof};

#[cfg(target_arch = "x86_64")]
mod avx512 {
    #![allow(unsafe_code)] // the intrinsics, on values that prove the CPU has them

    use core::arch::x86_64::*;
    use core::ops::{BitAnd, BitOr, BitXor, Not};

    use super::{Lanes, WIDTH};

    /// Proves that the CPU has AVX-512 F, BW, CD, DQ, VL, VBMI2 and VPOPCNTDQ, and GFNI.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx512Proof(());

    impl Avx512Proof {
        /// Asks the CPU.
        #[cfg(feature = "std")]
        #[inline(always)]
        pub(crate) fn detect() -> Option<Avx512Proof> {
            let has_all = std::arch::is_x86_feature_detected!("avx512f")
                && std::arch::is_x86_feature_detected!("avx512bw")
                && std::arch::is_x86_feature_detected!("avx512cd")
                && std::arch::is_x86_feature_detected!("avx512dq")
                && std::arch::is_x86_feature_detected!("avx512vl")
                && std::arch::is_x86_feature_detected!("avx512vpopcntdq")
                && std::arch::is_x86_feature_detected!("avx512vbmi2")
                && std::arch::is_x86_feature_detected!("gfni");
            has_all.then_some(Avx512Proof(()))
        }

        /// Without `std` nobody asks at run time, and eight boards at once are left alone.
        #[cfg(not(feature = "std"))]
        pub(crate) fn detect() -> Option<Avx512Proof> {
            None
        }
    }

    /// A register of eight words.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx512(__m512i);

    /// The matrix of bits that turns the bits of a byte around.
    const MIRROR: i64 = 0x8040_2010_0804_0201_u64 as i64;

    /// One file in each byte, the h-file first. A set of squares, taken as a matrix of bits, maps each to its squares.
    const FILES: i64 = 0x0102_0408_1020_4080;

    /// The number of every square.
    const SQUARES: [u8; 64] = {
        let mut squares = [0; 64];
        let mut square = 0;
        while square < 64 {
            squares[square] = square as u8;
            square += 1;
        }
        squares
    };

    /// Calls an intrinsic of those that [`Avx512Proof`] proves.
    macro_rules! proven {
        ($call:expr) => {
            // SAFETY: the CPU has the instruction, for an `Avx512` or an `Avx512Proof` is at hand, and such are made
            // only after `Avx512Proof::detect` found it.
            // Price of the safe form: see the head of the file.
            unsafe { $call }
        };
    }

    impl BitAnd for Avx512 {
        type Output = Avx512;

        #[inline(always)]
        fn bitand(self, other: Avx512) -> Avx512 {
            Avx512(proven!(_mm512_and_si512(self.0, other.0)))
        }
    }

    impl BitOr for Avx512 {
        type Output = Avx512;

        #[inline(always)]
        fn bitor(self, other: Avx512) -> Avx512 {
            Avx512(proven!(_mm512_or_si512(self.0, other.0)))
        }
    }

    impl BitXor for Avx512 {
        type Output = Avx512;

        #[inline(always)]
        fn bitxor(self, other: Avx512) -> Avx512 {
            Avx512(proven!(_mm512_xor_si512(self.0, other.0)))
        }
    }

    impl Not for Avx512 {
        type Output = Avx512;

        #[inline(always)]
        fn not(self) -> Avx512 {
            Avx512(proven!(_mm512_xor_si512(self.0, _mm512_set1_epi64(-1))))
        }
    }

    impl Lanes for Avx512 {
        /// The numbers of the squares, a byte each.
        type Squares = Avx512;

        const BYTEWISE: bool = true;

        type Proof = Avx512Proof;

        #[inline(always)]
        fn all(_: Avx512Proof, word: u64) -> Avx512 {
            Avx512(proven!(_mm512_set1_epi64(word as i64)))
        }

        #[inline(always)]
        fn load(_: Avx512Proof, words: &[u64; WIDTH]) -> Avx512 {
            Avx512(proven!(_mm512_loadu_si512(words.as_ptr().cast())))
        }

        #[inline(always)]
        fn store(self, words: &mut [u64; WIDTH]) {
            proven!(_mm512_storeu_si512(words.as_mut_ptr().cast(), self.0));
        }

        #[inline(always)]
        fn squares(_: Avx512Proof, set: u64) -> Avx512 {
            Avx512(proven!({
                let all = _mm512_loadu_si512(SQUARES.as_ptr().cast());
                _mm512_maskz_compress_epi8(set, all)
            }))
        }

        #[inline(always)]
        fn next_eight(squares: &mut Avx512) -> Avx512 {
            proven!({
                let eight = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(squares.0));
                squares.0 = _mm512_alignr_epi64::<1>(squares.0, squares.0);
                Avx512(_mm512_sllv_epi64(_mm512_set1_epi64(1), eight))
            })
        }

        #[inline(always)]
        fn toggled(self, lanes: u8, other: Avx512) -> Avx512 {
            Avx512(proven!(_mm512_mask_xor_epi64(self.0, lanes, self.0, other.0)))
        }

        #[inline(always)]
        fn replaced(self, lanes: u8, other: Avx512) -> Avx512 {
            Avx512(proven!(_mm512_mask_mov_epi64(self.0, lanes, other.0)))
        }

        #[inline(always)]
        fn without(self, other: Avx512) -> Avx512 {
            Avx512(proven!(_mm512_andnot_si512(other.0, self.0)))
        }

        #[inline(always)]
        fn shift(self, squares: i32) -> Avx512 {
            Avx512(proven!({
                let distance = _mm_cvtsi32_si128(squares.abs());
                if squares >= 0 {
                    _mm512_sll_epi64(self.0, distance)
                } else {
                    _mm512_srl_epi64(self.0, distance)
                }
            }))
        }

        #[inline(always)]
        fn up_to_lowest(self) -> Avx512 {
            Avx512(proven!({
                let minus_one = _mm512_add_epi64(self.0, _mm512_set1_epi64(-1));
                _mm512_xor_si512(self.0, minus_one)
            }))
        }

        #[inline(always)]
        fn down_to_highest(self) -> Avx512 {
            Avx512(proven!(_mm512_srav_epi64(_mm512_set1_epi64(i64::MIN), _mm512_lzcnt_epi64(self.0))))
        }

        #[inline(always)]
        fn mirrored(self, _: Avx512Proof) -> Avx512 {
            Avx512(proven!(_mm512_gf2p8affine_epi64_epi8::<0>(self.0, _mm512_set1_epi64(MIRROR))))
        }

        #[inline(always)]
        fn turned(self, _: Avx512Proof) -> Avx512 {
            Avx512(proven!(_mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(FILES), self.0)))
        }

        #[inline(always)]
        fn minus_rankwise(self, other: Avx512) -> Avx512 {
            Avx512(proven!(_mm512_sub_epi8(self.0, other.0)))
        }

        #[inline(always)]
        fn count(self) -> Avx512 {
            Avx512(proven!(_mm512_popcnt_epi64(self.0)))
        }

        #[inline(always)]
        fn plus(self, other: Avx512) -> Avx512 {
            Avx512(proven!(_mm512_add_epi64(self.0, other.0)))
        }

        #[inline(always)]
        fn where_any(self, sets: Avx512) -> Avx512 {
            Avx512(proven!(_mm512_maskz_mov_epi64(_mm512_test_epi64_mask(sets.0, sets.0), self.0)))
        }

        #[inline(always)]
        fn plus_one_where_none(self, sets: Avx512) -> Avx512 {
            Avx512(proven!({
                let none = _mm512_testn_epi64_mask(sets.0, sets.0);
                _mm512_mask_add_epi64(self.0, none, self.0, _mm512_set1_epi64(1))
            }))
        }

        #[inline(always)]
        fn occupied_lanes(self) -> u8 {
            proven!(_mm512_test_epi64_mask(self.0, self.0))
        }

        #[inline(always)]
        fn sum_of(self, lanes: u8) -> u64 {
            proven!(_mm512_mask_reduce_add_epi64(lanes, self.0)) as u64
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cpu, Job, Level, dispatch_at};
    use super::*;
    use crate::attacks::SplitMix;
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

    /// A set whose squares have gone elsewhere.
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

    /// Whatever kind a level has, its operations are what the words one by one give.
    #[test]
    fn lanes_are_words_side_by_side() {
        Cpu::ALL.into_iter().filter(|cpu| cpu.is_available()).for_each(|cpu| dispatch_at(cpu, Laws));
    }
}
