//! `moves`, `show`, `san` and `check-fen` with `--variant`: the same questions by the rules of a variant.

// `moves.rs`, `show.rs`, `san.rs`, `check_fen.rs`: one file for each of them; `facts.rs` is what the first two draw.
mod check_fen;
mod facts;
mod moves;
mod san;
mod show;

pub(super) use check_fen::run as check_fen;
#[cfg(feature = "mcp")]
pub(super) use facts::drawing;
pub(super) use moves::run as moves;
pub(super) use san::run as san;
pub(super) use show::run as show;

use philidor::CastlingMode;
use philidor_variants::{AnyPosition, VariantGame, VariantOutcome};

/// How castling is written in a game that begins here.
fn castling_mode(position: &AnyPosition) -> CastlingMode {
    if position.is_chess960() { CastlingMode::Chess960 } else { CastlingMode::Standard }
}

/// How a game that stands at a position has ended, by the clock, too.
fn outcome(position: &AnyPosition) -> Option<VariantOutcome> {
    VariantGame::new(*position).outcome()
}
