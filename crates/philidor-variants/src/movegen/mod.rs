//! Legal moves of any variant, as sets.
//!
//! The generator is that of chess (`philidor::Position`), with a question to the rules wherever a variant may differ.
//! The answers are constants, so that what a variant does not have is not compiled.
//!
//! ```text
//! end reached?           ──► nothing
//! captures compulsory?   ──► captures, and only if there are none the rest
//! king safe?             pins and checks as in chess, if there is a king that can be captured
//! captures explode?      each capture is judged by what is left after it
//! check forbidden?       squares from which our pieces would give check are taken away
//! pocket?                drops, on squares that stop a check
//! ```

// * `sets.rs`: sets of moves and their sinks
// * `generator.rs`: the generator
// * `safety.rs`: pins, checks, and what is left after an explosion
// * `named.rs`: moves by what a text says of them
// * `lists.rs`: sets written out as moves, and counted
mod generator;
mod lists;
mod named;
mod safety;
mod sets;

pub(crate) use generator::{has_legal_en_passant, has_move};
pub(crate) use lists::{append, count, named};
pub(crate) use named::NamedMoves;
