#![doc = include_str!("../README.md")]
#![deny(missing_docs, unsafe_code)]

// Patterns as values: `pattern.rs` with `pieces.rs`, `board.rs`, `material.rs` and `moves.rs`. Their text: `text/`. The
// search: `search/`, with what patterns say about whole games in `bounds.rs`. What no game has: `possible.rs`.
// `line.rs` numbers the beginnings of games.
mod board;
mod bounds;
mod line;
mod material;
mod moves;
mod pattern;
mod pieces;
mod possible;
mod search;
mod text;

pub use board::BoardPattern;
pub use bounds::{EndLimits, home_pawn_bits};
pub use line::line_id;
pub use material::{Bound, PieceCounts};
pub use moves::{CastlingPattern, MovePattern};
pub use pattern::{Comparison, Ending, Operand, Pattern, Step};
pub use pieces::{Occupant, PieceSet, Pieces, Quality};
pub use search::{GameFacts, IllegalDigest, Matcher, Search};
pub use text::{ParsePatternError, ParsePatternErrorKind};
