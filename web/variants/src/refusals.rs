//! Errors of variants as JSON; nearly all are those of chess, in the file of `web/module/`.

use philidor::binary::{PackedGameError, PackedGameErrorKind};
use philidor::{Outcome, PositionError};
use philidor_variants::AnyPosition;

use crate::chess::{self, faults, refusal};
use crate::json::Json;

pub(crate) use crate::chess::{illegal, packed, plain, san, uci};

/// A text that is not a position.
pub(crate) fn position(error: &PositionError, fen: &str) -> Json {
    let PositionError::Setup(found) = error else { return chess::position(error, fen) };
    let mut json = refusal("VariantSetupError", "setup", error);
    json.key("fen").text(fen).key("faults");
    faults(&mut json, &found.faults);
    json.close('}');
    json
}

/// Bytes that are not a game.
pub(crate) fn packed_game(error: &PackedGameError) -> Json {
    match &error.kind {
        PackedGameErrorKind::Start(error) => packed(error),
        PackedGameErrorKind::Truncated => plain("PackedError", "length", error),
        _ => plain("PackedError", "game", error),
    }
}

/// A number that is not that of a legal move.
pub(crate) fn no_move(digest: u16, position: &AnyPosition) -> Json {
    let message = format_args!("no legal move has the number {digest}");
    let mut json = refusal("MoveError", "illegal", message);
    json.key("text").text(digest).key("fen").text(position).key("offset").plain("null");
    json.key("candidates").open('[').close(']').close('}');
    json
}

/// How a game has ended, or `null`.
pub(crate) fn outcome(json: &mut Json, outcome: Option<Outcome>) {
    let Some(outcome) = outcome else {
        json.plain("null");
        return;
    };
    json.open('{').key("result").text(outcome.result());
    json.key("winner").maybe(outcome.winner().map(chess::color));
    json.key("reason").text(chess::reason(outcome)).key("text").text(outcome).close('}');
}
