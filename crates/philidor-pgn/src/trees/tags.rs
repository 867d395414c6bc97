//! The tags of a game: the roster of seven that every archived game has, and any others.
//!
//! All names and values are in one text, so that the seventeen tags of a game from Lichess take two allocations and not
//! thirty-five:
//!
//! ```text
//! E v e n t ? W h i t e A n n a …
//! └ name    │ └ name    └ value
//!           └ value
//! ```

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

use philidor::{CastlingMode, GameResult};

use crate::error::PgnErrorKind;
use crate::text::standard_tag;

/// The roster without `Result`, which is the game's own.
pub(super) const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// Names and values, the roster first, the others in the order in which they were added.
///
/// `Result`, `SetUp` and `FEN` are not among them: they follow from the game and are written with it.
///
/// ```
/// use philidor_pgn::Tags;
/// let mut tags = Tags::default();
/// tags.set("ECO", "C65")?;
/// tags.set("White", "Anna \"the Hun\"")?;
/// assert_eq!(tags.get("ECO"), Some("C65"));
/// assert_eq!(tags.to_string(), "[White \"Anna \\\"the Hun\\\"\"]\n[ECO \"C65\"]\n");
/// assert!(tags.set("two words", "?").is_err());
/// # Ok::<(), philidor_pgn::InvalidTag>(())
/// ```
#[derive(Clone, Default)]
pub struct Tags {
    text: String,
    places: Vec<Place>,
}

/// Where a tag is in the text.
#[derive(Clone, Copy)]
struct Place {
    /// Its place in the roster; for the others, which keep their order, the one after the last.
    rank: usize,
    name: usize,
    value: usize,
    end: usize,
}

impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Tags {}

impl Hash for Tags {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.places.len().hash(state);
        self.iter().for_each(|tag| tag.hash(state));
    }
}

/// The error for a name that a tag cannot have: it is not made of letters, digits and underscores, or belongs to the
/// game itself.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct InvalidTag(pub String);

impl fmt::Display for InvalidTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` cannot be the name of a tag", self.0)
    }
}

impl core::error::Error for InvalidTag {}

/// The name under which a tag is kept.
fn standard(name: &str) -> &str {
    standard_tag(name.as_bytes()).unwrap_or(name)
}

impl Tags {
    /// The roster with question marks.
    #[must_use]
    pub fn roster() -> Tags {
        let mut tags = Tags::default();
        ROSTER.into_iter().for_each(|(name, value)| tags.put(name, value));
        tags
    }

    /// The value of a tag; `white` and `variant`, in any case, mean `White` and `Variant`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let place = self.places.get(self.place(standard(name))?)?;
        self.text.get(place.value..place.end)
    }

    /// Sets a value, replacing any old one. Line ends in it become spaces, since a tag is on one line. `variant`, in
    /// any case, becomes `Variant`, as it does for readers.
    ///
    /// # Errors
    ///
    /// [`InvalidTag`] for a name that a tag cannot have.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), InvalidTag> {
        let is_name =
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_name || matches!(standard(name), "FEN" | "Result" | "SetUp") {
            return Err(InvalidTag(name.into()));
        }
        self.put(standard(name), &on_one_line(value));
        Ok(())
    }

    /// Sets the value of a valid name; the value must be on one line.
    fn put(&mut self, name: &str, value: &str) {
        match self.place(name) {
            Some(at) => {
                let rank = self.remove_at(at).rank;
                let place = self.write(rank, name, value);
                self.places.insert(at, place);
            }
            None => {
                let rank = rank(name);
                let place = self.write(rank, name, value);
                // Most files have their tags in this order.
                let is_in_order = self.places.last().is_none_or(|last| last.rank <= rank);
                let at = if is_in_order {
                    self.places.len()
                } else {
                    self.places.partition_point(|other| other.rank <= rank)
                };
                self.places.insert(at, place);
            }
        }
    }

    /// Appends a tag to the text.
    fn write(&mut self, rank: usize, name: &str, value: &str) -> Place {
        let start = self.text.len();
        self.text.push_str(name);
        self.text.push_str(value);
        Place { rank, name: start, value: start + name.len(), end: self.text.len() }
    }

    /// Removes a tag and its part of the text.
    fn remove_at(&mut self, at: usize) -> Place {
        let gone = self.places.remove(at);
        let len = gone.end - gone.name;
        self.text.replace_range(gone.name..gone.end, "");
        for place in self.places.iter_mut().filter(|place| place.name >= gone.end) {
            (place.name, place.value, place.end) = (place.name - len, place.value - len, place.end - len);
        }
        gone
    }

    fn place(&self, name: &str) -> Option<usize> {
        let (text, name) = (self.text.as_bytes(), name.as_bytes());
        // Most names differ in their lengths.
        let has_len = |place: &Place| place.value - place.name == name.len();
        self.places.iter().position(|at| has_len(at) && text.get(at.name..at.value) == Some(name))
    }

    /// Removes all tags and keeps their memory.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.places.clear();
    }

    /// How castling is written in the variant that the tag `Variant` names; standard if there is no such tag.
    ///
    /// ```
    /// use philidor::CastlingMode;
    /// use philidor_pgn::{PgnErrorKind, Tags};
    /// let mut tags = Tags::default();
    /// assert_eq!(tags.castling_mode(), Ok(CastlingMode::Standard));
    /// tags.set("Variant", "Fischer random")?;
    /// assert_eq!(tags.castling_mode(), Ok(CastlingMode::Chess960));
    /// tags.set("Variant", "Atomic")?;
    /// assert_eq!(tags.castling_mode(), Err(PgnErrorKind::Variant));
    /// # Ok::<(), philidor_pgn::InvalidTag>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PgnErrorKind::Variant`] if it names a game with other rules.
    pub fn castling_mode(&self) -> Result<CastlingMode, PgnErrorKind> {
        let variant = self.get("Variant").unwrap_or_default();
        CastlingMode::from_variant(variant.as_bytes()).ok_or(PgnErrorKind::Variant)
    }

    /// Removes a tag and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let at = self.place(standard(name))?;
        let value = self.get(name)?.into();
        self.remove_at(at);
        Some(value)
    }

    /// All names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.places.iter().map(|place| {
            let name = self.text.get(place.name..place.value).unwrap_or_default();
            (name, self.text.get(place.value..place.end).unwrap_or_default())
        })
    }
}

