//! Values of tags: which are known, and in which order they are.
//!
//! ```text
//! -5   0   7   980   2450         9.1   9.2   9.10   10.1         anand   Carlsen, M   Kasparov 2   Kasparov 10
//! ```
//!
//! Numbers are compared by their values wherever they stand, and letters without regard to case.

/// The tag with the date of a game.
pub(crate) const DATE: &str = "Date";

/// The tag that counts where the date is unknown.
pub(crate) const UTC_DATE: &str = "UTCDate";

/// The end of the names of the tags that hold ratings. Every command treats a value that is not a rating as unknown.
pub(crate) const RATING: &str = "Elo";

/// The tags with the ratings of both players.
pub(crate) const RATINGS: [&str; 2] = ["WhiteElo", "BlackElo"];

/// Whether a value is known: `?`, `????.??.??` and `-` are not.
pub(crate) fn is_known(value: &str) -> bool {
    value.bytes().any(|byte| !matches!(byte, b'?' | b'.' | b'-' | b' '))
}

/// The value of a tag, without blanks around it, if it is known. Where `Date` is unknown, that is `UTCDate`.
pub(crate) fn known_value<'t>(tag: impl Fn(&str) -> Option<&'t str>, name: &str) -> Option<&'t str> {
    let known = |name: &str| tag(name).map(str::trim).filter(|value| is_known(value));
    known(name).or_else(|| (name == DATE).then(|| known(UTC_DATE)).flatten())
}

/// Whether a value begins with a number.
pub(crate) fn is_number(value: &str) -> bool {
    value.strip_prefix(['+', '-']).unwrap_or(value).starts_with(|first: char| first.is_ascii_digit())
}

/// Appends bytes that are in the order of values: those of negative numbers are inverted.
pub(crate) fn push_ordered(value: &str, key: &mut Vec<u8>) {
    match value.strip_prefix('-').filter(|rest| is_number(rest)) {
        Some(rest) => {
            key.push(2);
            let start = key.len();
            push_text(rest, key);
            key.iter_mut().skip(start).for_each(|byte| *byte = !*byte);
        }
        None => {
            key.push(3);
            push_text(value.strip_prefix('+').filter(|rest| is_number(rest)).unwrap_or(value), key);
        }
    }
}

/// Appends a text in lower case and a zero byte. Each number becomes `0`, the count of its digits without leading
/// zeros, and these digits.
fn push_text(value: &str, key: &mut Vec<u8>) {
    let lower = value.to_lowercase();
    let mut rest = lower.as_bytes();
    while let Some(&byte) = rest.first() {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            // Zero ends a text.
            key.push(byte.max(1));
            rest = rest.get(1..).unwrap_or_default();
            continue;
        }
        let (number, after) = rest.split_at(digits);
        let zeros = number.iter().take_while(|&&byte| byte == b'0').count();
        let number = number.get(zeros..).unwrap_or_default();
        key.push(b'0');
        key.push(u8::try_from(number.len()).unwrap_or(u8::MAX));
        key.extend(number);
        rest = after;
    }
    key.push(0);
}
