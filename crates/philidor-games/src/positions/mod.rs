//! Positions that are given as text: `refusal.rs` says why a FEN is refused, `lines.rs` reads a file line by line,
//! `fen_check.rs` answers each line.

pub(crate) mod fen_check;
pub(crate) mod lines;
pub(crate) mod refusal;
