//! Eight boards' words side by side: one operation works on all of them.
//!
//! The counting in `batch.rs` is written once, over the trait [`Lanes`]. There are two kinds: [`Portable`], an array
//! that any CPU works on word by word, the reference; and [`Avx512`], a register of 512 bits. A value of the second
//! kind is made only from a proof that the CPU has it, so having one is proof enough for all operations.
//!
//! Under AVX2 the compiler finds the registers for [`Portable`] by itself. Under AVX-512, too, but not as well: the
//! intrinsics of [`Avx512`] are worth a factor of 1.6 (1.95 against 1.2 billion leaves a second from the start
//! position; bench/record/unsafe.md), hence the `unsafe` below.

use core::ops::{BitAnd, BitOr, BitXor, Not};

/// How many boards there are side by side.
pub(crate) const WIDTH: usize = 8;

/// One word of each of eight boards, in memory.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Block(pub(crate) [u64; WIDTH]);

/// One word of each of eight boards, to work on.
pub(crate) trait Lanes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// What proves that the CPU can work on this kind.
    type Proof: Copy;

    /// The same word for all boards.
    fn all(proof: Self::Proof, word: u64) -> Self;

    /// From memory.
    fn load(proof: Self::Proof, block: &Block) -> Self;

    /// The squares of `self` that are not in `other`.
    fn without(self, other: Self) -> Self;

    /// Shifted up by so many squares, or down by a negative number.
    fn shift(self, squares: i32) -> Self;

    /// All bits from the lowest one downwards, it included; all bits for an empty set. It is `x ^ (x - 1)`.
    fn up_to_lowest(self) -> Self;

    /// All bits from the highest one upwards, it included. The sets are not empty.
    fn down_to_highest(self) -> Self;

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
    type Proof = ();

    #[inline(always)]
    fn all((): (), word: u64) -> Portable {
        Portable([word; WIDTH])
    }

    #[inline(always)]
    fn load((): (), block: &Block) -> Portable {
        Portable(block.0)
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

    use super::{Block, Lanes};

    /// Proves that the CPU has AVX-512 F, BW, CD, DQ, VL and VPOPCNTDQ.
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
                && std::arch::is_x86_feature_detected!("avx512vpopcntdq");
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
        type Proof = Avx512Proof;

        #[inline(always)]
        fn all(_: Avx512Proof, word: u64) -> Avx512 {
            Avx512(proven!(_mm512_set1_epi64(word as i64)))
        }

        #[inline(always)]
        fn load(_: Avx512Proof, block: &Block) -> Avx512 {
            Avx512(proven!(_mm512_load_si512(block.0.as_ptr().cast())))
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
