//! Text in, text out: FEN with pockets and checks, moves as UCI and as SAN.

// * `fen.rs`: positions; `uci.rs`, `san.rs`: moves; `error.rs`: why a text is not a move
mod error;
mod fen;
mod san;
mod uci;

pub use error::{VariantMoveError, VariantMoveFault};
pub use fen::VariantFen;
