//! Eight words in two 256-bit registers, with the intrinsics of AVX2, and of GFNI on the CPUs that have it.
//!
//! The compiler uses such registers for [`Portable`](super::Portable), too, but not as well (bench/record/unsafe.md),
//! hence the `unsafe` below. A value carries the proof that the CPU has the instructions.
//!
//! Two things differ from AVX-512, which has an instruction for each:
//!
//! * A population count is a look-up of nibbles, and leaves a number in each byte. Numbers stay like that, a part in
//!   each byte, until they are summed. A byte counts the moves to one rank, and no board has more than 255 of them: its
//!   eight squares are each reached by a slider from 8 directions at most, by 8 knights, and by 3 pawns in 4
//!   promotions; a king adds 3 steps and 2 castlings. That is 8 × (8 + 8 + 12) + 5 = 229.
//! * To look down a line from a king, the board is turned upside down, looked at upwards, and turned back: two byte
//!   shuffles. That does not reverse a rank; there, the highest bit is smeared over the lower ones of its byte.

#![allow(unsafe_code)] // the intrinsics, on values that prove the CPU has them

use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::{Lanes, WIDTH};
use crate::simd::features::{BmiFeatures, GfniFeatures};

/// Two registers of four words, and the proof that the CPU has them.
#[derive(Clone, Copy)]
pub(crate) struct Avx2<P>(__m256i, __m256i, P);

/// Calls an intrinsic that a [`Proof`] at hand proves available.
macro_rules! proven {
    ($call:expr) => {
        // SAFETY: the CPU has the instruction: a `BmiFeatures` or a `GfniFeatures` is at hand, mostly in an `Avx2`, and
        // both are made only after their `detect` found it.
        // Price of the safe form: see the head of the file.
        unsafe { $call }
    };
}

/// What proves that the CPU has AVX2, and how it moves the bits of bytes.
pub(crate) trait Proof: Copy {
    /// Whether it does so by one instruction.
    const AT_ONCE: bool;

    /// Each byte's bits in reverse.
    fn mirrored(self, words: __m256i) -> __m256i;

    /// Each word as a matrix of bits, flipped about the diagonal from a8 to h1.
    fn turned(self, words: __m256i) -> __m256i;
}

impl Proof for BmiFeatures {
    const AT_ONCE: bool = false;

    #[inline(always)]
    fn mirrored(self, words: __m256i) -> __m256i {
        proven!({
            let nibbles = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                0x0, 0x8, 0x4, 0xc, 0x2, 0xa, 0x6, 0xe, 0x1, 0x9, 0x5, 0xd, 0x3, 0xb, 0x7, 0xf,
            ));
            let low = _mm256_set1_epi8(0xf);
            let high = _mm256_shuffle_epi8(nibbles, _mm256_and_si256(words, low));
            let words = _mm256_and_si256(_mm256_srli_epi64::<4>(words), low);
            _mm256_or_si256(_mm256_slli_epi64::<4>(high), _mm256_shuffle_epi8(nibbles, words))
        })
    }

    #[inline(always)]
    fn turned(self, words: __m256i) -> __m256i {
        // Quarters of the board swap places across the diagonal, then quarters of those, then squares.
        let words = swapped::<36>(self, words, 0x0000_0000_0f0f_0f0f);
        let words = swapped::<18>(self, words, 0x0000_3333_0000_3333);
        swapped::<9>(self, words, 0x0055_0055_0055_0055)
    }
}

/// Bits of some squares swap places with those `DISTANCE` further up.
#[inline(always)]
fn swapped<const DISTANCE: i32>(_: BmiFeatures, words: __m256i, squares: i64) -> __m256i {
    proven!({
        let changes = _mm256_xor_si256(words, _mm256_srli_epi64::<DISTANCE>(words));
        let changes = _mm256_and_si256(changes, _mm256_set1_epi64x(squares));
        _mm256_xor_si256(_mm256_xor_si256(words, changes), _mm256_slli_epi64::<DISTANCE>(changes))
    })
}

/// The bit matrix that reverses the bits of a byte.
const MIRROR: i64 = 0x8040_2010_0804_0201_u64 as i64;

/// One file in each byte, the h-file first. A set of squares, taken as a matrix of bits, maps each file to its squares
/// there.
const FILES: i64 = 0x0102_0408_1020_4080;

impl Proof for GfniFeatures {
    const AT_ONCE: bool = true;

    #[inline(always)]
    fn mirrored(self, words: __m256i) -> __m256i {
        proven!(_mm256_gf2p8affine_epi64_epi8::<0>(words, _mm256_set1_epi64x(MIRROR)))
    }

