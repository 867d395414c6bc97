//! What a suite holds: positions with their counts, as lines have them, and which of the counts are wanted.

use philidor::Position;

use super::error::LineError;

/// A line of a suite, or a block.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its number, the first line being 1. A block has the number of its line `epd`.
    pub number: usize,
    /// What it says, or why it cannot be read.
    pub entry: Result<Entry, LineError>,
}

/// A position with its counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name in the suite, or the position as it is written there.
    pub name: String,
    /// The position.
    pub position: Position,
    /// Depths in half-moves, each with the number of leaves there.
    pub counts: Vec<(u32, u128)>,
}

/// Which counts of a suite are wanted.
///
/// ```
/// use philidor_hunt::suite::Limits;
///
/// let limits = Limits::to_leaves(1_000);
/// assert!(limits.admit(2, 400) && !limits.admit(3, 8_902));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The largest depth in half-moves; any if there is none.
    pub depth: Option<u32>,
    /// The largest number of leaves; any if there is none.
    pub leaves: Option<u64>,
}

impl Limits {
    /// Counts to this number of leaves, at any depth.
    #[must_use]
    pub fn to_leaves(leaves: u64) -> Limits {
        Limits { depth: None, leaves: Some(leaves) }
    }

    /// Whether a count is within the limits.
    #[must_use]
    pub fn admit(self, depth: u32, leaves: u128) -> bool {
        self.depth.is_none_or(|limit| depth <= limit)
            && self.leaves.is_none_or(|limit| leaves <= u128::from(limit))
    }
}

/// What reads a position: a FEN of six fields, or a word without slashes, which may be a name.
pub(super) type ReadPosition<'a> = dyn Fn(&str) -> Result<Position, String> + 'a;
