//! A game of a match that has been played.

use std::time::Duration;

use philidor::{Color, Game};
use philidor_engine::Score;

use super::ending::Ending;
use super::schedule::Turn;
use super::time_control::TimeControl;

/// What is recorded of a half-move besides the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayedMove {
    /// The engine's score of the position, from its own side.
    pub score: Option<Score>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// How many nodes it visited.
    pub nodes: Option<u64>,
    /// How long it took; `None` for moves of the opening.
    pub elapsed: Option<Duration>,
    /// What its clock showed afterwards.
    pub clock: Option<Duration>,
}

/// A game with all that is recorded of it. See [`Event`](super::Event).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlayedGame {
    /// Which game of the match it is.
    pub turn: Turn,
    /// The names of White and Black.
    pub names: [String; 2],
    /// The time controls of White and Black.
    pub time_controls: [TimeControl; 2],
    /// The moves.
    pub game: Game,
    /// One entry for each half-move.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub ending: Ending,
    /// The rules by which it could have ended early, in words.
    pub(super) adjudication: String,
}

impl PlayedGame {
    /// The name of the engine that played a color.
    #[must_use]
    pub fn name(&self, color: Color) -> &str {
        &self.names[color.index()]
    }
}
