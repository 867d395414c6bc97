//! Text that people read: text of others made safe to show, texts cut to a length, large numbers.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

/// A number with a comma before every third digit from the right: `3,195,901,860`.
///
/// ```
/// use philidor_hunt::text::Grouped;
///
/// assert_eq!(Grouped(8902).to_string(), "8,902");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Grouped(pub u128);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (index, digit) in digits.chars().enumerate() {
            let to_go = digits.len() - index;
            let comma = if index > 0 && to_go.is_multiple_of(3) { "," } else { "" };
            write!(f, "{comma}{digit}")?;
        }
        Ok(())
    }
}

/// A number of things: `1 game`, `2,000 games`. Of a leaf there are leaves.
///
/// ```
/// use philidor_hunt::text::Several;
///
/// let said = [0, 1, 2000].map(|number| Several(number, "game").to_string());
/// assert_eq!(said, ["0 games", "1 game", "2,000 games"]);
/// assert_eq!([1, 2].map(|number| Several(number, "leaf").to_string()), ["1 leaf", "2 leaves"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Several(pub u128, pub &'static str);

impl fmt::Display for Several {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Several(number, thing) = *self;
        match (number, thing) {
            (1, _) => write!(f, "1 {thing}"),
            (_, "leaf") => write!(f, "{} leaves", Grouped(number)),
            _ => write!(f, "{} {thing}s", Grouped(number)),
        }
    }
}

/// A text as a message repeats it: at most `longest` characters, and an ellipsis if there are more.
///
/// ```
/// use philidor_hunt::text::cut;
///
/// assert_eq!(cut("e2e4e5", 4), "e2e4…");
/// ```
#[must_use]
pub fn cut(text: &str, longest: usize) -> Cow<'_, str> {
    match text.char_indices().nth(longest) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// Untrusted text made safe for a terminal: characters that are invisible, or move others, are written as escapes.
///
/// ```text
/// "e2e4\u{202e}4d2d"     reads e2e4d2d4 without it, backwards from the sixth character on
/// "e2e4\u{200b}"         looks like e2e4, and is not
/// ```
///
/// ```
/// use philidor_hunt::text::Visible;
///
/// assert_eq!(Visible("e2e4\u{200b}").to_string(), r"e2e4\u{200b}");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Visible<'a>(pub &'a str);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| {
            if is_hidden(character) {
                write!(f, "{}", character.escape_default())
            } else {
                f.write_char(character)
            }
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
#[must_use]
pub fn is_hidden(character: char) -> bool {
    character.is_control() || HIDDEN.iter().any(|&(first, last)| (first..=last).contains(&character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_stands_before_every_third_digit() {
        let written = [0, 20, 400, 8_902, 197_281, 3_195_901_860].map(|count| Grouped(count).to_string());
        assert_eq!(written, ["0", "20", "400", "8,902", "197,281", "3,195,901,860"]);
    }

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
