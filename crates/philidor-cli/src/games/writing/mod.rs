//! Writing games again: `binary_output.rs` is where those in binary go, `unchanged.rs` in the form in which they were read, `export.rs` as PGN with the mark of those that
//! have faults, with `warnings.rs`; and positions, fast: `fen_line.rs` from a `rank_text.rs` and a `short_text.rs`, into a `line_buffer.rs`.

pub(crate) mod binary_output;
pub(crate) mod export;
pub(crate) mod fen_line;
pub(crate) mod line_buffer;
pub(crate) mod rank_text;
pub(crate) mod short_text;
pub(crate) mod unchanged;
pub(crate) mod warnings;
