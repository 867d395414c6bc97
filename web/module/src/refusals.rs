//! Errors of the library as JSON, from which `errors.js` makes objects.

use philidor::binary::PackedPositionError;
use philidor::{Bitboard, CastlingNotation, Fen};
use philidor::{
    CastlingFault, CastlingSide, Color, Draw, EnPassantFault, Fault, FenError, FenErrorKind, FenField,
    MoveFault, Outcome, PositionError, SanError, SanErrorKind, SetupError, Square, UciError, UciErrorKind,
    Win,
};

use crate::json::Json;

/// A refusal begins with its class, its code and its message.
pub(crate) fn refusal(class: &str, code: &str, message: impl core::fmt::Display) -> Json {
    let mut json = Json::new();
    json.open('{').key("class").text(class).key("code").text(code).key("message").text(message);
    json
}

pub(crate) const fn color(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

pub(crate) const fn side(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "short",
        CastlingSide::QueenSide => "long",
    }
}

/// How a game ended, in the words of `Outcome`.
pub(crate) const fn reason(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win { by: Win::Checkmate, .. } => "checkmate",
        Outcome::Win { by: Win::Resignation, .. } => "resignation",
        Outcome::Win { by: Win::Time, .. } => "time",
        Outcome::Win { by: Win::Forfeit, .. } => "forfeit",
        Outcome::Win { by: Win::Explosion, .. } => "explosion",
        Outcome::Win { by: Win::NothingLeft, .. } => "nothing-left",
        Outcome::Win { by: Win::NoMove, .. } => "no-move",
        Outcome::Win { by: Win::Checks, .. } => "checks",
        Outcome::Win { by: Win::Hill, .. } => "hill",
        Outcome::Win { by: Win::Goal, .. } => "goal",
        Outcome::Win { .. } | Outcome::Draw(Draw::Other(_)) => "other",
        Outcome::Draw(Draw::Stalemate) => "stalemate",
        Outcome::Draw(Draw::InsufficientMaterial) => "insufficient-material",
        Outcome::Draw(Draw::DeadPosition) => "dead-position",
        Outcome::Draw(Draw::FivefoldRepetition) => "fivefold-repetition",
        Outcome::Draw(Draw::SeventyFiveMoves) => "seventy-five-moves",
        Outcome::Draw(Draw::ThreefoldRepetition) => "threefold-repetition",
        Outcome::Draw(Draw::FiftyMoves) => "fifty-moves",
        Outcome::Draw(Draw::Agreement) => "agreement",
        Outcome::Draw(Draw::BothAtGoal) => "both-at-goal",
        Outcome::Draw(Draw::EqualMaterial) => "equal-material",
        Outcome::Draw(_) => "time-without-material",
        _ => "abandoned",
    }
}

/// A text that is not a FEN.
pub(crate) fn fen(error: &FenError, fen: &str) -> Json {
    let field = match error.field {
        FenField::Board => "board",
        FenField::SideToMove => "side-to-move",
        FenField::CastlingRights => "castling-rights",
        FenField::EnPassantSquare => "en-passant",
        FenField::HalfmoveClock => "halfmove-clock",
        FenField::FullmoveNumber => "fullmove-number",
        FenField::Extra => "variant",
    };
    let code = match error.kind {
        FenErrorKind::Missing => "missing",
        FenErrorKind::Trailing => "trailing",
        FenErrorKind::RankCount(_) => "rank-count",
        FenErrorKind::RankLength(_) => "rank-length",
        FenErrorKind::UnknownPiece => "unknown-piece",
        FenErrorKind::AdjacentDigits => "adjacent-digits",
        FenErrorKind::Operations => "operations",
        FenErrorKind::UnknownSide => "unknown-side",
        FenErrorKind::UnknownRight => "unknown-right",
        FenErrorKind::RightTwice => "right-twice",
        FenErrorKind::UnknownSquare => "unknown-square",
        FenErrorKind::NotExtra(_) => "variant",
        _ => "unknown-number",
    };
    let mut json = refusal("FenError", code, error);
    json.key("fen").text(fen).key("field").text(field).key("text").text(&error.text);
    json.key("column").plain(error.column).close('}');
    json
}

/// A text that is not that of a position.
pub(crate) fn position(error: &PositionError, text: &str) -> Json {
    match error {
        PositionError::Fen(error) => fen(error, text),
        PositionError::Setup(error) => setup(error),
        other => {
            let mut json = refusal("FenError", "missing", other);
            json.key("fen").text(text).close('}');
            json
        }
    }
}

