//! Dates of which not all is known, as the days that they may be.
//!
//! ```text
//! 2024.03.15   one day             2024.03.??   from 2024.03.01 to 2024.03.31
//! 2024.??.??   a year              ????.??.??   no date
//!
//! game   ├──────────┤
//! asked        ├────────┤          the game may be before, on or after any of its days
//! ```

use std::ops::RangeInclusive;

/// The days that a date may be, as numbers that grow with time.
pub(crate) fn days(date: &str) -> Option<RangeInclusive<u32>> {
    let mut parts = date.trim().split(['.', '-', '/']);
    let year: u32 = parts.next().filter(|year| year.len() == 4)?.parse().ok()?;
    let mut part = |most: u32| match parts.next() {
        None => Some(0..=31),
        Some(part) if part.bytes().all(|byte| byte == b'?') => Some(0..=31),
        Some(part) => part.parse().ok().filter(|part| (1..=most).contains(part)).map(|part| part..=part),
    };
    let (month, day) = (part(12)?, part(31)?);
    if parts.next().is_some() {
        return None;
    }
    let number = |month: u32, day: u32| (year * 32 + month) * 32 + day;
    Some(number(*month.start(), *day.start())..=number(*month.end(), *day.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_parts_may_be_any() {
        let within = |part: &str, whole: &str| {
            let (part, whole) = (days(part).expect(part), days(whole).expect(whole));
            whole.start() <= part.start() && part.end() <= whole.end()
        };
        assert!(
            within("2024.03.15", "2024.03")
                && within("2024.03.??", "2024.??.??")
                && within("2024/3/1", "2024-03")
        );
        assert!(
            !within("2024.04.01", "2024.03") && !within("2024", "2024.03") && !within("2025.01.01", "2024")
        );
        for wrong in
            ["", "?", "????.??.??", "24.03.15", "2024.13", "2024.02.32", "2024.01.01.01", "2024.x", "2024.00"]
        {
            assert_eq!(days(wrong), None, "{wrong}");
        }
    }
}
