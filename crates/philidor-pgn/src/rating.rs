//! What a rating is.

use philidor::characters;

/// The rating that the value of a tag such as `WhiteElo` says: a whole number from 1 to 9999, with or without blanks
/// around it and characters that cannot be seen. The standard has `-` for a player without one; many programs write `?`
/// or `0`.
///
/// ```
/// use philidor_pgn::rating;
/// assert_eq!([" 2600\u{200b}", "02500", "9999"].map(rating), [Some(2600), Some(2500), Some(9999)]);
/// for other in ["", "-", "?", "0", "1500?", "+1500", "-1500", "2400.5", "10000", "Elo=1234"] {
///     assert_eq!(rating(other), None, "{other}");
/// }
/// ```
#[must_use]
pub fn rating(value: &str) -> Option<u16> {
    let add =
        |number: u32, digit: char| Some(digit.to_digit(10)? + 10 * number).filter(|&number| number <= 9999);
    let is_read = |character: &char| !characters::is_invisible(*character);
    let number = value.trim().chars().filter(is_read).try_fold(0, add)?;
    (number > 0).then_some(number as u16)
}
