//! Standard algebraic notation: a move as players write it, `Nbd7` or `exd8=Q+`.
//!
//! ```text
//! N   b   x   d7          e   x   d8  =Q   +        O-O-O  #
//! │   │   │   └ destination           │    └ check         └ mate
//! │   │   └ captures                  └ promotion
//! │   └ file, rank or both of the origin, if another man of the kind could go there, too
//! └ the kind of man; none is a pawn
//! ```
//!
//! A move is written strictly and read leniently, as the PGN standard (Steven J. Edwards, 1994) asks of programs.
//! `write.rs` finds the shortest text that fits one legal move only. `read.rs` takes a text apart without a board, and
//! `word.rs` the usual forms, faster. `find.rs` looks for the man that is meant, back from the destination: no move is
//! made up that is not meant, which is why reading costs less than a list of moves. `error.rs` says why a text was
//! refused.

mod error;
mod find;
mod read;
mod word;
mod write;

pub use error::{Candidates, SanError, SanErrorKind};
pub use write::San;
