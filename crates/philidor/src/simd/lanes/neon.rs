//! Eight words in four 128-bit registers, with the intrinsics of NEON, which every 64-bit ARM CPU has.
//!
//! Numbers are kept as in `avx2.rs`, a part in each byte. Each operation is written for one register and done on four,
//! so that the CPU always has four instructions that do not wait for one another.
//!
//! What differs from AVX2: an instruction counts the bits of each byte, another mirrors them, another reverses the
//! bytes of a word, and a shift goes either way.

#![allow(unsafe_code)] // the intrinsics, on targets that have them

use core::arch::aarch64::*;
use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::{Lanes, WIDTH};

/// Four registers of two words.
#[derive(Clone, Copy)]
pub(crate) struct Neon([uint64x2_t; 4]);

/// Calls an intrinsic.
macro_rules! neon {
    ($call:expr) => {
        // SAFETY: this file is compiled only for targets that have NEON (`mod neon` in `mod.rs`).
        // Price of the safe form, one position at a time: estimated in bench/record/perft.md.
        unsafe { $call }
    };
}

impl Neon {
    #[inline(always)]
    fn each(self, on: impl Fn(uint64x2_t) -> uint64x2_t) -> Neon {
        let [a, b, c, d] = self.0;
        Neon([on(a), on(b), on(c), on(d)])
    }

    #[inline(always)]
    fn with(self, other: Neon, on: impl Fn(uint64x2_t, uint64x2_t) -> uint64x2_t) -> Neon {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Neon([on(a, e), on(b, f), on(c, g), on(d, h)])
    }

    /// The same on bytes.
    #[inline(always)]
    fn each_bytewise(self, on: impl Fn(uint8x16_t) -> uint8x16_t) -> Neon {
        self.each(|words| {
            let bytes = neon!(vreinterpretq_u8_u64(words));
            let bytes = on(bytes);
            neon!(vreinterpretq_u64_u8(bytes))
        })
    }

    /// The same on bytes.
    #[inline(always)]
    fn with_bytewise(self, other: Neon, on: impl Fn(uint8x16_t, uint8x16_t) -> uint8x16_t) -> Neon {
        self.with(other, |left, right| {
            let bytes = neon!((vreinterpretq_u8_u64(left), vreinterpretq_u8_u64(right)));
            let bytes = on(bytes.0, bytes.1);
            neon!(vreinterpretq_u64_u8(bytes))
        })
    }

    /// The first lane's bit, the second lane's, and so on.
    #[inline(always)]
    fn bits() -> Neon {
        Neon::load((), &[1, 2, 4, 8, 16, 32, 64, 128])
    }

    /// All bits in those lanes whose bit is set, none in the others.
    #[inline(always)]
    fn chosen(lanes: u8) -> Neon {
        let lanes = neon!(vdupq_n_u64(u64::from(lanes)));
        Neon::bits().each(|bit| neon!(vtstq_u64(lanes, bit)))
    }

    /// All bits where the set is not empty, none elsewhere.
    #[inline(always)]
    fn where_occupied(self) -> Neon {
        self.each(|set| neon!(vtstq_u64(set, set)))
    }

    /// The ranks of each word in reverse order.
    #[inline(always)]
    fn upside_down(self) -> Neon {
        self.each_bytewise(|ranks| neon!(vrev64q_u8(ranks)))
    }
}

impl BitAnd for Neon {
    type Output = Neon;

    #[inline(always)]
    fn bitand(self, other: Neon) -> Neon {
        self.with(other, |left, right| neon!(vandq_u64(left, right)))
    }
}

impl BitOr for Neon {
    type Output = Neon;

    #[inline(always)]
    fn bitor(self, other: Neon) -> Neon {
        self.with(other, |left, right| neon!(vorrq_u64(left, right)))
    }
}

impl BitXor for Neon {
    type Output = Neon;

    #[inline(always)]
    fn bitxor(self, other: Neon) -> Neon {
        self.with(other, |left, right| neon!(veorq_u64(left, right)))
    }
}

impl Not for Neon {
    type Output = Neon;

    #[inline(always)]
    fn not(self) -> Neon {
        self.each_bytewise(|words| neon!(vmvnq_u8(words)))
    }
}

impl Lanes for Neon {
    type Squares = u64;

    const MIRRORS_AT_ONCE: bool = true;
    const TURNS_AT_ONCE: bool = false;

    type Proof = ();

    #[inline(always)]
    fn all((): (), word: u64) -> Neon {
        Neon([neon!(vdupq_n_u64(word)); 4])
    }

