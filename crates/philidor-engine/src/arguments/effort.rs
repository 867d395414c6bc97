//! How hard the engine thinks about a position: time, depth, nodes.

use std::time::Duration;

use philidor_host::number;

use crate::SearchLimits;

/// The units of time. Where one name ends with another, the longer name comes first.
const UNITS: [(&str, f64); 4] = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3_600.0)];

/// The longest time: ten years, which any clock can add without an overflow.
const LONGEST: f64 = 315_360_000.0;

/// Limits for each position or move; whatever is reached first ends the search.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct EffortArgs {
    /// Time to think, such as 5s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,

    /// Depth to search to, in half-moves
    #[arg(long, value_name = "N", value_parser = number(1..=100_u32))]
    pub depth: Option<u32>,

    /// Number of nodes to search
    #[arg(long, value_name = "N", value_parser = number(1..=u64::MAX))]
    pub nodes: Option<u64>,
}

impl EffortArgs {
    /// The limits, or the others if none are given.
    pub fn limits_or(self, others: SearchLimits) -> SearchLimits {
        let EffortArgs { time, depth, nodes } = self;
        if time.is_none() && depth.is_none() && nodes.is_none() {
            return others;
        }
        let mut limits = SearchLimits::new();
        (limits.time, limits.depth, limits.nodes) = (time, depth, nodes);
        limits
    }
}

/// A time with its unit; without one, in seconds.
///
/// # Errors
///
/// The text is not a time.
pub fn time(text: &str) -> Result<Duration, &'static str> {
    let unit = UNITS.into_iter().find_map(|(name, seconds)| Some((text.strip_suffix(name)?, seconds)));
    let (number, unit) = unit.unwrap_or((text, 1.0));
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = number.parse().ok().filter(|_| is_number).map(|number: f64| number * unit);
    let seconds = seconds.filter(|&seconds| seconds > 0.0 && seconds <= LONGEST);
    seconds.map(Duration::from_secs_f64).ok_or("not a time such as 5s, 500ms, 2m or 1h")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_a_unit_or_is_in_seconds() {
        for (text, milliseconds) in
            [("5s", 5_000), ("500ms", 500), ("1.5m", 90_000), ("2h", 7_200_000), ("3", 3_000), (".5", 500)]
        {
            assert_eq!(time(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "s", "0", "-1s", "1d", "5 s", "1e3s", "inf", "NaN", "1..5s", "999999h"] {
            assert!(time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_default_counts_where_nothing_is_given() {
        let second = Duration::from_secs(1);
        let default = SearchLimits::new().with_time(second);
        let none = EffortArgs { time: None, depth: None, nodes: None };
        assert_eq!(none.limits_or(default.clone()), default);
        let deep = EffortArgs { depth: Some(3), ..none };
        assert_eq!(deep.limits_or(default.clone()), SearchLimits::new().with_depth(3));
        let both = EffortArgs { time: Some(second * 2), ..deep };
        assert_eq!(both.limits_or(default), SearchLimits::new().with_depth(3).with_time(second * 2));
    }
}
