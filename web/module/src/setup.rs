//! Setups: anything on a board, as text of FEN. Its faults, and its repair.

use philidor::{CastlingNotation, CastlingRights, Fault, Fen, Setup};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::refusals;
use crate::state::{REFUSED, State, with};

impl State {
    fn setup(&mut self, length: u32) -> Option<Setup> {
        let text = self.given_text(length);
        match text.parse() {
            Ok(setup) => Some(setup),
            Err(error) => {
                let reason = refusals::fen(&error, text);
                self.refuse(reason);
                None
            }
        }
    }

    fn write_setup(&mut self, setup: Setup, shredder: bool) -> i32 {
        let castling = if shredder { CastlingNotation::Shredder } else { CastlingNotation::XFen };
        self.write(Fen::new(setup, castling))
    }
}

/// The FEN of a setup as philidor writes it.
#[wasm_bindgen]
pub fn setup_fen(length: u32, shredder: bool) -> i32 {
    with(|state| match state.setup(length) {
        Some(setup) => state.write_setup(setup, shredder),
        None => REFUSED,
    })
}

/// All faults as JSON.
#[wasm_bindgen]
pub fn setup_faults(length: u32) -> i32 {
    with(|state| {
        let Some(setup) = state.setup(length) else { return REFUSED };
        let mut json = Json::new();
        refusals::faults(&mut json, &setup.faults());
        state.answer(&json.0)
    })
}

/// The setup with colors exchanged.
#[wasm_bindgen]
pub fn setup_flip(length: u32) -> i32 {
    with(|state| match state.setup(length) {
        Some(setup) => state.write_setup(setup.flip_colors(), false),
        None => REFUSED,
    })
}

/// Repairs the faults whose names come before the setup, separated by spaces and ended by a line feed; without names,
/// all that can be repaired.
#[wasm_bindgen]
pub fn setup_repair(length: u32) -> i32 {
    with(|state| {
        let text = state.given_text(length);
        let (names, fen) = text.split_once('\n').unwrap_or(("", text));
        let setup: Setup = match fen.parse() {
            Ok(setup) => setup,
            Err(error) => {
                let reason = refusals::fen(&error, fen);
                return state.refuse(reason);
            }
        };
        let repaired = repaired(setup, names);
        state.write_setup(repaired, false)
    })
}

fn repaired(mut setup: Setup, names: &str) -> Setup {
    let is_named = |fault: &Fault, group: &str| {
        names.is_empty() || names.split(' ').any(|name| name == group || name == refusals::kind(fault))
    };
    for fault in setup.faults() {
        match fault {
            Fault::Castling { color, side, .. } if is_named(&fault, "castling") => {
                setup.state.castling_rights.remove(CastlingRights::new(color, side));
            }
            Fault::EnPassant { .. } if is_named(&fault, "en-passant") => setup.state.en_passant = None,
            _ => {}
        }
    }
    setup
}