    #[inline(always)]
    fn load((): (), words: &[u64; WIDTH]) -> Neon {
        let &[a, b, c, d, e, f, g, h] = words;
        let pair = |first, second| neon!(vcombine_u64(vcreate_u64(first), vcreate_u64(second)));
        Neon([pair(a, b), pair(c, d), pair(e, f), pair(g, h)])
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; WIDTH]) {
        let [a, b, c, d] = self.0.map(|pair| neon!([vgetq_lane_u64::<0>(pair), vgetq_lane_u64::<1>(pair)]));
        *words = [a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]];
    }

    #[inline(always)]
    fn squares((): (), set: u64) -> u64 {
        set
    }

    #[inline(always)]
    fn next_eight(squares: &mut u64) -> Neon {
        let mut words = [0; WIDTH];
        for word in &mut words {
            *word = *squares & squares.wrapping_neg();
            *squares ^= *word;
        }
        Neon::load((), &words)
    }

    #[inline(always)]
    fn toggled(self, lanes: u8, other: Neon) -> Neon {
        // Most piece types change in no lane.
        if lanes == 0 { self } else { self ^ (Neon::chosen(lanes) & other) }
    }

    #[inline(always)]
    fn replaced(self, lanes: u8, other: Neon) -> Neon {
        if lanes == 0 {
            return self;
        }
        let chosen = Neon::chosen(lanes);
        self.without(chosen) | (other & chosen)
    }

    #[inline(always)]
    fn without(self, other: Neon) -> Neon {
        self.with(other, |left, right| neon!(vbicq_u64(left, right)))
    }

    #[inline(always)]
    fn shift(self, squares: i32) -> Neon {
        let distance = neon!(vdupq_n_s64(squares.into()));
        self.each(|words| neon!(vshlq_u64(words, distance)))
    }

    #[inline(always)]
    fn up_to_lowest(self) -> Neon {
        let one = neon!(vdupq_n_u64(1));
        self.each(|words| neon!(veorq_u64(words, vsubq_u64(words, one))))
    }

    #[inline(always)]
    fn down_to_highest(self, squares: i32) -> Neon {
        // Turned around, the highest square of the line is its lowest. A rank stays a rank when the board is mirrored,
        // and any other line has one square on each rank.
        if squares == 1 {
            self.mirrored(()).up_to_lowest().mirrored(())
        } else {
            self.upside_down().up_to_lowest().upside_down()
        }
    }

    #[inline(always)]
    fn mirrored(self, (): ()) -> Neon {
        self.each_bytewise(|ranks| neon!(vrbitq_u8(ranks)))
    }

    #[inline(always)]
    fn turned(self, (): ()) -> Neon {
        // Quarters of the board swap places across the diagonal, then quarters of those, then squares.
        self.swapped::<36>(0x0000_0000_0f0f_0f0f)
            .swapped::<18>(0x0000_3333_0000_3333)
            .swapped::<9>(0x0055_0055_0055_0055)
    }

    #[inline(always)]
    fn minus_rankwise(self, other: Neon) -> Neon {
        self.with_bytewise(other, |left, right| neon!(vsubq_u8(left, right)))
    }

    #[inline(always)]
    fn count(self) -> Neon {
        self.each_bytewise(|sets| neon!(vcntq_u8(sets)))
    }

    #[inline(always)]
    fn plus(self, other: Neon) -> Neon {
        self.with_bytewise(other, |left, right| neon!(vaddq_u8(left, right)))
    }

    #[inline(always)]
    fn where_any(self, sets: Neon) -> Neon {
        self & sets.where_occupied()
    }

    #[inline(always)]
    fn plus_one_where_none(self, sets: Neon) -> Neon {
        // All bits are minus one. The lowest byte has room for one more, so nothing is carried.
        self.with(sets, |numbers, set| neon!(vsubq_u64(numbers, vceqzq_u64(set))))
    }

    #[inline(always)]
    fn occupied_lanes(self) -> u8 {
        let Neon([a, b, c, d]) = self.where_occupied() & Neon::bits();
        neon!(vaddvq_u64(vorrq_u64(vorrq_u64(a, b), vorrq_u64(c, d)))) as u8
    }

    #[inline(always)]
    fn sum_of(self, lanes: u8) -> u64 {
        let Neon([a, b, c, d]) = self & Neon::chosen(lanes);
        let in_pairs = |numbers| neon!(vpaddlq_u8(vreinterpretq_u8_u64(numbers)));
        let (left, right) = neon!((vaddq_u16(in_pairs(a), in_pairs(b)), vaddq_u16(in_pairs(c), in_pairs(d))));
        neon!(vaddvq_u16(vaddq_u16(left, right))).into()
    }

    #[inline(always)]
    fn numbers(self) -> [u64; WIDTH] {
        let mut numbers = [0; WIDTH];
        let in_pairs = |parts| neon!(vpaddlq_u16(vpaddlq_u8(vreinterpretq_u8_u64(parts))));
        self.each(|parts| neon!(vpaddlq_u32(in_pairs(parts)))).store(&mut numbers);
        numbers
    }
}

impl Neon {
    /// Bits of some squares swap places with those `DISTANCE` further up.
    #[inline(always)]
    fn swapped<const DISTANCE: i32>(self, squares: u64) -> Neon {
        let squares = neon!(vdupq_n_u64(squares));
        self.each(|words| {
            let changes = neon!(vandq_u64(veorq_u64(words, vshrq_n_u64::<DISTANCE>(words)), squares));
            neon!(veorq_u64(words, veorq_u64(changes, vshlq_n_u64::<DISTANCE>(changes))))
        })
    }
}