/// A value on one line: line ends become spaces.
pub(super) fn on_one_line(value: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'\n', b'\r', value.as_bytes()).is_none() {
        return Cow::Borrowed(value);
    }
    Cow::Owned(value.replace(['\n', '\r'], " "))
}

/// What a file says in the tags that belong to the game itself.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnTags {
    /// The tag `Result`, and the result that the game had then.
    pub(super) result: Option<(Cow<'static, str>, GameResult)>,
    pub(super) setup: Option<String>,
    pub(super) has_fen: bool,
    /// The tag `FEN`, where positions have variants, whose FENs have several spellings.
    pub(super) fen: Option<String>,
}

/// The position of a name in the roster; for the others, which keep their order, the one after the last.
fn rank(name: &str) -> usize {
    ROSTER.iter().position(|pair| pair.0 == name).unwrap_or(ROSTER.len())
}

/// One tag on a line of its own, quotes and backslashes escaped.
pub(super) fn write_tag(out: &mut String, name: &str, value: &str) {
    out.push('[');
    out.push_str(name);
    out.push_str(" \"");
    let mut rest = value;
    while let Some(at) = memchr::memchr2(b'"', b'\\', rest.as_bytes()) {
        let (plain, escaped) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(plain);
        out.push('\\');
        out.push_str(escaped.get(..1).unwrap_or_default());
        rest = escaped.get(1..).unwrap_or_default();
    }
    out.push_str(rest);
    out.push_str("\"]\n");
}

pub(super) fn is_in_roster(name: &str) -> bool {
    rank(name) < ROSTER.len()
}

impl fmt::Display for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.iter().for_each(|(name, value)| write_tag(&mut text, name, value));
        f.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use philidor_proof::Random;

    /// Names and values as pairs, which is what tags are.
    #[derive(Default)]
    struct Pairs(Vec<(&'static str, &'static str)>);

    impl Pairs {
        fn set(&mut self, name: &'static str, value: &'static str) {
            match self.0.iter_mut().find(|pair| pair.0 == name) {
                Some(pair) => pair.1 = value,
                None => {
                    let at = self.0.iter().position(|pair| rank(pair.0) > rank(name));
                    self.0.insert(at.unwrap_or(self.0.len()), (name, value));
                }
            }
        }
    }

    #[test]
    fn tags_of_the_game_itself_are_known_in_any_case() {
        let mut tags = Tags::default();
        assert_eq!((tags.set("VARIANT", "Chess960"), tags.get("Variant")), (Ok(()), Some("Chess960")));
        assert_eq!((tags.get("variant"), tags.get("VARIANT")), (Some("Chess960"), Some("Chess960")));
        assert_eq!((tags.remove("variant").as_deref(), tags.iter().count()), (Some("Chess960"), 0));
        for name in ["fen", "Setup", "result"] {
            assert_eq!(tags.set(name, "1"), Err(InvalidTag(name.into())));
        }
    }

    #[test]
    fn tags_are_pairs_in_their_order() {
        const NAMES: [&str; 7] = ["Black", "ECO", "Event", "Opening", "Site", "White", "WhiteElo"];
        const VALUES: [&str; 4] = ["", "?", "Anna the Hun", "Élő"];
        let mut random = Random(7);
        let mut below = |count: usize| random.next() as usize % count;
        let (mut removed, mut replaced) = (0, 0);
        for _ in 0..200 {
            let (mut tags, mut pairs) = (Tags::default(), Pairs::default());
            for _ in 0..12 {
                let (name, value) = (NAMES[below(NAMES.len())], VALUES[below(VALUES.len())]);
                let old = pairs.0.iter().position(|pair| pair.0 == name);
                if below(3) == 0 {
                    let value = old.map(|at| pairs.0.remove(at).1);
                    assert_eq!(tags.remove(name).as_deref(), value);
                    removed += usize::from(value.is_some());
                } else {
                    pairs.set(name, value);
                    assert_eq!(tags.set(name, value), Ok(()));
                    replaced += usize::from(old.is_some());
                }
                assert!(tags.iter().eq(pairs.0.iter().copied()), "{tags:?}, {:?}", pairs.0);
                assert_eq!(tags.get(name), pairs.0.iter().find(|pair| pair.0 == name).map(|pair| pair.1));
                assert_eq!(tags.text.len(), pairs.0.iter().map(|pair| pair.0.len() + pair.1.len()).sum());
            }
        }
        assert!(removed > 100 && replaced > 100, "{removed} {replaced}");
    }
}
