//! Move ordering: which move comes first, and what a search learns about that.
//!
//! The earlier the best move comes, the fewer nodes alpha-beta visits. The hash move and winning captures need no
//! experience; for all others an ordering learns from beta cutoffs, with killer moves and histories.

use philidor::{Bitboard, Move, MoveDigest, Position};

use super::king_sight::KingSight;
use crate::bot::options::{OptionError, UciOption};

/// The moves that led to a node, as far as orderings look back, and what is attacked there.
///
/// ```
/// use philidor::Position;
/// use philidor_engine::{Cutoff, Histories, MoveOrdering, SearchPath, piece_to_index};
///
/// let mut position = Position::default();
/// let e4 = position.parse_san("e4").expect("legal");
/// let moves = [piece_to_index(&position, e4) as u16];
/// let (path, mut histories) = (SearchPath::new(&moves), Histories::default());
/// assert_eq!((path.ply(), path.placed(1), path.placed(2)), (1, Some(piece_to_index(&position, e4)), None));
///
/// position.play_unchecked(e4);
/// let [c5, a6] = ["c5", "a6"].map(|text| position.parse_san(text).expect("legal"));
/// histories.learn(&position, path, Cutoff::new(c5, 4).with_quiet(&[a6]));
/// assert!(histories.score_quiet(&position, path, c5) > histories.score_quiet(&position, path, a6));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SearchPath<'a> {
    pub(crate) placed: &'a [u16],
    pub(crate) ply: usize,
    pub(crate) attacked: Bitboard,
    pub(crate) king_sight: Option<KingSight>,
}

/// Stands for a null move in a line, or for none.
pub(crate) const NOT_PLACED: u16 = u16::MAX;

impl<'a> SearchPath<'a> {
    /// Stands for a null move.
    pub const NULL_MOVE: u16 = NOT_PLACED;

    /// A path of moves from the root on, each as [`piece_to_index`] numbers it, or [`SearchPath::NULL_MOVE`]. The
    /// search makes its own; this one is for tests of an ordering.
    #[must_use]
    pub const fn new(moves: &'a [u16]) -> SearchPath<'a> {
        SearchPath { placed: moves, ply: moves.len(), attacked: Bitboard::EMPTY, king_sight: None }
    }

    /// The same where the opponent attacks these squares.
    #[must_use]
    pub const fn with_attacked(self, attacked: Bitboard) -> SearchPath<'a> {
        SearchPath { attacked, ..self }
    }

    /// The squares that the opponent attacks; none in quiescence.
    #[must_use]
    #[inline(always)]
    pub const fn attacked(&self) -> Bitboard {
        self.attacked
    }

    /// The same with what [`SearchPath::gives_direct_check`] looks at, for the moves of a position.
    #[must_use]
    pub fn with_checks_of(self, position: &Position) -> SearchPath<'a> {
        SearchPath { king_sight: Some(KingSight::of_opponent(position)), ..self }
    }

    /// Whether a quiet move gives check with the piece that moves; unknown, and so false, in quiescence.
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_engine::SearchPath;
    ///
    /// let position: Position = "7k/8/8/8/8/8/4K3/R7 w - - 0 1".parse()?;
    /// let path = SearchPath::new(&[]).with_checks_of(&position);
    /// let checks = position.legal_moves().into_iter().filter(|&mv| path.gives_direct_check(&position, mv));
    /// assert_eq!(checks.map(|mv| mv.to_string()).collect::<Vec<_>>(), ["a1h1", "a1a8"]);
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn gives_direct_check(&self, position: &Position, mv: Move) -> bool {
        let Some(sight) = self.king_sight else { return false };
        sight.sees(position.side_to_move(), mv.played_piece(), mv.dest_square())
    }

    /// How far the node is from the root.
    #[must_use]
    #[inline(always)]
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// The move this many plies back, 1 for the last, as the number of the piece and of the square where it went: color
    /// × 384 + piece type × 64 + square, below 768. `None` before the root and for null moves.
    #[must_use]
    #[inline(always)]
    pub fn placed(&self, back: usize) -> Option<usize> {
        let index = self.placed.len().checked_sub(back)?;
        let placed = *self.placed.get(index)?;
        (placed != NOT_PLACED).then_some(usize::from(placed))
    }
}

/// The index of a piece-to table, as continuation histories use it, for a move of a position; [`SearchPath::placed`]
/// gives it, too.
#[must_use]
#[inline(always)]
pub fn piece_to_index(position: &Position, mv: Move) -> usize {
    let piece = position.side_to_move().index() * 6 + mv.played_piece().index();
    piece * 64 + mv.dest_square().index()
}

/// A beta cutoff: a move so good that the other side will avoid the position, and the moves tried before it. See
/// [`SearchPath`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Cutoff<'a> {
    /// The move.
    pub best: Move,
    /// The quiet moves that were searched before it without a cutoff.
    pub quiet: &'a [Move],
    /// The tactical moves that were searched before it without a cutoff.
    pub tactical: &'a [Move],
    /// How deep the search was.
    pub depth: i32,
}

