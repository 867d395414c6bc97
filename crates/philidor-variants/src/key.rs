//! Zobrist keys (Albert Zobrist, 1970) that include what variants add.
//!
//! The random words are numbers 0, 1, 2 … of the generator SplitMix64 (Sebastiano Vigna, 2015):
//!
//! ```text
//!   0 …  767   color · 384 + piece type · 64 + square, piece types from king to pawn
//! 768 …  783   the sixteen sets of castling rights; no right has no word
//! 784 …  791   the file of a capture en passant that is legal
//! 792          Black to move
//! 1024 …       a promoted piece: 1024 + square
//! 2048 …       checks given: 2048 + 256 · color + number; 0 has no word
//! 4096 …       a pocket: 4096 + 2048 · color + 256 · piece type + number; 0 has no word
//! ```

use philidor::{CastlingRights, Color, PieceType, Square};

const fn word(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

static PIECES: [u64; 768] = {
    let mut table = [0; 768];
    let mut number = 0;
    while number < 768 {
        table[number] = word(number as u64);
        number += 1;
    }
    table
};

static CASTLING: [u64; 16] = {
    let mut table = [0; 16];
    let mut rights = 1;
    while rights < 16 {
        table[rights] = word(768 + rights as u64);
        rights += 1;
    }
    table
};

pub(crate) const BLACK_TO_MOVE: u64 = word(792);

/// The word of a piece on a square.
#[inline(always)]
pub(crate) fn piece(color: Color, piece_type: PieceType, square: Square) -> u64 {
    PIECES[color.index() * 384 + piece_type.index() * 64 + square.index()]
}

/// The word of a set of castling rights.
#[inline(always)]
pub(crate) fn castling(rights: CastlingRights) -> u64 {
    CASTLING[usize::from(rights.bits() & 15)]
}

/// The word of a legal capture en passant on this square.
pub(crate) const fn en_passant(square: Square) -> u64 {
    word(784 + square.file().index() as u64)
}

/// The word of a promoted piece.
pub(crate) const fn promoted(square: Square) -> u64 {
    word(1024 + square.index() as u64)
}

/// The word of the checks that a side has given.
pub(crate) const fn checks(color: Color, number: u8) -> u64 {
    if number == 0 { 0 } else { word(2048 + 256 * color.index() as u64 + number as u64) }
}

/// The word of the pieces of a kind in a side's pocket.
pub(crate) const fn pocket(color: Color, piece_type: PieceType, number: u8) -> u64 {
    let row = 4096 + 2048 * color.index() as u64 + 256 * piece_type.index() as u64;
    if number == 0 { 0 } else { word(row + number as u64) }
}
