//! Whether the tags of two games agree: the same letters and digits, whatever their case and what stands between them.
//!
//! ```text
//! Carlsen, Magnus   carlsen,magnus   CARLSEN  MAGNUS         agree
//! Carlsen, Magnus   Carlsen, M                               do not
//! 2024.03.??        2024.03          and  ?  with a missing tag         agree: what is unknown is no letter
//! ```
//!
//! Of games with too few moves to be twins by them, all tags have to agree.

use crate::parts::fingerprint::Fingerprint;

/// The tags that have to agree.
pub(super) struct Agreement<'a> {
    names: &'a [String],
    /// The fewest half-moves of a game of which these are enough.
    min_plies: u32,
}

impl<'a> Agreement<'a> {
    pub(super) const fn new(names: &'a [String], min_plies: u32) -> Agreement<'a> {
        Agreement { names, min_plies }
    }

    /// The fingerprint of the moves of a game, with which its twins have to agree: of a game that is too short also of all
    /// its tags.
    pub(super) fn of_moves(&self, moves: Fingerprint, plies: u32, tags: &[(String, String)]) -> Fingerprint {
        if plies >= self.min_plies {
            return moves;
        }
        let tag = |made: Fingerprint, (name, value): &(String, String)| {
            made.then_text(name.as_bytes()).then(of_value(value))
        };
        tags.iter().fold(moves.then(tags.len() as u64), tag)
    }

    /// A number of the values that only those that agree have.
    pub(super) fn of<'t>(&self, tag: impl Fn(&str) -> Option<&'t str>) -> u64 {
        let values = self.names.iter().map(|name| tag(name).unwrap_or_default());
        values.fold(Fingerprint::default(), |made, value| made.then(of_value(value))).half()
    }
}

/// A number of the letters and digits of a value.
fn of_value(value: &str) -> u64 {
    let letters = value.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase);
    letters.fold(Fingerprint::default(), |made, letter| made.then(u64::from(letter))).half()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_count_alone() {
        for (one, other, agree) in [
            ("Carlsen, Magnus", "CARLSEN MAGNUS", true),
            ("Carlsen, Magnus", "Carlsen, M.", false),
            ("?", "", true),
            ("????.??.??", "?", true),
            ("2024.03.??", "2024.03", true),
            ("2024.03.01", "2024.03.10", false),
            ("Müller", "MÜLLER", true),
        ] {
            assert_eq!(of_value(one) == of_value(other), agree, "{one} {other}");
        }
        let names = ["White".to_owned(), "Black".to_owned()];
        let agreement = Agreement::new(&names, 1);
        let game = |white, black| agreement.of(|name| Some(if name == "White" { white } else { black }));
        assert_ne!(game("A", "B"), game("B", "A"));
        assert_ne!(game("AB", ""), game("A", "B"));
    }
}
