//! Which games are twins, and which of them stays.

use serde::Serialize;

use crate::parts::files::Files;
use crate::parts::tag_name::TagName;

/// Why a game is a twin of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TwinKind {
    /// The same moves, and the tags agree, and so do the results where both are known.
    Same,
    /// The moves are the beginning of the other's, and the tags and the results agree.
    Part,
    /// The same moves, but the tags or the results do not agree.
    Retagged,
}

impl TwinKind {
    /// All of them.
    pub const ALL: [TwinKind; 3] = [TwinKind::Same, TwinKind::Part, TwinKind::Retagged];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            TwinKind::Same => "same",
            TwinKind::Part => "part",
            TwinKind::Retagged => "retagged",
        }
    }
}

/// Which of several twins stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// The one that is read first.
    #[default]
    First,
    /// The one with most comments, glyphs and variations; among those the one with most tags, then the first.
    Richest,
}

/// Which twins are dropped.
#[derive(Clone, Debug)]
pub struct TwinOptions {
    /// The kinds of twins that are dropped.
    pub kinds: Vec<TwinKind>,
    /// The tags that agree in games of the kinds `same` and `part`; without any, moves alone count.
    pub tags: Vec<TagName>,
    /// Games of fewer half-moves are twins only if all their tags agree.
    pub min_plies: u32,
    /// Files whose games are known: they are not written, and stay before all others.
    pub known: Files,
    /// Which twin stays. Between a part and the whole game it is the whole game.
    pub keep: Keep,
}

impl TwinOptions {
    pub(super) fn has(&self, kind: TwinKind) -> bool {
        self.kinds.contains(&kind)
    }
}
