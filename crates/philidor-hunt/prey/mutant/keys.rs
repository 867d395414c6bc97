//! The words of the key (Zobrist, 1970): a random number for each thing that can be true of a position.
//!
//! The key is the exclusive or of the words of all that is true. A move changes few things, so it changes few words.
//! The random numbers are those of SplitMix64 (Steele, Lea and Flood, 2014), computed when they are needed.

use crate::board::{Color, Piece, Square, squares};
use crate::variant::Extras;

/// This piece on this square.
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    word(((piece.kind as u64) * 2 + piece.color as u64) * 64 + square as u64)
}

/// Black is to move.
pub(crate) fn black_to_move() -> u64 {
    word(1000)
}

/// This side may castle with the rook on this square.
pub(crate) fn castling(color: Color, rook: Square) -> u64 {
    word(1100 + (color as u64) * 64 + rook as u64)
}

/// A pawn has just passed this square.
pub(crate) fn en_passant(square: Square) -> u64 {
    word(1300 + square as u64)
}

/// The pieces in the pockets, the checks given, and the squares of promoted pieces.
pub(crate) fn extras(extras: &Extras) -> u64 {
    let numbers = extras.pockets.iter().flatten().chain(&extras.checks).enumerate();
    let numbers = numbers.filter(|&(_, &number)| number > 0);
    let numbers = numbers.map(|(index, &number)| 1500 + index as u64 * 256 + u64::from(number));
    let promoted = squares(extras.promoted).map(|square| 1400 + square as u64);
    numbers.chain(promoted).fold(0, |key, index| key ^ word(index))
}

/// The random number with this index.
fn word(index: u64) -> u64 {
    let mut word = (index + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}
