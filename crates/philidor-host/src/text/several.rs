//! A number of things, for people.

use std::fmt;

/// A number of things: `1 game`, `2000 games`.
///
/// ```
/// use philidor_host::Several;
///
/// let said = [0, 1, 2000].map(|number| Several(number, "game").to_string());
/// assert_eq!(said, ["0 games", "1 game", "2000 games"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Several(pub u64, pub &'static str);

impl fmt::Display for Several {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Several(number, thing) = *self;
        write!(f, "{number} {thing}{}", if number == 1 { "" } else { "s" })
    }
}
