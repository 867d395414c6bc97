//! Moves and comments, which make up nearly all movetext, and tags, recognized in 64 bytes.
//!
//! With 64 bytes at hand, one bounds check replaces a check at every byte.
//!
//! ```text
//!  1 2 . . .   N b d 7   {   [ % c l k   0 : 0 5 : 0 0 ]   }   1 3 …
//! └─ number ─┘ └ word ┘  └ comment: text of 16 bytes ──┘
//! ```
//!
//! The results are those that [`Cursor`](super::token::Cursor) finds byte by byte. Everything else is left to it:
//! results, variations, glyphs, words of one letter, words and comments that are long or have a rare byte, and the last
//! bytes of a file.

use core::ops::Range;

use super::scan::{self, CLASSES, Class, NAMES};

/// How many bytes are examined.
pub(super) const WINDOW: usize = 64;

/// Longer than the move numbers that are read.
const DIGITS: usize = 4;

/// Longer than the words that are read.
const LETTERS: usize = 10;

/// Longer than the tag names that are read.
const NAME: usize = 20;

/// Longer than the comments that are read.
const TEXT: usize = 48;

/// The token at the start of a window, as offsets from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// From its first byte to the one after it.
    Word(usize, usize),
    /// From the opening brace to the closing one.
    Comment(usize, usize),
}

/// The class of a byte after the first of a word.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Step {
    Continues,
    Ends,
    /// It may belong to `e8(Q)`, to `e.p.`, to a glyph as in `e4+-`, to punctuation, to a character above ASCII or to
    /// an error.
    Odd,
}

static STEPS: [Step; 256] = {
    let mut table = [Step::Ends; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match (byte as u8, CLASSES[byte]) {
            (
                b'.' | b'%' | b'(' | b'p' | b'-' | b'=' | b'/' | b'~' | b'&' | b',' | b':' | b'\'' | 0x80..,
                _,
            ) => Step::Odd,
            (_, Class::Word | Class::Mark | Class::Digit) => Step::Continues,
            _ => Step::Ends,
        };
        byte += 1;
    }
    table
};

/// The bytes from an offset in the first half. The mask never changes the offset, but removes the bounds check.
#[inline(always)]
fn from(window: &[u8; WINDOW], at: usize) -> Option<&[u8; WINDOW / 2]> {
    window.get(at % (WINDOW / 2)..)?.first_chunk()
}

#[inline(always)]
fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\n'
}

/// The first of some places for which something holds, by a loop: in large programs the compiler calls `Iterator::find`
/// instead of inlining it.
#[inline(always)]
#[expect(clippy::manual_find, reason = "a loop is inlined in every program")]
fn first(places: Range<usize>, holds: impl Fn(usize) -> bool) -> Option<usize> {
    for place in places {
        if holds(place) {
            return Some(place);
        }
    }
    None
}

/// The move or the comment at the start of a window, after an optional blank and move number.
#[inline(always)]
pub(super) fn look(window: &[u8; WINDOW]) -> Option<Found> {
    let mut at = 0;
    let mut here = from(window, at)?;
    if is_blank(here[0]) {
        at += 1;
        here = from(window, at)?;
    }
    if here[0].is_ascii_digit() {
        let digits = first(1..DIGITS, |place| !here[place].is_ascii_digit())?;
        let [b'.', behind @ ..] = from(window, at + digits)? else { return None };
        at += digits + 1;
        if let [b'.', b'.', ..] = behind {
            at += 2;
        }
        here = from(window, at)?;
        if is_blank(here[0]) {
            at += 1;
            here = from(window, at)?;
        }
    }
    if here[0] == b'{' {
        let text = window.get(at % (WINDOW - TEXT - 1) + 1..)?.first_chunk()?;
        return Some(Found::Comment(at, at + 1 + text_len(text)?));
    }
    if CLASSES[usize::from(here[0])] != Class::Word {
        return None;
    }
    // No move has one letter, but `N` and `D` are glyphs. A glyph follows two bytes at least, and castling has a dash.
    if STEPS[usize::from(here[1])] != Step::Continues && here[1] != b'-' {
        return None;
    }
    // Branches in a row, each with its own history for the branch predictor.
    let len = first(2..LETTERS, |place| STEPS[usize::from(here[place])] != Step::Continues)?;
    (STEPS[usize::from(here[len])] == Step::Ends).then_some(Found::Word(at, at + len))
}

/// The ends of the name and the value of the tag at the start of a window, after the bracket: with one space between
/// them, and a bracket after the closing quote.
#[inline(always)]
pub(super) fn tag(window: &[u8; WINDOW]) -> Option<(usize, usize)> {
    let name_end = first(0..NAME, |place| !NAMES[usize::from(window[place])])?;
    let [b' ', b'"', value @ ..] = from(window, name_end)? else { return None };
    let len = scan::short_quote(value.get(..24)?)?;
    let value_end = name_end + 2 + len;
    (name_end > 0 && value.get(len + 1) == Some(&b']')).then_some((name_end, value_end))
}

