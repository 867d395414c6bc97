//! `moves`, `show`, `san` and `check-fen` with `--variant`: the same questions by the rules of a variant.

// `moves.rs`, `show.rs`, `san.rs`, `check_fen.rs`: one file for each of them; `facts.rs` is what the first two draw,
// and `player.rs` says which engine plays variants.
mod check_fen;
mod facts;
mod moves;
#[cfg(feature = "engine")]
mod player;
mod san;
mod show;

pub(super) use check_fen::run as check_fen;
#[cfg(feature = "engine")]
pub(super) use facts::beside_board;
#[cfg(any(feature = "engine", feature = "pgn"))]
pub(super) use facts::drawing;
pub(super) use moves::run as moves;
#[cfg(feature = "engine")]
pub(super) use player::{PLAYER, refusal};
#[cfg(feature = "engine")]
pub(super) use san::read as read_move;
pub(super) use san::run as san;
pub(super) use show::run as show;

use philidor::CastlingMode;
use philidor_variants::AnyPosition;

/// How castling is written in a game that begins here.
fn castling_mode(position: &AnyPosition) -> CastlingMode {
    if position.is_chess960() { CastlingMode::Chess960 } else { CastlingMode::Standard }
}
