//! Text about moves, read and written in the notations of `notations.rs`.

use philidor::MoveDigest;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::notations::{read, write};
use crate::rules::*;
use crate::state::{PLACES, State, with};

/// All legal moves, separated by spaces.
#[wasm_bindgen]
pub fn write_moves(place: u32, notation: u32) -> i32 {
    with(|state| {
        let State { positions, list, text_out, .. } = state;
        let position: &Position = &positions[place as usize % PLACES];
        position.legal_moves_into(list);
        text_out.clear();
        for &mv in &*list {
            write(text_out, position, mv, notation);
            text_out.push(b' ');
        }
        text_out.pop();
        text_out.len() as i32
    })
}

/// One move; negative if it is not legal.
#[wasm_bindgen]
pub fn write_move(place: u32, digest: u16, notation: u32) -> i32 {
    with(|state| {
        let State { positions, text_out, .. } = state;
        let position: &Position = &positions[place as usize % PLACES];
        let Some(mv) = position.decode(MoveDigest(digest)) else { return crate::state::REFUSED };
        text_out.clear();
        write(text_out, position, mv, notation);
        text_out.len() as i32
    })
}

/// Reads a move: 0 SAN, 1 UCI, 2 either, 3 SAN strictly.
#[wasm_bindgen]
pub fn read_move(place: u32, length: u32, notation: u32) -> i32 {
    with(|state| {
        let position = *state.at(place);
        match read(&position, state.given_text(length), notation) {
            Ok(mv) => i32::from(mv.digest().0),
            Err(reason) => state.refuse(reason),
        }
    })
}
