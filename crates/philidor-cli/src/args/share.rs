//! A share of something, in percent.

use std::str::FromStr;

/// More than nothing and at most everything, as in `1%` or `0.1%`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Share {
    percent: f64,
}

impl Share {
    /// All of it.
    pub(crate) const ALL: Share = Share { percent: 100.0 };

    /// This share of a number, rounded up; of a number that is not zero at least 1.
    pub(crate) fn of(self, number: usize) -> usize {
        ((number as f64 * self.percent / 100.0).ceil() as usize).min(number)
    }
}

impl FromStr for Share {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Share, &'static str> {
        let number = text.strip_suffix('%').and_then(|number| number.parse().ok());
        let share = number.filter(|&percent: &f64| percent > 0.0 && percent <= 100.0);
        share.map(|percent| Share { percent }).ok_or(
            "not a share such as 1% or 0.1%; put other arguments before --verify, or write --verify=100%",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_more_than_nothing_and_at_most_all() {
        for (text, of_400) in [("1%", 4), ("0.1%", 1), ("100%", 400), ("33.3%", 134), ("1e-9%", 1)] {
            let share: Share = text.parse().expect(text);
            assert_eq!((share.of(400), share.of(0)), (of_400, 0), "{text}");
        }
        for text in ["", "%", "1", "0%", "-1%", "100.1%", "nan%", "inf%", "5 %", "x%"] {
            assert!(text.parse::<Share>().is_err(), "{text}");
        }
        assert_eq!("100%".parse(), Ok(Share::ALL));
    }
}