/// A setup that is not a position.
pub(crate) fn setup(error: &SetupError) -> Json {
    let mut json = refusal("SetupError", "setup", error);
    json.key("setup").text(Fen::new(*error.setup, CastlingNotation::Shredder));
    json.key("faults");
    faults(&mut json, &error.faults);
    json.close('}');
    json
}

/// A list of faults.
pub(crate) fn faults(json: &mut Json, faults: &[Fault]) {
    json.open('[');
    for fault in faults {
        one_fault(json, fault);
    }
    json.close(']');
}

/// The name of a fault.
pub(crate) fn kind(fault: &Fault) -> &'static str {
    match fault {
        Fault::MissingKing { .. } => "missing-king",
        Fault::SeveralKings { .. } => "several-kings",
        Fault::TooManyPieces { .. } => "too-many-pieces",
        Fault::TooManyPawns { .. } => "too-many-pawns",
        Fault::PawnsOnLastRanks { .. } => "pawns-on-last-ranks",
        Fault::OpponentInCheck { .. } => "opponent-in-check",
        Fault::Castling { reason: CastlingFault::KingAway(_), .. } => "castling-king-away",
        Fault::Castling { reason: CastlingFault::NoRook(_) | CastlingFault::NoRookBeside(..), .. } => {
            "castling-no-rook"
        }
        Fault::Castling { .. } => "castling-wrong-side",
        Fault::EnPassant { reason: EnPassantFault::WrongRank, .. } => "en-passant-wrong-rank",
        Fault::EnPassant { reason: EnPassantFault::Occupied(_), .. } => "en-passant-occupied",
        Fault::EnPassant { reason: EnPassantFault::NoPawn(_), .. } => "en-passant-no-pawn",
        Fault::EnPassant { .. } => "en-passant-impossible-check",
        Fault::TooManyCheckers { .. } => "too-many-checkers",
        Fault::PromotedNowhere { .. } => "promoted-nowhere",
        Fault::TooManyWithPockets { .. } => "too-many-pieces",
        Fault::TooManyChecks { .. } => "too-many-checks",
        Fault::PawnsInRace { .. } => "pawns-in-race",
        Fault::TooManyInRace { .. } => "too-many-in-race",
        Fault::KingInHorde { .. } => "king-in-horde",
        Fault::CheckInRace { .. } => "check-in-race",
        _ => "other",
    }
}

/// One fault, with all that `errors.js` says of it.
pub(crate) fn one_fault(json: &mut Json, fault: &Fault) {
    let (mut squares, mut of, mut square, mut to) = (Bitboard::EMPTY, None, None, None);
    match *fault {
        Fault::MissingKing { color }
        | Fault::TooManyChecks { color, .. }
        | Fault::TooManyInRace { color, .. } => of = Some(color),
        Fault::SeveralKings { color, squares: set }
        | Fault::TooManyPieces { color, squares: set }
        | Fault::TooManyPawns { color, squares: set } => (of, squares) = (Some(color), set),
        Fault::PawnsOnLastRanks { squares: set }
        | Fault::PromotedNowhere { squares: set }
        | Fault::PawnsInRace { squares: set }
        | Fault::KingInHorde { squares: set } => squares = set,
        Fault::OpponentInCheck { king, checkers }
        | Fault::TooManyCheckers { king, checkers }
        | Fault::CheckInRace { king, checkers } => {
            (square, squares) = (Some(king), checkers | Bitboard::from(king));
        }
        Fault::Castling { color, side, reason } => {
            (of, to) = (Some(color), Some(side));
            if let CastlingFault::KingAway(at)
            | CastlingFault::NoRook(at)
            | CastlingFault::NoRookBeside(at, _)
            | CastlingFault::WrongSide(at) = reason
            {
                squares = at.into();
            }
        }
        Fault::EnPassant { square: at, reason } => {
            square = Some(at);
            squares = match reason {
                EnPassantFault::Occupied(set) | EnPassantFault::ImpossibleCheck(set) => set,
                EnPassantFault::NoPawn(pawn) => pawn.into(),
                _ => at.into(),
            };
        }
        _ => {}
    }
    json.open('{').key("kind").text(kind(fault)).key("message").text(fault);
    json.key("squares").squares(squares).key("color").maybe(of.map(color));
    json.key("square").square(square).key("side").maybe(to.map(side));
    json.key("leavesRulesUndefined").plain(fault.leaves_rules_undefined());
    json.key("repairable").plain(matches!(fault, Fault::Castling { .. } | Fault::EnPassant { .. }));
    json.close('}');
}

