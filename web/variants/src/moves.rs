//! Moves: listed, read, written, played.

use philidor::{
    Bitboard, CastlingMode, GamePosition, Move, MoveDigest, MoveType, PieceType, SanError, Square, UciError,
    UciErrorKind,
};
use philidor_variants::AnyPosition;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::{REFUSED, chess, refusals, with};

/// How a move is written.
const SAN: u32 = 0;
const UCI: u32 = 1;
const STRICT_SAN: u32 = 3;

pub(crate) fn mode(chess960: bool) -> CastlingMode {
    if chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
}

/// The legal move with these sixteen bits.
pub(crate) fn decode(position: &AnyPosition, digest: u16) -> Option<Move> {
    position.decode(MoveDigest(digest))
}

fn write(position: &AnyPosition, mv: Move, notation: u32) -> String {
    match notation {
        SAN => position.to_san(mv).to_string(),
        _ => position.to_uci_in(mv, mode(notation != UCI)).to_string(),
    }
}

/// Reads a legal move: SAN, strictly or not, UCI, or either.
pub(crate) fn read(position: &AnyPosition, text: &str, notation: u32) -> Result<Move, Json> {
    let uci = || position.parse_uci(text.as_bytes());
    let refused = |error: &SanError| refusals::san(error, text, position);
    let san = || position.parse_san(text.as_bytes()).map_err(|error| refused(&error));
    match notation {
        SAN => san(),
        STRICT_SAN => position.parse_san_strictly(text.as_bytes()).map_err(|error| refused(&error)),
        UCI => uci().map_err(|error| refusals::uci(error, text, position)),
        // Pieces of SAN and drops begin with uppercase letters, castling with O.
        _ if text == "0000" || text.starts_with(|first: char| first.is_ascii_lowercase()) => match uci() {
            Err(UciError { kind: UciErrorKind::Syntax { .. }, .. }) => san(),
            found => found.map_err(|error| refusals::uci(error, text, position)),
        },
        _ => san(),
    }
}

/// The digests of all legal moves, in sixteen bits each, the low byte first.
#[wasm_bindgen]
pub fn legal_moves(place: u32) -> i32 {
    with(|state| {
        let mut list = core::mem::take(&mut state.list);
        state.at(place).legal_moves_into(&mut list);
        state.output.clear();
        state.output.extend(list.iter().flat_map(|mv| mv.digest().0.to_le_bytes()));
        state.list = list;
        state.output.len() as i32
    })
}

/// All legal moves as text, separated by spaces: in SAN, UCI, or UCI as in Chess960.
#[wasm_bindgen]
pub fn write_moves(place: u32, notation: u32) -> i32 {
    with(|state| {
        let position = state.at(place);
        let words = position.legal_moves().into_iter().map(|mv| write(position, mv, notation));
        let words = words.collect::<Vec<_>>().join(" ");
        state.answer(words)
    })
}

/// One move as text.
#[wasm_bindgen]
pub fn write_move(place: u32, digest: u16, notation: u32) -> i32 {
    with(|state| {
        let position = *state.at(place);
        match decode(&position, digest) {
            Some(mv) => state.answer(write(&position, mv, notation)),
            None => state.refuse(refusals::no_move(digest, &position)),
        }
    })
}

/// The digest of a legal move given as text: 0 SAN, 1 UCI, 2 either, 3 SAN strictly.
#[wasm_bindgen]
pub fn read_move(place: u32, length: u32, notation: u32) -> i32 {
    with(|state| match read(state.at(place), state.text(0, length), notation) {
        Ok(mv) => i32::from(mv.digest().0),
        Err(reason) => state.refuse(reason),
    })
}

/// Whether a digest is that of a legal move; if not, it is refused.
#[wasm_bindgen]
pub fn find(place: u32, digest: u16) -> i32 {
    with(|state| {
        let position = *state.at(place);
        match decode(&position, digest) {
            Some(_) => i32::from(digest),
            None => state.refuse(refusals::no_move(digest, &position)),
        }
    })
}

/// Puts the position after a move at another place.
#[wasm_bindgen]
pub fn play(from: u32, to: u32, digest: u16) -> i32 {
    with(|state| {
        let position = *state.at(from);
        let after = decode(&position, digest).map(|mv| position.after(mv));
        state.put(to, after.ok_or_else(|| refusals::no_move(digest, &position)))
    })
}

/// Puts the position after a null move, which passes the turn, at another place.
#[wasm_bindgen]
pub fn pass(from: u32, to: u32) -> i32 {
    with(|state| {
        let position = *state.at(from);
        let after = position.null_move().map(|mv| position.after(mv));
        let in_check = || {
            let message = "in check the turn cannot be passed";
            refusals::illegal("null-move", message, "--", position, None, Bitboard::EMPTY)
        };
        state.put(to, after.ok_or_else(in_check))
    })
}

/// All that is known about a legal move, or about all of them (-1), as JSON.
#[wasm_bindgen]
pub fn details(place: u32, digest: i32, chess960: bool) -> i32 {
    with(|state| {
        let position = *state.at(place);
        let mut json = Json::new();
        json.open('[');
        let is_asked = |mv: &Move| digest == REFUSED || i32::from(mv.digest().0) == digest;
        position
            .legal_moves()
            .into_iter()
            .filter(is_asked)
            .for_each(|mv| one(&mut json, &position, mv, chess960));
        json.close(']');
        state.answer(json.0)
    })
}

fn one(json: &mut Json, position: &AnyPosition, mv: Move, chess960: bool) {
    let (us, destination) = (position.side_to_move(), mv.destination());
    let move_type = match mv.move_type() {
        MoveType::EnPassant => "enPassant",
        MoveType::Castling => "castling",
        _ if mv.is_drop() => "drop",
        _ if mv.promotion().is_some() => "promotion",
        _ => "normal",
    };
    let captured_square = mv.captured().map(|_| match mv.move_type() {
        MoveType::EnPassant => Square::new(destination.file(), mv.origin().rank()),
        _ => destination,
    });
    let origin = (!mv.is_drop()).then(|| mv.origin());
    json.open('{').key("move").plain(mv.digest().0).key("san").text(position.to_san(mv));
    json.key("uci").text(position.to_uci_in(mv, mode(chess960))).key("type").text(move_type);
    json.key("color").text(chess::color(us)).key("piece").text(mv.played_piece().letter());
    json.key("origin").square(origin).key("destination").text(destination);
    json.key("captured").maybe(mv.captured().map(PieceType::letter));
    json.key("capturedSquare").square(captured_square);
    json.key("promotion").maybe(mv.promotion().map(PieceType::letter));
    json.key("castling").maybe(mv.castling_side().map(chess::side)).key("rook");
    match mv.castling_side() {
        Some(side) => {
            json.open('{').key("origin").text(position.castling_rooks().square(us, side));
            json.key("destination").text(side.rook_destination(us)).close('}');
        }
        None => _ = json.plain("null"),
    }
    json.close('}');
}
