//! Writing games and positions.
//!
//! Games: `unchanged.rs` writes them in the format in which they were read, `game_writer.rs` as one file, and
//! `export.rs` as PGN, which marks games with faults; `warnings.rs` says what PGN changes. Positions, fast:
//! `fen_line.rs` makes a line from pieces of text (`rank_text.rs`, `short_text.rs`).

pub(crate) mod export;
pub(crate) mod fen_line;
pub(crate) mod game_writer;
pub(crate) mod rank_text;
pub(crate) mod short_text;
pub(crate) mod unchanged;
pub(crate) mod warnings;
