//! Chess variants for JavaScript.
//!
//! A position in JavaScript is the bytes that [`AnyPosition::pack`] writes, so that nothing has to be freed. Here is a
//! ring of places for the positions in use; JavaScript remembers who has which, and writes the bytes again when another
//! position has taken the place. Games live here until they are freed.
//!
//! All functions take and answer numbers. A negative answer is a refusal, whose reason [`refusal`] gives as JSON. Text
//! and bytes go through two buffers. `position.rs` has positions, `moves.rs` their moves, `game.rs` games, `pgn.rs`
//! games of PGN, `refusals.rs` the errors; the last three modules are those of `web/module/`.

extern crate alloc;

mod game;
mod moves;
mod pgn;
mod position;
mod refusals;

#[allow(dead_code)] // here not all of it is used
#[path = "../../module/src/json.rs"]
mod json;

#[path = "../../module/src/kept.rs"]
mod kept;

#[allow(dead_code)] // here not all of it is used
#[path = "../../module/src/refusals.rs"]
mod chess;

use std::cell::RefCell;

use philidor::{Game, Move};
use philidor_variants::{AnyPosition, Variant};
use wasm_bindgen::prelude::wasm_bindgen;

use json::Json;
use kept::Kept;

/// How many positions are kept ready.
const PLACES: usize = 256;

/// Answered for a refusal.
const REFUSED: i32 = -1;

struct State {
    positions: Vec<AnyPosition>,
    /// Text and bytes that come from JavaScript.
    input: Vec<u8>,
    /// Text and bytes that go there.
    output: Vec<u8>,
    /// The last refusal, as JSON.
    refusal: String,
    list: Vec<Move>,
    games: Kept<Game<AnyPosition>>,
    /// What stands for a game that was freed.
    no_game: Game<AnyPosition>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State {
        positions: vec![AnyPosition::default(); PLACES],
        input: Vec::new(),
        output: Vec::new(),
        refusal: String::new(),
        list: Vec::new(),
        games: Kept::new(),
        no_game: Game::from_position(AnyPosition::default()),
    });
}

fn with<T>(work: impl FnOnce(&mut State) -> T) -> T {
    STATE.with_borrow_mut(work)
}

impl State {
    /// The position at a place; JavaScript names none that it has not filled.
    fn at(&self, place: u32) -> &AnyPosition {
        &self.positions[place as usize % PLACES]
    }

    /// Puts a position at a place, or refuses. Answers 1 if it castles from other squares than in standard chess,
    /// else 0.
    fn put(&mut self, place: u32, made: Result<AnyPosition, Json>) -> i32 {
        match made {
            Ok(position) => {
                self.positions[place as usize % PLACES] = position;
                position.is_chess960().into()
            }
            Err(reason) => self.refuse(reason),
        }
    }

    /// The bytes that came from JavaScript, from one offset to another.
    fn given(&self, from: u32, to: u32) -> &[u8] {
        self.input.get(from as usize..to as usize).unwrap_or_default()
    }

    /// The same as text, where JavaScript has written nothing but text.
    fn text(&self, from: u32, to: u32) -> &str {
        core::str::from_utf8(self.given(from, to)).unwrap_or_default()
    }

    /// Answers bytes, or text.
    fn answer(&mut self, bytes: impl Into<Vec<u8>>) -> i32 {
        self.output = bytes.into();
        self.output.len() as i32
    }

    /// Refuses, with the reason for [`refusal`].
    fn refuse(&mut self, reason: Json) -> i32 {
        self.refusal = reason.0;
        REFUSED
    }
}

/// How many positions are kept ready.
#[wasm_bindgen]
pub fn places() -> u32 {
    PLACES as u32
}

/// Where JavaScript writes this many bytes.
#[wasm_bindgen]
pub fn input(size: u32) -> u32 {
    with(|state| {
        // A long buffer is freed.
        if size < 1 << 16 && state.input.len() > 1 << 16 {
            state.input = Vec::new();
        }
        state.input.resize(state.input.len().max(size as usize), 0);
        state.input.as_ptr() as u32
    })
}

/// Where the last answer is.
#[wasm_bindgen]
pub fn output() -> u32 {
    with(|state| state.output.as_ptr() as u32)
}

/// Why the last call was refused, as JSON.
#[wasm_bindgen]
pub fn refusal() -> i32 {
    with(|state| {
        let reason = core::mem::take(&mut state.refusal);
        state.answer(reason)
    })
}

/// The variants, as JSON: their names in UCI, and in the tag `Variant` of PGN.
#[wasm_bindgen]
pub fn variants() -> i32 {
    with(|state| {
        let mut json = Json::new();
        json.open('{');
        for variant in Variant::ALL {
            json.key(variant.uci_name()).text(variant);
        }
        json.close('}');
        state.answer(json.0)
    })
}
