//! Symbols among the moves: glyphs with a number, as Chess Informant, ChessBase, Lichess and Scid print them, and
//! others.
//!
//! ```text
//! e4+-   Nf3!±→   e5 ☂   O–O
//!   18      1 16 40  └ a symbol without a number
//! ```
//!
//! Few games have any of these, so everything here is out of line.

use super::scan;
use crate::notation::characters::{self, plain};

/// The longest glyph that may follow a move without a blank, in bytes.
const LONGEST: usize = 9;

/// Symbols and their numbers. Of those for either side, the number is the one for White.
const GLYPHS: [(&str, u8); 82] = [
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("=", 10),
    ("=, quiet", 11),
    ("↹", 12),
    ("∞", 13),
    ("~", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
    ("+--", 20),
    ("--+", 21),
    ("⊙", 22),
    ("⨀", 22),
    ("◯", 24),
    ("◯◯", 26),
    ("○", 26),
    ("◯◯◯", 28),
    ("↻", 30),
    ("↺", 31),
    ("↻↻", 32),
    ("⟳", 32),
    ("↑↑", 32),
    ("↺↺", 33),
    ("↻↻↻", 34),
    ("↺↺↺", 35),
    ("↑", 36),
    ("↓", 37),
    ("⇑", 38),
    ("⇓", 39),
    ("→", 40),
    ("←", 41),
    ("&/-", 42),
    ("&/+", 43),
    ("=/&", 44),
    ("=∞", 44),
    ("=/∞", 44),
    ("∞/=", 44),
    ("+/&", 46),
    ("-/&", 47),
    ("⊞", 48),
    ("⊞⊞", 50),
    ("⊞⊞⊞", 52),
    ("⟩", 54),
    ("⟫", 56),
    ("⋙", 58),
    ("⟨", 60),
    ("⟪", 62),
    ("⋘", 64),
    ("↗", 92),
    ("↖", 93),
    ("⇈", 96),
    ("⇊", 97),
    ("⇄", 130),
    ("⇄⇄", 132),
    ("⇆", 132),
    ("⇄⇄⇄", 134),
    ("⊕", 138),
    ("⊖", 139),
    ("△", 140),
    ("∆", 140),
    ("∇", 141),
    ("⌓", 142),
    ("×", 147),
    ("⊥", 148),
    ("⟺", 149),
    ("⇗", 150),
    ("◫", 151),
    ("◨", 153),
    ("⊶", 154),
];

/// What begins with a mark or above ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// A glyph with a number, and its length.
    Glyph(u8, usize),
    /// A character that says nothing, or the dots of a number, and its length.
    Nothing(usize),
    /// `½`: half a point.
    Half,
    /// A move, or text in place of one.
    Word,
    /// Any other symbol, and its length.
    Symbol(usize),
}

/// What is at the start of some bytes.
#[inline(never)]
pub(super) fn start(bytes: &[u8]) -> Start {
    if let Some(len) = arrow(bytes) {
        return Start::Symbol(len);
    }
    if let Some((number, len)) = glyph(bytes) {
        return Start::Glyph(number, len);
    }
    let Some((character, len)) = characters::first(bytes) else { return Start::Word };
    match (character, plain(character)) {
        ('½', _) => Start::Half,
        (_, Some("" | " " | "...")) => Start::Nothing(len),
        ('‹', _) | (_, Some("\"")) => Start::Symbol(reserved(bytes).unwrap_or(len)),
        ('♔'..='♟', _) => Start::Word,
        (_, Some("-")) => run_of_marks(bytes),
        _ if character.is_ascii() => run_of_marks(bytes),
        _ if character.is_alphanumeric() => Start::Word,
        _ => Start::Symbol(len),
    }
}

/// The length of the glyph or the other symbol at the start of some bytes between games.
#[cold]
#[inline(never)]
pub(super) fn len_alone(bytes: &[u8]) -> Option<usize> {
    match start(bytes) {
        Start::Glyph(_, len) | Start::Symbol(len) => Some(len),
        Start::Nothing(_) | Start::Half | Start::Word => None,
    }
}

/// Marks up to the end of their word, unless they are the null move or letters and digits are among them.
fn run_of_marks(bytes: &[u8]) -> Start {
    let end = word_end(bytes, scan::word_end(bytes, 0));
    let word = bytes.get(..end).unwrap_or_default();
    let has_letter = word.iter().any(u8::is_ascii_alphanumeric);
    if has_letter || word == b"--" { Start::Word } else { Start::Symbol(end.max(1)) }
}

