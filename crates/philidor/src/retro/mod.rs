//! Retrograde analysis, or moves taken back: which moves can have led to a position, and from where. Feature `retro`.
//!
//! To build endgame tables, to solve proof games and retro problems, or to find out whether a position of a data set
//! can occur in a game, you ask backward: which *unmoves* does the side that has just moved have?
//!
//! ```text
//! 8 | . . . . . . k .
//! 7 | . . . . . p . p      Black is to move and in check, so White's last move explains the check: the rook came to
//! 6 | . . . . . . . .      e8 along the e-file or the eighth rank, with or without a capture, or the pawn of e7 or
//! 5 | . . . . . . . .      d7 promoted here.
//! 4 | . . . . . . . .
//! 3 | . . . . . . . .      Re1-e8, Re1xNe8, …, e7-e8=R, d7xQe8=R, …
//! 2 | . . . . . P P P
//! 1 | . . . . . . K .      The king has not moved: its move cannot have given the check. Nor has the rook come from
//!     a b c d e f g h      f8 or from a8: there it gave check already, and White was to move.
//! ```
//!
//! [`Retractor`] asks, [`Unmove`] is an answer in 32 bits, and [`Predecessors`] has what is known of the position
//! before it: which castling rights, en-passant squares and clocks it must have had and may have had. In
//! [reduced](Predecessors::reduced) form that is one position, from which the next unmove can be asked for.
//!
//! ```
//! use philidor::{Position, retro::Retractor};
//!
//! let position: Position = "6k1/5p1p/8/8/8/8/5PPP/4R1K1 w - - 0 1".parse()?;
//! let retractor = Retractor::new();
//! for unmove in retractor.unmoves(&position) {
//!     for before in &retractor.predecessors(&position, unmove) {
//!         let after = before.after(unmove.to_move(before.state()));
//!         assert_eq!((after.board(), after.key()), (position.board(), position.key()));
//!     }
//! }
//! # Ok::<(), philidor::PositionError>(())
//! ```
//!
//! Two laws hold, and the tests assert them: every legal move is among the unmoves of the position after it, and every
//! unmove leads, from each position that can have been before it, to where it was taken back.
//!
//! Castling is taken back to the squares of standard chess, or of Chess960 to any from which it was a move. The mode
//! belongs to the game, and a position shows it only as long as a right is left that standard chess lacks:
//! [`Retractor::for_position`] and [`Position::unmoves`](crate::Position::unmoves) go by that, and
//! [`Retractor::castling`] sets it where the game is known.
//!
//! As in move generation, sets are reported to a sink, here an [`UnmoveSink`]; a list, a counter and closures are
//! sinks. "Unmove", "uncapture" and "unpromotion" are the words of those who write table generators.

// * `unmove.rs`, `list.rs`: one of them in 32 bits, and a list of them
// * `sets.rs`: sets of them and their sinks
// * `generation.rs`: the generator, which reports sets to a sink
// * `retractor.rs`, `questions.rs`: what a position's state is believed to say; what can be asked
// * `predecessors.rs`: what is known of the position before
// * `unperft.rs`, `reachability.rs`: the tree of unmoves counted, and searched for a line that is long enough
mod generation;
mod list;
mod predecessors;
mod questions;
mod reachability;
mod retractor;
mod sets;
mod unmove;
mod unperft;

pub use list::{UnmoveList, UnmoveListIntoIter};
pub use predecessors::{ImpossibleState, Predecessors, PredecessorsIter};
pub use reachability::Reachability;
pub use retractor::{ClockReading, EnPassantReading, Retractor};
pub use sets::{PutBack, PutBackIntoIter, UnmoveCounter, UnmoveSet, UnmoveSink};
pub use unmove::Unmove;
