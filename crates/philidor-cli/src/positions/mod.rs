//! Positions that are given as text: `named.rs` has those with names, `line_by_line.rs` answers the lines of a file.

pub(crate) mod line_by_line;
pub(crate) mod named;
