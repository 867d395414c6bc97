//! PEXT bitboards: slider attacks by an instruction that gathers the relevant pieces into a number.
//!
//! ```text
//! occupied            mask                 pext → 0b…1001 → table[offset + 9] → attacks
//! . . 1 . . . . .     . . X . . . . .
//! . . 0 . . . . .     . . X . . . . .      The bits of `occupied` that lie under the mask move together at the
//! . . 0 . . . . .     . . X . . . . .      low end of the word, in order: a perfect index without multiplication
//! . . r 0 1 0 0 .     . . r X X X X .      or magic.
//! ```
//!
//! PEXT belongs to BMI2 (Intel Haswell 2013, AMD Excavator 2015). Until Zen 3 (2020) AMD implemented it in microcode,
//! at up to 300 cycles: there [`Magic`](super::Magic) is faster, and [`Pext::detect`] returns `None`.

#![allow(unsafe_code)] // the instruction, which not every CPU has

use super::sliders::{Sliders, sealed::Sealed};
#[cfg(target_arch = "x86_64")]
use super::subsets;
#[cfg(target_arch = "x86_64")]
use crate::simd::features::BmiFeatures;
use crate::simd::features::FastPext;
use crate::types::{Bitboard, Square};

/// Slider attacks by PEXT. Only [`Pext::detect`] makes one: holding it proves that the CPU has the instruction.
///
/// ```
/// use philidor::attacks::{Magic, Pext, Sliders};
/// use philidor::{Bitboard, Square};
/// if let Some(pext) = Pext::detect() {
///     let occupied = Bitboard::from_iter([Square::D7, Square::F4]);
///     assert_eq!(pext.queen(Square::D4, occupied), Magic.queen(Square::D4, occupied));
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pext(FastPext);

impl Pext {
    /// `Some` where the CPU is x86-64-v3 (AVX2, BMI1, BMI2, LZCNT …) and PEXT is fast.
    ///
    /// The first call asks the CPU, which can take a microsecond; later calls use its answer.
    #[must_use]
    #[inline(always)]
    pub fn detect() -> Option<Pext> {
        FastPext::detect().map(Pext)
    }

    /// The CPU features that it proves.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn features(self) -> BmiFeatures {
        self.0.bmi()
    }
}

#[cfg(target_arch = "x86_64")]
mod table {
    use super::super::rays::Direction;
    use super::super::subsets::relevant;

    /// Where one square's attacks lie: `table[offset + pext(occupied, mask)]`, with the subsets in counting order.
    #[derive(Clone, Copy)]
    pub(super) struct Entry {
        pub(super) mask: u64,
        pub(super) offset: u64,
    }

    pub(super) static BISHOP_ENTRIES: [Entry; 64] = entries(Direction::DIAGONAL);
    pub(super) static ROOK_ENTRIES: [Entry; 64] = entries(Direction::STRAIGHT);
    const fn entries(directions: [Direction; 4]) -> [Entry; 64] {
        let mut entries = [Entry { mask: 0, offset: 0 }; 64];
        let mut offset = 0;
        let mut square = 0;
        while square < 64 {
            let mask = relevant(square, directions);
            entries[square] = Entry { mask, offset };
            offset += 1 << mask.count_ones();
            square += 1;
        }
        entries
    }
}

/// The bits of `occupied` under `mask`, gathered at the low end.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn gather(_proof: Pext, occupied: Bitboard, mask: u64) -> u64 {
    // SAFETY: a `Pext` holds the proof that the CPU has BMI2.
    // Price: there is no safe form; `Magic` is the alternative, slower by the ratio in bench/record/unsafe.md.
    unsafe { core::arch::x86_64::_pext_u64(occupied.0, mask) }
}

/// The low bits of `bits` moved under `mask`, in order: the inverse of gathering.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn scatter(_proof: Pext, bits: u64, mask: u64) -> u64 {
    // SAFETY: a `Pext` holds the proof that the CPU has BMI2.
    // Price of the safe form, the loop in `Sliders::planes`: bench/record/moves.md.
    unsafe { core::arch::x86_64::_pdep_u64(bits, mask) }
}

impl Sealed for Pext {}

#[cfg(target_arch = "x86_64")]
impl Sliders for Pext {
    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        let entry = table::BISHOP_ENTRIES[square.index()];
        subsets::BISHOP[(entry.offset + gather(self, occupied, entry.mask)) as usize]
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        let entry = table::ROOK_ENTRIES[square.index()];
        subsets::ROOK[(entry.offset + gather(self, occupied, entry.mask)) as usize]
    }

    #[inline(always)]
    fn planes(self, occupied: Bitboard, [low, high]: [u64; 2]) -> [Bitboard; 4] {
        core::array::from_fn(|bit| {
            let mask = 0x1111_1111_1111_1111 << bit;
            let gathered = gather(self, Bitboard(low), mask) | gather(self, Bitboard(high), mask) << 16;
            Bitboard(scatter(self, gathered, occupied.0))
        })
    }
}

/// On other architectures no `Pext` can be made, so this never runs.
#[cfg(not(target_arch = "x86_64"))]
impl Sliders for Pext {
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        super::Magic.bishop(square, occupied)
    }

    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        super::Magic.rook(square, occupied)
    }
}
