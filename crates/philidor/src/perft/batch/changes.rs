//! The changes from a position to each of its children, a column for each kind of change.
//!
//! A child is noted as the squares on which the mover's pieces change, and a bit for each piece type that does. If
//! those squares do not all belong to one kind, as in promotions and castling, a second word says which do.
//!
//! Children are always written eight at a time, even if there are fewer, and the next ones overwrite the excess. So a
//! place to write must belong to a noted child, or the last words of one set would overwrite the first of another: that
//! once caused wrong counts (`bench/record/proof.md`). Here writing and noting cannot come apart:
//!
//! ```text
//! index      0               len             CAPACITY        2 * CAPACITY + 8
//!            +----------------+---------------+-- - - - - - --+
//! column     | children noted | room          | slack         |
//!            +----------------+---------------+-- - - - - - --+
//!                             [ block | block | bl ]             a run: written in whole blocks, noted to its end
//! ```
//!
//! [`Noted::take`] is the only source of a [`Run`], and counts its children as noted in the same step; a run is the
//! only source of [`Block`]s, and a column is written only through a block. A run never exceeds the room left, so each
//! of its blocks begins before `CAPACITY` and its eight words end within the slack. No set of moves, not even an empty
//! one, writes without taking.

use super::capacity::{CAPACITY, capacity};
use crate::position::Board;
use crate::simd::lanes::{Lanes, WIDTH};
use crate::types::{Bitboard, Color, PieceType};

/// Which children of a batch are noted: those with an index below `len`.
pub(super) struct Noted {
    len: usize,
}

impl Noted {
    pub(super) const NONE: Noted = Noted { len: 0 };

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The room for more children.
    #[inline(always)]
    pub(super) fn room(&self) -> usize {
        capacity() - self.len
    }

    /// Notes the next children. There must be room: dropping children would give a wrong count.
    #[inline(always)]
    pub(super) fn take(&mut self, children: usize) -> Run {
        assert!(children <= self.room(), "no room for the children");
        let first = self.len;
        self.len += children;
        // Without children there are no bits, and the index may be that of the end.
        let bits = u64::MAX.checked_shr(u64::BITS - children as u32).unwrap_or(0);
        Run { first, end: self.len, bits: bits.wrapping_shl(first as u32) }
    }
}

/// Children that have just been noted, and must now be written, a block at a time, before the next run is taken: that
/// is the only rule that the types do not enforce.
#[must_use = "children that are noted must be written"]
pub(super) struct Run {
    first: usize,
    end: usize,
    bits: u64,
}

impl Run {
    /// A bit for each of the children.
    #[inline(always)]
    pub(super) fn bits(&self) -> u64 {
        self.bits
    }
}

impl Iterator for Run {
    type Item = Block;

    /// The next eight children, or the last ones; `None` after the end.
    #[inline(always)]
    fn next(&mut self) -> Option<Block> {
        if self.first >= self.end {
            return None;
        }
        let block = Block { first: self.first, bits: self.bits };
        self.first += WIDTH;
        Some(block)
    }
}

/// The place of one to eight children of a run.
#[derive(Clone, Copy)]
pub(super) struct Block {
    first: usize,
    /// A bit for each child of the run.
    bits: u64,
}

impl Block {
    /// The bits of those children whose lane's bit is set.
    #[inline(always)]
    pub(super) fn bits_of(self, lanes: u8) -> u64 {
        u64::from(lanes) << self.first & self.bits
    }
}

/// The pieces of one side, as the counting sees them: a queen is among both kinds of sliders.
#[derive(Clone, Copy)]
pub(super) struct Pieces<T> {
    pub(super) pawns: T,
    pub(super) knights: T,
    pub(super) diagonal: T,
    pub(super) straight: T,
    pub(super) king: T,
}

impl Pieces<u64> {
    pub(super) const NONE: Pieces<u64> = Pieces { pawns: 0, knights: 0, diagonal: 0, straight: 0, king: 0 };

    pub(super) fn of(board: &Board, color: Color) -> Pieces<u64> {
        Pieces {
            pawns: board.colored_pieces(color, PieceType::Pawn).0,
            knights: board.colored_pieces(color, PieceType::Knight).0,
            diagonal: board.diagonal_sliders(color).0,
            straight: board.straight_sliders(color).0,
            king: board.colored_pieces(color, PieceType::King).0,
        }
    }

