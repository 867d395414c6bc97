//! Legal moves of any variant, as sets.
//!
//! The generator is that of chess (`philidor::Position`), with a question to the rules wherever a variant may differ. The
//! answers are constants, so that what a variant does not have is not compiled.
//!
//! ```text
//! end reached?           ──► nothing
//! captures compulsory?   ──► captures, and only if there are none the rest
//! king safe?             pins and checks as in chess, if there is a king that can be captured
//! captures explode?      each capture is judged by what is left after it
//! check forbidden?       squares from which our pieces would give check are taken away
//! pocket?                drops, on squares that stop a check
//! ```

// * `input.rs`: what the generator looks at
// * `sets.rs`: sets of moves and their sinks
// * `generator.rs`: the generator
// * `safety.rs`: who attacks what; pins, checks, and what is left after an explosion
// * `named.rs`: moves by what a text says of them
// * `lists.rs`: sets written out as moves, and counted
// * `choice.rs`: which generator is asked
// * `questions.rs`: what users ask of positions
mod choice;
mod generator;
mod input;
mod lists;
mod named;
mod questions;
mod safety;
mod sets;

pub(crate) use choice::append;
pub(crate) use input::GeneratorInput;
pub use input::MovesOf;
pub(crate) use named::NamedMoves;
pub(crate) use safety::attackers;
pub use sets::{VariantMoveSet, VariantMoveSink};
