//! The notes about each game besides its position: the results given, and counts.

use core::ops::AddAssign;

use philidor::{GameResult, Outcome};

use super::doubt::{Doubt, DoubtfulMoves};
use crate::error::PgnErrorKind;
use crate::text::TagValue;

/// Counts of what was checked. Those of the parts of a file add up to those of the whole. See [`check`](super::check)
/// and [`chunks`](super::super::chunks).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Counts {
    /// Games, bad ones included.
    pub games: u64,
    /// Legal moves, including those before the error of a bad game.
    pub moves: u64,
    /// Games with an error.
    pub bad_games: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.games += other.games;
        self.moves += other.moves;
        self.bad_games += other.bad_games;
    }
}

/// The results of the current game, and the counts of all games.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scoresheet {
    /// The value of the last tag `Result`, if it is a result.
    tagged: Option<GameResult>,
    result: Option<GameResult>,
    /// What is doubtful about moves.
    pub(super) moves: DoubtfulMoves,
    counts: Counts,
}

impl Scoresheet {
    /// Another game begins.
    pub(super) fn begin_game(&mut self) {
        self.tagged = None;
        self.result = None;
        self.moves = DoubtfulMoves::default();
        self.counts.games += 1;
    }

    /// A tag that does not concern the start.
    #[inline(always)]
    pub(super) fn tag(&mut self, name: &[u8], value: TagValue<'_>) {
        if name == b"Result" {
            self.tagged = GameResult::from_bytes(value.raw());
        }
    }

    /// A legal move.
    #[inline(always)]
    pub(super) fn count_move(&mut self) {
        self.counts.moves += 1;
    }

    /// The termination marker.
    #[inline(always)]
    pub(super) fn result(&mut self, result: GameResult) {
        self.result = Some(result);
    }

    /// The game is over: without a marker it is bad.
    #[inline(always)]
    pub(super) fn end_game(&self) -> Result<(), PgnErrorKind> {
        self.result.map(|_| ()).ok_or(PgnErrorKind::MissingResult)
    }

    /// The doubts about a game that ends so on the board.
    pub(super) fn doubts(&self, end: Option<Outcome>) -> impl Iterator<Item = Doubt> + use<> {
        Doubt::about_results(self.tagged, self.result, end).chain(self.moves.into_doubts())
    }

    pub(super) const fn counts(&self) -> Counts {
        self.counts
    }
}
