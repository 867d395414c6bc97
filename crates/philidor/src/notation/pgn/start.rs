//! Where a game starts and how its castling is written, as its tags say.

use alloc::boxed::Box;

use super::error::PgnErrorKind;
use super::text::{TagValue, decode};
use crate::notation::CastlingMode;
use crate::position::Position;

/// What a tag says of the start.
pub(super) enum StartTag {
    /// `FEN`: where it is.
    Position(Position),
    /// `Variant`: how castling is written from there.
    Castling(CastlingMode),
    /// Nothing.
    Other,
}

/// What a tag says of the start.
#[inline(always)]
pub(super) fn of_tag(name: &[u8], value: TagValue<'_>) -> Result<StartTag, PgnErrorKind> {
    match name {
        b"FEN" => match decode(value.raw()).parse() {
            Ok(position) => Ok(StartTag::Position(position)),
            Err(error) => Err(PgnErrorKind::Position(Box::new(error))),
        },
        b"Variant" => castling_of(value.raw()).map(StartTag::Castling).ok_or(PgnErrorKind::Variant),
        _ => Ok(StartTag::Other),
    }
}

/// How castling is written if this and that say it: one voice for Chess960 is enough.
pub(super) const fn either(this: CastlingMode, that: CastlingMode) -> CastlingMode {
    if matches!(this, CastlingMode::Chess960) { this } else { that }
}

/// Variants that are chess, from the start position or another one, without what [`castling_of`] overlooks.
const STANDARD: [&[u8]; 6] = [b"", b"?", b"chess", b"fromposition", b"normal", b"standard"];

/// Variants that differ from chess in nothing but the start and its castling.
const CHESS960: [&[u8]; 7] =
    [b"chess960", b"dfrc", b"doublefischerrandom", b"fischerandom", b"fischerrandom", b"freestyle", b"frc"];

/// How castling is written in a variant that has the rules of chess, from whatever start; none for other rules. Capital
/// letters, blanks, hyphens and underscores make no difference.
pub(super) fn castling_of(variant: &[u8]) -> Option<CastlingMode> {
    let letters = || variant.iter().filter(|byte| !matches!(byte, b' ' | b'-' | b'_'));
    let is_among = |names: &[&[u8]]| {
        names.iter().any(|name| letters().map(u8::to_ascii_lowercase).eq(name.iter().copied()))
    };
    if is_among(&STANDARD) {
        Some(CastlingMode::Standard)
    } else if is_among(&CHESS960) {
        Some(CastlingMode::Chess960)
    } else {
        None
    }
}