/// The number of the longest glyph that some bytes begin with, and its length.
fn glyph(bytes: &[u8]) -> Option<(u8, usize)> {
    // Few bytes begin one.
    if !matches!(bytes.first(), Some(b'+' | b'-' | b'=' | b'~' | b'&' | 0x80..)) {
        return None;
    }
    let (character, _) = characters::first(bytes)?;
    let first = if plain(character) == Some("-") { '-' } else { character };
    let with_len = |&(text, number): &(&str, u8)| Some((number, len_of(bytes, text)?));
    // `starts_with` calls a comparison of memory for each glyph.
    let first_of = |text: &str| text.chars().next();
    let begun = GLYPHS.iter().filter(|(text, _)| first_of(text) == Some(first));
    let (number, len) = begun.filter_map(with_len).max_by_key(|&(_, len)| len)?;
    // No text in place of a move is cut: `=Q` is one.
    let is_cut = bytes.first().is_some_and(u8::is_ascii)
        && bytes.get(len).is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+'));
    (!is_cut).then_some((number, len))
}

/// The length of a text at the start of some bytes, whatever its dashes are.
pub(super) fn len_of(bytes: &[u8], text: &str) -> Option<usize> {
    text.chars().try_fold(0, |at, expected| {
        let (character, len) = characters::first(bytes.get(at..)?)?;
        let mut letter = [0; 4];
        let is_same = character == expected || plain(character) == Some(expected.encode_utf8(&mut letter));
        is_same.then_some(at + len)
    })
}

/// The end of the word that has been read up to an offset, where a character above ASCII may continue it. Characters
/// without any width after it do not belong to it.
#[inline(never)]
pub(super) fn word_end(bytes: &[u8], from: usize) -> usize {
    let (mut at, mut end) = (from, from);
    while let Some((character, len)) = characters::first(bytes.get(at..).unwrap_or_default()) {
        let plain = plain(character);
        let continues = match plain {
            Some(plain) => !matches!(plain, " " | "..." | "\""),
            None => character.is_alphanumeric() || matches!(character, '♔'..='♟'),
        };
        if character.is_ascii() || !continues {
            break;
        }
        let next = at + len;
        at = scan::word_end(bytes, next);
        if plain != Some("") || at > next {
            end = at;
        }
    }
    end
}

/// Where the move ends whose word ends with a glyph: `e4` of `e4+-`.
#[inline(never)]
pub(super) fn move_end(bytes: &[u8], start: usize, end: usize) -> usize {
    let first = end.saturating_sub(LONGEST).max(start + 1);
    let reaches = |&at: &usize| {
        let rest = bytes.get(at..).unwrap_or_default();
        let begins = rest.first().is_some_and(|byte| byte & 0xc0 != 0x80);
        begins && glyph(rest).is_some_and(|(_, len)| at + len >= end)
    };
    (first..end).find(reaches).unwrap_or(end)
}

/// The length of an arrow or its like at the start of some bytes: `=>`, `<->`, `>>`, if no move follows at once.
#[cold]
fn arrow(bytes: &[u8]) -> Option<usize> {
    let len = bytes.iter().take_while(|byte| b"<>=-".contains(byte)).count();
    let has_head = || bytes.iter().take(len).any(|byte| b"<>".contains(byte));
    let is_cut = bytes.get(len).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'+');
    (len > 1 && has_head() && !is_cut).then_some(len)
}

/// The length of what stands between angle brackets, which the standard reserves, or between the quotes of a word
/// processor, at the start of some bytes: a few words. Or that of an arrow.
#[cold]
pub(super) fn reserved(bytes: &[u8]) -> Option<usize> {
    if let Some(len) = arrow(bytes) {
        return Some(len);
    }
    let (begin, open) = characters::first(bytes)?;
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b" _.:,".contains(byte);
    let end = open + bytes.get(open..)?.iter().take(64).take_while(|byte| is_word(byte)).count();
    let (close, len) = characters::first(bytes.get(end..)?)?;
    let is_close = match begin {
        '<' | '‹' => matches!(close, '>' | '›'),
        _ => begin != '>' && plain(close) == Some("\""),
    };
    is_close.then_some(end + len)
}
