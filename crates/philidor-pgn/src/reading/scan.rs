//! Scanning bytes: classes of bytes, the ends of words and comments, and the one boundary that needs no context.
//!
//! The meaning of a byte in movetext is a look-up. Words are short and read byte by byte: a CPU predicts where they end
//! and continues, whereas it would have to wait for a computed end. Comments and tag values are longer, and are
//! searched for their end eight bytes at a time.
//!
//! ```text
//! text       [  %  c  l  k     0  :     0  5  :  0  0  ]     }
//! is it }    .  .  .  .  .  .  .  .     .  .  .  .  .  .  .  x     the second word has it, in its last byte
//! ```
//!
//! A **boundary** is the start of a game that can be recognized without reading the whole game before: a line that
//! begins with `[Event ` below an empty line, or below one of at most eight blanks. It does not count between two
//! braces that make it a part of a comment within the usual limit. This allows a file to be cut for many threads, and
//! keeps a comment that is never closed from swallowing the games after it. A line ends with a line feed, a carriage
//! return, or one of each in this order.
//!
//! ```text
//! … 34. Bd5 { a comment without an end ⏎        … 34. Bd5 { see the game ⏎
//! ⏎                                              ⏎
//! [Event "The next game"] ⏎   a boundary         [Event "London"] ⏎   none
//! ⏎                                              ⏎
//! 1. e4 { the next brace opens }                 where it closes } 34... Qd5
//! ```
//!
//! Any other tag below an empty line is only a **sign** of a game, since tags may have empty lines between them.
//! Reading continues there after a game that is too long. A comment ends at the first line that begins with a tag,
//! below an empty line or not, unless the next brace closes the comment.

use memchr::{memchr2, memchr3, memrchr2};
use philidor::characters;

use super::search;
use crate::limits::Limits;
use crate::text::is_quote;

/// What a byte starts in movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Class {
    Blank,
    /// A move; or a byte that starts nothing else, which will be rejected as a move.
    Word,
    /// `+`, `-`, `=` and their like, and bytes above ASCII: a word as well, but perhaps a glyph such as `+-` or `±`,
    /// another symbol, or a blank.
    Mark,
    Digit,
    /// `{`
    Comment,
    /// `;`
    LineComment,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `[`
    Bracket,
    /// `$`
    Nag,
    /// `!` and `?`
    Glyph,
    /// `*`
    Star,
    /// `.`
    Dot,
    /// `%`
    Percent,
    /// Control characters, closing brackets, quotes, and `<` and `>`, which the standard reserves.
    Stray,
}

/// What DOS writes at the end of a text file, up to a full block of them; files that were joined have it in between.
pub(super) const END_OF_FILE: u8 = 0x1a;

/// The class of each byte.
pub(super) static CLASSES: [Class; 256] = {
    let mut table = [Class::Word; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | END_OF_FILE => Class::Blank,
            b'0'..=b'9' => Class::Digit,
            b'{' => Class::Comment,
            b';' => Class::LineComment,
            b'(' => Class::Open,
            b')' => Class::Close,
            b'[' => Class::Bracket,
            b'$' => Class::Nag,
            b'!' | b'?' => Class::Glyph,
            b'*' => Class::Star,
            b'.' => Class::Dot,
            b'%' => Class::Percent,
            0..=0x1f | 0x7f | b']' | b'}' | b'"' | b'<' | b'>' => Class::Stray,
            b'+' | b'-' | b'=' | b'~' | b'#' | b'&' | b'/' | b'\\' | b'^' | b'|' => Class::Mark,
            b',' | b':' | b'_' | b'\'' | b'`' | 0x80.. => Class::Mark,
            _ => Class::Word,
        };
        byte += 1;
    }
    table
};

/// The bytes that end a word, or above ASCII may end it.
static ENDS: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let continues =
            matches!(CLASSES[byte], Class::Word | Class::Mark | Class::Digit | Class::Dot | Class::Percent);
        table[byte] = !continues || byte >= 0x80;
        byte += 1;
    }
    table
};

/// The bytes of tag names.
pub(super) static NAMES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = matches!(byte as u8, b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_');
        byte += 1;
    }
    table
};

/// The bytes that begin a boundary; a blank follows.
const EVENT: &[u8] = b"[Event";

