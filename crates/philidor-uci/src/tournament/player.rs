//! What the referee asks of a player.

use philidor::{CastlingMode, Game, Move};
use philidor_engine::{Score, SearchLimits, SearchResult};

use super::failure::PlayerFailure;
use crate::client::Deadline;

/// A move as a player gives it. It is not checked yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reply {
    pub(super) mv: Move,
    /// The player's score of the position, from its own side, if it reports one.
    pub(super) score: Option<Score>,
    /// How deep it looked, and how many nodes it visited.
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    /// The move that it expects, on which it would ponder.
    pub(super) ponder: Option<Move>,
}

impl Reply {
    /// What a search has found; a failure if it is not a move.
    pub(super) fn new(result: &SearchResult) -> Result<Reply, PlayerFailure> {
        let mv = result.best.ok_or_else(|| PlayerFailure::Illegal("nothing".to_owned()))?;
        let report = result.report.as_ref();
        Ok(Reply {
            mv,
            score: result.score(),
            depth: report.map(|report| report.depth),
            nodes: report.map(|report| report.nodes),
            ponder: result.ponder,
        })
    }
}

/// A player that is ready to play. No method waits longer than its deadline, plus a moment for an engine to stop.
pub(super) trait Player {
    fn begin(&mut self, mode: CastlingMode, deadline: Deadline<'_>) -> Result<(), PlayerFailure>;

    /// Thinks about a position. If the player ponders on it already, its clock runs from now; if it ponders on another
    /// one, it is stopped first, in its own time.
    fn think(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        deadline: Deadline<'_>,
    ) -> Result<Reply, PlayerFailure>;

    /// Begins to ponder on a position that the opponent may choose; the limits are those of the clock as it will be
    /// then.
    fn ponder(&mut self, game: &Game, limits: &SearchLimits);

    /// Ends any pondering, because the game is over.
    fn rest(&mut self, deadline: Deadline<'_>) -> Result<(), PlayerFailure>;
}

/// Whether two games are at the same place, if one of them continues what they have in common.
pub(super) fn is_same(one: &Game, other: &Game) -> bool {
    one.ply() == other.ply() && one.position().key() == other.position().key()
}
