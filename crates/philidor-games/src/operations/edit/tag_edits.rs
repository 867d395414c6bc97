//! Tags set, removed and renamed.

use std::fmt;
use std::fmt::Write as _;

/// The tags of every archived game.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The tags without which moves mean something else, and the one that follows from them.
const OWN: [&str; 4] = ["FEN", "SetUp", "Variant", "Result"];

/// What is done with tags, in this order: they are renamed, removed, set.
#[derive(Clone, Debug, Default)]
pub struct TagEdits {
    renamed: Vec<(String, String)>,
    removed: Vec<String>,
    only: Option<Vec<String>>,
    /// The tags that are set, as PGN has them.
    set: String,
}

/// Why tags are not edited.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagEditError {
    /// A name is not made of letters, digits and underscores.
    Name(String),
    /// A tag follows from the game, or its moves mean something else without it.
    Own(String),
    /// A value has several lines.
    Lines(String),
}

impl fmt::Display for TagEditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TagEditError::Name(name) => {
                write!(f, "`{name}` is not the name of a tag: letters, digits and underscores")
            }
            TagEditError::Own(name) if name == "Result" => {
                f.write_str("the tag Result follows from the game; --mend-results corrects it")
            }
            TagEditError::Own(name) => write!(f, "the moves of a game depend on its tag {name}"),
            TagEditError::Lines(name) => write!(f, "the value of {name} has several lines"),
        }
    }
}

impl std::error::Error for TagEditError {}

fn named(name: &str) -> Result<String, TagEditError> {
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    match (is_name, OWN.contains(&name)) {
        (false, _) => Err(TagEditError::Name(name.to_owned())),
        (true, true) => Err(TagEditError::Own(name.to_owned())),
        (true, false) => Ok(name.to_owned()),
    }
}

impl TagEdits {
    /// Gives a tag another name.
    ///
    /// # Errors
    ///
    /// A tag cannot have one of the names.
    pub fn rename(&mut self, old: &str, new: &str) -> Result<(), TagEditError> {
        self.renamed.push((named(old)?, named(new)?));
        Ok(())
    }

    /// Removes a tag.
    ///
    /// # Errors
    ///
    /// A tag cannot have the name, or cannot be removed.
    pub fn remove(&mut self, name: &str) -> Result<(), TagEditError> {
        self.removed.push(named(name)?);
        Ok(())
    }

    /// Removes all tags but those without which moves mean something else, and some others.
    ///
    /// # Errors
    ///
    /// A tag cannot have one of the names.
    pub fn keep_only(&mut self, names: &[String]) -> Result<(), TagEditError> {
        let is_own = |name: &String| OWN.contains(&name.as_str());
        let named = names.iter().filter(|name| !is_own(name)).map(|name| named(name));
        self.only.get_or_insert_default().extend(named.collect::<Result<Vec<_>, _>>()?);
        Ok(())
    }

    /// Removes all tags but the seven of the roster and those without which moves mean something else.
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
            return Err(TagEditError::Lines(name));
        }
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a text cannot fail.
        let _ = writeln!(self.set, "[{name} \"{value}\"]");
        Ok(())
    }

    /// The name that a tag gets; `None` if it is removed.
    pub(super) fn name_of<'n>(&'n self, name: &'n [u8]) -> Option<&'n [u8]> {
        let renamed = self.renamed.iter().find(|(old, _)| old.as_bytes() == name);
        let name = renamed.map_or(name, |(_, new)| new.as_bytes());
        let has = |names: &[String]| names.iter().any(|other| other.as_bytes() == name);
        let is_own = OWN.iter().any(|own| own.as_bytes() == name);
        let stays = is_own || !has(&self.removed) && self.only.as_ref().is_none_or(|only| has(only));
        stays.then_some(name)
    }

    /// The tags that are set, as PGN has them; none if there are none.
    pub(super) fn set_tags(&self) -> Option<&str> {
        Some(self.set.as_str()).filter(|set| !set.is_empty())
    }
}
