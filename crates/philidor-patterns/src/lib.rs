#![doc = include_str!("../README.md")]
#![deny(missing_docs, unsafe_code)]

// What is looked for, as values: `pattern.rs` with `pieces.rs`, `board.rs`, `material.rs` and `moves.rs`. How it is written:
// `text/`, and `scoutfish.rs` for that program's queries. How it is found: `search/`, and what follows for whole games in
// `bounds.rs`; `line.rs` numbers their beginnings.
mod board;
mod bounds;
mod line;
mod material;
mod moves;
mod pattern;
mod pieces;
#[cfg(feature = "json")]
pub mod scoutfish;
mod search;
mod text;

pub use board::BoardPattern;
pub use bounds::{Ceiling, home_pawn_bits};
pub use line::line_id;
pub use material::{Bound, Material};
pub use moves::{CastlingPattern, MovePattern};
pub use pattern::{Amount, Comparison, Ending, Pattern, Step};
pub use pieces::{Occupant, PieceSet, Pieces, Quality};
pub use search::{Facts, IllegalDigest, Matcher, Search};
pub use text::{ParsePatternError, ParsePatternErrorKind};
