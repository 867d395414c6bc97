//! The codes by which the Encyclopaedia of Chess Openings (Chess Informant, from 1974) orders openings: `C46`.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// A code of the Encyclopaedia of Chess Openings: a volume from A to E, and a number from 0 to 99.
///
/// ```
/// use philidor::openings::Eco;
/// let three_knights: Eco = "C46".parse()?;
/// assert_eq!((three_knights.volume(), three_knights.number()), ('C', 46));
/// assert!(three_knights < "D00".parse()?);
/// # Ok::<(), philidor::openings::ParseEcoError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Eco(u16);

/// A text is not a code from `A00` to `E99`.
///
/// ```
/// use philidor::openings::Eco;
/// let error = "F00".parse::<Eco>().expect_err("there are five volumes");
/// assert_eq!(error.to_string(), "`F00` is not a code from A00 to E99");
/// assert_eq!(error.text(), "F00");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ParseEcoError {
    text: String,
}

impl ParseEcoError {
    /// The text that was refused, whole.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Eco {
    /// The code with this number in all volumes, from 0, `A00`, to 499, `E99`.
    pub(super) const fn from_index(index: u16) -> Eco {
        Eco(index % 500)
    }

    /// The volume, from `A` to `E`.
    #[must_use]
    pub const fn volume(self) -> char {
        (b'A' + (self.0 / 100) as u8) as char
    }

    /// The number in its volume, from 0 to 99.
    #[must_use]
    pub const fn number(self) -> u8 {
        (self.0 % 100) as u8
    }
}

impl fmt::Display for Eco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:02}", self.volume(), self.number())
    }
}

impl FromStr for Eco {
    type Err = ParseEcoError;

    fn from_str(text: &str) -> Result<Eco, ParseEcoError> {
        let &[volume @ b'A'..=b'E', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] = text.as_bytes() else {
            return Err(ParseEcoError { text: text.to_owned() });
        };
        Ok(Eco(u16::from(volume - b'A') * 100 + u16::from(tens - b'0') * 10 + u16::from(ones - b'0')))
    }
}

impl fmt::Display for ParseEcoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a code from A00 to E99", self.text)
    }
}

impl core::error::Error for ParseEcoError {}
