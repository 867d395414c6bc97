//! What a suite holds: positions with their counts, as lines have them, and which of the counts are wanted.

use alloc::string::String;
use alloc::vec::Vec;
use philidor::Position;

use crate::error::LineError;

/// A line of a suite, or a block. See [`Suite`](crate::Suite).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Line {
    /// Its number, the first line being 1. A block has the number of its line `epd`.
    pub number: usize,
    /// What it says, or why it cannot be read.
    pub entry: Result<Entry, LineError>,
}

/// A position with its counts. See [`Suite`](crate::Suite).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Its name in the suite, or the position as it is written there.
    pub name: String,
    /// The position.
    pub position: Position,
    /// Depths in half-moves, each with the number of leaves there.
    pub counts: Vec<(u32, u128)>,
}

impl Entry {
    /// A position with its counts: depths in half-moves, each with its leaves.
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_suites::Entry;
    ///
    /// let entry = Entry::new("startpos", Position::default(), [(1, 20), (2, 400)]);
    /// assert_eq!(entry.counts.len(), 2);
    /// ```
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        position: Position,
        counts: impl IntoIterator<Item = (u32, u128)>,
    ) -> Entry {
        Entry { name: name.into(), position, counts: counts.into_iter().collect() }
    }
}

/// Which counts of a suite are wanted; by default all.
///
/// ```
/// use philidor_suites::SuiteLimits;
///
/// let limits = SuiteLimits::up_to_leaves(1_000);
/// assert!(limits.admit(2, 400) && !limits.admit(3, 8_902));
/// assert!(!limits.with_depth(1).admit(2, 400));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SuiteLimits {
    /// The largest depth in half-moves; any if there is none.
    pub depth: Option<u32>,
    /// The largest number of leaves; any if there is none.
    pub leaves: Option<u64>,
}

impl SuiteLimits {
    /// Counts to this number of leaves, at any depth.
    #[must_use]
    pub fn up_to_leaves(leaves: u64) -> SuiteLimits {
        SuiteLimits { depth: None, leaves: Some(leaves) }
    }

    /// The same with another largest depth in half-moves; any depth if there is none.
    #[must_use]
    pub fn with_depth(self, depth: impl Into<Option<u32>>) -> SuiteLimits {
        SuiteLimits { depth: depth.into(), ..self }
    }

    /// The same with another largest number of leaves; any number if there is none.
    #[must_use]
    pub fn with_leaves(self, leaves: impl Into<Option<u64>>) -> SuiteLimits {
        SuiteLimits { leaves: leaves.into(), ..self }
    }

    /// Whether a count is within the limits.
    #[must_use]
    pub fn admit(self, depth: u32, leaves: u128) -> bool {
        self.depth.is_none_or(|limit| depth <= limit)
            && self.leaves.is_none_or(|limit| leaves <= u128::from(limit))
    }
}

/// What reads a position: a FEN of six fields, or a word without slashes, which may be a name.
pub(crate) type ReadPosition<'a> = dyn Fn(&str) -> Result<Position, String> + 'a;
