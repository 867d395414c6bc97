//! Eight words in a 512-bit register, with the intrinsics of AVX-512 and GFNI.
//!
//! The compiler uses such registers for [`Portable`](super::Portable), too, but not as well: the intrinsics are worth a
//! factor of 1.6 (1.95 against 1.2 billion leaves a second from the start position; bench/record/unsafe.md), hence the
//! `unsafe` below. A value is made only from a proof that the CPU has the instructions, so having a value is itself the
//! proof for all operations.

#![allow(unsafe_code)] // the intrinsics, on values that prove the CPU has them

use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::{Lanes, WIDTH};
use crate::simd::features::Avx512Features;

/// A register of eight words.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(__m512i);

/// The bit matrix that reverses the bits of a byte.
const MIRROR: i64 = 0x8040_2010_0804_0201_u64 as i64;

/// One file in each byte, the h-file first. A set of squares, taken as a matrix of bits, maps each file to its squares
/// there.
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

/// Calls one of the intrinsics that [`Avx512Features`] proves available.
macro_rules! proven {
    ($call:expr) => {
        // SAFETY: the CPU has the instruction: an `Avx512` or an `Avx512Features` is at hand, and both are made only
        // after `Avx512Features::detect` found it.
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
    /// The numbers of the squares, one byte each.
    type Squares = Avx512;

    const MIRRORS_AT_ONCE: bool = true;
    const TURNS_AT_ONCE: bool = true;

    type Proof = Avx512Features;

    #[inline(always)]
    fn all(_: Avx512Features, word: u64) -> Avx512 {
        Avx512(proven!(_mm512_set1_epi64(word as i64)))
    }

    #[inline(always)]
    fn load(_: Avx512Features, words: &[u64; WIDTH]) -> Avx512 {
        Avx512(proven!(_mm512_loadu_si512(words.as_ptr().cast())))
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; WIDTH]) {
        proven!(_mm512_storeu_si512(words.as_mut_ptr().cast(), self.0));
    }

    #[inline(always)]
    fn squares(_: Avx512Features, set: u64) -> Avx512 {
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
            if squares >= 0 { _mm512_sll_epi64(self.0, distance) } else { _mm512_srl_epi64(self.0, distance) }
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
    fn down_to_highest(self, _: i32) -> Avx512 {
        Avx512(proven!(_mm512_srav_epi64(_mm512_set1_epi64(i64::MIN), _mm512_lzcnt_epi64(self.0))))
    }

    #[inline(always)]
    fn mirrored(self, _: Avx512Features) -> Avx512 {
        Avx512(proven!(_mm512_gf2p8affine_epi64_epi8::<0>(self.0, _mm512_set1_epi64(MIRROR))))
    }

    #[inline(always)]
    fn turned(self, _: Avx512Features) -> Avx512 {
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

    #[inline(always)]
    fn numbers(self) -> [u64; WIDTH] {
        let mut numbers = [0; WIDTH];
        self.store(&mut numbers);
        numbers
    }
}
