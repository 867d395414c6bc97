//! Errors and outcomes of variants as JSON; those of chess are in the file of `web/module/`.

use philidor::{Bitboard, Outcome};
use philidor_variants::{
    AnyPosition, PackedVariantError, VariantDraw, VariantError, VariantFault, VariantMoveError,
    VariantMoveFault, VariantOutcome, Victory,
};

use crate::chess::{self, refusal};
use crate::json::Json;

pub(crate) use crate::chess::{illegal, plain};

/// A text that is not a position.
pub(crate) fn position(error: &VariantError, fen: &str) -> Json {
    match error {
        VariantError::Fen(error) => chess::fen(error, fen),
        VariantError::Setup(found) => {
            let mut json = refusal("VariantSetupError", "setup", error);
            json.key("fen").text(fen).key("faults");
            faults(&mut json, found);
            json.close('}');
            json
        }
        VariantError::Extra { column, text, .. } => {
            let mut json = refusal("FenError", "variant", error);
            json.key("fen").text(fen).key("field").text("variant").key("text").text(text);
            json.key("column").plain(column).close('}');
            json
        }
        other => chess::plain("FenError", "variant", other),
    }
}

fn faults(json: &mut Json, faults: &[VariantFault]) {
    json.open('[');
    for fault in faults {
        match fault {
            VariantFault::Chess(fault) => chess::one_fault(json, fault),
            other => own_fault(json, other),
        }
    }
    json.close(']');
}

/// A fault of a variant, in the form of those of chess.
fn own_fault(json: &mut Json, fault: &VariantFault) {
    let (kind, squares, of) = match *fault {
        VariantFault::PromotedNowhere { squares } => ("promoted-nowhere", squares, None),
        VariantFault::TooManyPieces { .. } => ("too-many-pieces", Bitboard::EMPTY, None),
        VariantFault::TooManyChecks { color, .. } => ("too-many-checks", Bitboard::EMPTY, Some(color)),
        VariantFault::PawnsInRace { squares } => ("pawns-in-race", squares, None),
        VariantFault::TooManyInRace { color, .. } => ("too-many-in-race", Bitboard::EMPTY, Some(color)),
        VariantFault::KingInHorde { squares } => ("king-in-horde", squares, None),
        VariantFault::CheckInRace { king, checkers } => ("check-in-race", checkers | king.into(), None),
        _ => ("other", Bitboard::EMPTY, None),
    };
    json.open('{').key("kind").text(kind).key("message").text(fault).key("squares").squares(squares);
    json.key("color").maybe(of.map(chess::color)).key("square").plain("null").key("side").plain("null");
    json.key("leavesRulesUndefined").plain(fault.leaves_rules_undefined());
    json.key("repairable").plain(false).close('}');
}

/// Bytes that are not a position or a game.
pub(crate) fn packed(error: &PackedVariantError) -> Json {
    let code = match error {
        PackedVariantError::Truncated(_) | PackedVariantError::Overlong(_) => "length",
        PackedVariantError::Format(_) => "format",
        PackedVariantError::UnknownVariant(_) => "variant",
        PackedVariantError::UnknownPiece(_) => "piece",
        PackedVariantError::UnusedBits(_) => "unused-bits",
        PackedVariantError::Position(_) => "setup",
        _ => "game",
    };
    let mut json = refusal("PackedError", code, error);
    if let PackedVariantError::Position(VariantError::Setup(found)) = error {
        json.key("faults");
        faults(&mut json, found);
    }
    json.close('}');
    json
}

/// A text that is not a legal move.
pub(crate) fn of_move(error: &VariantMoveError, text: &str, position: &AnyPosition) -> Json {
    let of = |code, offset, candidates| illegal(code, error, text, position, offset, candidates);
    match error {
        VariantMoveError::Syntax { offset } => {
            let before = text.get(..*offset).unwrap_or(text);
            of("syntax", Some(before.encode_utf16().count()), Bitboard::EMPTY)
        }
        VariantMoveError::Ambiguous(moves) => {
            of("ambiguous", None, moves.iter().filter_map(|mv| mv.origin()).collect())
        }
        VariantMoveError::Illegal(fault) => of(code(*fault), None, Bitboard::EMPTY),
        VariantMoveError::Misspelled(_) => of("misspelled", None, Bitboard::EMPTY),
        _ => of("illegal", None, Bitboard::EMPTY),
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

fn code(fault: VariantMoveFault) -> &'static str {
    match fault {
        VariantMoveFault::GameOver => "game-over",
        VariantMoveFault::CaptureIsCompulsory => "capture-is-compulsory",
        VariantMoveFault::NotInPocket(_) => "not-in-pocket",
        VariantMoveFault::NoDrop(..) => "no-drop",
        VariantMoveFault::NoPiece(_) => "no-piece",
        VariantMoveFault::Unreachable(..) => "unreachable",
        VariantMoveFault::GivesCheck => "gives-check",
        VariantMoveFault::KingLost => "king-lost",
        VariantMoveFault::PromotionMissing => "promotion-missing",
        VariantMoveFault::PromotionMisplaced => "promotion-misplaced",
        VariantMoveFault::NoCastling(_) => "no-castling",
        VariantMoveFault::CastlingMisspelled(..) => "castling-misspelled",
        VariantMoveFault::NullMove => "null-move",
        _ => "illegal",
    }
}

/// How a game has ended, or `null`.
pub(crate) fn outcome(json: &mut Json, outcome: Option<VariantOutcome>) {
    let Some(outcome) = outcome else {
        json.plain("null");
        return;
    };
    json.open('{').key("result").text(outcome.result());
    json.key("winner").maybe(outcome.winner().map(chess::color));
    json.key("reason").text(reason(outcome)).key("text").text(outcome).close('}');
}

fn reason(outcome: VariantOutcome) -> &'static str {
    match outcome {
        VariantOutcome::Win { by: Victory::Checkmate, .. } => "checkmate",
        VariantOutcome::Win { by: Victory::Explosion, .. } => "explosion",
        VariantOutcome::Win { by: Victory::NothingLeft, .. } => "nothing-left",
        VariantOutcome::Win { by: Victory::NoMove, .. } => "no-move",
        VariantOutcome::Win { by: Victory::Checks, .. } => "checks",
        VariantOutcome::Win { by: Victory::Hill, .. } => "hill",
        VariantOutcome::Win { by: Victory::Goal, .. } => "goal",
        VariantOutcome::Win { winner, by: Victory::Declared(by) } => {
            chess::reason(Outcome::Win { winner, by })
        }
        VariantOutcome::Draw(VariantDraw::Chess(by)) => chess::reason(Outcome::Draw(by)),
        VariantOutcome::Draw(VariantDraw::BothAtGoal) => "both-at-goal",
        VariantOutcome::Draw(VariantDraw::EqualMaterial) => "equal-material",
        _ => "other",
    }
}
