//! Symbols among the moves: glyphs with a number, as Chess Informant, ChessBase, Lichess and Scid print them, and
//! others.
//!
//! ```text
//! e4+-   Nf3!±→   e5 ☂   O–O
//!   18      1 16 40  └ a symbol without a number
//! ```
//!
//! Few games have any of these, so everything here is out of line.

use alloc::vec::Vec;

use philidor::characters::{self, plain};
use philidor::{GameResult, SanError, SanErrorKind, Spelling};

use super::scan::{self, Class};
use super::search;
use crate::error::{PgnError, PgnErrorKind};
use crate::text::is_quote;

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
    if let Some(len) = entity(bytes) {
        return match bytes.get(len) {
            _ if bytes.starts_with(b"&nbsp;") => Start::Nothing(len),
            // The character may belong to a move or a result: `&#9816;f3`, `1&ndash;0`.
            Some(byte) if byte.is_ascii_alphanumeric() || *byte == b'&' => Start::Word,
            _ => Start::Symbol(len),
        };
    }
    if let Some((number, len)) = glyph(bytes) {
        return Start::Glyph(number, len);
    }
    let Some((character, len)) = characters::first(bytes) else { return Start::Word };
    match (character, plain(character)) {
        ('½', _) => Start::Half,
        (_, Some("" | " " | "...")) => Start::Nothing(len),
        _ if is_quote(character) => Start::Symbol(reserved(bytes).unwrap_or(len)),
        ('♔'..='♟', _) => Start::Word,
        (_, Some("-")) => run_of_marks(bytes),
        _ if character.is_ascii() => run_of_marks(bytes),
        _ if character.is_alphanumeric() => Start::Word,
        _ => Start::Symbol(len),
    }
}

/// The length of the glyph or the other symbol at the start of some bytes behind a result, and whether it says
/// anything. For a lenient reader, a word that is not a move counts as a symbol.
#[cold]
#[inline(never)]
pub(super) fn alone(bytes: &[u8], is_lenient: bool) -> Option<(usize, bool)> {
    let word = || {
        let end = word_end(bytes, scan::word_end(bytes, 0));
        let word = bytes.get(..end).unwrap_or_default();
        (is_lenient && !is_like_move(word)).then_some((end.max(1), true))
    };
    match bytes.first()? {
        b'!' | b'?' => Some((1, true)),
        b'$' => Some((scan::digits_end(bytes, 1), true)),
        b'.' => Some((scan::dots_end(bytes, 1), false)),
        b'N' | b'D' if scan::word_end(bytes, 0) == 1 => Some((1, true)),
        b'<' | b'>' => reserved(bytes).map(|len| (len, true)).or_else(word),
        byte if !matches!(scan::CLASSES[usize::from(*byte)], Class::Mark) => word(),
        _ => match start(bytes) {
            Start::Glyph(_, len) | Start::Symbol(len) => Some((len, true)),
            Start::Nothing(len) => Some((len, false)),
            Start::Half => None,
            Start::Word => word(),
        },
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

/// Where the move ends whose word ends with glyphs or punctuation: `e4` of `e4+-` and of `e4,`.
#[inline(never)]
pub(super) fn move_end(bytes: &[u8], start: usize, end: usize) -> usize {
    let word = bytes.get(start + 1..end).unwrap_or_default();
    let mut end = end - word.iter().rev().take_while(|byte| matches!(byte, b',' | b':' | b'\'')).count();
    loop {
        let first = end.saturating_sub(LONGEST).max(start + 1);
        let reaches = |&at: &usize| {
            let rest = bytes.get(at..).unwrap_or_default();
            let begins = rest.first().is_some_and(|byte| byte & 0xc0 != 0x80);
            begins && glyph(rest).is_some_and(|(_, len)| at + len >= end)
        };
        match (first..end).find(reaches) {
            Some(at) => end = at,
            None => return end,
        }
    }
}

/// How far the end of a note of web pages is searched for.
const NOTE: usize = 1 << 10;

/// The longest text that is tried as a move inside a word, in bytes: figurines and characters without any width take
/// three each.
const LONGEST_MOVE: usize = 32;

/// Where the move in a word begins and ends that is not a move as a whole: the longest one behind the marks at its
/// start.
#[cold]
#[inline(never)]
pub(super) fn move_within(word: &[u8], mut is_move: impl FnMut(&[u8]) -> bool) -> Option<(usize, usize)> {
    let mut start = 0;
    loop {
        let (character, len) = characters::first(word.get(start..)?)?;
        if character.is_ascii_alphanumeric() || matches!(character, '♔'..='♟') {
            break;
        }
        if character.is_alphanumeric() || start > LONGEST_MOVE {
            return None;
        }
        start += len;
    }
    let ends = |&end: &usize| match word.get(start..end).unwrap_or_default() {
        _ if end - start == word.len() || continues_move(word.get(end..).unwrap_or_default()) => false,
        [.., b'1'..=b'8' | b'O' | b'o' | b'0' | b'+' | b'#' | b')'] => true,
        [.., b'1' | b'8' | b'=' | b'/', last] => b"QRBNqrbn".contains(last),
        // A figurine, for a promotion.
        [.., 0xe2, 0x99, _] => true,
        _ => false,
    };
    let is_read = |&end: &usize| word.get(start..end).is_some_and(&mut is_move);
    let most = word.len().min(start + LONGEST_MOVE);
    let end = (start + 2..=most).rev().filter(ends).find(is_read)?;
    Some((start, end))
}

/// Whether a refused word may be more than one move: it is not written as a move, or ends with a letter that need not
/// be that of a promotion, as the `N` of `Nf3N`.
pub(super) fn may_hold_more(error: &SanError, word: &[u8]) -> bool {
    matches!(error.kind, SanErrorKind::Syntax { .. })
        || matches!(word, [.., b'1'..=b'8', b'Q' | b'R' | b'B' | b'N'])
}

/// Whether the text behind a move makes another one of it: a square, as `a9` in `a4a9`, or the end of a castling. A
/// result does not.
fn continues_move(behind: &[u8]) -> bool {
    let part = behind.strip_prefix(b"-").unwrap_or(behind);
    matches!(part, [b'a'..=b'h', b'0'..=b'9', ..] | [b'O' | b'o' | b'0', ..])
        && GameResult::from_bytes(behind).is_none()
}

/// Whether a word may be meant as a move: it names a square near its start, or begins as castling does.
///
/// ```text
/// Sf3   Nf9   E4   O-O-O-O   e9      D1   M3   0:05   3/4   http://a4
/// may be moves                       are none
/// ```
#[cold]
pub(super) fn is_like_move(word: &[u8]) -> bool {
    let plain: Vec<u8> = characters::folded(word)
        .map(|(_, byte)| byte.to_ascii_lowercase())
        .filter(|byte| *byte != b' ')
        .take(LONGEST_MOVE)
        .collect();
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'9']);
    let is_diagram = matches!(word, [b'D', number @ ..] if number.iter().all(u8::is_ascii_digit));
    let is_castling =
        plain.starts_with(b"oo") || matches!(plain[..], [b'o' | b'0', b'-' | b'_', b'o' | b'0', ..]);
    plain.windows(2).take(5).any(is_square) && !is_diagram || is_castling || plain == b"o"
}

