//! Where a game starts, as its tags say.

use alloc::boxed::Box;

use super::error::PgnErrorKind;
use super::text::{TagValue, decode};
use crate::position::Position;

/// The position at which a game starts, if a tag says it.
#[inline(always)]
pub(super) fn of_tag(name: &[u8], value: TagValue<'_>) -> Result<Option<Position>, PgnErrorKind> {
    match name {
        b"FEN" => match decode(value.raw()).parse() {
            Ok(position) => Ok(Some(position)),
            Err(error) => Err(PgnErrorKind::Position(Box::new(error))),
        },
        b"Variant" if !has_rules_of_chess(value) => Err(PgnErrorKind::Variant),
        _ => Ok(None),
    }
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
fn has_rules_of_chess(value: TagValue<'_>) -> bool {
    let letters = || value.raw().iter().filter(|byte| !matches!(byte, b' ' | b'-' | b'_'));
    VARIANTS.iter().any(|name| letters().map(u8::to_ascii_lowercase).eq(name.iter().copied()))
}
