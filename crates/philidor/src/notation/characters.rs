//! Characters that web pages and word processors write in place of those of ASCII: `0–0–0`, `½–½`, `1…`, no-break
//! blanks, and characters without any width.
//!
//! Bytes that are not UTF-8 are Windows-1252, as browsers read them: Latin-1 with printable characters in place of the
//! control characters from 0x80 to 0x9f, but for five bytes without one.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

/// The characters of Windows-1252 from 0x80 to 0x9f.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// A byte of Windows-1252.
fn of_windows(byte: u8) -> char {
    byte.checked_sub(0x80)
        .and_then(|place| WINDOWS.get(usize::from(place)))
        .copied()
        .unwrap_or(char::from(byte))
}

/// Bytes of a file as text: UTF-8 or, if they are not valid UTF-8, Windows-1252, as browsers read what claims to be
/// Latin-1, the encoding of the PGN standard. Never fails.
///
/// ```
/// use philidor::characters::decode;
/// assert_eq!(decode("Élő".as_bytes()), "Élő");
/// assert_eq!(decode(b"Gr\xfcnfeld, Bo\x9eidar"), "Grünfeld, Božidar");
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| of_windows(byte)).collect()),
    }
}

/// The first character of some bytes, as UTF-8 or else Windows-1252, and its length.
///
/// ```
/// use philidor::characters::first;
/// assert_eq!(first("½".as_bytes()), Some(('½', 2)));
/// assert_eq!(first(b"\xbd-\xbd"), Some(('½', 1)));
/// assert_eq!(first(b""), None);
/// ```
#[must_use]
pub fn first(bytes: &[u8]) -> Option<(char, usize)> {
    let &byte = bytes.first()?;
    let len = match byte {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    };
    let of_utf8 = bytes.get(..len).and_then(|bytes| str::from_utf8(bytes).ok()?.chars().next());
    Some(of_utf8.map_or((of_windows(byte), 1), |character| (character, len)))
}

/// The text of ASCII that a character stands for: nothing for those without any width. `None` if the character stands
/// for itself.
///
/// ```
/// use philidor::characters::plain;
/// assert_eq!(['–', '½', '\u{200b}', 'é'].map(plain), [Some("-"), Some("1/2"), Some(""), None]);
/// ```
#[must_use]
pub const fn plain(character: char) -> Option<&'static str> {
    Some(match character {
        '\u{ad}' | '\u{34f}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' => "",
        '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' => "",
        '\u{85}' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{2028}' | '\u{2029}' => " ",
        '\u{202f}' | '\u{205f}' | '\u{3000}' => " ",
        '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => "-",
        '“' | '”' | '„' | '‟' | '″' | '\u{ff02}' => "\"",
        '×' | '✕' | '⨯' => "x",
        '\u{2044}' | '\u{2215}' => "/",
        '½' => "1/2",
        '…' => "...",
        _ => return None,
    })
}

/// A text in a message, with the numbers of characters that cannot be seen: `Nf3<U+200B>`.
pub(crate) fn visible(text: &str) -> String {
    let shown = |character: char| match character {
        _ if is_invisible(character) => format!("<U+{:04X}>", character as u32),
        _ => character.into(),
    };
    text.chars().map(shown).collect()
}

/// A text of a file in a message: what cannot be seen is spelled out.
///
/// ```
/// use philidor::characters::shown;
/// assert_eq!(shown("Nf3\u{200b}\n".as_bytes()), r"Nf3<U+200B>\n");
/// ```
#[must_use]
pub fn shown(text: &[u8]) -> String {
    let escaped = |character: char| -> String {
        if character.is_control() { character.escape_default().collect() } else { character.into() }
    };
    visible(&decode(text).chars().map(escaped).collect::<String>())
}

/// Whether a character cannot be seen.
///
/// ```
/// use philidor::characters::is_invisible;
/// assert!(is_invisible('\u{a0}') && is_invisible('\u{200b}') && !is_invisible('–'));
/// ```
#[must_use]
pub fn is_invisible(character: char) -> bool {
    matches!(plain(character), Some("" | " "))
}

/// The bytes of ASCII that a text stands for, each with the offset of its origin; zero for a character that stands for
/// none. Figurines are the letters of their pieces.
///
/// ```
/// use philidor::characters::folded;
/// let plain: Vec<u8> = folded("♘×e4".as_bytes()).map(|(_, byte)| byte).collect();
/// assert_eq!(plain, b"Nxe4");
/// ```
pub fn folded(text: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    let mut at = 0;
    let characters = core::iter::from_fn(move || {
        let start = at;
        let (character, len) = first(text.get(at..)?)?;
        at += len;
        Some((start, character))
    });
    characters.flat_map(|(start, character)| {
        let (bytes, len) = ascii(character);
        bytes.into_iter().take(len).map(move |byte| (start, byte))
    })
}

/// The bytes of ASCII that a character stands for, and how many.
fn ascii(character: char) -> ([u8; 3], usize) {
    let one = |byte| ([byte, 0, 0], 1);
    match (plain(character).map(str::as_bytes), character) {
        (Some([]), _) => ([0; 3], 0),
        (Some(&[a, b, c]), _) => ([a, b, c], 3),
        (Some(&[byte, ..]), _) => one(byte),
        (None, '♔'..='♟') => one(b"KQRBNP"[(character as usize - '♔' as usize) % 6]),
        (None, _) => one(if character.is_ascii() { character as u8 } else { 0 }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::String;

    #[test]
    fn characters_stand_for_those_of_ascii() {
        let plain = |text: &[u8]| folded(text).map(|(_, byte)| char::from(byte)).collect::<String>();
        assert_eq!(plain("0–0−0\u{200b} ½–½ 1…\u{a0}♘×e4 “é”".as_bytes()), "0-0-0 1/2-1/2 1... Nxe4 \"\0\"");
        assert_eq!(plain(b"1\x960 \xbd\x97\xbd 1\x85\xa0\x93\xe9\x94"), "1-0 1/2-1/2 1... \"\0\"");
        assert_eq!(folded("–0".as_bytes()).last(), Some((3, b'0')));
    }
}
