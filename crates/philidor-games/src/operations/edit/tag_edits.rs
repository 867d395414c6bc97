//! Tags set, removed and renamed.

use std::fmt;
use std::fmt::Write as _;

use philidor_pgn::own_tag;

use crate::parts::tag_name::TagName;

/// The tags of every archived game.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// What is done with tags, in this order: they are renamed, removed, set.
#[derive(Clone, Debug, Default)]
pub struct TagEdits {
    renamed: Vec<(String, TagName)>,
    removed: Vec<String>,
    only: Option<Vec<String>>,
    /// The tags that are set, as PGN has them.
    set: String,
}

/// Why tags are not edited.
#[derive(Clone, PartialEq, Eq)]
pub enum TagEditError {
    /// A name is not a capital letter with letters, digits and underscores.
    Name(String),
    /// A tag follows from the game, or the moves depend on it.
    Own(String),
    /// A value has several lines.
    Lines(String),
}

impl fmt::Display for TagEditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TagEditError::Name(name) => {
                write!(
                    f,
                    "`{name}` is not the name of a tag: a capital letter, then letters, digits and underscores"
                )
            }
            TagEditError::Own(name) if name.eq_ignore_ascii_case("Result") => {
                f.write_str("the tag Result follows from the game; --mend-results corrects it")
            }
            TagEditError::Own(name) => write!(f, "the moves of a game depend on its tag {name}"),
            TagEditError::Lines(name) => write!(f, "the value of {name} has several lines"),
        }
    }
}

philidor::debug_is_the_sentence!(TagEditError);

impl std::error::Error for TagEditError {}

/// The name of a tag that may be edited. It may begin with a small letter, which is wrong, but occurs in files; readers
/// know those of the roster by their proper names.
fn not_own(name: &str) -> Result<String, TagEditError> {
    let capital = name.get(..1).map(str::to_uppercase).unwrap_or_default();
    let proper = capital + name.get(1..).unwrap_or_default();
    proper.parse::<TagName>().map_err(|_| TagEditError::Name(name.to_owned()))?;
    if own_tag(name.as_bytes()).is_some() {
        Err(TagEditError::Own(name.to_owned()))
    } else {
        let of_roster = ROSTER.iter().find(|proper| proper.eq_ignore_ascii_case(name));
        Ok(of_roster.map_or(name, |proper| *proper).to_owned())
    }
}

/// A valid name of a tag that may be edited.
fn named(name: &str) -> Result<TagName, TagEditError> {
    let tag: TagName = name.parse().map_err(|_| TagEditError::Name(name.to_owned()))?;
    if own_tag(name.as_bytes()).is_some() { Err(TagEditError::Own(name.to_owned())) } else { Ok(tag) }
}

impl TagEdits {
    /// Gives a tag another name.
    ///
    /// # Errors
    ///
    /// A tag cannot have one of the names.
    pub fn rename(&mut self, old: &str, new: &str) -> Result<(), TagEditError> {
        self.renamed.push((not_own(old)?, named(new)?));
        Ok(())
    }

    /// Removes a tag.
    ///
    /// # Errors
    ///
    /// A tag cannot have the name, or cannot be removed.
    pub fn remove(&mut self, name: &str) -> Result<(), TagEditError> {
        self.removed.push(not_own(name)?);
        Ok(())
    }

    /// Removes all tags but those with these names and those that the moves depend on.
    ///
    /// # Errors
    ///
    /// A tag cannot have one of the names.
    pub fn keep_only(&mut self, names: &[String]) -> Result<(), TagEditError> {
        let named = names
            .iter()
            .filter(|name| own_tag(name.as_bytes()).is_none())
            .map(|name| Ok(named(name)?.to_string()));
        self.only.get_or_insert_default().extend(named.collect::<Result<Vec<_>, _>>()?);
        Ok(())
    }

    /// Removes all tags but the seven of the roster and those that the moves depend on.
    pub fn keep_roster(&mut self) {
        self.only.get_or_insert_default().extend(ROSTER.map(str::to_owned));
    }

    /// Sets the value of a tag.
    ///
    /// # Errors
    ///
    /// A tag cannot have the name, or the value, or cannot be set.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagEditError> {
        let name = named(name)?;
        if value.contains(['\n', '\r']) {
            return Err(TagEditError::Lines(name.to_string()));
        }
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a text cannot fail.
        let _ = writeln!(self.set, "[{name} \"{value}\"]");
        Ok(())
    }

    /// Whether tags stay as they are.
    pub fn is_empty(&self) -> bool {
        self.renamed.is_empty() && self.removed.is_empty() && self.only.is_none() && self.set.is_empty()
    }

    /// The name that a tag gets; `None` if it is removed.
    pub(super) fn name_of<'n>(&'n self, name: &'n [u8]) -> Option<&'n [u8]> {
        let renamed = self.renamed.iter().find(|(old, _)| old.as_bytes() == name);
        let name = renamed.map_or(name, |(_, new)| new.as_str().as_bytes());
        let has = |names: &[String]| names.iter().any(|other| other.as_bytes() == name);
        let stays =
            own_tag(name).is_some() || !has(&self.removed) && self.only.as_ref().is_none_or(|only| has(only));
        stays.then_some(name)
    }

    /// The tags that are set, as PGN has them; none if there are none.
    pub(super) fn set_tags(&self) -> Option<&str> {
        Some(self.set.as_str()).filter(|set| !set.is_empty())
    }
}
