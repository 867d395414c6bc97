//! The start of a game and the form of its castling, from its tags.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::error::PgnErrorKind;
use super::text::{TagValue, decode};
use crate::notation::CastlingMode;
use crate::position::Position;

/// The information in a tag about the start.
pub(super) enum StartTag {
    /// `FEN`: the position.
    Position(Position),
    /// `Variant`: how castling is written.
    Castling(CastlingMode),
    /// Nothing.
    Other,
}

/// The information in a tag about the start.
#[inline(always)]
pub(super) fn from_tag(name: &[u8], value: TagValue<'_>) -> Result<StartTag, PgnErrorKind> {
    match name {
        b"FEN" => match decode(value.raw()).parse() {
            Ok(position) => Ok(StartTag::Position(position)),
            Err(error) => Err(PgnErrorKind::Position(Box::new(error))),
        },
        b"Variant" => castling_of(value.raw()).map(StartTag::Castling).ok_or(PgnErrorKind::Variant),
        _ => Ok(StartTag::Other),
    }
}

/// A FEN with what it lacks at its end, as python-chess has it; `None` if it lacks nothing.
pub(super) fn completed(fen: &[u8]) -> Option<Vec<u8>> {
    const FIELDS: [&[u8]; 6] = [b"", b"w", b"-", b"-", b"0", b"1"];
    let given = || fen.split(|byte| byte.is_ascii_whitespace()).filter(|field| !field.is_empty());
    let count = Some(given().count()).filter(|count| (1..FIELDS.len()).contains(count))?;
    let missing = FIELDS.iter().skip(count).copied();
    Some(given().chain(missing).collect::<Vec<&[u8]>>().join(&b' '))
}

/// How castling is written according to two sources: Chess960 if either says so.
pub(super) const fn either(this: CastlingMode, that: CastlingMode) -> CastlingMode {
    if matches!(this, CastlingMode::Chess960) { this } else { that }
}

/// Variants that are standard chess, from the start position or another one, without the characters that
/// [`castling_of`] ignores.
const STANDARD: [&[u8]; 6] = [b"", b"?", b"chess", b"fromposition", b"normal", b"standard"];

/// Variants that differ from standard chess only in the start and its castling.
const CHESS960: [&[u8]; 7] =
    [b"chess960", b"dfrc", b"doublefischerrandom", b"fischerandom", b"fischerrandom", b"freestyle", b"frc"];

/// How castling is written in a variant with the rules of chess, from any start; `None` for other rules. Case, blanks,
/// hyphens and underscores are ignored.
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
