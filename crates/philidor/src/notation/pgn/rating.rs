//! What a rating is.

/// The rating that the value of a tag such as `WhiteElo` says: a whole number from 1 to 9999, with or without blanks
/// around it. The standard has `-` for a player without one; many programs write `?` or `0`.
///
/// ```
/// use philidor::pgn::rating;
/// assert_eq!([" 2600 ", "02500", "9999"].map(rating), [Some(2600), Some(2500), Some(9999)]);
/// for other in ["", "-", "?", "0", "1500?", "+1500", "-1500", "2400.5", "10000", "Elo=1234"] {
///     assert_eq!(rating(other), None, "{other}");
/// }
/// ```
#[must_use]
pub fn rating(value: &str) -> Option<u16> {
    let digits = value.trim();
    // `parse` would take a sign, too.
    let number = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())??;
    (1..=9999).contains(&number).then_some(number)
}
