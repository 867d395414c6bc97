//! Everything that the module keeps, in one place, which every function of the module shares.

use alloc::string::String;
use alloc::vec::Vec;

#[cfg(feature = "whole")]
use philidor::Game;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
#[cfg(feature = "whole")]
use crate::kept::Kept;
use crate::rules::{List, MOVES, Position};
use crate::shared::Shared;

/// How many positions are kept ready. A power of two.
pub(crate) const PLACES: usize = 1024;

/// Answered for a refusal.
pub(crate) const REFUSED: i32 = -1;

/// What the module keeps.
pub(crate) struct State {
    pub(crate) positions: Vec<Position>,
    /// Text and bytes that come from JavaScript.
    pub(crate) text_in: Vec<u8>,
    /// Text and bytes that go there.
    pub(crate) text_out: Vec<u8>,
    /// The digests of a list of moves.
    pub(crate) moves: [u16; MOVES],
    pub(crate) list: List,
    /// A position that comes or goes.
    pub(crate) packed: Packed,
    /// The last refusal, as JSON.
    pub(crate) refusal: String,
    #[cfg(feature = "whole")]
    pub(crate) games: Kept<Game<Position>>,
    /// What stands for a game that was freed.
    #[cfg(feature = "whole")]
    pub(crate) no_game: Option<Game<Position>>,
}

/// The 32 bytes of a position, which JavaScript takes four at a time.
#[repr(align(4))]
pub(crate) struct Packed(pub(crate) [u8; 32]);

static STATE: Shared<State> = Shared::new(State {
    positions: Vec::new(),
    text_in: Vec::new(),
    text_out: Vec::new(),
    moves: [0; MOVES],
    list: List::new(),
    packed: Packed([0; 32]),
    refusal: String::new(),
    #[cfg(feature = "whole")]
    games: Kept::new(),
    #[cfg(feature = "whole")]
    no_game: None,
});

/// Calls `work` with the state.
#[inline(always)]
pub(crate) fn with<T>(work: impl FnOnce(&mut State) -> T) -> T {
    STATE.with(work)
}

impl State {
    /// The position at a place; JavaScript names none that it has not filled.
    #[inline(always)]
    pub(crate) fn at(&self, place: u32) -> &Position {
        &self.positions[place as usize % PLACES]
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, place: u32, position: Position) {
        self.positions[place as usize % PLACES] = position;
    }

    /// The first `length` bytes that came from JavaScript.
    #[inline(always)]
    pub(crate) fn given(&self, length: u32) -> &[u8] {
        self.text_in.get(..length as usize).unwrap_or_default()
    }

    /// The same as text, where JavaScript has written nothing but text.
    pub(crate) fn given_text(&self, length: u32) -> &str {
        core::str::from_utf8(self.given(length)).unwrap_or_default()
    }

    /// Answers the digests of the list.
    #[inline(always)]
    pub(crate) fn list_digests(&mut self) -> u32 {
        for (digest, mv) in self.moves.iter_mut().zip(&self.list) {
            *digest = mv.digest().0;
        }
        self.list.len() as u32
    }

    pub(crate) fn answer(&mut self, text: &str) -> i32 {
        self.text_out.clear();
        self.text_out.extend_from_slice(text.as_bytes());
        self.text_out.len() as i32
    }

    /// Refuses, with the reason for [`refusal`].
    pub(crate) fn refuse(&mut self, reason: Json) -> i32 {
        self.refusal = reason.0;
        REFUSED
    }
}

/// Makes the module ready: called once, before anything else.
#[wasm_bindgen]
pub fn start() {
    with(|state| {
        state.positions.resize(PLACES, Position::default());
        state.text_in.resize(4096, 0);
        state.text_out.reserve(4096);
    });
}

/// How many positions are kept ready.
#[wasm_bindgen]
pub fn places() -> u32 {
    PLACES as u32
}

/// Where text is written for this module; it moves when the memory grows, or by [`make_room`].
#[wasm_bindgen]
pub fn text_in() -> *const u8 {
    with(|state| state.text_in.as_ptr())
}

/// How many bytes can be written there.
#[wasm_bindgen]
pub fn room() -> u32 {
    with(|state| state.text_in.len() as u32)
}

/// Makes room for this many bytes, and gives up room that is no longer needed.
#[wasm_bindgen]
pub fn make_room(bytes: u32) {
    with(|state| {
        state.text_in.clear();
        state.text_in.shrink_to(bytes as usize);
        state.text_in.resize(bytes as usize, 0);
    });
}

/// Where answers are; valid until the next call.
#[wasm_bindgen]
pub fn text_out() -> *const u8 {
    with(|state| state.text_out.as_ptr())
}

/// Gives up the room of a long answer.
#[wasm_bindgen]
pub fn forget_answer() {
    with(|state| {
        state.text_out.clear();
        state.text_out.shrink_to(4096);
    });
}

/// Where the digests of a list are.
#[wasm_bindgen]
pub fn moves() -> *const u16 {
    with(|state| state.moves.as_ptr())
}

/// Where the 32 bytes of a position are exchanged with JavaScript.
#[wasm_bindgen]
pub fn packed() -> *const u8 {
    with(|state| state.packed.0.as_ptr())
}

/// Why the last call was refused, as JSON.
#[wasm_bindgen]
pub fn refusal() -> i32 {
    with(|state| {
        let reason = core::mem::take(&mut state.refusal);
        state.answer(&reason)
    })
}
