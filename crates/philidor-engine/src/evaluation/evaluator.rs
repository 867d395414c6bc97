//! Anything that evaluates positions: the second level of entry.
//!
//! An evaluator looks at one position and scores it; the search looks ahead. It may keep anything from
//! move to move: pieces that leave squares and pieces that arrive are reported as a [`Change`], so that a sum over the
//! pieces, a key or the first layer of a net follows at the price of two to four squares.
//!
//! ```text
//! reset(root)   changed(e2→e4)   changed(e7→e5)   evaluate   reversed(e7→e5)   changed(c7→c5)   evaluate …
//! ```

use philidor::{Position, search_support::Change};

use crate::bot::score::Score;

/// Scores positions.
///
/// ```
/// use philidor::{PieceType, Position};
/// use philidor_engine::{Evaluator, Score};
///
/// /// The side with more moves is better.
/// #[derive(Clone, Default)]
/// struct Mobility;
///
/// impl Evaluator for Mobility {
///     fn evaluate(&mut self, position: &Position) -> Score {
///         let theirs = position.null_move().map_or(0, |null| position.after(null).legal_move_count());
///         Score::centipawns(position.legal_move_count() as i32 - theirs as i32)
///     }
/// }
///
/// assert_eq!(Mobility.evaluate(&Position::default()), Score::DRAW);
/// ```
///
/// A search on several threads clones its evaluator, once per thread, when the number of threads is set. From then on
/// each clone follows the moves of its own thread alone.
pub trait Evaluator: Clone + Send {
    /// The value of a position for the side to move.
    ///
    /// Called for positions in which the side to move is not in check, and nothing is asked about mate, stalemate or
    /// repetition: the search knows them. `position` is always the one that the last calls of the other methods led to.
    /// The same position has to get the same value, whatever came before: tables remember it.
    ///
    /// Mark it `#[inline(always)]`, and what it calls, to have it compiled for the level of the CPU.
    fn evaluate(&mut self, position: &Position) -> Score;

    /// A search begins at this position. Anything kept of another one is stale from now on.
    ///
    /// Called on each thread before the first call of any other method, and before each search. What holds for every
    /// position, such as a cache by pawns, may stay.
    fn reset(&mut self, position: &Position) {
        let _ = position;
    }

    /// A move has been played that changes this: take the pieces of [`Change::taken`] off, and put those of
    /// [`Change::put`], or let [`Change::follow`] do both. Null moves change nothing and are not reported.
    ///
    /// Called for every move of the search, so it should cost little. It may come several times in a row, and a move may
    /// be taken back without ever having been evaluated.
    #[inline(always)]
    fn changed(&mut self, change: &Change) {
        let _ = change;
    }

    /// The last move that was reported, and not taken back since, is taken back; `change` is the same as then.
    ///
    /// By default this is one more change, the reverse; an evaluator that keeps a stack pops it instead.
    #[inline(always)]
    fn reversed(&mut self, change: &Change) {
        self.changed(&change.reversed());
    }
}
