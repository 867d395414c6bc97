//! The values of the tag `Variant` that stand for standard chess and for Chess960.

use crate::notation::CastlingMode;

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