/// The length of a comment that ends here, without a line end or another control character before.
#[inline(always)]
fn text_len(text: &[u8; TEXT]) -> Option<usize> {
    let (first, others) = text.split_first_chunk::<16>()?;
    // Finding whether there is an end in this many bytes is cheaper than finding where. Clocks with their blanks are
    // this long.
    let has = |is_wanted: fn(u8) -> bool| first.iter().fold(false, |found, &byte| found | is_wanted(byte));
    if !(has(|byte| byte == b'}') | has(|byte| byte < b' ')) {
        return match others {
            [b'}', ..] => Some(16),
            _ => scan::short_end(others).map(|len| 16 + len),
        };
    }
    scan::short_end(first)
}

#[cfg(test)]
mod tests {
    use super::super::token::{Cursor, Token};
    use super::*;
    use alloc::format;
    use alloc::vec::Vec;
    use philidor_proof::{at_least, drawn};

    /// A token found in a window is the one found byte by byte.
    #[track_caller]
    fn assert_same(text: &[u8]) -> Option<Found> {
        let mut padded = [b' '; WINDOW];
        padded.iter_mut().zip(text).for_each(|(place, &byte)| *place = byte);
        let found = look(&padded);
        let mut cursor = Cursor::new(&padded, 0);
        let token = cursor.next_anywhere();
        match found {
            Some(Found::Word(start, end)) => {
                assert_eq!(token, Token::Word(&padded[start..end]), "{}", text.escape_ascii());
                assert_eq!((cursor.token_start, cursor.at), (start, end), "{}", text.escape_ascii());
            }
            Some(Found::Comment(start, end)) => {
                assert_eq!(token, Token::Comment(&padded[start + 1..end]), "{}", text.escape_ascii());
                assert_eq!((cursor.token_start, cursor.at), (start, end + 1), "{}", text.escape_ascii());
            }
            None => {}
        }
        found
    }

    /// All texts of five bytes, in a quick run one in eight.
    #[test]
    #[cfg_attr(miri, ignore)]
    fn windows_agree_with_the_cursor() {
        let alphabet = b" \n1.-{}e4p(N\xef\xbb*$!;%[=";
        let mut found = 0;
        for code in drawn(0..alphabet.len().pow(5), 1) {
            let text: Vec<u8> =
                (0..5).map(|place| alphabet[code / alphabet.len().pow(place) % alphabet.len()]).collect();
            found += usize::from(assert_same(&text).is_some());
        }
        assert!(found > at_least(100_000), "{found}");
    }

    #[test]
    fn usual_moves_and_comments_are_found() {
        for (text, expected) in [
            (" 1. e4 ", Some(Found::Word(4, 6))),
            ("\n123...\nNbxd7+\n", Some(Found::Word(8, 14))),
            ("Nxd8#!?", Some(Found::Word(0, 5))),
            ("O-O+ ", Some(Found::Word(0, 4))),
            ("O-O-O ", None),
            ("e8=Q ", None),
            ("e4+- ", None),
            ("1.e4", Some(Found::Word(2, 4))),
            (" { [%clk 0:05:00] } 1... e5", Some(Found::Comment(1, 18))),
            ("{}", Some(Found::Comment(0, 1))),
            ("1-0", None),
            ("exd6e.p.", None),
            ("e8(Q)", None),
            ("1234. e4", None),
            ("abcdefghi ", Some(Found::Word(0, 9))),
            ("N ", None),
            ("+- ", None),
            ("±", None),
            ("abcdefghij ", None),
        ] {
            assert_eq!(assert_same(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn comments_of_every_length_have_their_end() {
        for len in 0..70 {
            let text = "x".repeat(len);
            let found = assert_same(format!("{{{text}}} e5 }}").as_bytes());
            assert_eq!(found, (len < TEXT).then_some(Found::Comment(0, len + 1)));
            assert_eq!(assert_same(format!("{{{text}\n}} e5 }}").as_bytes()), None);
        }
    }

    /// A tag found in a window is the one found byte by byte.
    #[test]
    #[cfg_attr(miri, ignore)]
    fn tags_are_those_that_are_there() {
        let alphabet = b"a_ \"\\]\n\t\xe9";
        let mut found = 0;
        for code in 0..alphabet.len().pow(6) {
            let mut padded = [b' '; WINDOW];
            padded[6..8].copy_from_slice(b"\"]");
            for place in 0..6 {
                padded[place] = alphabet[code / alphabet.len().pow(place as u32) % alphabet.len()];
            }
            if let Some((name_end, value_end)) = tag(&padded) {
                let mut cursor = Cursor::new(&padded, 0);
                let expected = Ok((&padded[..name_end], &padded[name_end + 2..value_end]));
                assert_eq!(cursor.tag_anywhere(), expected, "{}", padded.escape_ascii());
                assert_eq!(cursor.at, value_end + 2);
                found += 1;
            }
        }
        assert!(found > 300, "{found}");
    }
}
