//! Positions: read, written, played on, asked.

use alloc::vec::Vec;
use core::fmt::Write;

#[cfg(not(feature = "whole"))]
use philidor::MoveList;
use philidor::binary::PackedPosition;
use philidor::{
    CastlingMode, CastlingNotation, Color, EnPassantPolicy, MoveDigest, Position, Setup, Strictness,
};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::refusals;
use crate::state::{REFUSED, State, with};

/// Added to an answer: the position does not fit into 32 bytes.
const UNPACKED: i32 = 1;
/// Added to an answer: castling is written as in Chess960.
const CHESS960: i32 = 2;

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

    /// Answers the digests of the list.
    #[inline(always)]
    pub(crate) fn list_digests(&mut self) -> u32 {
        for (digest, mv) in self.moves.iter_mut().zip(&self.list) {
            *digest = mv.digest().0;
        }
        self.list.len() as u32
    }
}

/// Reads a FEN.
#[wasm_bindgen]
pub fn read_fen(place: u32, length: u32, is_strict: bool) -> i32 {
    with(|state| match read(state.given_text(length), is_strict) {
        Ok(position) => state.deliver(place, position),
        Err(reason) => state.refuse(reason),
    })
}

#[cfg(feature = "whole")]
fn read(text: &str, is_strict: bool) -> Result<Position, Json> {
    let read = match is_strict {
        true => text.parse::<Position>(),
        false => text
            .parse::<Setup>()
            .map_err(Into::into)
            .and_then(|setup| Position::from_setup(setup, Strictness::WellDefined).map_err(Into::into)),
    };
    read.map_err(|error| refusals::position(&error, text))
}

/// By the way that takes all texts, without the faster one for usual texts.
#[cfg(not(feature = "whole"))]
fn read(text: &str, is_strict: bool) -> Result<Position, Json> {
    let setup = text.parse::<Setup>().map_err(|_| refusals::refused())?;
    Position::from_setup(setup, strictness(is_strict)).map_err(|_| refusals::refused())
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
        let position = state.positions[place as usize % crate::state::PLACES];
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

/// Numbers of a position: the halfmove clock, the fullmove number, the en-passant square or 64, the kings.
#[wasm_bindgen]
pub fn number(place: u32, question: u32) -> u32 {
    with(|state| {
        let position = state.at(place);
        match question {
            0 => u32::from(position.halfmove_clock()),
            1 => position.fullmove_number(),
            2 => position.en_passant().map_or(64, |square| square.index() as u32),
            3 => position.king(Color::White).index() as u32,
            _ => position.king(Color::Black).index() as u32,
        }
    })
}

/// The key, or that of Polyglot.
#[wasm_bindgen]
pub fn key(place: u32, polyglot: bool) -> u64 {
    with(|state| if polyglot { state.at(place).polyglot_key() } else { state.at(place).key() })
}

/// The pieces on all squares: a byte each, its letter or zero.
#[wasm_bindgen]
pub fn board(place: u32) -> i32 {
    with(|state| {
        let board = *state.at(place).board();
        state.text_out.clear();
        for square in philidor::Square::ALL {
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
        state.write(position.to_fen(policy, castling))
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
    with(|state| counted(state.at(place), depth).min(u64::MAX - 1))
}

#[cfg(feature = "whole")]
use philidor::perft::perft_by_two_plies as counted;

/// Counts by the lists of moves, which are there anyway: the library's fast counters would be a tenth of the module.
#[cfg(not(feature = "whole"))]
fn counted(position: &Position, depth: u8) -> u64 {
    let (Some(rest), mut list) = (depth.checked_sub(1), alloc::boxed::Box::new(MoveList::new())) else {
        return 1;
    };
    position.legal_moves_into(&mut list);
    match rest {
        0 => list.len() as u64,
        _ => list.iter().map(|&mv| counted(&position.after(mv), rest)).sum(),
    }
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
