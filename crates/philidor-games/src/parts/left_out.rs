//! Counts of comments, glyphs and variations, which the text of games has and most formats have no place for.

use std::fmt;
use std::ops::AddAssign;

use philidor_host::Grouped;

/// How many there are of each. Those in variations are not counted by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Texts in braces or after a semicolon.
    pub comments: u64,
    /// Marks such as `!?`.
    pub glyphs: u64,
    /// Moves beside those of the game.
    pub variations: u64,
}

impl LeftOut {
    /// What was left out, as a line for the user; none if nothing was.
    pub fn warning(&self) -> Option<String> {
        let warning = || format!("warning: left out, since only PGN and JSON have a place for them: {self}");
        (*self != LeftOut::default()).then(warning)
    }
}

impl AddAssign for LeftOut {
    fn add_assign(&mut self, other: LeftOut) {
        self.comments += other.comments;
        self.glyphs += other.glyphs;
        self.variations += other.variations;
    }
}

impl fmt::Display for LeftOut {
    /// As a list: `2 comments, 1 variation`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [(self.comments, "comment"), (self.glyphs, "glyph"), (self.variations, "variation")];
        for (index, (count, name)) in names.into_iter().filter(|(count, _)| *count > 0).enumerate() {
            let (comma, plural) = (if index > 0 { ", " } else { "" }, if count == 1 { "" } else { "s" });
            write!(f, "{comma}{} {name}{plural}", Grouped(count.into()))?;
        }
        Ok(())
    }
}
