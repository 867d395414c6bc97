//! The limits of a search: what UCI's `go` can say.

use std::time::Duration;

use philidor::Move;

use super::clock::Clock;

/// What ends a search. The first limit that is reached ends it; without any it continues until it is stopped, or until
/// nothing is left to find.
///
/// ```
/// use philidor_engine::SearchLimits;
/// use std::time::Duration;
///
/// let limits = SearchLimits::new().with_depth(12).with_time(Duration::from_millis(100));
/// assert_eq!((limits.depth, limits.nodes), (Some(12), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SearchLimits {
    /// The clocks of the game. The search decides how much of the time it uses.
    pub clock: Option<Clock>,
    /// The time for this move, which is used up unless the search ends for another reason.
    pub time: Option<Duration>,
    /// The last depth that is searched, in half-moves.
    pub depth: Option<u32>,
    /// How many nodes are visited, at most, by all threads together.
    pub nodes: Option<u64>,
    /// No new depth begins once this many nodes are visited (a *soft* limit): each depth that began is completed, so
    /// that moves and scores are those of whole depths. Training games are played this way, with a far higher
    /// [`SearchLimits::nodes`] that cuts off a single long depth. UCI knows no such limit: a program asked by UCI stops
    /// at this many nodes.
    pub soft_nodes: Option<u64>,
    /// The search ends once it has found a mate in at most this many moves, for either side, or knows that there is
    /// none. The mate is the shortest wherever that can be proved in about the same time.
    pub mate: Option<u32>,
    /// Only these moves are searched; all if it is empty.
    pub moves: Vec<Move>,
    /// The search ends only when it is stopped, even if nothing is left to find.
    pub infinite: bool,
    /// The search ponders: it is still the opponent's turn, and the position is the one after the expected move. The
    /// clock does not count until the [`Control`](crate::Control) reports that the move was played.
    pub ponder: bool,
}

impl SearchLimits {
    /// No limits.
    #[must_use]
    pub fn new() -> SearchLimits {
        SearchLimits::default()
    }

    /// The same with the clocks of a game.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> SearchLimits {
        SearchLimits { clock: Some(clock), ..self }
    }

    /// The same with a time for this move.
    #[must_use]
    pub fn with_time(self, time: Duration) -> SearchLimits {
        SearchLimits { time: Some(time), ..self }
    }

    /// The same with a last depth.
    #[must_use]
    pub fn with_depth(self, depth: u32) -> SearchLimits {
        SearchLimits { depth: Some(depth), ..self }
    }

    /// The same with a number of nodes.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> SearchLimits {
        SearchLimits { nodes: Some(nodes), ..self }
    }

    /// The same with a number of nodes after which no new depth begins.
    ///
    /// ```
    /// use philidor::Game;
    /// use philidor_engine::{Bot, Control, Report, SearchLimits, standard};
    ///
    /// let limits = SearchLimits::new().with_soft_nodes(1_000);
    /// let mut nodes = Vec::new();
    /// let mut listener = |report: &Report| nodes.push(report.nodes);
    /// standard().search(&Game::new(), &limits, &Control::new(), &mut listener);
    /// let last = nodes.pop().expect("a depth");
    /// assert!(last >= 1_000 && nodes.iter().all(|&nodes| nodes < 1_000));
    /// ```
    #[must_use]
    pub fn with_soft_nodes(self, nodes: u64) -> SearchLimits {
        SearchLimits { soft_nodes: Some(nodes), ..self }
    }

    /// The same with a mate to look for.
    #[must_use]
    pub fn with_mate(self, moves: u32) -> SearchLimits {
        SearchLimits { mate: Some(moves), ..self }
    }

    /// The same with only these moves.
    #[must_use]
    pub fn with_moves(self, moves: Vec<Move>) -> SearchLimits {
        SearchLimits { moves, ..self }
    }

    /// Whether a move may be played: one of [`SearchLimits::moves`], or any if there are none.
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_engine::SearchLimits;
    ///
    /// let position = Position::default();
    /// let [e4, d4] = ["e4", "d4"].map(|text| position.parse_san(text).expect("legal"));
    /// assert!(SearchLimits::new().allows(d4));
    /// assert!(!SearchLimits::new().with_moves(vec![e4]).allows(d4));
    /// ```
    #[must_use]
    pub fn allows(&self, mv: Move) -> bool {
        self.moves.is_empty() || self.moves.iter().any(|one| one.same_move(mv))
    }

    /// The limits as a clock: the time for the move, if there is one, or else the clocks of the game.
    #[must_use]
    pub fn clock(&self) -> Clock {
        self.time.map(Clock::for_one_move).or(self.clock).unwrap_or_default()
    }
}
