//! Positions that are given as text: `named.rs` has those with names, `refusal.rs` says why a FEN is refused,
//! `line_by_line.rs` answers the lines of a file.

pub(crate) mod line_by_line;
pub(crate) mod named;
#[path = "../../../philidor-games/src/positions/refusal.rs"]
pub(crate) mod refusal;
