//! The two errors of all the small types of chess: a text or a byte that should name a value, and does not.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;

/// A text is not the word that was expected, such as the name of a square.
///
/// ```
/// use philidor::{Color, ParseNameError, Square};
/// let error: ParseNameError = "e9".parse::<Square>().expect_err("there are eight ranks");
/// assert_eq!(error.to_string(), "`e9` is not a square from a1 to h8");
/// assert_eq!((error.text(), error.expected()), ("e9", "a square from a1 to h8"));
/// assert_eq!("White".parse::<Color>().map_err(|error| error.text().to_owned()), Err("White".into()));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ParseNameError {
    text: String,
    expected: &'static str,
}

impl ParseNameError {
    /// The refusal of a text.
    #[cold]
    pub(crate) fn new(text: &str, expected: &'static str) -> ParseNameError {
        ParseNameError { text: text.to_owned(), expected }
    }

    /// The text that was refused, whole.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What was expected, with its article: `a square from a1 to h8`.
    #[must_use]
    pub const fn expected(&self) -> &'static str {
        self.expected
    }
}

impl fmt::Display for ParseNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not {}", self.text, self.expected)
    }
}

impl core::error::Error for ParseNameError {}

/// A byte is not an index of what was expected, such as 64 for a square.
///
/// ```
/// use philidor::{InvalidIndex, Square};
/// let error: InvalidIndex = Square::try_from(64).expect_err("squares end at 63");
/// assert_eq!(error.to_string(), "64 is not the index of a square, 0 to 63");
/// assert_eq!(error.index(), 64);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct InvalidIndex {
    index: u8,
    expected: &'static str,
}

impl InvalidIndex {
    /// The refusal of a byte.
    #[cold]
    pub(crate) const fn new(index: u8, expected: &'static str) -> InvalidIndex {
        InvalidIndex { index, expected }
    }

    /// The byte that was refused.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.index
    }
}

impl fmt::Display for InvalidIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not the index of {}", self.index, self.expected)
    }
}

impl core::error::Error for InvalidIndex {}

/// Implements `FromStr` and `TryFrom<u8>`: for each, what is expected, and a function that returns the value if there
/// is one.
macro_rules! words_and_indices {
    ($($name:ident, $word:literal, $read:expr, $index:literal, $find:expr;)*) => {$(
        impl core::str::FromStr for $name {
            type Err = $crate::types::ParseNameError;

            fn from_str(text: &str) -> Result<$name, Self::Err> {
                let read: fn(&str) -> Option<$name> = $read;
                read(text).ok_or_else(|| $crate::types::ParseNameError::new(text, $word))
            }
        }

        impl TryFrom<u8> for $name {
            type Error = $crate::types::InvalidIndex;

            fn try_from(index: u8) -> Result<$name, Self::Error> {
                let find: fn(u8) -> Option<$name> = $find;
                find(index).ok_or($crate::types::InvalidIndex::new(index, $index))
            }
        }
    )*};
}
pub(crate) use words_and_indices;

/// The character of a text that has exactly one.
pub(crate) fn only_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}
