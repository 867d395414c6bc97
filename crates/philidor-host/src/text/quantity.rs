//! Large numbers and numbers of things, written for people.

use std::fmt;

/// A number with a comma before every third digit from the right: `3,195,901,860`.
///
/// ```
/// use philidor_host::Grouped;
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

/// A number of things: `1 game`, `2,000 games`. The plural of leaf is leaves.
///
/// ```
/// use philidor_host::Several;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_stands_before_every_third_digit() {
        let written = [0, 20, 400, 8_902, 197_281, 3_195_901_860].map(|count| Grouped(count).to_string());
        assert_eq!(written, ["0", "20", "400", "8,902", "197,281", "3,195,901,860"]);
    }
}