/// How many blanks a line may have and still count as empty.
const BLANKS: usize = 8;

/// How many bytes the blanks before an indented tag may take, if there are others than those of ASCII.
const INDENTATION: usize = 64;

/// How many bytes around a bracket decide whether it is a boundary: before it a line end, blanks, and another line end
/// of two bytes; from the bracket on, seven bytes.
pub(super) const BOUNDARY_REACH: usize = 1 + BLANKS + 2 + EVENT.len() + 1;

/// The longest comment in which a sign of a game is none, in bytes: the usual limit, which may not be the reader's.
const LONGEST_COMMENT: usize = Limits::new().comment;

/// The longest name of a tag that is a sign of a game.
const NAME: usize = 32;

/// How many bytes around a bracket decide whether it is a sign of a game: before it as for a boundary, then a name,
/// blanks and a quote.
pub(super) const SIGN_REACH: usize = 1 + BLANKS + 2 + AFTER_SIGN;

/// How many of these bytes are at the bracket or after it.
pub(super) const AFTER_SIGN: usize = 1 + NAME + BLANKS + 1;

/// Whether text in UTF-16 is at an offset: a byte order mark, or at least four characters of ASCII with a zero each, in
/// whichever order.
pub(super) fn is_utf16(bytes: &[u8], at: usize) -> bool {
    let rest = bytes.get(at..).unwrap_or_default();
    if matches!(rest, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) {
        return true;
    }
    // Whatever was read before may have ended in the middle of a character.
    let around = bytes.get(at.saturating_sub(1)..).unwrap_or_default();
    has_zeros_between(rest) || has_zeros_between(around)
}

/// Whether every second one of the first bytes is zero and the others are ASCII.
fn has_zeros_between(bytes: &[u8]) -> bool {
    let Some(first) = bytes.first_chunk::<8>() else { return false };
    let holds = |zero: usize| {
        first.iter().enumerate().all(|(place, &byte)| {
            if place % 2 == zero { byte == 0 } else { matches!(byte, b'\t'..=b'\r' | b' '..0x7f) }
        })
    };
    holds(0) || holds(1)
}

/// The byte at an offset, or 0 past the end.
#[inline(always)]
pub(super) fn byte_at(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or(0)
}

/// The end of the word that continues at `from`, or its first byte above ASCII.
#[inline(always)]
pub(super) fn word_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    // Eight branches in a row, each with its own history for the branch predictor.
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        for &byte in chunk {
            if ENDS[usize::from(byte)] {
                return at;
            }
            at += 1;
        }
    }
    while let Some(&byte) = bytes.get(at)
        && !ENDS[usize::from(byte)]
    {
        at += 1;
    }
    at
}

/// The end of the digits that continue at `from`.
#[inline(always)]
pub(super) fn digits_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while byte_at(bytes, at).is_ascii_digit() {
        at += 1;
    }
    at
}

/// The end of the dots that continue at `from`: usually none or two more.
#[inline(always)]
pub(super) fn dots_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    if bytes.get(from..).is_some_and(|rest| rest.starts_with(b"..")) {
        at += 2;
    }
    while byte_at(bytes, at) == b'.' {
        at += 1;
    }
    at
}

/// The end of the zero bytes that continue at `from`: in files that were not written to their end there may be many, so
/// they are compared in blocks.
pub(super) fn zeros_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk::<64>())
        && block.iter().fold(0, |all, &byte| all | byte) == 0
    {
        at += block.len();
    }
    while bytes.get(at) == Some(&0) {
        at += 1;
    }
    at
}

/// The end of a text without the blanks after it.
pub(super) fn text_end(bytes: &[u8]) -> usize {
    let last = bytes.iter().rposition(|&byte| CLASSES[usize::from(byte)] != Class::Blank);
    last.map_or(0, |last| last + 1)
}

/// The end of the blanks and tabs that continue at `from`.
pub(super) fn blanks_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while matches!(byte_at(bytes, at), b' ' | b'\t') {
        at += 1;
    }
    at
}

/// The end of a tag name: letters, digits and underscores, as in the standard.
#[inline(always)]
pub(super) fn name_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while NAMES[usize::from(byte_at(bytes, at))] {
        at += 1;
    }
    at
}

