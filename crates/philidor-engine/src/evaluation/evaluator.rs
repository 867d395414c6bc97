//! Anything that evaluates positions: the judgment is yours, the search is the engine's.
//!
//! An evaluator scores one position; the search looks ahead. Whatever it adds up over the pieces, a sum, a key or the
//! first layer of a neural network (NNUE), it can update incrementally: a [`Change`] lists the two to four squares that
//! pieces leave or arrive on.
//!
//! ```text
//! reset(root)   played(e2→e4)   played(e7→e5)   evaluate   undone(e7→e5)   played(c7→c5)   evaluate …
//! ```

use philidor::{Position, search_support::Change};

use crate::bot::options::{OptionError, UciOption};
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
/// What an evaluator keeps, it updates incrementally, at make ([`Evaluator::played`]) and unmake
/// ([`Evaluator::undone`]).
///
/// A search on several threads clones its evaluator, once per thread, when the number of threads is set. From then on
/// each clone follows the moves of its own thread alone.
pub trait Evaluator: Clone + Send {
    /// The value of a position for the side to move.
    ///
    /// Called only where the side to move is not in check; mate, stalemate and repetition are left to the search.
    /// `position` is always the one to which the last calls of the other methods led. The same position has to get the
    /// same value, whatever came before, because tables remember it.
    ///
    /// Mark it `#[inline(always)]`, and what it calls, to have it compiled for the level of the CPU.
    fn evaluate(&mut self, position: &Position) -> Score;

    /// A search begins at this position. Anything kept of another position is now stale.
    ///
    /// Called on each thread before the first call of any other method, and before each search. What holds for every
    /// position, such as a pawn hash table, may stay.
    fn reset(&mut self, position: &Position) {
        let _ = position;
    }

    /// A move was played (*make*): take the pieces of [`Change::taken`] off their squares and put those of
    /// [`Change::put`] on theirs; [`Change::follow`] does both. Null moves change nothing and are not reported.
    ///
    /// Called for every move of the search, so it should cost little. Not every position that arises is evaluated.
    #[inline(always)]
    fn played(&mut self, change: &Change) {
        let _ = change;
    }

    /// The last move was taken back (*unmake*); `change` is the one with which it was played.
    ///
    /// By default this makes the reverse change; an evaluator that keeps a stack pops it instead.
    #[inline(always)]
    fn undone(&mut self, change: &Change) {
        self.played(&change.reversed());
    }

    /// The UCI options of this evaluation; see [options of parts](crate::Engine#options-of-parts).
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