impl<'a> Cutoff<'a> {
    /// A move that caused a cutoff, in a search of this depth, before any other was tried.
    #[must_use]
    pub const fn new(best: Move, depth: i32) -> Cutoff<'a> {
        Cutoff { best, quiet: &[], tactical: &[], depth }
    }

    /// The same after these quiet moves.
    #[must_use]
    pub const fn with_quiet(self, quiet: &'a [Move]) -> Cutoff<'a> {
        Cutoff { quiet, ..self }
    }

    /// The same after these captures and promotions.
    #[must_use]
    pub const fn with_tactical(self, tactical: &'a [Move]) -> Cutoff<'a> {
        Cutoff { tactical, ..self }
    }
}

/// Scores moves, and learns from the search which are promising.
///
/// Scores are compared within one position and one kind. Whatever they are, every legal move is searched or left out by
/// the rules of the [`Pruning`](crate::Pruning); an ordering can make a search slow, not wrong.
///
/// Each thread has its own clone, and calls it alone: what one thread learns, the others do not know.
///
/// ```
/// use philidor::{Move, Position};
/// use philidor_engine::evaluation::MaterialBalance;
/// use philidor_engine::{Cutoff, Engine, MoveOrdering, SearchPath};
///
/// /// Remembers which squares good quiet moves go to.
/// #[derive(Clone)]
/// struct Squares([i32; 64]);
///
/// impl MoveOrdering for Squares {
///     fn clear(&mut self) {
///         self.0 = [0; 64];
///     }
///     fn score_quiet(&self, _: &Position, _: SearchPath<'_>, mv: Move) -> i32 {
///         self.0[mv.dest_square().index()].min(30_000)
///     }
///     fn learn(&mut self, _: &Position, _: SearchPath<'_>, cutoff: Cutoff<'_>) {
///         self.0[cutoff.best.dest_square().index()] += cutoff.depth;
///     }
/// }
///
/// let engine = Engine::new(MaterialBalance::default()).with_ordering(Squares([0; 64]));
/// # let _ = engine;
/// ```
pub trait MoveOrdering: Clone + Send {
    /// A search begins; it may be of the same game as the last one. Called once per search, before all else.
    fn age(&mut self) {}

    /// Forgets everything: a new game begins. The next search has to be the same as with a new ordering. Called between
    /// searches.
    fn clear(&mut self) {}

    /// Adjusts the score of a quiet move of this position: a history bonus, or a malus if `percent` is negative, of
    /// this share of what a cutoff would gain.
    fn adjust(&mut self, position: &Position, path: SearchPath<'_>, mv: Move, depth: i32, percent: i32) {
        let _ = (position, path, mv, depth, percent);
    }

    /// The killer moves: two quiet moves that are tried before all other quiet ones, if they are legal. Called once per
    /// node; moves of another position do no harm.
    #[inline(always)]
    fn killers(&self, path: SearchPath<'_>) -> [Option<MoveDigest>; 2] {
        let _ = path;
        [None; 2]
    }

    /// The score of a capture or promotion, within ±2³⁰; `position` is the one in which it may be played. By default
    /// MVV-LVA: the most valuable victim, then the least valuable attacker.
    #[inline(always)]
    fn score_tactical(&self, position: &Position, mv: Move) -> i32 {
        let _ = position;
        mvv_lva(mv)
    }

    /// The score of a quiet move, within ±2³⁰; 0 where nothing is known. The search reduces moves less or more by it,
    /// as if it were between -30,000 and 30,000.
    #[inline(always)]
    fn score_quiet(&self, position: &Position, path: SearchPath<'_>, mv: Move) -> i32 {
        let _ = (position, path, mv);
        0
    }

    /// Learns from a beta cutoff. Called with the position in which the move was played and the line that led there, at
    /// most once per node.
    #[inline(always)]
    fn learn(&mut self, position: &Position, path: SearchPath<'_>, cutoff: Cutoff<'_>) {
        let _ = (position, path, cutoff);
    }

    /// Learns from a node in which no move reached alpha: the quiet move that led there, which is the last of the path,
    /// was good.
    #[inline(always)]
    fn fail_low(&mut self, path: SearchPath<'_>, depth: i32) {
        let _ = (path, depth);
    }

    /// The UCI options of this ordering; see [options of parts](crate::Engine#options-of-parts).
    fn options(&self) -> Vec<UciOption> {
        Vec::new()
    }

    /// Sets one of them; see [options of parts](crate::Engine#options-of-parts).
    ///
    /// # Errors
    ///
    /// If the value is refused. Nothing changes then.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let _ = value;
        Err(OptionError::Unknown { name: name.to_owned() })
    }
}

/// The most valuable victim, then the least valuable attacker.
#[inline(always)]
pub(crate) fn mvv_lva(mv: Move) -> i32 {
    // The codes of piece types begin with the king, 0, and end with the pawn, 5.
    let victim = mv.captured_piece().map_or(0, |piece_type| 6 - piece_type as i32);
    let promotion = mv.promotion().map_or(0, |piece_type| 6 - piece_type as i32);
    (victim + promotion) * 8 + mv.played_piece() as i32
}

/// Learns nothing: captures come by MVV-LVA, quiet moves as they are generated.
impl MoveOrdering for () {}
