//! Text in, text out: FEN with pockets and checks, moves as UCI and as SAN.

// * `fen.rs`: positions; `uci.rs`, `san.rs`: moves
mod fen;
mod san;
mod uci;

pub use fen::ExtendedFen;
