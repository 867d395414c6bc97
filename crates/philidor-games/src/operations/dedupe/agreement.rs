//! Whether the tags of two games agree: the same letters and digits, whatever their case and what stands between them,
//! unless it keeps two numbers apart.
//!
//! ```text
//! Carlsen, Magnus   carlsen,magnus   CARLSEN  MAGNUS         agree
//! Carlsen, Magnus   Carlsen, M                               do not
//! 1.11              11.1                                     do not
//! 2024.03.??        2024.3           and  ?  with a missing tag         agree: what is unknown does not count
//! ```
//!
//! Where `Date` is unknown, `UTCDate` counts.
//!
//! In games with too few moves to be twins by those tags, all tags have to agree.

use crate::parts::date::Date;
use crate::parts::fingerprint::Fingerprint;
use crate::parts::tag_name::{AskedTags, TagName};
use crate::parts::tag_value::{DATE, known_value};

/// The tags that have to agree.
pub(super) struct Agreement<'a> {
    names: &'a [TagName],
    /// A game with fewer half-moves has to agree in all its tags.
    min_plies: u32,
    /// Which of the tags any game has.
    pub(super) asked: AskedTags<'a>,
}

impl<'a> Agreement<'a> {
    pub(super) fn new(names: &'a [TagName], min_plies: u32) -> Agreement<'a> {
        Agreement { names, min_plies, asked: AskedTags::new(names) }
    }

    /// The fingerprint that twins have in common: that of their moves, and of all their tags as well where a game is
    /// too short.
    pub(super) fn of_moves(&self, moves: Fingerprint, plies: u32, tags: &[(String, String)]) -> Fingerprint {
        if plies >= self.min_plies {
            return moves;
        }
        let tag = |made: Fingerprint, (name, value): &(String, String)| {
            made.then_text(name.as_bytes()).then(of_value(name, value))
        };
        tags.iter().fold(moves.then(tags.len() as u64), tag)
    }

    /// A hash of the values of the tags, which is the same where they agree.
    pub(super) fn of<'t>(&self, tag: impl Fn(&str) -> Option<&'t str>) -> u64 {
        let number =
            |name: &TagName| of_value(name.as_str(), known_value(&tag, name.as_str()).unwrap_or_default());
        self.names.iter().fold(Fingerprint::default(), |made, name| made.then(number(name))).half()
    }
}

/// A hash of the value of a tag: of its letters and digits, or of a date.
fn of_value(name: &str, value: &str) -> u64 {
    if name.ends_with(DATE)
        && let Some(Date { year, month, day }) = Date::read(value)
    {
        let parts =
            [year.unwrap_or_default(), month.unwrap_or_default().into(), day.unwrap_or_default().into()];
        return parts
            .into_iter()
            .fold(Fingerprint::default(), |made, part: u16| made.then(part.into()))
            .half();
    }
    let (mut made, mut is_digit, mut is_apart) = (Fingerprint::default(), false, false);
    for letter in value.chars().flat_map(char::to_lowercase) {
        if !letter.is_alphanumeric() {
            is_apart = true;
            continue;
        }
        if is_apart && is_digit && letter.is_numeric() {
            made = made.then(u64::from('.'));
        }
        (is_digit, is_apart) = (letter.is_numeric(), false);
        made = made.then(u64::from(letter));
    }
    made.half()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_count_alone() {
        for (name, one, other, agree) in [
            ("White", "Carlsen, Magnus", "CARLSEN MAGNUS", true),
            ("White", "Carlsen, Magnus", "Carlsen, M.", false),
            ("White", "Carlsen 2", "Carlsen2", true),
            ("Round", "?", "", true),
            ("Date", "????.??.??", "?", true),
            ("Date", "2024.03.??", "2024.3", true),
            ("Date", "2024.03.01", "2024-3-1", true),
            ("Date", "2024.03.01", "2024.03.10", false),
            ("Round", "1.11", "11.1", false),
            ("Round", "1.11", "1 - 11", true),
            ("White", "Müller", "MÜLLER", true),
        ] {
            assert_eq!(of_value(name, one) == of_value(name, other), agree, "{one} {other}");
        }
        let names = ["White", "Black"].map(|name| name.parse().expect(name));
        let agreement = Agreement::new(&names, 1);
        let game = |white, black| agreement.of(|name| Some(if name == "White" { white } else { black }));
        assert_ne!(game("A", "B"), game("B", "A"));
        assert_ne!(game("AB", ""), game("A", "B"));
        let names = ["Date"].map(|name| name.parse().expect(name));
        let agreement = Agreement::new(&names, 1);
        let game = |utc| agreement.of(|name| Some(if name == "Date" { "????.??.??" } else { utc }));
        assert_ne!(game("2024.03.01"), game("2024.03.02"));
    }
}
