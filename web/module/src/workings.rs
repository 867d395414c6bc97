//! How it works: attacks of single pieces, look-ups step by step, the walk along the chains of 1989.

use alloc::vec::Vec;

use philidor::attacks::{self, LookUp, Magic, MagicNumbers};
use philidor::{Bitboard, Piece, PieceType, Square};
use philidor_historic::chain::ChainBoard;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::refusals::square;
use crate::state::with;

/// The squares that a piece, given by its letter, attacks from a square among occupied ones.
#[wasm_bindgen]
pub fn attacks_of(letter: u8, from: u32, occupied: u64) -> u64 {
    let (from, occupied) = (square(from), Bitboard(occupied));
    let attacked = match Piece::from_letter(char::from(letter)) {
        Some(Piece { piece_type: PieceType::King, .. }) => attacks::king(from),
        Some(Piece { piece_type: PieceType::Queen, .. }) => attacks::queen(from, occupied),
        Some(Piece { piece_type: PieceType::Rook, .. }) => attacks::rook(from, occupied),
        Some(Piece { piece_type: PieceType::Bishop, .. }) => attacks::bishop(from, occupied),
        Some(Piece { piece_type: PieceType::Knight, .. }) => attacks::knight(from),
        Some(Piece { piece_type: PieceType::Pawn, color }) => attacks::pawn(color, from),
        None => Bitboard::EMPTY,
    };
    attacked.0
}

/// The squares between two, or the line through both.
#[wasm_bindgen]
pub fn in_line(from: u32, to: u32, whole: bool) -> u64 {
    let (from, to) = (square(from), square(to));
    if whole { attacks::line(from, to).0 } else { attacks::between(from, to).0 }
}

fn look_up(rook: bool, from: Square, occupied: Bitboard) -> LookUp {
    if rook { Magic.rook_look_up(from, occupied) } else { Magic.bishop_look_up(from, occupied) }
}

/// A look-up by magic multiplication or by PEXT, step by step, as JSON.
#[wasm_bindgen]
pub fn steps(rook: bool, from: u32, occupied: u64, pext: bool) -> i32 {
    with(|state| {
        let (from, occupied) = (square(from), Bitboard(occupied));
        let LookUp { mask, relevant, magic, shift, index, attacks, .. } = look_up(rook, from, occupied);
        let before = Square::ALL.into_iter().take_while(|&at| at != from);
        let offset: u32 = before.map(|at| 1 << look_up(rook, at, Bitboard::EMPTY).mask.len()).sum();
        let mut json = Json::new();
        json.open('{').key("mask").bits(mask.0).key("relevant").bits(relevant.0);
        if pext {
            let gathered = mask.into_iter().zip(0..).filter(|(at, _)| relevant.contains(*at));
            json.key("order")
                .squares(mask)
                .key("index")
                .plain(gathered.map(|(_, bit)| 1 << bit).sum::<u32>());
        } else {
            json.key("magic").bits(magic).key("product").bits(relevant.0.wrapping_mul(magic));
            json.key("shift").plain(shift).key("index").plain(index);
        }
        json.key("size").plain(1 << mask.len()).key("offset").plain(offset).key("attacks").bits(attacks.0);
        json.close('}');
        state.answer(&json.0)
    })
}

/// The multipliers in use, as JSON.
#[wasm_bindgen]
pub fn magic_numbers() -> i32 {
    with(|state| {
        let mut json = Json::new();
        json.open('{');
        // Read from the look-ups, so that the module holds each number only once.
        for (name, rook) in [("bishop", false), ("rook", true)] {
            json.key(name).open('[');
            for from in Square::ALL {
                json.bits(look_up(rook, from, Bitboard::EMPTY).magic);
            }
            json.close(']');
        }
        json.key("seed").bits(MagicNumbers::SEED).key("tableEntries").plain(MagicNumbers::TABLE_ENTRIES);
        json.key("tableBytes").plain(MagicNumbers::TABLE_BYTES).close('}');
        state.answer(&json.0)
    })
}

/// The walk of the piece on a square along the chains, as JSON.
#[wasm_bindgen]
pub fn chain_walk(place: u32, from: u32) -> i32 {
    with(|state| {
        let position = *state.at(place);
        let from = square(from);
        let walk: Vec<(Square, bool)> = ChainBoard::new(&position).walk(from).collect();
        let piece = position.piece_at(from);
        let is_pawn = piece.is_some_and(|piece| piece.piece_type == PieceType::Pawn);
        let mut json = Json::new();
        json.open('[');
        for (step, &(at, is_occupied)) in walk.iter().enumerate() {
            let occupant = position.piece_at(at);
            let is_enemy = occupant.zip(piece).is_some_and(|(other, own)| other.color != own.color);
            // A pawn has two chains: pushes along one link, captures along the other.
            let captures = is_pawn && at.file() != from.file();
            let meaning = match (is_occupied, is_enemy) {
                (true, true) if !is_pawn || captures => Some("capture"),
                (false, _) if captures && position.en_passant() == Some(at) => Some("capture"),
                (false, _) if !captures => Some("quiet"),
                _ => None,
            };
            json.open('{').key("square").text(at).key("occupant").maybe(occupant.map(Piece::letter));
            json.key("move").maybe(meaning).key("link");
            json.text(if captures || is_occupied { "next-direction" } else { "next-position" });
            json.key("next").square(walk.get(step + 1).map(|&(next, _)| next)).close('}');
        }
        json.close(']');
        state.answer(&json.0)
    })
}
