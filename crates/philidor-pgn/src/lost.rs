//! Bytes that were skipped because they hold no recognizable game.

use core::fmt;

use super::place::Place;

/// Bytes between two games that were passed over: the rest of a game that is too long, or a comment without an end that
/// swallowed others. From [`Reader::take_lost`](super::Reader::take_lost) and its like.
///
/// ```
/// use philidor_pgn::Reader;
/// let mut reader = Reader::new(b"1. e4 { no end\n\n1. d4 *\n\n1. c4 *\n\n[White \"A\"]\n\n1. f4 *\n");
/// assert!(reader.read_game(&mut ()).is_some_and(|game| game.is_err()));
/// let lost = reader.take_lost().expect("two games");
/// assert_eq!((lost.start.line, lost.end.line, lost.games), (1, 7, 2));
/// assert_eq!(lost.to_string(), "line 1, column 7: passed over up to line 7; at least 2 games are lost");
/// assert_eq!(reader.read_game(&mut ()), Some(Ok(())));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Lost {
    /// Where reading stopped.
    pub start: Place,
    /// Where it resumed.
    pub end: Place,
    /// How many games are likely to begin in between: they have no tags, and a move number of 1 below an empty line.
    /// The game that is too long or has the comment is not among them.
    pub games: u64,
}

impl Lost {
    pub(super) const fn new(start: Place, end: Place, games: u64) -> Lost {
        Lost { start, end, games }
    }

    /// The same, for a reader whose bytes began at some place in a file, not at its start.
    #[must_use]
    pub fn shifted(self, start: Place) -> Lost {
        Lost { start: self.start.shifted(start), end: self.end.shifted(start), games: self.games }
    }

    /// What happened, without the place where reading stopped.
    ///
    /// ```
    /// use philidor_pgn::Reader;
    /// let mut reader = Reader::new(b"1. e4 { no end\n\n1. d4 *");
    /// reader.read_game(&mut ());
    /// let lost = reader.take_lost().expect("a game");
    /// assert_eq!(lost.reason(), "passed over up to line 3; at least 1 game is lost");
    /// ```
    #[must_use]
    pub fn reason(&self) -> alloc::string::String {
        let line = self.end.line;
        match self.games {
            0 => alloc::format!("passed over up to line {line}"),
            1 => alloc::format!("passed over up to line {line}; at least 1 game is lost"),
            games => alloc::format!("passed over up to line {line}; at least {games} games are lost"),
        }
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.start.line, self.start.column, self.reason())
    }
}
