//! Texts in place of a result.

use alloc::vec::Vec;

use philidor::characters::folded;

/// Whether a text has a score for each side, as `0.5-0.5` and `1:0`; any number, as in `2-0`, and `0-0`, which may
/// be castling, only at the end of a game.
#[cold]
pub(super) fn is_like(text: &[u8], is_last: impl FnOnce() -> bool) -> bool {
    let bytes = folded(text).map(|(_, byte)| byte);
    let plain: Vec<u8> = bytes.filter(|byte| !byte.is_ascii_whitespace()).collect();
    let mut sides = plain.strip_suffix(b".").unwrap_or(&plain).splitn(2, |byte| matches!(byte, b'-' | b':'));
    let (Some(white), Some(black)) = (sides.next(), sides.next()) else { return false };
    let is_score = |side: &[u8]| matches!(side, b"0" | b"1" | b"1/2" | b"0.5" | b"0,5" | b".5" | b",5");
    let is_number = |side: &[u8]| matches!(side.len(), 1..=2) && side.iter().all(u8::is_ascii_digit);
    is_score(white) && is_score(black) && !plain.starts_with(b"0-0")
        || is_number(white) && is_number(black) && is_last()
}
