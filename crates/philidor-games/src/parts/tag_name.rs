//! Names of tags, and whether any game has them: a name with a typing error asks for nothing.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use philidor_host::note;
use philidor_pgn::own_tag;

use super::tag_value::{DATE, UTC_DATE};

/// The name of a tag: letters, digits and underscores, the first of which is a capital letter. `VARIANT` is `Variant`,
/// as readers have it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TagName(String);

impl TagName {
    /// The name as a text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for TagName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<TagName, &'static str> {
        let is_capital = text.starts_with(|first: char| first.is_ascii_uppercase());
        let is_name = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let name =
            (is_capital && is_name).then(|| TagName(own_tag(text.as_bytes()).unwrap_or(text).to_owned()));
        name.ok_or("not the name of a tag: a capital letter, then letters, digits and underscores")
    }
}

impl fmt::Display for TagName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Tags that are asked for, and whether any game has had each of them.
pub(crate) struct AskedTags<'a>(Vec<(&'a TagName, AtomicBool)>);

impl<'a> AskedTags<'a> {
    pub(crate) fn new(names: impl IntoIterator<Item = &'a TagName>) -> AskedTags<'a> {
        AskedTags(names.into_iter().map(|name| (name, AtomicBool::new(false))).collect())
    }

    /// Takes the tags of a game.
    pub(crate) fn see(&self, tags: &[(String, String)]) {
        for (asked, is_seen) in self.0.iter().filter(|(_, is_seen)| !is_seen.load(Relaxed)) {
            let is_asked = |name: &str| name == asked.as_str() || name == UTC_DATE && asked.as_str() == DATE;
            if tags.iter().any(|(name, _)| is_asked(name)) {
                is_seen.store(true, Relaxed);
            }
        }
    }

    /// Warns about each tag that none of the games had.
    pub(crate) fn warn(&self, games: u64) {
        for (name, _) in self.0.iter().filter(|(_, is_seen)| games > 0 && !is_seen.load(Relaxed)) {
            note(&format!("warning: no game has the tag {name}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_begins_with_a_capital_letter() {
        for right in ["White", "A", "ECO", "WhiteElo2", "X_y"] {
            assert_eq!(right.parse::<TagName>().map(|name| name.to_string()).as_deref(), Ok(right));
        }
        for (text, name) in [("VARIANT", "Variant"), ("Fen", "FEN"), ("Setup", "SetUp")] {
            assert_eq!(text.parse::<TagName>().map(|name| name.to_string()).as_deref(), Ok(name));
        }
        for wrong in ["", "white", "two words", "plies", "Ä", "_A", "1A", "A=b"] {
            assert!(wrong.parse::<TagName>().is_err(), "{wrong}");
        }
    }
}
