//! What the files of `web/module/` ask of the rules, here those of any variant.

use core::fmt::Display;

use philidor::binary::{PackedGameError, PackedGameErrorKind};
use philidor::{CastlingNotation, EnPassantPolicy, Move, PositionError, Strictness};
use philidor_variants::Variant;

use crate::json::Json;
use crate::refusals::{self, plain};

pub(crate) use philidor::GamePosition;
pub(crate) use philidor_variants::AnyPosition as Position;

pub(crate) type List = Vec<Move>;

/// The most digests of a list. A square is reached from sixteen others at most, and takes five drops.
pub(crate) const MOVES: usize = 2048;

pub(crate) fn variant(name: &str) -> Result<Variant, Json> {
    name.parse::<Variant>().map_err(|error| plain("ArgumentError", "range", error))
}

/// A position from the name of its variant and, after a tab, its FEN; without one it is the start.
pub(crate) fn read(text: &str, strictness: Strictness) -> Result<Position, Json> {
    let Some((name, fen)) = text.split_once('\t') else { return variant(text).map(Position::start) };
    Position::from_fen_with(variant(name)?, fen, strictness).map_err(|error| refused(&error, fen))
}

/// A text that is not a position.
fn refused(error: &PositionError, fen: &str) -> Json {
    let PositionError::Setup(found) = error else { return refusals::position(error, fen) };
    let mut json = refusals::refusal("SetupError", "setup", error);
    json.key("fen").text(fen).key("faults");
    refusals::faults(&mut json, &found.faults);
    json.close('}');
    json
}

pub(crate) fn fen(position: &Position, policy: EnPassantPolicy, castling: CastlingNotation) -> impl Display {
    position.fen(policy, castling)
}

/// Variants have no long form: JavaScript does not show it.
pub(crate) fn long(_: &Position, mv: Move) -> impl Display {
    mv.digest()
}

pub(crate) fn leaves(position: &Position, depth: u8) -> u64 {
    position.perft(depth.into())
}

/// Bytes that are not a game.
pub(crate) fn packed_game(error: &PackedGameError) -> Json {
    match &error.kind {
        PackedGameErrorKind::Start(error) => refusals::packed(error),
        PackedGameErrorKind::Truncated => plain("PackedError", "length", error),
        _ => plain("PackedError", "game", error),
    }
}
