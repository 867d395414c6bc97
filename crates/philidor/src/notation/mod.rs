//! Text in, text out.

pub mod epd;
mod fault;
mod fen;
mod long;
#[cfg(feature = "pgn")]
pub mod pgn;
pub mod polyglot;
mod san;
mod uci;

pub use fault::MoveFault;
pub use fen::{CastlingNotation, EnPassantPolicy, Fen, FenError, FenErrorKind, FenField, PositionError};
pub use long::Long;
pub use san::{Candidates, San, SanError, SanErrorKind};
pub use uci::{CastlingMode, Uci, UciError, UciErrorKind};
