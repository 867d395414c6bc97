//! Dates as tags have them, of which not all may be known.
//!
//! ```text
//! 2024.03.15   one day             2024.03.??   from 2024.03.01 to 2024.03.31
//! 2024.??.??   a year              ????.??.??   no date
//! ```
//!
//! `-` and `/` may stand for the dots, and zeros may be missing: 2024-3-1 is 2024.03.01.

use std::fmt;
use std::ops::RangeInclusive;

/// A date; what is `None` is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Date {
    pub(crate) year: Option<u16>,
    /// From 1 to 12.
    pub(crate) month: Option<u8>,
    /// From 1 to 31, whatever the month.
    pub(crate) day: Option<u8>,
}

impl Date {
    /// The date in a text; `None` if it is not one.
    pub(crate) fn read(text: &str) -> Option<Date> {
        let mut parts = text.trim().split(['.', '-', '/']);
        let is_unknown = |part: &str| part.bytes().all(|byte| byte == b'?');
        let year = match parts.next().unwrap_or_default() {
            year if is_unknown(year) => None,
            year => Some(year.parse().ok().filter(|_| year.len() == 4)?),
        };
        let mut part = |most: u8| match parts.next().unwrap_or_default() {
            part if is_unknown(part) => Some(None),
            part => part.parse().ok().filter(|part| (1..=most).contains(part)).map(Some),
        };
        let (month, day) = (part(12)?, part(31)?);
        parts.next().is_none().then_some(Date { year, month, day })
    }

    /// The days that it may be, as numbers that grow with time; `None` if the year is unknown.
    pub(crate) fn days(self) -> Option<RangeInclusive<u32>> {
        let year = u32::from(self.year?);
        let number = |month: u8, day: u8| (year * 16 + u32::from(month)) * 32 + u32::from(day);
        let (first, last) = (self.month.unwrap_or(1), self.month.unwrap_or(12));
        let within = |month| self.day.unwrap_or(u8::MAX).min(days_of(year, month));
        Some(number(first, self.day.map_or(1, |_| within(first)))..=number(last, within(last)))
    }
}

/// How many days a month has.
const fn days_of(year: u32, month: u8) -> u8 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Date {
    /// As PGN has it: `2024.03.??`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.year {
            Some(year) => write!(f, "{year:04}")?,
            None => f.write_str("????")?,
        }
        [self.month, self.day].into_iter().try_for_each(|part| match part {
            Some(part) => write!(f, ".{part:02}"),
            None => f.write_str(".??"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(text: &str) -> Option<RangeInclusive<u32>> {
        Date::read(text).and_then(Date::days)
    }

    #[test]
    fn unknown_parts_may_be_any() {
        let within = |part: &str, whole: &str| {
            let (part, whole) = (days(part).expect(part), days(whole).expect(whole));
            whole.start() <= part.start() && part.end() <= whole.end()
        };
        for (part, whole) in [
            ("2024.03.15", "2024.03"),
            ("2024.03.??", "2024.??.??"),
            ("2024/3/1", "2024-03"),
            ("2023.02.31", "2023.02"),
        ] {
            assert!(within(part, whole), "{part} {whole}");
        }
        for (part, whole) in [("2024.04.01", "2024.03"), ("2024", "2024.03"), ("2025.01.01", "2024")] {
            assert!(!within(part, whole), "{part} {whole}");
        }
        for wrong in
            ["", "?", "????.??.??", "24.03.15", "2024.13", "2024.02.32", "2024.01.01.01", "2024.x", "2024.00"]
        {
            assert_eq!(days(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_unknown_begins_and_ends_with_its_month_and_year() {
        for (date, first, last) in [
            ("2024", "2024.01.01", "2024.12.31"),
            ("2024.02", "2024.02.01", "2024.02.29"),
            ("2023.02", "2023.02.01", "2023.02.28"),
            ("1900.02", "1900.02.01", "1900.02.28"),
            ("2000.02", "2000.02.01", "2000.02.29"),
            ("2024.04.??", "2024.04.01", "2024.04.30"),
        ] {
            let ends = days(date).map(|days| (*days.start(), *days.end()));
            let day = |text: &str| *days(text).expect(text).start();
            assert_eq!(ends, Some((day(first), day(last))), "{date}");
        }
    }

    #[test]
    fn a_date_is_written_as_pgn_has_it() {
        for (text, written) in
            [("2024-3-1", "2024.03.01"), ("2024", "2024.??.??"), ("????.05.??", "????.05.??")]
        {
            assert_eq!(Date::read(text).map(|date| date.to_string()).as_deref(), Some(written));
        }
    }
}
