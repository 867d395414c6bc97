//! Reports and results: what a search has found, and its principal variation.

use std::time::Duration;

use philidor::{CastlingMode, Move, Position};

use super::chances::Chances;
use super::score::Score;

/// Whether a score is exact, or a bound of the value. See [`Entry`](crate::Entry).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Bound {
    /// The score is the value.
    #[default]
    Exact,
    /// A lower bound (UCI's *lowerbound*): the value is this or higher.
    Lower,
    /// An upper bound (UCI's *upperbound*): the value is this or lower.
    Upper,
}

impl Bound {
    /// What kind of bound a search with this window finds: exact inside.
    pub(crate) const fn within(alpha: i32, beta: i32, value: i32) -> Bound {
        if value <= alpha {
            Bound::Upper
        } else if value >= beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}

/// A principal variation: its score and depth, and the nodes and the time of the search.
///
/// ```
/// use philidor::{CastlingMode, Position};
/// use philidor_engine::{Report, Score};
///
/// let position: Position = "7k/8/8/8/8/8/R7/1R5K w - - 0 1".parse()?;
/// let moves = vec![position.parse_san("Rb7").expect("legal")];
/// let report = Report::new(Score::mates_in(3), moves);
/// assert_eq!(format!("{} {}", report.score, report.san(&position)), "#2 Rb7");
/// assert_eq!(report.uci(&position, CastlingMode::Standard), "b1b7");
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The completed depth in half-moves; once a search was stopped, for its best line perhaps the depth that it did
    /// not complete.
    pub depth: u32,
    /// The selective depth: the longest line that was searched, quiescence included.
    pub selective_depth: u32,
    /// The number of the line, 1 for the best; others only with MultiPV.
    pub line: u32,
    /// The value for the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// The chances that the score stands for, if they are wanted.
    pub chances: Option<Chances>,
    /// The principal variation: the best moves for both sides, from the position that is searched.
    pub moves: Vec<Move>,
    /// The nodes visited so far, by all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// How much of the transposition table this search has filled, in thousandths (UCI's *hashfull*); `None` without a
    /// table.
    pub hashfull: Option<u32>,
    /// How often endgame tables had an answer (UCI's *tbhits*).
    pub endgame_hits: u64,
}

impl Report {
    /// A report of a line and its score, and nothing else.
    #[must_use]
    pub fn new(score: Score, moves: Vec<Move>) -> Report {
        Report {
            depth: 0,
            selective_depth: 0,
            line: 1,
            score,
            bound: Bound::Exact,
            chances: None,
            moves,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: None,
            endgame_hits: 0,
        }
    }

    /// Nodes visited in a second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
    }

    /// The line as SAN, from the position that was searched.
    #[must_use]
    pub fn san(&self, position: &Position) -> String {
        words(&self.moves, position, |position, mv| position.to_san(mv).to_string())
    }

    /// The line as UCI writes moves.
    #[must_use]
    pub fn uci(&self, position: &Position, mode: CastlingMode) -> String {
        ucis(&self.moves, position, mode)
    }
}

/// A line of moves as UCI writes them, as far as they are legal.
pub(crate) fn ucis(moves: &[Move], position: &Position, mode: CastlingMode) -> String {
    words(moves, position, |position, mv| position.to_uci_in(mv, mode).to_string())
}

/// A line of moves as words, as far as they are legal.
fn words(moves: &[Move], position: &Position, word: impl Fn(&Position, Move) -> String) -> String {
    let mut position = *position;
    let mut words = Vec::new();
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        words.push(word(&position, mv));
        position.play_unchecked(mv);
    }
    words.join(" ")
}

/// The result of a search: the move to play, and the one to ponder on.
///
/// ```
/// use philidor::Game;
/// use philidor_engine::{Bot, Control, Report, SearchLimits, standard};
///
/// let mut game = Game::new();
/// let limits = SearchLimits::new().with_depth(4);
/// let result = standard().search(&game, &limits, &Control::new(), &mut |_: &Report| {});
/// game.play(result.best.expect("White can move"))?;
/// game.play(result.ponder.expect("a line of two half-moves"))?; // the reply that the engine expects
/// # Ok::<(), philidor::IllegalMove>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SearchResult {
    /// The move to play; `None` only if there is no legal one.
    pub best: Option<Move>,
    /// The expected reply, to ponder on; legal after that move.
    pub ponder: Option<Move>,
    /// The last report about the best line, if there was one.
    pub report: Option<Report>,
}

impl SearchResult {
    /// A move without a report.
    #[must_use]
    pub fn new(best: Move) -> SearchResult {
        SearchResult { best: Some(best), ..SearchResult::default() }
    }

    /// The value for the side to move, if one is known.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.report.as_ref().map(|report| report.score)
    }
}

/// Receives what a search finds while it runs. A closure that takes reports is a listener.
///
/// ```
/// use philidor::Game;
/// use philidor_engine::{Bot, Control, Report, SearchLimits, standard};
///
/// let mut depths = Vec::new();
/// let mut listener = |report: &Report| depths.push(report.depth);
/// standard().search(&Game::new(), &SearchLimits::new().with_depth(3), &Control::new(), &mut listener);
/// assert_eq!(depths, [1, 2, 3]);
/// ```
pub trait Listener: Send {
    /// A depth is complete, or its value turned out to be outside of the aspiration window.
    ///
    /// Called in the thread that searches, which waits meanwhile.
    fn report(&mut self, report: &Report);

    /// The search turns to a root move, the `number`th of this depth, counted from 1. Called only in searches that take
    /// seconds.
    fn turns_to(&mut self, depth: u32, mv: Move, number: u32) {
        let _ = (depth, mv, number);
    }

    /// It is proved that neither side can force mate in this many moves or fewer. Called at most once, at the end of a
    /// search for a mate ([`SearchLimits::mate`](crate::SearchLimits::mate)); only the moves that are searched count.
    fn no_mate(&mut self, moves: u32) {
        let _ = moves;
    }
}

impl<F: FnMut(&Report) + Send> Listener for F {
    fn report(&mut self, report: &Report) {
        self(report);
    }
}
