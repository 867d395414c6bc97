//! Writes the words of a set eight at a time, where the CPU can compress bytes.
//!
//! ```text
//! targets       . X . X . . . X
//! compressed    b d h                          their numbers, one byte each
//! widened       b   d   h   .   .   .   .   .  one word each
//! added         to the bits that all words of the set share: eight words, one store
//! ```
//!
//! The next set overwrites what was written past the last word. So no loop has a length that the processor must
//! predict; mispredictions took most of the time of a list (`bench/record/moves.md`).

// `avx512.rs`: in 512-bit registers.
#[cfg(target_arch = "x86_64")]
mod avx512;

/// How many words are written at once.
pub(crate) const BLOCK: usize = 8;

/// How a level writes the words of a set: eight at a time, or one by one.
///
/// Sets and words are numbers here; `types/moves.rs` says what the bits of a word mean.
pub(crate) trait Expander: Copy {
    /// Whether it can write eight at a time. If not, its methods are never called.
    const IN_BLOCKS: bool;

    /// A byte for each square of the board.
    type Bytes: Copy;

    /// The bytes of a set's squares that are still to be taken.
    type Squares;

    /// In the byte of each square, four times its index.
    fn numbers(self) -> Self::Bytes;

    /// In the byte of each square, the sum of the numbers of the sets that contain it.
    fn sums<const SETS: usize>(self, sets: [(u64, u8); SETS]) -> Self::Bytes;

    /// The bytes of the squares of a set, from the lowest square on.
    fn chosen(self, bytes: Self::Bytes, set: u64) -> Self::Squares;

    /// Takes the next eight bytes, as words. Those above the last one have no meaning.
    fn next(self, squares: &mut Self::Squares) -> Self::Words;

    /// Eight words.
    type Words: Copy;

    /// Each word shifted left by a number of bits.
    fn shifted<const BITS: u32>(self, words: Self::Words) -> Self::Words;

    /// The eight sums of two words each.
    fn plus(self, words: Self::Words, others: Self::Words) -> Self::Words;

    /// The same word eight times.
    fn all(self, word: u64) -> Self::Words;

    fn apart(self, words: Self::Words) -> [u64; BLOCK];
}

/// The expander of the levels that cannot write eight at a time.
#[derive(Clone, Copy)]
pub(crate) struct Scalar;

impl Expander for Scalar {
    const IN_BLOCKS: bool = false;

    type Bytes = ();
    type Squares = ();
    type Words = ();

    fn numbers(self) {}
    fn sums<const SETS: usize>(self, _: [(u64, u8); SETS]) {}
    fn chosen(self, (): (), _: u64) {}
    fn next(self, (): &mut ()) {}
    fn shifted<const BITS: u32>(self, (): ()) {}
    fn plus(self, (): (), (): ()) {}
    fn all(self, _: u64) {}
    fn apart(self, (): ()) -> [u64; BLOCK] {
        [0; BLOCK]
    }
}
