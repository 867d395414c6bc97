//! A ply of a game, and what is known of the game.

use philidor::GameResult;
use philidor::{CastlingSide, Move, Position};

use crate::pattern::Ending;

/// What is known of a game besides its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameFacts {
    /// Its result, if it is known.
    pub result: Option<GameResult>,
    /// How it ends on the board, if it does. [`Search::first`](super::Search::first) and
    /// [`Search::each`](super::Search::each) find out if they must.
    pub ending: Option<Ending>,
}

impl GameFacts {
    /// A game with this result.
    #[must_use]
    pub const fn with_result(result: GameResult) -> GameFacts {
        GameFacts { result: Some(result), ending: None }
    }
}

/// A ply of a game.
pub(super) struct Moment<'a> {
    pub(super) position: &'a Position,
    /// The move that is played there.
    pub(super) next: Option<Move>,
    /// How many half-moves were played before.
    pub(super) ply: u32,
    /// Where White and Black have castled before.
    pub(super) castled: [Option<CastlingSide>; 2],
    pub(super) facts: &'a GameFacts,
}
