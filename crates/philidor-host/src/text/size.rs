//! An amount of memory as people write it: `1G`, `512M`, `65536`.

use std::fmt;
use std::str::FromStr;

/// A number of bytes, as an argument gives it.
///
/// ```
/// use philidor_host::Size;
/// assert_eq!("512M".parse(), Ok(Size(512 << 20)));
/// assert_eq!(Size(3 << 30).to_string(), "3G");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size(pub u64);

/// The letters that may follow a number, each 1024 times the one before.
const UNITS: [char; 4] = ['K', 'M', 'G', 'T'];

/// Why a text is not a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SizeError {
    /// There is no number before the letter.
    NotANumber,
    /// The letter after the number is not one of the four.
    UnknownUnit(String),
    /// A size has at least one byte.
    Zero,
    /// No machine can address this many bytes.
    TooLarge,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SizeError::NotANumber => write!(f, "not a number of bytes such as 65536, 512M or 1G"),
            SizeError::UnknownUnit(unit) => write!(f, "`{unit}` is not one of the units K, M, G and T"),
            SizeError::Zero => write!(f, "a size cannot be zero"),
            SizeError::TooLarge => write!(f, "more bytes than a machine can address"),
        }
    }
}

impl std::error::Error for SizeError {}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
        let (digits, unit) = text.split_at(end);
        if digits.is_empty() {
            return Err(SizeError::NotANumber);
        }
        let letter = unit.to_ascii_uppercase();
        let power = match UNITS.iter().position(|name| letter == name.to_string()) {
            Some(index) => index as u32 + 1,
            None if unit.is_empty() => 0,
            None => return Err(SizeError::UnknownUnit(unit.to_owned())),
        };
        let number: u64 = digits.parse().map_err(|_| SizeError::TooLarge)?;
        let bytes = number.checked_mul(1 << (10 * power)).filter(|&bytes| bytes <= isize::MAX as u64);
        match bytes {
            None => Err(SizeError::TooLarge),
            Some(0) => Err(SizeError::Zero),
            Some(bytes) => Ok(Size(bytes)),
        }
    }
}

impl fmt::Display for Size {
    /// In the largest unit that gives a whole number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut number = self.0;
        let mut letters = UNITS.iter();
        let mut unit = None;
        while number != 0 && number.is_multiple_of(1024) && !letters.as_slice().is_empty() {
            number /= 1024;
            unit = letters.next();
        }
        write!(f, "{number}{}", unit.map(char::to_string).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_is_1024_times_the_one_before() {
        let read = ["7", "7K", "7M", "7G", "7T", "7g"].map(|text| text.parse().map(|Size(bytes)| bytes));
        assert_eq!(read, [7, 7 << 10, 7 << 20, 7 << 30, 7 << 40, 7 << 30].map(Ok));
    }

    #[test]
    fn other_texts_are_refused_with_a_reason() {
        let error = |text: &str| text.parse::<Size>().expect_err(text);
        assert_eq!(error(""), SizeError::NotANumber);
        assert_eq!(error("-1"), SizeError::NotANumber);
        assert_eq!(error("G"), SizeError::NotANumber);
        assert_eq!(error("1.5G"), SizeError::UnknownUnit(".5G".to_owned()));
        assert_eq!(error("1GB"), SizeError::UnknownUnit("GB".to_owned()));
        assert_eq!(error("0K"), SizeError::Zero);
        assert_eq!(error("99999999T"), SizeError::TooLarge);
        assert_eq!(error("99999999999999999999999"), SizeError::TooLarge);
    }

    #[test]
    fn a_size_is_written_as_it_is_read() {
        for text in ["1", "1023", "1K", "1025", "512M", "1G", "3T", "4096T"] {
            assert_eq!(text.parse::<Size>().expect(text).to_string(), text);
        }
    }
}
