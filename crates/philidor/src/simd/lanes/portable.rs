//! Eight words in an array: any CPU works on them, word by word.
//!
//! It is the reference that the other kinds are tested against. No level that counts batches uses it outside tests.

use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::{Lanes, WIDTH};

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

    const MIRRORS_AT_ONCE: bool = false;
    const TURNS_AT_ONCE: bool = false;

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
    fn down_to_highest(self, _: i32) -> Portable {
        self.each(|word| (i64::MIN >> word.leading_zeros().min(63)) as u64)
    }

    #[inline(always)]
    fn mirrored(self, (): ()) -> Portable {
        self.each(|word| word.reverse_bits().swap_bytes())
    }

    #[inline(always)]
    fn turned(self, (): ()) -> Portable {
        // Quarters of the board swap places across the diagonal, then quarters of those, then squares.
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

    #[inline(always)]
    fn numbers(self) -> [u64; WIDTH] {
        self.0
    }
}
