//! Positions that are given as text: `named.rs` has those with names, `refusal.rs` says why a FEN is refused,
//! `typed.rs` reads moves as people type them.
//!
//! Files of them: `line_reader.rs` reads line by line, `answers.rs` is how each is answered, by `fen_check.rs` or, in
//! `line_by_line.rs`, with what is asked about each position: `moves.rs`, `unmoves.rs`, `facts.rs`, `sans.rs`,
//! `endgames.rs`.

pub(crate) mod answers;
#[cfg(feature = "tables")]
pub(crate) mod endgames;
pub(crate) mod facts;
pub(crate) mod fen_check;
pub(crate) mod line_by_line;
pub(crate) mod line_reader;
pub(crate) mod moves;
pub(crate) mod named;
pub(crate) mod refusal;
pub(crate) mod sans;
pub(crate) mod typed;
pub(crate) mod unmoves;
