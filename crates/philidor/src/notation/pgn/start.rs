//! Where a game starts, as its tags say.

use super::text::{TagValue, decode};
use crate::notation::PositionError;
use crate::position::Position;

/// The position of the tag `FEN`.
pub(super) fn from_fen(value: TagValue<'_>) -> Result<Position, PositionError> {
    decode(value.raw()).parse()
}

/// Variants that differ from chess in nothing but the start, without what [`has_rules_of_chess`] overlooks.
const VARIANTS: [&[u8]; 11] = [
    b"",
    b"?",
    b"chess",
    b"chess960",
    b"doublefischerrandom",
    b"fischerandom",
    b"fischerrandom",
    b"frc",
    b"fromposition",
    b"normal",
    b"standard",
];

/// Whether the tag `Variant` names a game that is played by the rules of chess, from whatever start. Capital letters,
/// blanks, hyphens and underscores make no difference.
pub(super) fn has_rules_of_chess(value: TagValue<'_>) -> bool {
    let letters = || value.raw().iter().filter(|byte| !matches!(byte, b' ' | b'-' | b'_'));
    VARIANTS.iter().any(|name| letters().map(u8::to_ascii_lowercase).eq(name.iter().copied()))
}
