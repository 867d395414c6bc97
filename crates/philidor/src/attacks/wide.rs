//! What many pieces attack, in all eight directions at once, where the CPU has AVX-512.
//!
//! ```text
//! lane   0    1    2    3    4    5    6    7
//!        n    ne   e    se   s    sw   w    nw     rooks and queens in the even lanes, bishops and queens in the odd
//! ```
//!
//! Each lane floods its direction over the empty squares in three steps: one square, two, four (Kogge and Stone, 1973).
//! A rotation moves all lanes, each by its own distance; squares that would come back in at the other edge are masked
//! out. No step depends on how many pieces there are, so no branch is mispredicted.

#![allow(unsafe_code)] // the intrinsics, on a value that proves the CPU has them

use core::arch::x86_64::*;

use super::sliders::{Sliders, sealed::Sealed};
use super::{Pext, knight};
use crate::simd::features::Avx512Features;
use crate::types::{Bitboard, Square};

/// Slider attacks by PEXT for one square, and in eight lanes for many.
#[derive(Clone, Copy)]
pub(crate) struct Wide(pub(crate) Pext, pub(crate) Avx512Features);

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;
const NOT_1: u64 = !0xff;
const NOT_8: u64 = !(0xff << 56);

/// How far a step of each lane goes, as a rotation to the left, and where it can end.
static STEPS: [u64; 8] = [8, 9, 1, 57, 56, 55, 63, 7];
static ENDS: [u64; 8] =
    [NOT_1, NOT_1 & NOT_A, NOT_A, NOT_8 & NOT_A, NOT_8, NOT_8 & NOT_H, NOT_H, NOT_1 & NOT_H];
/// The lanes of diagonals.
const DIAGONAL: u8 = 0b1010_1010;

/// The same for a knight's leaps.
static LEAPS: [u64; 8] = [17, 10, 58, 49, 47, 54, 6, 15];
static LANDINGS: [u64; 8] = {
    let mut ends = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        let mut origin = 0;
        while origin < 64 {
            let end = 1_u64.rotate_left(origin as u32).rotate_left(LEAPS[lane] as u32);
            if knight(Square::wrapping(origin as u32)).0 & end != 0 {
                ends[lane] |= end;
            }
            origin += 1;
        }
        lane += 1;
    }
    ends
};

/// The number of every square.
static NUMBERS: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut square = 0;
    while square < 64 {
        numbers[square] = square as u8;
        square += 1;
    }
    numbers
};

/// Calls intrinsics that [`Avx512Features`] proves available.
macro_rules! proven {
    ($call:expr) => {
        // SAFETY: the CPU has the instructions: a `Wide` is at hand, which has an `Avx512Features`, made only after
        // they were detected; the tables are as long as a register. Price of the safe form, piece by piece:
        // bench/record/moves.md.
        unsafe { $call }
    };
}

impl Sealed for Wide {}

impl Sliders for Wide {
    const AT_ONCE: bool = true;

    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.0.bishop(square, occupied)
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.0.rook(square, occupied)
    }

    #[inline(always)]
    fn planes(self, occupied: Bitboard, codes: [u64; 2]) -> [Bitboard; 4] {
        self.0.planes(occupied, codes)
    }

    #[inline(always)]
    fn places(self, occupied: Bitboard, codes: u128) -> [u16; 32] {
        let halves = [codes as u64, (codes >> 64) as u64];
        let mut places = [0_u16; 32];
        proven!({
            let low = _mm_set_epi64x(halves[1] as i64, halves[0] as i64);
            let high = _mm_srli_epi64::<4>(low);
            let pairs = _mm256_set_m128i(_mm_unpackhi_epi8(low, high), _mm_unpacklo_epi8(low, high));
            let codes = _mm256_and_si256(pairs, _mm256_set1_epi8(15));
            let numbers = _mm512_loadu_si512(NUMBERS.as_ptr().cast());
            let squares = _mm512_castsi512_si256(_mm512_maskz_compress_epi8(occupied.0, numbers));
            let rows = _mm512_slli_epi16::<6>(_mm512_cvtepu8_epi16(codes));
            let sums = _mm512_or_si512(rows, _mm512_cvtepu8_epi16(squares));
            _mm512_storeu_si512(places.as_mut_ptr().cast(), sums);
        });
        places
    }

    #[inline(always)]
    fn attacked(self, pieces: [Bitboard; 3], occupied: Bitboard) -> Bitboard {
        let [knights, diagonal, straight] = pieces.map(|set| set.0 as i64);
        proven!({
            let (step, ends) =
                (_mm512_loadu_si512(STEPS.as_ptr().cast()), _mm512_loadu_si512(ENDS.as_ptr().cast()));
            let two = _mm512_add_epi64(step, step);
            let four = _mm512_add_epi64(two, two);

            let mut reached = _mm512_mask_set1_epi64(_mm512_set1_epi64(straight), DIAGONAL, diagonal);
            let mut free = _mm512_andnot_si512(_mm512_set1_epi64(occupied.0 as i64), ends);
            for distance in [step, two, four] {
                let further = _mm512_and_si512(free, _mm512_rolv_epi64(reached, distance));
                reached = _mm512_or_si512(reached, further);
                free = _mm512_and_si512(free, _mm512_rolv_epi64(free, distance));
            }
            let slid = _mm512_and_si512(_mm512_rolv_epi64(reached, step), ends);
            let (leap, landings) =
                (_mm512_loadu_si512(LEAPS.as_ptr().cast()), _mm512_loadu_si512(LANDINGS.as_ptr().cast()));
            let leapt = _mm512_rolv_epi64(_mm512_set1_epi64(knights), leap);
            let all = _mm512_or_si512(slid, _mm512_and_si512(leapt, landings));
            Bitboard(_mm512_reduce_or_epi64(all) as u64)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::{Magic, SplitMix};

    #[test]
    #[cfg_attr(miri, ignore = "Miri does not run the instructions")]
    fn all_lanes_together_attack_what_each_piece_does() {
        let (Some(pext), Some(features)) = (Pext::detect(), Avx512Features::detect()) else { return };
        let mut random = SplitMix(1973);
        let mut next = || Bitboard(random.next());
        for _ in 0..20_000 {
            let thin = [next() & next() & next(), next() & next() & next(), next() & next() & next()];
            let occupied = (next() & next()) | thin[0];
            for pieces in [thin, [next(), next(), next()]] {
                assert_eq!(Wide(pext, features).attacked(pieces, occupied), Magic.attacked(pieces, occupied));
            }
            let codes = u128::from(occupied.0) << 64 | u128::from(thin[1].0 ^ thin[2].0);
            let few = Bitboard(occupied.0 & thin[0].0 | thin[1].0);
            assert_eq!(Wide(pext, features).places(few, codes), Magic.places(few, codes));
            let halves = [codes as u64, (codes >> 64) as u64];
            assert_eq!(Wide(pext, features).planes(few, halves), Magic.planes(few, halves));
        }
    }
}
