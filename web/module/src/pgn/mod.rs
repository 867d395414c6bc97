//! Games of PGN. In JavaScript a game is a tree of objects; it travels as text.
//!
//! | file | what it is |
//! |---|---|
//! | `tree_json.rs` | a tree as JSON, for JavaScript |
//! | `written.rs` | a tree from the lines that JavaScript sends, as PGN |
//! | `trees.rs` | games from bytes that arrive piece by piece |
//! | `sheet.rs` | one game as a list of its parts, for `philidor/chess` |
//! | `feed.rs` | PGN that arrives piece by piece, read into games or checked |
//!
//! The module of variants shares `tree_json.rs`, `written.rs` and `trees.rs`.

mod feed;
mod sheet;
mod tree_json;
mod trees;
mod written;

use philidor::{Position, Setup, Strictness};
use wasm_bindgen::prelude::wasm_bindgen;

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