/// Whether a lenient reader passes over a text that is not a move: the text cannot be meant as a move, or contains one.
#[cold]
fn is_passed_over(text: &[u8]) -> bool {
    !is_like_move(text) || move_within(text, |part| Spelling::read(part).is_ok()).is_some()
}

impl PgnError {
    /// Whether the text is in place of a move, but cannot be meant as one, or has a move in it: a lenient reader reads
    /// on behind it.
    ///
    /// ```
    /// use philidor_pgn::check;
    /// for (text, is_passed_over) in [("1. e4 forced *", true), ("1. e4 e5N *", true), ("1. e4 Sf6 *", false)] {
    ///     check(text.as_bytes(), |error| assert_eq!(error.is_passed_over(), is_passed_over, "{error}"));
    /// }
    /// ```
    #[must_use]
    pub fn is_passed_over(&self) -> bool {
        let PgnErrorKind::San(error) = &self.kind else { return false };
        let text = self.text.as_bytes();
        may_hold_more(error, text) && is_passed_over(text)
    }
}

/// The length of a character as web pages spell it at the start of some bytes: `&nbsp;`, `&#8211;`.
#[cold]
pub(super) fn entity(bytes: &[u8]) -> Option<usize> {
    let name = bytes.strip_prefix(b"&")?;
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'#';
    let len = name.iter().take(10).take_while(is_name).count();
    (len > 1 && name.get(len) == Some(&b';')).then_some(len + 2)
}

/// The length of a note of web pages at the start of some bytes: `<!-- … -->`.
#[cold]
fn note_of_html(bytes: &[u8]) -> Option<usize> {
    let rest = bytes.strip_prefix(b"<!--")?;
    let near = rest.get(..NOTE).unwrap_or(rest);
    search::first(near, b"-->").map(|end| b"<!--".len() + end + b"-->".len())
}

/// The length of an arrow or its like at the start of some bytes: `=>`, `<->`, `>>`, if no move follows at once.
#[cold]
fn arrow(bytes: &[u8]) -> Option<usize> {
    let len = bytes.iter().take(LONGEST).take_while(|byte| b"<>=-".contains(byte)).count();
    let has_head = || bytes.iter().take(len).any(|byte| b"<>".contains(byte));
    let is_cut = bytes.get(len).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'+');
    (len > 1 && has_head() && !is_cut).then_some(len)
}

/// The length of what stands between angle brackets, which the standard reserves, or between the quotes of a word
/// processor, at the start of some bytes: a few words. Or that of an arrow.
#[cold]
pub(super) fn reserved(bytes: &[u8]) -> Option<usize> {
    if let Some(len) = arrow(bytes).or_else(|| note_of_html(bytes)) {
        return Some(len);
    }
    let (begin, open) = characters::first(bytes)?;
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b" _.:,".contains(byte);
    let end = open + bytes.get(open..)?.iter().take(64).take_while(|byte| is_word(byte)).count();
    let (close, len) = characters::first(bytes.get(end..)?)?;
    let has_move = || bytes.get(open..end).unwrap_or_default().split(|&byte| byte == b' ').any(is_like_move);
    let is_close = match begin {
        '<' => close == '>',
        _ => is_quote(begin) && is_quote(close),
    };
    // A move may be quoted.
    let is_close = is_close && !has_move();
    is_close.then_some(end + len)
}
