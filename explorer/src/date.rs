//! The day of a game, as far as it is known.

use crate::bucket::Month;

/// A day, whose year, month and day of the month are 0 where they are unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Date {
    pub(crate) year: u16,
    /// The month, from 1.
    pub(crate) month: u8,
    /// The day, from 1.
    pub(crate) day: u8,
}

impl Date {
    /// Reads `2024.10.31`, `2024.??.??`.
    pub(crate) fn read(text: &str) -> Date {
        let mut parts = text.split('.').map(str::parse::<u16>);
        let year = parts.next().and_then(Result::ok).unwrap_or(0);
        let mut small =
            |most| parts.next().and_then(Result::ok).filter(|&number| number <= most).unwrap_or(0) as u8;
        Date { year, month: small(12), day: small(31) }
    }

    pub(crate) fn to_month(self) -> Month {
        if self.year == 0 { Month::UNKNOWN } else { Month::new(self.year, self.month) }
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Date { year, month, day } = *self;
        let known =
            |number: u16, width| if number == 0 { "?".repeat(width) } else { format!("{number:0width$}") };
        write!(f, "{}.{}.{}", known(year, 4), known(month.into(), 2), known(day.into(), 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_as_far_as_they_are_known() {
        for (text, written, month) in [
            ("2024.10.31", "2024.10.31", "2024-10"),
            ("2024.??.??", "2024.??.??", "2024-??"),
            ("1851.06", "1851.06.??", "1851-06"),
            ("2024.13.40", "2024.??.??", "2024-??"),
        ] {
            let date = Date::read(text);
            assert_eq!(
                (date.to_string(), date.to_month().to_string()),
                (written.to_owned(), month.to_owned())
            );
        }
        assert_eq!(Date::read("????.??.??").to_month(), Month::UNKNOWN);
        assert_eq!(Date::read(""), Date::default());
    }
}
