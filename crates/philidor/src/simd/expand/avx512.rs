//! Eight words in a 512-bit register, and the board's squares as its 64 bytes.

#![allow(unsafe_code)] // the intrinsics, on a value that proves the CPU has them

use core::arch::x86_64::*;

use super::{BLOCK, Expander};
use crate::simd::features::Avx512Features;

/// Four times the number of every square.
const NUMBERS: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut square = 0;
    while square < 64 {
        numbers[square] = 4 * square as u8;
        square += 1;
    }
    numbers
};

/// Calls one of the intrinsics that [`Avx512Features`] proves available.
macro_rules! proven {
    ($call:expr) => {
        // SAFETY: the CPU has the instruction: an `Avx512Features` is at hand, made only after it was detected.
        // Price of the safe form, words written one by one: bench/record/moves.md.
        unsafe { $call }
    };
}

impl Expander for Avx512Features {
    const IN_BLOCKS: bool = true;

    type Bytes = __m512i;
    type Squares = __m512i;
    type Words = __m512i;

    #[inline(always)]
    fn numbers(self) -> __m512i {
        proven!(_mm512_loadu_si512(NUMBERS.as_ptr().cast()))
    }

    #[inline(always)]
    fn sums<const SETS: usize>(self, sets: [(u64, u8); SETS]) -> __m512i {
        let mut sums = proven!(_mm512_setzero_si512());
        for (set, number) in sets {
            sums = proven!(_mm512_mask_add_epi8(sums, set, sums, _mm512_set1_epi8(number as i8)));
        }
        sums
    }

    #[inline(always)]
    fn chosen(self, bytes: __m512i, set: u64) -> __m512i {
        proven!(_mm512_maskz_compress_epi8(set, bytes))
    }

    #[inline(always)]
    fn next(self, squares: &mut __m512i) -> __m512i {
        proven!({
            let words = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(*squares));
            *squares = _mm512_alignr_epi64::<1>(*squares, *squares);
            words
        })
    }

    #[inline(always)]
    fn shifted<const BITS: u32>(self, words: __m512i) -> __m512i {
        proven!(_mm512_slli_epi64::<BITS>(words))
    }

    #[inline(always)]
    fn plus(self, words: __m512i, others: __m512i) -> __m512i {
        proven!(_mm512_add_epi64(words, others))
    }

    #[inline(always)]
    fn all(self, word: u64) -> __m512i {
        proven!(_mm512_set1_epi64(word as i64))
    }

    #[inline(always)]
    fn apart(self, words: __m512i) -> [u64; BLOCK] {
        let mut apart = [0; BLOCK];
        proven!(_mm512_storeu_si512(apart.as_mut_ptr().cast(), words));
        apart
    }
}
