//! The date of an instant, as PGN writes it, in Universal Time: a match has no time zone.

use std::time::{SystemTime, UNIX_EPOCH};

/// The day of an instant as the tag `Date` has it, in Universal Time.
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
/// let start = UNIX_EPOCH + Duration::from_secs(951_782_400);
/// assert_eq!(philidor_uci::tournament::date_of(start), "2000.02.29");
/// ```
#[must_use]
pub fn date_of(now: SystemTime) -> String {
    let seconds = now.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (year, month, day) = date(seconds / 86_400);
    format!("{year:04}.{month:02}.{day:02}")
}

/// The date this many days after 1 January 1970.
fn date(mut days: u64) -> (u64, u64, u64) {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let months = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in months {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_through_leap_years() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(20_780), (2026, 11, 23));
        assert_eq!(date(364), (1970, 12, 31));
    }
}