/// Whether a name and a quote follow the bracket before an offset. The quote may be that of a word processor.
pub(super) fn looks_like_tag(bytes: &[u8], from: usize) -> bool {
    let start = blanks_end(bytes, from);
    let end = name_end(bytes, start);
    end > start && quote_len(bytes, any_blanks_end(bytes, end)) > 0
}

/// The end of the blanks that continue at `from`, those of word processors included.
pub(super) fn any_blanks_end(bytes: &[u8], from: usize) -> usize {
    let mut at = blanks_end(bytes, from);
    while byte_at(bytes, at) >= 0x80
        && let Some((character, len)) = characters::first(bytes.get(at..).unwrap_or_default())
        && characters::is_invisible(character)
    {
        at = blanks_end(bytes, at + len);
    }
    at
}

/// The length of the quote at an offset, straight or that of a word processor; 0 if there is none.
pub(super) fn quote_len(bytes: &[u8], at: usize) -> usize {
    match byte_at(bytes, at) {
        b'"' => 1,
        0x80.. => match characters::first(bytes.get(at..).unwrap_or_default()) {
            Some((character, len)) if is_quote(character) => len,
            _ => 0,
        },
        _ => 0,
    }
}

/// Where a tag value may end: the first quote, backslash or line end, or the end of the input.
#[inline(always)]
pub(super) fn value_stop(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(&chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(chunk);
        let stops = zeros(word ^ every(b'"')) | zeros(word ^ every(b'\\'));
        let found = stops | zeros(word ^ every(b'\n')) | zeros(word ^ every(b'\r'));
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while !matches!(byte_at(bytes, at), b'"' | b'\\' | b'\n' | b'\r') && at < bytes.len() {
        at += 1;
    }
    at
}

/// The line feed or carriage return that ends the line, or the end of the input. Old files have returns alone.
pub(super) fn line_end(bytes: &[u8], from: usize) -> usize {
    bytes.get(from..).and_then(|rest| memchr2(b'\n', b'\r', rest)).map_or(bytes.len(), |at| from + at)
}

/// How a comment in braces ends.
pub(super) enum CommentEnd {
    /// At its closing brace.
    Closed(usize),
    /// Not before a sign of a game, or not at all: where reading can continue.
    Unclosed(usize),
    /// The same, but a brace in later bytes may close it.
    Undecided(usize),
}

/// The next brace after a sign of a game in a comment.
enum Brace {
    Closes(usize),
    Opens,
    /// There is none so far.
    Unknown,
}

/// The next brace at or after an offset, as far as it ends a comment whose text begins at `start`.
#[cold]
fn next_brace(bytes: &[u8], start: usize, at: usize) -> Brace {
    let most = start.saturating_add(LONGEST_COMMENT + 1);
    let near = bytes.get(at..most.min(bytes.len())).unwrap_or_default();
    match memchr2(b'{', b'}', near).map(|found| at + found) {
        Some(found) if byte_at(bytes, found) == b'}' => Brace::Closes(found),
        None if bytes.len() < most => Brace::Unknown,
        _ => Brace::Opens,
    }
}

/// The braces around an offset that make it a part of a comment; the second one may be yet to come.
#[cold]
fn braces_around(bytes: &[u8], at: usize) -> Option<(usize, Option<usize>)> {
    let from = at.saturating_sub(LONGEST_COMMENT);
    let open = from + memrchr2(b'{', b'}', bytes.get(from..at)?)?;
    match next_brace(bytes, open + 1, at) {
        _ if byte_at(bytes, open) == b'}' => None,
        Brace::Closes(close) => Some((open, Some(close))),
        Brace::Opens => None,
        Brace::Unknown => Some((open, None)),
    }
}

/// The length of a comment's text that ends within some bytes, if it has no control characters, such as line ends. The
/// number of bytes is a constant multiple of eight.
#[inline(always)]
pub(super) fn short_end(bytes: &[u8]) -> Option<usize> {
    let (words, _) = bytes.as_chunks::<8>();
    for (number, &chunk) in words.iter().enumerate() {
        let word = u64::from_le_bytes(chunk);
        let found = zeros(word ^ every(b'}')) | controls(word);
        if found != 0 {
            let at = found.trailing_zeros() as usize / 8;
            return (word >> (8 * at) & 0xff == u64::from(b'}')).then_some(8 * number + at);
        }
    }
    None
}

/// The first quote, backslash or control character in some bytes, if it is a quote, as in [`short_end`].
#[inline(always)]
pub(super) fn short_quote(bytes: &[u8]) -> Option<usize> {
    let (words, _) = bytes.as_chunks::<8>();
    for (number, &chunk) in words.iter().enumerate() {
        let word = u64::from_le_bytes(chunk);
        let found = zeros(word ^ every(b'"')) | zeros(word ^ every(b'\\')) | controls(word);
        if found != 0 {
            let at = found.trailing_zeros() as usize / 8;
            return (word >> (8 * at) & 0xff == u64::from(b'"')).then_some(8 * number + at);
        }
    }
    None
}

/// The end of the comment in braces whose text begins at `from`, with at most this many comments inside each other.
#[inline(always)]
pub(super) fn comment_end(bytes: &[u8], from: usize, nesting: usize) -> CommentEnd {
    if nesting > 1 { nested_comment_end(bytes, from, nesting) } else { flat_comment_end(bytes, from) }
}

/// The same where an inner opening brace needs a closing one of its own.
#[cold]
#[inline(never)]
fn nested_comment_end(bytes: &[u8], from: usize, nesting: usize) -> CommentEnd {
    let (mut at, mut depth) = (from, 1);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' if depth < nesting => depth += 1,
            b'}' if depth == 1 => return CommentEnd::Closed(at),
            b'}' => depth -= 1,
            b'\n' | b'\r' if is_tag_line(bytes, at + 1) => match next_brace(bytes, from, at + 1) {
                Brace::Closes(close) => at = close - 1,
                Brace::Opens => return CommentEnd::Unclosed(at + 1),
                Brace::Unknown => return CommentEnd::Undecided(at + 1),
            },
            _ => {}
        }
        at += 1;
    }
    CommentEnd::Unclosed(bytes.len())
}

