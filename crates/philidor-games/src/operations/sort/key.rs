//! By what games are sorted, and keys whose bytes are in that order.
//!
//! ```text
//! a key   1 1 …                 a value that is known: a date, then numbers, then texts
//!         2                     an unknown one: last, even in descending order
//! date    1 year year month day                   2024.??.?? is before 2024.01.01
//! text    3 and its letters, in lower case; digits as `0`, how many there are, and the digits; then 0
//! -5      2 and the bytes of 5 turned around
//!
//! descending: all bytes after the first one turned around
//! ```
//!
//! So numbers are in their order wherever they stand: 980 is before 2450, and round 9.2 before round 10.1.

use std::str::FromStr;

use crate::parts::sheet::Facts;

/// What the length of a game is called beside the names of tags.
const PLIES: &str = "plies";

/// One of the things by which games are sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortKey {
    /// The name of a tag; `plies` is the number of half-moves.
    name: String,
    /// Whether the greatest comes first.
    is_descending: bool,
}

impl FromStr for SortKey {
    type Err = &'static str;

    /// As in `Date` or `WhiteElo:desc`.
    fn from_str(text: &str) -> Result<SortKey, &'static str> {
        let (name, is_descending) = match text.split_once(':') {
            None | Some((_, "asc")) => (text.split(':').next().unwrap_or_default(), false),
            Some((name, "desc")) => (name, true),
            Some(_) => return Err("neither `asc` nor `desc` after the colon"),
        };
        let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if name.is_empty() || !is_name(name) {
            return Err("not the name of a tag, with `:desc` after it or not, and not `plies`");
        }
        Ok(SortKey { name: name.to_owned(), is_descending })
    }
}

impl SortKey {
    /// Whether the number of half-moves is asked for.
    pub(super) fn needs_plies(&self) -> bool {
        self.name == PLIES
    }

    /// Appends the key of a game.
    fn push(&self, facts: Facts<'_>, key: &mut Vec<u8>) {
        let start = key.len() + 1;
        if self.needs_plies() {
            key.push(1);
            key.extend(facts.plies.to_be_bytes());
        } else {
            push_value(&self.name, facts, key);
        }
        if self.is_descending {
            key.iter_mut().skip(start).for_each(|byte| *byte = !*byte);
        }
    }
}

/// The key of a game for several things, the first one first.
pub(super) fn key_of(facts: Facts<'_>, keys: &[SortKey]) -> Vec<u8> {
    let mut key = Vec::with_capacity(16 * keys.len());
    keys.iter().for_each(|one| one.push(facts, &mut key));
    key
}

/// Appends the key of the value of a tag. Where `Date` is missing, that is `UTCDate`.
fn push_value(name: &str, facts: Facts<'_>, key: &mut Vec<u8>) {
    let known = |name: &str| facts.tag(name).map(str::trim).filter(|value| says_something(value));
    let value = known(name).or_else(|| (name == "Date").then(|| known("UTCDate")).flatten());
    let Some(value) = value else {
        key.push(2);
        return;
    };
    key.push(1);
    let date = name.ends_with("Date").then(|| date_of(value)).flatten();
    if let Some((year, [month, day])) = date {
        key.push(1);
        key.extend(year.to_be_bytes());
        key.extend([month, day]);
        return;
    }
    let is_number = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
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

/// Whether a value is known: `?`, `????.??.??` and `-` are not.
fn says_something(value: &str) -> bool {
    value.bytes().any(|byte| !matches!(byte, b'?' | b'.' | b'-' | b' '))
}

/// The parts of a date such as `2024.01.31` or `2024.??.??`, where 0 is an unknown month or day.
pub(crate) fn date_of(value: &str) -> Option<(u16, [u8; 2])> {
    let mut parts = value.split(['.', '-', '/']);
    let year = parts.next()?;
    let year = if is_unknown(year) { 0 } else { year.parse().ok()? };
    let mut rest = [0; 2];
    for place in &mut rest {
        let part = parts.next().unwrap_or_default();
        *place = if is_unknown(part) { 0 } else { part.parse().ok()? };
    }
    (parts.next().is_none()).then_some((year, rest))
}

fn is_unknown(part: &str) -> bool {
    part.bytes().all(|byte| byte == b'?')
}

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

#[cfg(test)]
mod tests {
    use philidor::pgn::GameResult;

    use super::*;

    fn key(order: &str, name: &str, value: &str) -> Vec<u8> {
        let tags = [(name.to_owned(), value.to_owned())];
        let keys: Vec<SortKey> = order.split(',').map(|key| key.parse().expect(key)).collect();
        key_of(Facts { tags: &tags, result: GameResult::Unknown, plies: 7 }, &keys)
    }

    #[test]
    fn values_are_in_the_order_of_dates_numbers_and_texts() {
        let in_order = [
            (
                "Date",
                vec![
                    "1858.??.??",
                    "2023.12.31",
                    "2024.??.??",
                    "2024.01.??",
                    "2024.01.01",
                    "2024.1.2",
                    "today",
                    "?",
                ],
            ),
            ("WhiteElo", vec!["-50", "-5", "0", "+7", "980", "2450", "2450.5", "unrated", "-"]),
            ("Round", vec!["1", "9", "9.1", "9.2", "9.10", "10", "10.1.2", "10.1.10", "?"]),
            ("White", vec!["Anand", "carlsen", "Carlsen, M", "Kasparov 2", "Kasparov 10", "Ärmel", "?"]),
            ("ECO", vec!["A00", "A09", "B10", "E99", ""]),
        ];
        for (name, values) in in_order {
            for pair in values.windows(2) {
                let [one, other] = [&key(name, name, pair[0]), &key(name, name, pair[1])];
                assert!(one < other, "{name}: {} {}", pair[0], pair[1]);
                let descending = format!("{name}:desc");
                let [one, other] = [&key(&descending, name, pair[0]), &key(&descending, name, pair[1])];
                assert_eq!(
                    one > other,
                    !matches!(pair[1], "?" | "-" | ""),
                    "{name}: {} {}",
                    pair[0],
                    pair[1]
                );
            }
        }
        assert_eq!(key("White", "White", "ANAND"), key("White", "White", "Anand"));
        assert_eq!(key("Date", "UTCDate", "2024.01.31"), key("Date", "Date", "2024-01-31"));
        assert!(key("plies", "", "") < key("plies:desc", "", ""));
    }

    #[test]
    fn keys_have_names_and_directions() {
        for wrong in ["", ":desc", "White:up", "White:desc:asc", "two words"] {
            assert!(wrong.parse::<SortKey>().is_err(), "{wrong}");
        }
        assert_eq!("Date:asc".parse::<SortKey>(), "Date".parse());
    }
}
