//! A table of links for wasm: zeros at first, each row filled when a walk first begins there, as are the
//! tables of magic numbers in the library.
//! Zeros take no room in a module that is downloaded.
//!
//! ```text
//! 1 | next_direction | next_position       16 bits for a link; zero is none
//!     8 … 13           0 … 5
//! ```

use core::sync::atomic::{
    AtomicU16,
    Ordering::{Acquire, Relaxed, Release},
};

use philidor::Square;

const FILLED: u16 = 1 << 15;

static TABLE: [[[AtomicU16; 64]; 64]; 8] = [const { [const { [const { AtomicU16::new(0) }; 64] }; 64] }; 8];

/// A row of the table: the two links of each square, `next_position` and `next_direction`.
#[derive(Clone, Copy)]
pub(super) struct Row(&'static [AtomicU16; 64]);

impl Row {
    /// The row of a walker, by its number, from a square; `lay` makes its links.
    #[inline(always)]
    pub(super) fn new(walker: usize, from: Square, lay: impl FnOnce() -> [[Square; 2]; 64]) -> Row {
        let row = &TABLE[walker][from.index()];
        // The last link is written after all others.
        if row[63].load(Acquire) == 0 {
            fill(row, lay);
        }
        Row(row)
    }

    #[inline(always)]
    pub(super) fn at(self, square: Square) -> [Square; 2] {
        let link = usize::from(self.0[square.index()].load(Relaxed));
        [Square::ALL[link & 63], Square::ALL[link >> 8 & 63]]
    }
}

/// Two threads that fill a row at once write the same.
#[cold]
#[inline(never)]
fn fill(row: &[AtomicU16; 64], lay: impl FnOnce() -> [[Square; 2]; 64]) {
    for (place, [position, direction]) in row.iter().zip(lay()) {
        place.store(FILLED | position as u16 | (direction as u16) << 8, Release);
    }
}
