//! Squares as a side sees them: ahead is where its pawns go.

use philidor::{Bitboard, Color, Square};

/// One step toward the other side.
#[inline(always)]
pub(super) fn ahead(set: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => set.north(),
        Color::Black => set.south(),
    }
}

/// How many ranks a square is ahead of its side's first, 0 to 7.
#[inline(always)]
pub(super) fn rank_of(square: Square, color: Color) -> usize {
    square.rank().relative_to(color).index()
}

/// How many moves a king takes on an empty board.
#[inline(always)]
pub(super) fn distance(from: Square, to: Square) -> i32 {
    let files = (from.file().index() as i32 - to.file().index() as i32).abs();
    let ranks = (from.rank().index() as i32 - to.rank().index() as i32).abs();
    files.max(ranks)
}
