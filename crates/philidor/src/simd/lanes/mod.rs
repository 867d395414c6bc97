//! Eight boards' words side by side: one operation works on all of them.
//!
//! The counting in `perft/batch/` and `movegen/counts/` is written once, over the trait [`Lanes`]. There are four
//! kinds:
//!
//! | file | kind | who can work on it |
//! |---|---|---|
//! | `portable.rs` | [`Portable`], an array | any CPU |
//! | `avx2.rs` | `Avx2`, two registers | a CPU that has AVX2, faster if it has GFNI; a value proves it |
//! | `avx512.rs` | `Avx512`, a register | a CPU that has AVX-512 and GFNI; a value proves it |
//! | `neon.rs` | `Neon`, four registers | any 64-bit ARM CPU |

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
mod neon;
mod portable;

use core::ops::{BitAnd, BitOr, BitXor, Not};

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) use avx512::Avx512;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub(crate) use neon::Neon;
pub(crate) use portable::Portable;

/// How many boards are processed side by side.
pub(crate) const WIDTH: usize = 8;

/// One word of each of eight boards.
pub(crate) trait Lanes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// A set whose squares are taken eight at a time.
    type Squares;

    /// Whether mirroring and rank-wise arithmetic take one instruction each.
    const MIRRORS_AT_ONCE: bool;

    /// Whether flipping takes one instruction.
    const TURNS_AT_ONCE: bool;

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

    /// For a set on one line: the squares of the line from the highest one in the set upwards, including it; all of
    /// them for an empty set.
    ///
    /// The line goes up by `squares` at each step. Bits beside the line have no meaning.
    fn down_to_highest(self, squares: i32) -> Self;

    /// The board mirrored: the a-file and the h-file swap places, and so on.
    fn mirrored(self, proof: Self::Proof) -> Self;

    /// The board flipped about the diagonal from a8 to h1: a1 and h8 swap places.
    fn turned(self, proof: Self::Proof) -> Self;

    /// The difference of each pair of ranks, taken as eight-bit numbers, wrapping around.
    fn minus_rankwise(self, other: Self) -> Self;

    /// How many squares each set has: a number that may be kept in parts, which only [`Lanes::sum_of`] and
    /// [`Lanes::numbers`] add up.
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

    /// The numbers, lane by lane.
    fn numbers(self) -> [u64; WIDTH];
}