    #[inline(always)]
    pub(super) fn all(self) -> u64 {
        self.pawns | self.knights | self.sliders() | self.king
    }

    #[inline(always)]
    fn sliders(self) -> u64 {
        self.diagonal | self.straight
    }

    #[inline(always)]
    pub(super) fn without(self, squares: u64) -> Pieces<u64> {
        let Pieces { pawns, knights, diagonal, straight, king } = self;
        let [pawns, knights, diagonal, straight, king] =
            [pawns, knights, diagonal, straight, king].map(|set| set & !squares);
        Pieces { pawns, knights, diagonal, straight, king }
    }

    /// The bits of eight children, from `first` on.
    #[inline(always)]
    pub(super) fn from(self, first: usize) -> Pieces<u8> {
        let Pieces { pawns, knights, diagonal, straight, king } = self;
        let [pawns, knights, diagonal, straight, king] =
            [pawns, knights, diagonal, straight, king].map(|children| (children >> first) as u8);
        Pieces { pawns, knights, diagonal, straight, king }
    }

    /// The pieces by piece type, from king to pawn, as a board has them.
    #[inline(always)]
    pub(super) fn by_piece_type(self) -> [Bitboard; 6] {
        let Pieces { pawns, knights, diagonal, straight, king } = self;
        [king, diagonal & straight, straight & !diagonal, diagonal & !straight, knights, pawns].map(Bitboard)
    }
}

/// One word per child, and slack so that a block of eight can be written at any child.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Column([u64; 2 * CAPACITY + WIDTH]);

impl Column {
    const NOTHING: Column = Column([0; 2 * CAPACITY + WIDTH]);

    /// Writes eight words at a block; those past its children have no meaning.
    #[inline(always)]
    pub(super) fn write<W: Lanes>(&mut self, block: Block, words: W) {
        if let Some(eight) = self.0[place(block.first)..].first_chunk_mut() {
            words.store(eight);
        }
    }

    /// Writes the word of the first child of a block.
    #[inline(always)]
    pub(super) fn write_one(&mut self, block: Block, word: u64) {
        self.0[place(block.first)] = word;
    }

    /// The words of eight children, from `first` on.
    #[inline(always)]
    pub(super) fn eight(&self, first: usize) -> &[u64; WIDTH] {
        self.0[place(first)..].first_chunk().unwrap_or(&[0; WIDTH])
    }

    /// A child's word.
    #[inline(always)]
    pub(super) fn one(&self, index: usize) -> u64 {
        self.0[place(index)]
    }
}

/// The place of a child's word: the child's index. [`Noted::take`] asserts that it is below `CAPACITY`; the mask only
/// tells the compiler that it is within the column, which has slack for every index that the mask lets pass. So an
/// index past the last child would fall on the slack, never on another child. A branch to a panic instead costs 2 % of
/// a count (`bench/record/perft.md`).
#[inline(always)]
fn place(index: usize) -> usize {
    debug_assert!(index < CAPACITY, "child {index} was never noted");
    index & (2 * CAPACITY - 1)
}

/// The changes from the parent to each of its children. Words that a child does not need may hold notes about earlier
/// children.
pub(in crate::perft) struct Changes {
    /// All squares on which the mover's pieces change; in a capture en passant that of the captured pawn, too.
    pub(super) moved: Column,
    /// Those on which its knights or sliders change, if they do.
    pub(super) pieces: Column,
    /// The attacks of its king and knights, if they change.
    pub(super) leaps: Column,
}

impl Changes {
    /// Nothing noted.
    pub(in crate::perft) const NONE: Changes =
        Changes { moved: Column::NOTHING, pieces: Column::NOTHING, leaps: Column::NOTHING };
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// Lanes after the last child of a run hold words that mean nothing; so do their bits.
    #[test]
    fn a_block_names_no_child_outside_its_run() {
        let mut noted = Noted::NONE;
        assert_eq!(noted.take(3).bits(), 0b111);
        let run = noted.take(10);
        assert_eq!(run.bits(), 0x3ff << 3);
        let bits: Vec<u64> = run.map(|block| block.bits_of(u8::MAX)).collect();
        assert_eq!(bits, [0xff << 3, 0b11 << 11]);
        assert!(noted.take(2).all(|block| block.bits_of(0b1111_1101) == 1 << 13));
        assert_eq!(noted.take(0).bits(), 0);
    }
}