/// The name of what is wrong with a move.
pub(crate) fn move_code(fault: MoveFault) -> &'static str {
    match fault {
        MoveFault::NoPiece { .. } => "no-piece",
        MoveFault::Unreachable { .. } => "unreachable",
        MoveFault::KingInCheck { .. } => "king-in-check",
        MoveFault::PromotionMissing => "promotion-missing",
        MoveFault::PromotionMisplaced => "promotion-misplaced",
        MoveFault::NoCastlingRight(_) => "castling-no-right",
        MoveFault::CastlingBlocked(_) => "castling-blocked",
        MoveFault::CastlingAttacked(_) => "castling-attacked",
        MoveFault::CastlingMisspelled { .. } => "castling-misspelled",
        MoveFault::NullMove => "null-move",
        MoveFault::GameOver => "game-over",
        MoveFault::CaptureIsCompulsory => "capture-is-compulsory",
        MoveFault::NotInPocket { .. } => "not-in-pocket",
        MoveFault::NoDrop { .. } => "no-drop",
        MoveFault::GivesCheck => "gives-check",
        MoveFault::KingLost => "king-lost",
        MoveFault::NoCastling(_) => "no-castling",
        MoveFault::NoPromotion => "promotion-misplaced",
        _ => "illegal",
    }
}

/// A move that is not legal.
pub(crate) fn illegal(
    code: &str,
    message: impl core::fmt::Display,
    text: &str,
    fen: impl core::fmt::Display,
    offset: Option<usize>,
    candidates: Bitboard,
) -> Json {
    let mut json = refusal("MoveError", code, format_args!("`{text}`: {message}"));
    json.key("text").text(text).key("fen").text(fen).key("offset").maybe(None::<&str>);
    if let Some(offset) = offset {
        // In JavaScript the later of two equal keys counts.
        json.key("offset").plain(offset);
    }
    json.key("candidates").squares(candidates).close('}');
    json
}

pub(crate) fn uci(error: UciError, text: &str, fen: impl core::fmt::Display) -> Json {
    match error.kind {
        UciErrorKind::Illegal(fault) => illegal(move_code(fault), error, text, fen, None, Bitboard::EMPTY),
        UciErrorKind::Syntax { offset } => {
            illegal("syntax", error, text, fen, Some(units(text, offset)), Bitboard::EMPTY)
        }
        _ => illegal("illegal", error, text, fen, None, Bitboard::EMPTY),
    }
}

pub(crate) fn san(error: &SanError, text: &str, fen: impl core::fmt::Display) -> Json {
    match error.kind {
        SanErrorKind::Illegal(fault) => illegal(move_code(fault), error, text, fen, None, Bitboard::EMPTY),
        SanErrorKind::Syntax { offset } => {
            illegal("syntax", error, text, fen, Some(units(text, offset)), Bitboard::EMPTY)
        }
        SanErrorKind::Ambiguous(ref candidates) => {
            illegal("ambiguous", error, text, fen, None, candidates.origins())
        }
        SanErrorKind::Misspelled(_) => illegal("misspelled", error, text, fen, None, Bitboard::EMPTY),
        _ => illegal("illegal", error, text, fen, None, Bitboard::EMPTY),
    }
}

/// Bytes that are not a position.
pub(crate) fn packed(error: &PackedPositionError) -> Json {
    let code = match error {
        PackedPositionError::Length(_)
        | PackedPositionError::Truncated { .. }
        | PackedPositionError::Overlong { .. } => "length",
        PackedPositionError::Format { .. } => "format",
        PackedPositionError::UnknownVariant(_) => "variant",
        PackedPositionError::UnknownPiece { .. } => "piece",
        PackedPositionError::TooManyPieces(_) => "too-many-pieces",
        PackedPositionError::CastlingRook(_) => "castling-rook",
        PackedPositionError::EnPassantFile(_) => "en-passant-file",
        PackedPositionError::UnusedBits { .. } => "unused-bits",
        _ => "setup",
    };
    let mut json = refusal("PackedError", code, error);
    if let PackedPositionError::Setup(error) = error {
        json.key("faults");
        faults(&mut json, &error.faults);
    }
    json.close('}');
    json
}

/// Other refusals, without more to say.
pub(crate) fn plain(class: &str, code: &str, message: impl core::fmt::Display) -> Json {
    let mut json = refusal(class, code, message);
    json.close('}');
    json
}

/// An offset in bytes as one in the units of JavaScript's text.
fn units(text: &str, offset: usize) -> usize {
    let before = text.get(..offset).unwrap_or(text);
    before.encode_utf16().count()
}

/// A square by its number, which JavaScript has checked.
pub(crate) fn square(index: u32) -> Square {
    Square::from_index(index as usize & 63).unwrap_or(Square::A1)
}
