//! Numbers in arguments, refused in our own words: those of the standard library speak of digits found in strings.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Reads a number within bounds, which the error names: a parser for an argument.
///
/// ```
/// let depth = philidor_host::number(0..=255_u32);
/// assert_eq!(depth("7"), Ok(7));
/// for wrong in ["256", "-1", "many", ""] {
///     assert_eq!(depth(wrong), Err("not a number from 0 to 255".to_owned()), "{wrong}");
/// }
/// ```
pub fn number<T>(
    bounds: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: Clone + Display + FromStr + PartialOrd + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| bounds.contains(number));
        number.ok_or_else(|| format!("not a number from {} to {}", bounds.start(), bounds.end()))
    }
}
