//! Games of chess as PGN.

use philidor::{Position, Setup, Strictness};
use wasm_bindgen::prelude::wasm_bindgen;

use super::written;
use crate::json::Json;
use crate::refusals;
use crate::state::with;

/// The game of the lines that `written.rs` reads, as PGN.
#[wasm_bindgen]
pub fn pgn_write(length: u32) -> i32 {
    with(|state| match written::pgn(state.given_text(length), start) {
        Ok(pgn) => state.answer(&pgn),
        Err(reason) => state.refuse(reason),
    })
}

fn start(fen: &str) -> Result<Position, Json> {
    let setup: Setup = fen.parse().map_err(|error| refusals::fen(&error, fen))?;
    Position::from_setup(setup, Strictness::WellDefined).map_err(|error| refusals::setup(&error))
}