    #[inline(always)]
    fn turned(self, words: __m256i) -> __m256i {
        proven!(_mm256_gf2p8affine_epi64_epi8::<0>(_mm256_set1_epi64x(FILES), words))
    }
}

/// The same for both registers. Not a closure, which the compiler might not inline into the function that may use them.
macro_rules! both {
    ($lanes:expr, |$half:ident| $call:expr) => {{
        let Avx2(first, second, proof) = $lanes;
        let first = {
            let $half = first;
            proven!($call)
        };
        let second = {
            let $half = second;
            proven!($call)
        };
        Avx2(first, second, proof)
    }};
    ($lanes:expr, $others:expr, |$half:ident, $other:ident| $call:expr) => {{
        let (Avx2(first, second, proof), Avx2(other_first, other_second, _)) = ($lanes, $others);
        let first = {
            let ($half, $other) = (first, other_first);
            proven!($call)
        };
        let second = {
            let ($half, $other) = (second, other_second);
            proven!($call)
        };
        Avx2(first, second, proof)
    }};
}

impl<P: Proof> Avx2<P> {
    /// All bits in those lanes whose bit is set, none in the others.
    #[inline(always)]
    fn chosen(proof: P, lanes: u8) -> Avx2<P> {
        let bits = Avx2::load(proof, &[1, 2, 4, 8, 16, 32, 64, 128]);
        both!(Avx2::all(proof, u64::from(lanes)), bits, |lanes, bit| {
            _mm256_cmpeq_epi64(_mm256_and_si256(lanes, bit), bit)
        })
    }

    /// The ranks of each word in reverse order.
    #[inline(always)]
    fn upside_down(self) -> Avx2<P> {
        both!(self, |words| {
            let order = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
            _mm256_shuffle_epi8(words, _mm256_broadcastsi128_si256(order))
        })
    }
}

impl<P: Proof> BitAnd for Avx2<P> {
    type Output = Avx2<P>;

    #[inline(always)]
    fn bitand(self, other: Avx2<P>) -> Avx2<P> {
        both!(self, other, |left, right| _mm256_and_si256(left, right))
    }
}

impl<P: Proof> BitOr for Avx2<P> {
    type Output = Avx2<P>;

    #[inline(always)]
    fn bitor(self, other: Avx2<P>) -> Avx2<P> {
        both!(self, other, |left, right| _mm256_or_si256(left, right))
    }
}

impl<P: Proof> BitXor for Avx2<P> {
    type Output = Avx2<P>;

    #[inline(always)]
    fn bitxor(self, other: Avx2<P>) -> Avx2<P> {
        both!(self, other, |left, right| _mm256_xor_si256(left, right))
    }
}

impl<P: Proof> Not for Avx2<P> {
    type Output = Avx2<P>;

    #[inline(always)]
    fn not(self) -> Avx2<P> {
        both!(self, |words| _mm256_xor_si256(words, _mm256_set1_epi64x(-1)))
    }
}

impl<P: Proof> Lanes for Avx2<P> {
    type Squares = (u64, P);

    const MIRRORS_AT_ONCE: bool = P::AT_ONCE;
    const TURNS_AT_ONCE: bool = P::AT_ONCE;

    type Proof = P;

    #[inline(always)]
    fn all(proof: P, word: u64) -> Avx2<P> {
        let words = proven!(_mm256_set1_epi64x(word as i64));
        Avx2(words, words, proof)
    }

