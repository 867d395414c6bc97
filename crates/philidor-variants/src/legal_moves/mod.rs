//! The legal moves of a position, which has those of its rules or of others with the same moves.
//!
//! It knows two variants by name, so it stands above them all: `choice.rs` is which generator is asked, `questions.rs`
//! what users ask of positions.

mod choice;
mod questions;