fn flat_comment_end(bytes: &[u8], from: usize) -> CommentEnd {
    let mut at = from;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr3(b'}', b'\n', b'\r', rest)) {
        at += found;
        if byte_at(bytes, at) == b'}' {
            return CommentEnd::Closed(at);
        }
        at += 1;
        if is_tag_line(bytes, at) {
            return match next_brace(bytes, from, at) {
                Brace::Closes(close) => CommentEnd::Closed(close),
                Brace::Opens => CommentEnd::Unclosed(at),
                Brace::Unknown => CommentEnd::Undecided(at),
            };
        }
    }
    CommentEnd::Unclosed(bytes.len())
}

const EVERY: u64 = 0x0101_0101_0101_0101;

/// A word with the same byte eight times.
const fn every(byte: u8) -> u64 {
    EVERY * byte as u64
}

/// A mark in each byte that is zero. Only the lowest mark is exact, and only it is used.
#[inline(always)]
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(EVERY) & !word & (EVERY << 7)
}

/// A mark in each byte below a space. The lowest mark is exact, as in [`zeros`], which finds bytes below 1.
#[inline(always)]
const fn controls(word: u64) -> u64 {
    word.wrapping_sub(every(b' ')) & !word & (EVERY << 7)
}

/// Whether a line begins at an offset.
pub(super) fn is_line_start(bytes: &[u8], at: usize) -> bool {
    at == 0 || matches!(byte_at(bytes, at - 1), b'\n' | b'\r')
}

/// Whether nothing but blanks precedes an offset on its line; of those of word processors, a few.
pub(super) fn is_indented_line_start(bytes: &[u8], at: usize) -> bool {
    let before = bytes.get(..at).unwrap_or_default();
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    match before.iter().rev().find(|byte| !is_blank(byte)) {
        None | Some(b'\n' | b'\r') => true,
        Some(0x80..) => {
            let from = at.saturating_sub(INDENTATION);
            let near = before.get(from..).unwrap_or_default();
            let line_start = memchr::memrchr2(b'\n', b'\r', near).map(|end| from + end + 1);
            let line_start = line_start.or_else(|| (from == 0).then_some(0));
            line_start.is_some_and(|line_start| any_blanks_end(bytes, line_start) == at)
        }
        Some(_) => false,
    }
}

