//! What the referee asks of a player, and how long it waits.

use std::time::{Duration, Instant};

use philidor::{CastlingMode, Game, Move};

use super::failure::Failure;
use crate::bot::control::Control;
use crate::bot::limits::Limits;
use crate::bot::score::Score;

/// A move as a player gives it. It is not checked yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reply {
    pub(super) mv: Move,
    /// The player's score of the position, from its own side, if it reports one.
    pub(super) score: Option<Score>,
    /// How deep it looked, and how many nodes it visited.
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

/// How long to wait, and what ends every wait.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline<'a> {
    /// The instant after which nothing is waited for.
    pub(super) until: Instant,
    /// The match ends as soon as this is stopped.
    pub(super) stop: &'a Control,
}

/// As good as forever: a year, so that no instant is out of range.
const MAX_WAIT: Duration = Duration::from_secs(365 * 24 * 3600);

impl<'a> Deadline<'a> {
    pub(super) fn new(time: Duration, stop: &'a Control) -> Deadline<'a> {
        Deadline { until: Instant::now() + time.min(MAX_WAIT), stop }
    }
}

/// A player that is ready to play. No method waits longer than its deadline, and a moment for an engine to stop.
pub(super) trait Player {
    fn begin(&mut self, mode: CastlingMode, deadline: Deadline<'_>) -> Result<(), Failure>;

    fn think(&mut self, game: &Game, limits: &Limits, deadline: Deadline<'_>) -> Result<Reply, Failure>;
}
