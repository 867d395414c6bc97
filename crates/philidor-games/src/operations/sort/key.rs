//! What games are sorted by, and keys whose bytes are in that order.
//!
//! ```text
//! a key   1 1 …                 a value that is known: a date, then numbers, then texts
//!         2                     an unknown one: last, even in descending order
//! date    1 year year month day                   2024.??.?? is before 2024.01.01
//! rating  as a number                             any other value is unknown
//! other   as `tag_value.rs` has it
//!
//! descending: all bytes after the first one turned around
//! ```
//!
//! So numbers are compared by their values wherever they stand: 980 is before 2450, and round 9.2 before round 10.1.

use std::str::FromStr;

use philidor_pgn::rating;

use crate::parts::date::Date;
use crate::parts::scoresheet::GameFacts;
use crate::parts::tag_name::TagName;
use crate::parts::tag_value::{DATE, RATING, push_ordered};

/// The name of the length of a game, where the names of tags may stand, too.
const PLIES: &str = "plies";

/// One of the things by which games are sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortKey {
    /// The name of a tag; without one, the number of half-moves counts.
    tag: Option<TagName>,
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
        let tag =
            match name {
                PLIES => None,
                name => Some(name.parse().map_err(
                    |_| "neither `plies` nor the name of a tag, which begins with a capital letter",
                )?),
            };
        Ok(SortKey { tag, is_descending })
    }
}

impl SortKey {
    /// Whether the number of half-moves is asked for.
    pub(super) fn needs_plies(&self) -> bool {
        self.tag.is_none()
    }

    /// The tag that is asked for.
    pub(super) const fn tag(&self) -> Option<&TagName> {
        self.tag.as_ref()
    }

    /// Appends the key of a game.
    fn push(&self, facts: GameFacts<'_>, key: &mut Vec<u8>) {
        let start = key.len() + 1;
        match &self.tag {
            Some(tag) => push_value(tag, facts, key),
            None => {
                key.push(1);
                key.extend(facts.plies.to_be_bytes());
            }
        }
        if self.is_descending {
            key.iter_mut().skip(start).for_each(|byte| *byte = !*byte);
        }
    }
}

/// The key of a game for several of these, the first of which counts most.
pub(super) fn key_of(facts: GameFacts<'_>, keys: &[SortKey]) -> Vec<u8> {
    let mut key = Vec::with_capacity(16 * keys.len());
    keys.iter().for_each(|one| one.push(facts, &mut key));
    key
}

/// Appends the key of the value of a tag.
fn push_value(name: &TagName, facts: GameFacts<'_>, key: &mut Vec<u8>) {
    let is_rating = name.as_str().ends_with(RATING);
    let known = facts.known_tag(name.as_str());
    let Some(value) = known.filter(|value| !is_rating || rating(value).is_some()) else {
        key.push(2);
        return;
    };
    key.push(1);
    match Date::read(value).filter(|_| name.as_str().ends_with(DATE)) {
        Some(Date { year, month, day }) => {
            key.push(1);
            key.extend(year.unwrap_or_default().to_be_bytes());
            key.extend([month, day].map(Option::unwrap_or_default));
        }
        None => push_ordered(value, key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(order: &str, name: &str, value: &str) -> Vec<u8> {
        let tags = [(name.to_owned(), value.to_owned())];
        let keys: Vec<SortKey> = order.split(',').map(|key| key.parse().expect(key)).collect();
        key_of(GameFacts { tags: &tags, plies: 7, ..GameFacts::default() }, &keys)
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
            ("Score", vec!["-50", "-5", "0", "+7", "980", "2450", "2450.5", "unrated", "-"]),
            ("WhiteElo", vec!["980", " 2450 ", "02500", "2600?"]),
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
                    !matches!(pair[1], "?" | "-" | "" | "2600?"),
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
        for wrong in ["", ":desc", "White:up", "White:desc:asc", "two words", "date", "Plies:up"] {
            assert!(wrong.parse::<SortKey>().is_err(), "{wrong}");
        }
        assert_eq!("Date:asc".parse::<SortKey>(), "Date".parse());
    }
}