/// Whether a boundary is at an offset that is not in a comment.
pub(super) fn is_boundary(bytes: &[u8], at: usize) -> bool {
    let Some((before, after)) = bytes.split_at_checked(at) else {
        return false;
    };
    after.starts_with(EVENT)
        && matches!(byte_at(bytes, at + EVENT.len()), b' ' | b'\t')
        && ends_with_empty_line(before)
}

/// Whether some bytes end with an empty line that has another line before it.
fn ends_with_empty_line(bytes: &[u8]) -> bool {
    let line = match bytes {
        [line @ .., b'\r', b'\n'] | [line @ .., b'\n' | b'\r'] => line,
        _ => return false,
    };
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let blanks = line.iter().rev().take(BLANKS).take_while(is_blank).count();
    matches!(line.iter().nth_back(blanks), Some(b'\n' | b'\r'))
}

/// The first boundary at or after an offset that is not in a comment.
pub(super) fn boundary_from(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += search::first(bytes.get(at..)?, EVENT)?;
        if is_boundary(bytes, at) {
            match braces_around(bytes, at) {
                Some((_, Some(close))) => at = close,
                _ => return Some(at),
            }
        }
        at += 1;
    }
}

/// Whether a sign of a game is at an offset: a boundary, or any other tag below an empty line.
pub(super) fn is_sign(bytes: &[u8], at: usize) -> bool {
    let Some((before, after)) = bytes.split_at_checked(at) else { return false };
    after.first() == Some(&b'[')
        && ends_with_empty_line(before)
        && (begins_with_tag(after) || is_boundary(bytes, at))
}

/// Whether the line at an offset begins with a tag, indented or not.
#[inline(always)]
fn is_tag_line(bytes: &[u8], at: usize) -> bool {
    match byte_at(bytes, at) {
        b'[' => looks_like_tag(bytes, at + 1) || is_boundary(bytes, at),
        b' ' | b'\t' | 0x80.. => is_indented_tag(bytes, at),
        _ => false,
    }
}

#[cold]
#[inline(never)]
fn is_indented_tag(bytes: &[u8], at: usize) -> bool {
    let near = bytes.get(..bytes.len().min(at + INDENTATION)).unwrap_or_default();
    let bracket = any_blanks_end(near, at);
    byte_at(bytes, bracket) == b'[' && looks_like_tag(bytes, bracket + 1)
}

/// Whether some bytes begin with a bracket, a name, blanks and a quote, each of a usual length.
fn begins_with_tag(bytes: &[u8]) -> bool {
    let name = name_end(bytes, 1);
    let quote = blanks_end(bytes, name);
    (2..=1 + NAME).contains(&name) && (1..=BLANKS).contains(&(quote - name)) && byte_at(bytes, quote) == b'"'
}

/// The first sign of a game at or after an offset.
pub(super) fn sign_from(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    memchr::memchr_iter(b'[', rest).map(|at| from + at).find(|&at| is_sign(bytes, at))
}

/// Whether these are blanks and zero bytes alone, in which no game is lost.
pub(super) fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| byte == 0 || byte.is_ascii_whitespace())
}

/// How many games without tags are likely to begin in a range: a move number of 1 below an empty line.
pub(super) fn untagged_games(bytes: &[u8], range: core::ops::Range<usize>) -> u64 {
    let begins = |at: &usize| {
        let before = bytes.get(..*at).unwrap_or_default();
        let follows = byte_at(bytes, at + 2);
        ends_with_empty_line(before) && (follows == b' ' || follows.is_ascii_alphabetic())
    };
    let read = bytes.get(..range.end.saturating_add(1)).unwrap_or(bytes);
    let next = |from: usize| search::first(read.get(from..)?, b"1.").map(|at| from + at);
    let numbers = core::iter::successors(next(range.start), |&at| next(at + 1));
    numbers.filter(begins).count() as u64
}

/// The boundary at an offset, or just before it so that its first bytes are on both sides.
pub(super) fn boundary_across(bytes: &[u8], at: usize) -> Option<usize> {
    (at.saturating_sub(EVENT.len())..=at).find(|&at| is_boundary(bytes, at))
}

