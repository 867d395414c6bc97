//! A valid position of a variant, and how moves change it.
//!
//! ```text
//! board              pieces on squares, as in chess
//! state              rights, en passant, clocks, side to move, as in chess
//! castling homes     which king and which rooks castle
//! extra              pockets, promoted pieces, checks: what the variant adds, often nothing
//! key                pieces and rights; the rest is added when the key is asked for
//! ```
//!
//! Moves are taken back from a copy of the position (copy-make): an explosion takes up to nine pieces, which an undo
//! would otherwise have to note.

// `variant_position.rs`: positions, and the trait of rules; `input.rs`: the part of them that moves depend on;
// `castling.rs`: which king castles; `play.rs`: moves played; `validation.rs`: the door from setups; `questions.rs`:
// checks, ends, keys.
mod castling;
mod input;
mod play;
mod questions;
mod validation;
mod variant_position;

pub(crate) use input::GeneratorInput;
pub use input::MovesOf;
pub use variant_position::{Rules, VariantPosition};
