//! Positions: read, written, played on, asked.

use alloc::vec::Vec;
use core::fmt::Write;

#[cfg(feature = "whole")]
use philidor::CastlingMode;
use philidor::{CastlingNotation, Color, EnPassantPolicy, MoveDigest, Square, Strictness};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::rules::{self, *};
use crate::state::{REFUSED, State, with};

pub(crate) const fn strictness(is_strict: bool) -> Strictness {
    if is_strict { Strictness::Reachable } else { Strictness::WellDefined }
}

#[cfg(feature = "whole")]
pub(crate) const fn mode(chess960: bool) -> CastlingMode {
    if chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
}

#[cfg(feature = "whole")]
pub(crate) const fn color(black: bool) -> Color {
    if black { Color::Black } else { Color::White }
}

/// Reads a FEN.
#[wasm_bindgen]
pub fn read_fen(place: u32, length: u32, is_strict: bool) -> i32 {
    with(|state| match rules::read(state.given_text(length), strictness(is_strict)) {
        Ok(position) => state.deliver(place, position),
        Err(reason) => state.refuse(reason),
    })
}

/// The position after a move; negative if it is not legal.
#[wasm_bindgen]
pub fn play(from: u32, to: u32, digest: u16) -> i32 {
    with(|state| {
        let position = state.at(from);
        match position.decode(MoveDigest(digest)) {
            Some(mv) => {
                let after = position.after(mv);
                state.deliver(to, after)
            }
            None => REFUSED,
        }
    })
}

/// The legal moves, as digests; answers how many.
#[wasm_bindgen]
pub fn legal_moves(place: u32) -> u32 {
    with(|state| {
        let position: Position = *state.at(place);
        position.legal_moves_into(&mut state.list);
        state.list_digests()
    })
}

/// Whether something is true of a position: 0 check, 1 it has a legal move, 6 Black to move.
#[wasm_bindgen]
pub fn status(place: u32, question: u32) -> bool {
    with(|state| {
        let position = state.at(place);
        match question {
            0 => position.is_check(),
            1 => position.has_legal_move(),
            _ => position.side_to_move() == Color::Black,
        }
    })
}

/// Numbers of a position: the halfmove clock, the fullmove number, the en-passant square or 64.
#[wasm_bindgen]
pub fn number(place: u32, question: u32) -> u32 {
    with(|state| {
        let about = state.at(place).state();
        match question {
            0 => u32::from(about.halfmove_clock),
            1 => about.fullmove_number,
            _ => about.en_passant.map_or(64, |square| square.index() as u32),
        }
    })
}

/// The key.
#[wasm_bindgen]
pub fn key(place: u32) -> u64 {
    with(|state| state.at(place).key())
}

/// The pieces on all squares: a byte each, its letter or zero.
#[wasm_bindgen]
pub fn board(place: u32) -> i32 {
    with(|state| {
        let board = *state.at(place).board();
        state.text_out.clear();
        for square in Square::ALL {
            let letter = board.piece_at(square).map_or(b'.', |piece| piece.letter() as u8);
            state.text_out.push(letter);
        }
        state.text_out.len() as i32
    })
}

/// The FEN. `policy`: always, pseudo-legal, legal; with Shredder's castling rights or those of X-FEN.
#[wasm_bindgen]
pub fn write_fen(place: u32, policy: u32, shredder: bool) -> i32 {
    with(|state| {
        let position = *state.at(place);
        let policy = match policy {
            0 => EnPassantPolicy::Always,
            1 => EnPassantPolicy::PseudoLegal,
            _ => EnPassantPolicy::Legal,
        };
        let castling = if shredder { CastlingNotation::Shredder } else { CastlingNotation::XFen };
        state.write(rules::fen(&position, policy, castling))
    })
}

impl State {
    /// Answers what is printed.
    pub(crate) fn write(&mut self, value: impl core::fmt::Display) -> i32 {
        self.text_out.clear();
        // Writing to memory does not fail.
        let _ = write!(Utf8(&mut self.text_out), "{value}");
        self.text_out.len() as i32
    }
}

/// Bytes as a target of formatting.
pub(crate) struct Utf8<'a>(pub(crate) &'a mut Vec<u8>);

impl Write for Utf8<'_> {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

/// The leaves of a tree of this depth. No count that finishes within a lifetime is above `u64::MAX - 1`.
#[wasm_bindgen]
pub fn leaves(place: u32, depth: u8) -> u64 {
    with(|state| rules::leaves(state.at(place), depth).min(u64::MAX - 1))
}
