//! Text in, text out.

mod fen;
mod uci;

pub use fen::{CastlingNotation, EnPassantPolicy, Fen, FenError, FenErrorKind, FenField, PositionError};
pub use uci::{CastlingMode, Uci};
