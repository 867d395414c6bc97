//! Large numbers and times: added, and written for people.

use std::fmt;
use std::time::Duration;

pub use philidor_host::{Grouped, Several};

/// A time, with milliseconds below a minute unless a precision is given; above a minute they are noise.
pub struct Span(pub Duration);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
            (0, 0, _) => write!(f, "{:.*} s", f.precision().unwrap_or(3), self.0.as_secs_f64()),
            (0, minutes, seconds) => write!(f, "{minutes} min {seconds:02} s"),
            (hours, minutes, seconds) => write!(f, "{hours} h {minutes:02} min {seconds:02} s"),
        }
    }
}

/// How many in a second, rounded; a time too short for the clock counts as a nanosecond.
pub fn per_second(count: u128, time: Duration) -> u128 {
    count.saturating_mul(1_000_000_000) / time.as_nanos().max(1)
}

/// The sum of counts; `None` if it has more than 128 bits. The library's count of [`u128::MAX`] stands for any number
/// from there on, so it has, too.
pub fn sum_of<'a>(counts: impl IntoIterator<Item = &'a u128>) -> Option<u128> {
    let sum = counts.into_iter().try_fold(0_u128, |sum, &count| sum.checked_add(count));
    sum.filter(|&sum| sum < u128::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_that_128_bits_cannot_count_is_none() {
        assert_eq!(sum_of(&[]), Some(0));
        assert_eq!(sum_of(&[u128::MAX - 2, 1]), Some(u128::MAX - 1));
        assert_eq!(sum_of(&[u128::MAX, 0]), None);
        assert_eq!(sum_of(&[u128::MAX - 1, 7]), None);
    }

    #[test]
    fn a_time_is_as_exact_as_it_is_short() {
        let written =
            [0, 59_999, 60_000, 3_599_000, 7_265_000].map(|ms| Span(Duration::from_millis(ms)).to_string());
        assert_eq!(written, ["0.000 s", "59.999 s", "1 min 00 s", "59 min 59 s", "2 h 01 min 05 s"]);
        assert_eq!(format!("{:.0}", Span(Duration::from_millis(5_400))), "5 s");
    }

    #[test]
    fn a_rate_needs_no_time_to_be_a_number() {
        assert_eq!(per_second(10, Duration::from_millis(500)), 20);
        assert_eq!(per_second(20, Duration::ZERO), 20_000_000_000);
    }
}