    #[inline(always)]
    fn load(proof: P, words: &[u64; WIDTH]) -> Avx2<P> {
        let (first, second) = words.split_at(WIDTH / 2);
        proven!(Avx2(
            _mm256_loadu_si256(first.as_ptr().cast()),
            _mm256_loadu_si256(second.as_ptr().cast()),
            proof
        ))
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; WIDTH]) {
        let (first, second) = words.split_at_mut(WIDTH / 2);
        proven!({
            _mm256_storeu_si256(first.as_mut_ptr().cast(), self.0);
            _mm256_storeu_si256(second.as_mut_ptr().cast(), self.1);
        });
    }

    #[inline(always)]
    fn squares(proof: P, set: u64) -> (u64, P) {
        (set, proof)
    }

    #[inline(always)]
    fn next_eight((squares, proof): &mut (u64, P)) -> Avx2<P> {
        let mut words = [0; WIDTH];
        for word in &mut words {
            *word = *squares & squares.wrapping_neg();
            *squares ^= *word;
        }
        Avx2::load(*proof, &words)
    }

    #[inline(always)]
    fn toggled(self, lanes: u8, other: Avx2<P>) -> Avx2<P> {
        // Most piece types change in no lane.
        if lanes == 0 { self } else { self ^ (Avx2::chosen(self.2, lanes) & other) }
    }

    #[inline(always)]
    fn replaced(self, lanes: u8, other: Avx2<P>) -> Avx2<P> {
        if lanes == 0 {
            return self;
        }
        let chosen = Avx2::chosen(self.2, lanes);
        self.without(chosen) | (other & chosen)
    }

    #[inline(always)]
    fn without(self, other: Avx2<P>) -> Avx2<P> {
        both!(self, other, |left, right| _mm256_andnot_si256(right, left))
    }

    #[inline(always)]
    fn shift(self, squares: i32) -> Avx2<P> {
        let distance = proven!(_mm_cvtsi32_si128(squares.abs()));
        if squares >= 0 {
            both!(self, |words| _mm256_sll_epi64(words, distance))
        } else {
            both!(self, |words| _mm256_srl_epi64(words, distance))
        }
    }

    #[inline(always)]
    fn up_to_lowest(self) -> Avx2<P> {
        both!(self, |words| _mm256_xor_si256(words, _mm256_add_epi64(words, _mm256_set1_epi64x(-1))))
    }

    #[inline(always)]
    fn down_to_highest(self, squares: i32) -> Avx2<P> {
        if squares != 1 {
            return self.upside_down().up_to_lowest().upside_down();
        }
        // The highest bit smeared over the lower ones of its rank, without itself: what is left are the others.
        !both!(self, |words| {
            let below = _mm256_srli_epi64::<1>(words);
            let below = _mm256_or_si256(below, _mm256_srli_epi64::<1>(below));
            let below = _mm256_or_si256(below, _mm256_srli_epi64::<2>(below));
            _mm256_or_si256(below, _mm256_srli_epi64::<4>(below))
        })
    }

    #[inline(always)]
    fn mirrored(self, proof: P) -> Avx2<P> {
        Avx2(proof.mirrored(self.0), proof.mirrored(self.1), proof)
    }

    #[inline(always)]
    fn turned(self, proof: P) -> Avx2<P> {
        Avx2(proof.turned(self.0), proof.turned(self.1), proof)
    }

    #[inline(always)]
    fn minus_rankwise(self, other: Avx2<P>) -> Avx2<P> {
        both!(self, other, |left, right| _mm256_sub_epi8(left, right))
    }

    #[inline(always)]
    fn count(self) -> Avx2<P> {
        both!(self, |words| {
            let ones =
                _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
            let low = _mm256_set1_epi8(0xf);
            let lower = _mm256_shuffle_epi8(ones, _mm256_and_si256(words, low));
            let upper = _mm256_and_si256(_mm256_srli_epi64::<4>(words), low);
            _mm256_add_epi8(lower, _mm256_shuffle_epi8(ones, upper))
        })
    }

    #[inline(always)]
    fn plus(self, other: Avx2<P>) -> Avx2<P> {
        both!(self, other, |left, right| _mm256_add_epi8(left, right))
    }

    #[inline(always)]
    fn where_any(self, sets: Avx2<P>) -> Avx2<P> {
        both!(self, sets, |words, set| {
            _mm256_andnot_si256(_mm256_cmpeq_epi64(set, _mm256_setzero_si256()), words)
        })
    }

    #[inline(always)]
    fn plus_one_where_none(self, sets: Avx2<P>) -> Avx2<P> {
        both!(self, sets, |words, set| {
            let none = _mm256_cmpeq_epi64(set, _mm256_setzero_si256());
            _mm256_add_epi8(words, _mm256_and_si256(none, _mm256_set1_epi64x(1)))
        })
    }

    #[inline(always)]
    fn occupied_lanes(self) -> u8 {
        let Avx2(first, second, _) = both!(self, |set| _mm256_cmpeq_epi64(set, _mm256_setzero_si256()));
        let (first, second) = proven!((
            _mm256_movemask_pd(_mm256_castsi256_pd(first)),
            _mm256_movemask_pd(_mm256_castsi256_pd(second))
        ));
        !(first | second << 4) as u8
    }

    #[inline(always)]
    fn sum_of(self, lanes: u8) -> u64 {
        let Avx2(first, second, _) = self & Avx2::chosen(self.2, lanes);
        proven!({
            let none = _mm256_setzero_si256();
            let sums = _mm256_add_epi64(_mm256_sad_epu8(first, none), _mm256_sad_epu8(second, none));
            let sums = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
            (_mm_cvtsi128_si64(sums) as u64).wrapping_add(_mm_extract_epi64::<1>(sums) as u64)
        })
    }

    #[inline(always)]
    fn numbers(self) -> [u64; WIDTH] {
        let mut numbers = [0; WIDTH];
        both!(self, |parts| _mm256_sad_epu8(parts, _mm256_setzero_si256())).store(&mut numbers);
        numbers
    }
}
