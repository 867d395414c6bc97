//! Standard algebraic notation: a move as players write it, `Nbd7` or `exd8=Q+`.
//!
//! ```text
//! N   b   x   d7          e   x   d8  =Q   +        O-O-O  #
//! │   │   │   └ destination           │    └ check         └ mate
//! │   │   └ captures                  └ promotion
//! │   └ file, rank or both of the origin, if another piece of the kind could move there, too
//! └ the piece type; none is a pawn
//! ```
//!
//! A move is written strictly and read leniently, as the PGN standard (Steven J. Edwards, 1994) asks of programs, or
//! strictly where a caller asks for it.
//! `write.rs` finds the shortest text that fits only one legal move. `read.rs` parses a text without a board, and
//! `word.rs` parses the usual forms faster. `find.rs` looks for the piece, back from the destination: it generates no
//! other moves, so reading costs less than a list of moves. `replay.rs` plays what it finds and keeps no key.
//! `error.rs` says why a text was refused.

mod error;
mod find;
mod read;
mod replay;
mod word;
mod write;

pub use error::{Candidates, SanError, SanErrorKind};
pub use read::{NamedMove, Spelling};
pub use replay::Replay;
#[cfg(feature = "proof")]
pub(crate) use word::read_word;
pub use write::San;
