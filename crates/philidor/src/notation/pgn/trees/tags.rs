//! The tags of a game: the roster of seven that every archived game has, and any others.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::notation::CastlingMode;
use crate::notation::pgn::error::PgnErrorKind;
use crate::notation::pgn::result::GameResult;
use crate::notation::pgn::start;

/// The roster without `Result`, which is the game's own.
pub(super) const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// Names and values, the roster first, the others in the order in which they were added.
///
/// `Result`, `SetUp` and `FEN` are not among them: they follow from the game and are written with it.
///
/// ```
/// use philidor::pgn::Tags;
/// let mut tags = Tags::default();
/// tags.set("ECO", "C65")?;
/// tags.set("White", "Anna \"the Hun\"")?;
/// assert_eq!(tags.get("ECO"), Some("C65"));
/// assert_eq!(tags.to_string(), "[White \"Anna \\\"the Hun\\\"\"]\n[ECO \"C65\"]\n");
/// assert!(tags.set("two words", "?").is_err());
/// # Ok::<(), philidor::pgn::InvalidTag>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tags(Vec<(String, String)>);

/// The error for a name that a tag cannot have: it is not made of letters, digits and underscores, or belongs to the
/// game itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InvalidTag(pub String);

impl fmt::Display for InvalidTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` cannot be the name of a tag", self.0)
    }
}

impl core::error::Error for InvalidTag {}

impl Tags {
    /// The roster with question marks.
    #[must_use]
    pub fn roster() -> Tags {
        Tags(ROSTER.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }

    /// The value of a tag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|pair| pair.0 == name).map(|pair| pair.1)
    }

    /// Sets a value, replacing any old one. Line ends in it become spaces, since a tag is on one line.
    ///
    /// # Errors
    ///
    /// [`InvalidTag`] for a name that a tag cannot have.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), InvalidTag> {
        let is_name =
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_name || matches!(name, "Result" | "SetUp" | "FEN") {
            return Err(InvalidTag(name.into()));
        }
        let value = on_one_line(value);
        match self.0.iter_mut().find(|pair| pair.0 == name) {
            Some(pair) => pair.1 = value,
            None => {
                let rank = rank(name);
                let at = self.0.partition_point(|pair| self::rank(&pair.0) <= rank);
                self.0.insert(at, (name.into(), value));
            }
        }
        Ok(())
    }

    /// How castling is written in the variant that the tag `Variant` names; standard if there is no such tag.
    ///
    /// ```
    /// use philidor::{CastlingMode, pgn::{PgnErrorKind, Tags}};
    /// let mut tags = Tags::default();
    /// assert_eq!(tags.castling_mode(), Ok(CastlingMode::Standard));
    /// tags.set("Variant", "Fischer random")?;
    /// assert_eq!(tags.castling_mode(), Ok(CastlingMode::Chess960));
    /// tags.set("Variant", "Atomic")?;
    /// assert_eq!(tags.castling_mode(), Err(PgnErrorKind::Variant));
    /// # Ok::<(), philidor::pgn::InvalidTag>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PgnErrorKind::Variant`] if it names a game with other rules.
    pub fn castling_mode(&self) -> Result<CastlingMode, PgnErrorKind> {
        let variant = self.get("Variant").unwrap_or_default();
        start::castling_of(variant.as_bytes()).ok_or(PgnErrorKind::Variant)
    }

    /// Removes a tag and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|pair| pair.0 == name)?;
        Some(self.0.remove(at).1)
    }

    /// All names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// A value on one line: line ends become spaces.
pub(super) fn on_one_line(value: &str) -> String {
    if memchr::memchr2(b'\n', b'\r', value.as_bytes()).is_none() {
        return value.into();
    }
    value.replace(['\n', '\r'], " ")
}

/// What a file says in the tags that belong to the game itself.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnTags {
    /// The tag `Result`, and the result that the game had then.
    pub(super) result: Option<(String, GameResult)>,
    pub(super) setup: Option<String>,
    pub(super) has_fen: bool,
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

/// Whether a tag is in the roster.
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
