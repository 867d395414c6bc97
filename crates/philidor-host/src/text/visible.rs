//! Untrusted text, made safe to show, and cut to a length.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

/// Cuts a text short, for a message: at most `longest` characters, and an ellipsis if there are more.
///
/// ```
/// use philidor_host::cut;
///
/// assert_eq!(cut("e2e4e5", 4), "e2e4…");
/// ```
pub fn cut(text: &str, longest: usize) -> Cow<'_, str> {
    match text.char_indices().nth(longest) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// Untrusted text made safe for a terminal: control characters are written as escapes, and others that are invisible,
/// or move others, as their numbers.
///
/// ```text
/// "e2e4\u{202e}4d2d"     reads e2e4d2d4 without it, backwards from the sixth character on
/// "e2e4\u{200b}"         looks like e2e4, and is not
/// ```
///
/// ```
/// use philidor_host::Visible;
///
/// assert_eq!(Visible("e2e4\u{200b}\t").to_string(), r"e2e4<U+200B>\t");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Visible<'a>(pub &'a str);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            _ if character.is_control() => write!(f, "{}", character.escape_default()),
            _ if is_hidden(character) => write!(f, "<U+{:04X}>", character as u32),
            _ => f.write_char(character),
        })
    }
}

/// What Unicode calls a format character (Cf), a line or paragraph separator, or ignorable by default, in ascending
/// order.
const HIDDEN: [(char, char); 25] = [
    ('\u{ad}', '\u{ad}'), // soft hyphen
    ('\u{34f}', '\u{34f}'),
    ('\u{600}', '\u{605}'),
    ('\u{61c}', '\u{61c}'), // Arabic letter mark
    ('\u{6dd}', '\u{6dd}'),
    ('\u{70f}', '\u{70f}'),
    ('\u{890}', '\u{891}'),
    ('\u{8e2}', '\u{8e2}'),
    ('\u{115f}', '\u{1160}'), // Hangul fillers
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'), // zero-width characters; marks of direction
    ('\u{2028}', '\u{202e}'), // separators; embeddings and overrides of direction
    ('\u{2060}', '\u{206f}'), // word joiner; isolates of direction
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'), // variation selectors
    ('\u{feff}', '\u{feff}'), // byte order mark
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{110bd}', '\u{110bd}'),
    ('\u{110cd}', '\u{110cd}'),
    ('\u{13430}', '\u{1343f}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'), // tags
];

/// Whether a character is invisible, or changes how others are shown.
pub fn is_hidden(character: char) -> bool {
    character.is_control() || HIDDEN.iter().any(|&(first, last)| (first..=last).contains(&character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visible_text_is_unchanged() {
        for text in [
            "Jos\u{e9} Rau\u{301}l Capablanca",
            "Алехин",
            "\u{d1}\u{b1} 1\u{a0}234",
            "棋\u{202f}将",
            "\u{1f600}",
            "♟ \\u{202e}",
        ] {
            assert_eq!(Visible(text).to_string(), text);
        }
    }
}
