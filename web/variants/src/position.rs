//! Positions: read, written, asked.

use philidor::{CastlingNotation, Color, EnPassantPolicy, GamePosition, Square, Strictness};
use philidor_variants::{AnyPosition, Pocket, Variant};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::{chess, refusals, with};

fn strictness(is_strict: bool) -> Strictness {
    if is_strict { Strictness::Reachable } else { Strictness::WellDefined }
}

pub(crate) fn color(is_black: bool) -> Color {
    if is_black { Color::Black } else { Color::White }
}

fn variant(name: &str) -> Result<Variant, Json> {
    name.parse::<Variant>().map_err(|error| chess::plain("ArgumentError", "range", error))
}

/// The start of a variant.
#[wasm_bindgen]
pub fn begin(place: u32, name: u32) -> i32 {
    with(|state| state.put(place, variant(state.text(0, name)).map(AnyPosition::start)))
}

/// A start of Chess960, if the variant has such starts.
#[wasm_bindgen]
pub fn chess960(place: u32, name: u32, number: u16) -> i32 {
    with(|state| {
        let made = variant(state.text(0, name)).and_then(|variant| {
            let none = format_args!("{variant} has no starts of Chess960");
            AnyPosition::chess960(variant, number).ok_or_else(|| chess::plain("ArgumentError", "range", none))
        });
        state.put(place, made)
    })
}

pub(crate) fn read(name: &str, fen: &str, strictness: Strictness) -> Result<AnyPosition, Json> {
    let variant = variant(name)?;
    AnyPosition::from_fen_with(variant, fen, strictness).map_err(|error| refusals::position(&error, fen))
}

/// A position from a FEN, which comes after the name of the variant.
#[wasm_bindgen]
pub fn read_fen(place: u32, name: u32, end: u32, is_strict: bool) -> i32 {
    with(|state| {
        let made = read(state.text(0, name), state.text(name, end), strictness(is_strict));
        state.put(place, made)
    })
}

/// A position from bytes.
#[wasm_bindgen]
pub fn unpack(place: u32, length: u32, is_strict: bool) -> i32 {
    with(|state| {
        let unpacked = AnyPosition::unpack_with(state.given(0, length), strictness(is_strict));
        state.put(place, unpacked.map_err(|error| refusals::packed(&error)))
    })
}

/// The bytes of a position.
#[wasm_bindgen]
pub fn pack(place: u32) -> i32 {
    with(|state| {
        let bytes = state.at(place).pack();
        state.answer(bytes)
    })
}

/// The FEN. `policy`: always, pseudo-legal, legal; with Shredder's castling rights or those of X-FEN.
#[wasm_bindgen]
pub fn write_fen(place: u32, policy: u32, shredder: bool) -> i32 {
    with(|state| {
        let policy = match policy {
            0 => EnPassantPolicy::Always,
            1 => EnPassantPolicy::PseudoLegal,
            _ => EnPassantPolicy::Legal,
        };
        let castling = if shredder { CastlingNotation::Shredder } else { CastlingNotation::XFen };
        let fen = state.at(place).fen(policy, castling);
        state.answer(fen)
    })
}

/// What a position is, as JSON.
#[wasm_bindgen]
pub fn facts(place: u32) -> i32 {
    with(|state| {
        let position = state.at(place);
        let (board, about) = (position.board(), position.state());
        let letters: String = Square::ALL
            .map(|square| board.piece_at(square).map_or('.', |piece| piece.letter()))
            .into_iter()
            .collect();
        let mut json = Json::new();
        json.open('{').key("variant").text(position.variant().uci_name());
        json.key("title").text(position.variant()).key("board").text(letters);
        json.key("turn").text(chess::color(position.side_to_move()));
        json.key("enPassant").square(about.en_passant);
        json.key("halfmoveClock").plain(about.halfmove_clock);
        json.key("fullmoveNumber").plain(about.fullmove_number);
        json.key("key").bits(position.key());
        json.key("checkers").bits(position.checkers().0).key("promoted").bits(position.promoted().0);
        json.key("pockets").open('{');
        for color in Color::ALL {
            json.key(chess::color(color)).open('{');
            for kind in Pocket::KINDS {
                json.key(&kind.letter().to_string()).plain(position.pocket(color).count(kind));
            }
            json.close('}');
        }
        json.close('}').key("checksGiven").open('{');
        for color in Color::ALL {
            json.key(chess::color(color)).plain(position.checks_given(color));
        }
        json.close('}').key("outcome");
        refusals::outcome(&mut json, position.outcome());
        json.close('}');
        state.answer(json.0)
    })
}

/// Whether a side can no longer win.
#[wasm_bindgen]
pub fn insufficient_material(place: u32, is_black: bool) -> bool {
    with(|state| state.at(place).has_insufficient_material(color(is_black)))
}

/// The leaves of a tree of this depth.
#[wasm_bindgen]
pub fn count(place: u32, depth: u32) -> u64 {
    with(|state| state.at(place).perft(depth))
}
