//! Moves and positions taken apart, of any rules.

use philidor::{Bitboard, Move, MoveDigest};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::notations;
use crate::position::color;
use crate::refusals;
use crate::rules::*;
use crate::state::{PLACES, State, with};

/// All that is known about a legal move, or about all of them (-1): their count in two bytes, a table with ten bytes
/// for each, and text with three words for each: SAN, UCI, the long form.
///
/// ```text
/// word, the low byte first   origin and destination of the rook that castles, or twice 255
/// 0 1 2 3 4 5 6 7            8 9
/// ```
///
/// JavaScript reads the other fields off these: as JSON, they would take five times as long.
#[wasm_bindgen]
pub fn details(place: u32, digest: i32, chess960: bool) -> i32 {
    with(|state| {
        let State { positions, list, text_out, .. } = state;
        let position = &positions[place as usize % PLACES];
        list.clear();
        match u16::try_from(digest) {
            // An empty list has room.
            Ok(digest) => _ = position.decode(MoveDigest(digest)).map(|mv| list.push(mv)),
            Err(_) => position.legal_moves_into(list),
        }
        text_out.clear();
        text_out.extend_from_slice(&(list.len() as u16).to_le_bytes());
        for &mv in &*list {
            text_out.extend_from_slice(&mv.raw().to_le_bytes());
            text_out.extend_from_slice(&rook_way(position, mv));
        }
        let uci = if chess960 { notations::UCI_960 } else { notations::UCI };
        for &mv in &*list {
            for notation in [notations::SAN, uci, notations::LONG] {
                notations::write(text_out, position, mv, notation);
                text_out.push(b' ');
            }
        }
        text_out.len() as i32
    })
}

/// Origin and destination of the rook that castles.
fn rook_way(position: &Position, mv: Move) -> [u8; 2] {
    let us = position.side_to_move();
    mv.castling_side().map_or([u8::MAX; 2], |side| {
        [position.castling_rooks().square(us, side), side.rook_destination(us)]
            .map(|square| square.index() as u8)
    })
}

/// Whether 16 bits are a legal move.
#[wasm_bindgen]
pub fn is_legal(place: u32, digest: u16) -> bool {
    with(|state| state.at(place).decode(MoveDigest(digest)).is_some())
}

/// The position after a null move, which passes the turn; negative in check.
#[wasm_bindgen]
pub fn pass(from: u32, to: u32) -> i32 {
    with(|state| {
        let position = state.at(from);
        match position.null_move() {
            Some(mv) => {
                let after = position.after(mv);
                state.deliver(to, after)
            }
            None => {
                let reason = refusals::illegal(
                    "null-move",
                    "in check the turn cannot be passed",
                    "--",
                    position,
                    None,
                    Bitboard::EMPTY,
                );
                state.refuse(reason)
            }
        }
    })
}

/// Whether a side can no longer win.
#[wasm_bindgen]
pub fn insufficient_material(place: u32, black: bool) -> bool {
    with(|state| state.at(place).has_insufficient_material(color(black)))
}
