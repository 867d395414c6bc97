//! Text in, text out.

mod fault;
mod fen;
mod long;
mod san;
mod uci;

pub use fault::MoveFault;
pub use fen::{CastlingNotation, EnPassantPolicy, Fen, FenError, FenErrorKind, FenField, PositionError};
pub use long::Long;
pub use san::{Candidates, San, SanError, SanErrorKind};
pub use uci::{CastlingMode, Uci, UciError, UciErrorKind};
