//! Positions of variants at their places, from which JavaScript asks for their bytes.

use philidor::Bitboard;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::position::strictness;
use crate::refusals::{self, plain};
use crate::rules::{Position, variant};
use crate::state::{State, with};

/// Added to an answer, as for chess: castling is written as in Chess960.
const CHESS960: i32 = 2;

impl State {
    /// Puts a position where JavaScript wants it.
    pub(crate) fn deliver(&mut self, place: u32, position: Position) -> i32 {
        self.put(place, position);
        if position.is_chess960() { CHESS960 } else { 0 }
    }

    fn deliver_made(&mut self, place: u32, made: Result<Position, Json>) -> i32 {
        match made {
            Ok(position) => self.deliver(place, position),
            Err(reason) => self.refuse(reason),
        }
    }
}

/// A start of Chess960, if the variant has such starts.
#[wasm_bindgen]
pub fn chess960(place: u32, length: u32, number: u16) -> i32 {
    with(|state| {
        let made = variant(state.given_text(length)).and_then(|variant| {
            let none = format_args!("{variant} has no starts of Chess960");
            Position::chess960(variant, number).ok_or_else(|| plain("ArgumentError", "range", none))
        });
        state.deliver_made(place, made)
    })
}

/// A position from bytes.
#[wasm_bindgen]
pub fn unpack(place: u32, length: u32, is_strict: bool) -> i32 {
    with(|state| {
        let unpacked = Position::unpack_with(state.given(length), strictness(is_strict));
        state.deliver_made(place, unpacked.map_err(|error| refusals::packed(&error)))
    })
}

/// The bytes of a position.
#[wasm_bindgen]
pub fn pack(place: u32) -> i32 {
    with(|state| {
        state.text_out = state.at(place).pack();
        state.text_out.len() as i32
    })
}

/// Why a number is not a legal move.
#[wasm_bindgen]
pub fn explain(place: u32, digest: u16) -> i32 {
    with(|state| {
        let (position, text) = (*state.at(place), digest.to_string());
        let reason = "no legal move has this number";
        state.refuse(refusals::illegal("illegal", reason, &text, position, None, Bitboard::EMPTY))
    })
}
