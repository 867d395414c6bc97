//! Positions of chess at their places, from which JavaScript takes their 32 bytes.

use philidor::binary::PackedPosition;
use philidor::{CastlingMode, MoveDigest, Position, Strictness};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::state::{State, with};

/// Added to an answer: the position does not fit into 32 bytes.
const UNPACKED: i32 = 1;
/// Added to an answer: castling is written as in Chess960.
const CHESS960: i32 = 2;

impl State {
    /// Puts a position where JavaScript wants it, and its 32 bytes where it finds them.
    #[inline(always)]
    pub(crate) fn deliver(&mut self, place: u32, position: Position) -> i32 {
        let mut flags = 0;
        match position.try_pack() {
            Ok(packed) => self.packed.0 = packed.to_bytes(),
            Err(_) => flags |= UNPACKED,
        }
        if CastlingMode::detect(&position) == CastlingMode::Chess960 {
            flags |= CHESS960;
        }
        self.put(place, position);
        flags
    }
}

/// Reads 32 bytes that this module has written.
#[wasm_bindgen]
pub fn restore(place: u32) {
    with(|state| {
        if let Ok(position) = PackedPosition::from_bytes(state.packed.0).unpack_with(Strictness::WellDefined)
        {
            state.put(place, position);
        }
    });
}

/// The square of the rook with which a legal move castles, or -1.
#[wasm_bindgen]
pub fn castling_rook(place: u32, digest: u16) -> i32 {
    with(|state| {
        let position = state.at(place);
        let side = position.decode(MoveDigest(digest)).and_then(|mv| mv.castling_side());
        side.map_or(-1, |side| position.castling_rooks().square(position.side_to_move(), side).index() as i32)
    })
}
