//! Numbers that stand for squares, colors and piece types. Those that stand for nothing are errors.

use chess::{Color, PieceType, Square};

use crate::error::philidor_error;
use crate::error::philidor_error::PHILIDOR_BAD_ARGUMENT;

/// A square: a1 is 0, h1 is 7, h8 is 63.
pub(crate) fn square(number: u8) -> Result<Square, philidor_error> {
    Square::from_index(usize::from(number)).ok_or(PHILIDOR_BAD_ARGUMENT)
}

/// A `philidor_color`.
pub(crate) fn color(number: u8) -> Result<Color, philidor_error> {
    Color::ALL.get(usize::from(number)).copied().ok_or(PHILIDOR_BAD_ARGUMENT)
}

/// A `philidor_piece`.
pub(crate) fn piece(number: u8) -> Result<PieceType, philidor_error> {
    PieceType::ALL.get(usize::from(number)).copied().ok_or(PHILIDOR_BAD_ARGUMENT)
}