/// The last boundary that is not in a comment, whatever bytes follow.
pub(super) fn last_boundary(bytes: &[u8]) -> Option<usize> {
    let mut end = bytes.len();
    loop {
        let event = search::last(bytes.get(..end)?, EVENT)?;
        end = event + EVENT.len() - 1;
        if is_boundary(bytes, event) {
            match braces_around(bytes, event) {
                Some((open, _)) => end = open,
                None => return Some(event),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The end of the comment, if it is closed.
    fn closed(text: &str) -> Option<usize> {
        match comment_end(text.as_bytes(), 0, 1) {
            CommentEnd::Closed(at) => Some(at),
            CommentEnd::Unclosed(_) | CommentEnd::Undecided(_) => None,
        }
    }

    #[test]
    fn words_end_where_something_else_begins() {
        for (text, len) in
            [("Nf3", 3), ("Nf3 Nf6 ", 3), ("O-O-O+!", 6), ("exd6e.p.)", 8), ("abcdefghabcdefgh$1", 16)]
        {
            assert_eq!(word_end(text.as_bytes(), 0), len, "{text}");
            let padded = format!("{text}                ");
            assert_eq!(word_end(padded.as_bytes(), 0), len, "{text}");
        }
    }

    #[test]
    fn comments_of_any_length_end_at_their_brace() {
        for len in 0..100 {
            let text = "x".repeat(len);
            assert_eq!(closed(&format!("{text}}} e5 }}")), Some(len));
            assert_eq!(closed(&format!("\n{text}\n}}")), Some(len + 2));
            assert_eq!(closed(&text), None);
        }
    }

    #[test]
    fn boundaries_have_an_empty_line_above() {
        let text =
            b"\n[Event \"a\"]\n\n[Event \"b\"]\r\n\r\n[Event\t\"c\"]\n\n[Eventful \"d\"]\n x\n[Event \"e\"]\r\n[Event \"f\"]";
        let (b, c) = (14, 29);
        assert_eq!(boundary_from(text, 0), Some(b));
        assert_eq!(boundary_from(text, b), Some(b));
        assert_eq!(boundary_from(text, b + 1), Some(c));
        assert_eq!(boundary_from(text, c + 1), None);
        assert_eq!((last_boundary(text), last_boundary(&text[..c])), (Some(c), Some(b)));
    }

    #[test]
    fn games_in_comments_are_no_boundaries() {
        let text =
            b"1. e4 {\n\n[Event \"a\"]\n\n[Event \"b\"]\n} *\n\n[Event \"c\"]\n\n1. e4 {\n\n[Event \"d\"]\n";
        let find = |name: u8| text.windows(2).position(|pair| pair == [b'"', name]).map(|at| at - 7);
        let (c, d) = (find(b'c'), find(b'd'));
        assert_eq!((boundary_from(text, 0), boundary_from(text, d.expect("a tag"))), (c, d));
        assert_eq!((last_boundary(text), last_boundary(&[&text[..], b"{"].concat())), (c, d));
        assert_eq!((last_boundary(&text[..30]), boundary_from(&text[..30], 0)), (None, Some(9)));
    }

    #[test]
    fn lines_that_look_empty_are() {
        for end in ["\n", "\r\n", "\r"] {
            for blanks in 0..12 {
                let before = format!("*{end}{}{end}", "\t ".repeat(blanks).split_at(blanks).0);
                let text = format!("{before}[Event \"?\"]{end}");
                let expected = (blanks <= BLANKS).then_some(before.len());
                assert_eq!(boundary_from(text.as_bytes(), 0), expected, "{text:?}");
                assert_eq!(last_boundary(text.as_bytes()), expected, "{text:?}");
                // No more bytes decide than the constant says.
                if blanks == BLANKS {
                    let reach =
                        before.len() + EVENT.len() + 1 - BOUNDARY_REACH..before.len() + EVENT.len() + 1;
                    assert!(boundary_from(&text.as_bytes()[reach], 0).is_some());
                }
                assert_eq!(closed(&format!("{text}{{}}")), None, "{text:?}");
            }
        }
        for text in ["\n[Event ", "*\r\n[Event ", "  \n[Event ", "[Event "] {
            assert_eq!(boundary_from(text.as_bytes(), 0), None, "{text:?}");
        }
    }
}
