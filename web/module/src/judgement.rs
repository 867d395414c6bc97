//! Moves taken apart: all that is known about one, its word of 64 bits, and what is wrong with a word.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Ordering;

use philidor::attacks::{self, Magic, Sliders};
use philidor::search_support::{Exchange, Picker};
use philidor::{Bitboard, CastlingRights, Color, Move, MoveDigest, MoveType, PieceType, Position, Square};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::position::color;
use crate::questions::KINDS;
use crate::refusals;
use crate::state::with;

/// Centipawns of pawn, knight, bishop, rook and queen.
const VALUES: [i32; 5] = [100, 320, 330, 500, 900];

/// Why a number is not a legal move.
#[wasm_bindgen]
pub fn explain(place: u32, digest: u16) -> i32 {
    with(|state| {
        let position = *state.at(place);
        let reason = reason(&position, MoveDigest(digest));
        state.refuse(reason)
    })
}

/// Why a digest is not legal: the reason for which its UCI text is refused or, if that text is a legal move, that its
/// type or its last two bits are wrong.
pub(crate) fn reason(position: &Position, digest: MoveDigest) -> crate::json::Json {
    let text = digest.to_string();
    match position.parse_uci(text.as_bytes()) {
        Err(error) => refusals::uci(error, &text, position),
        Ok(legal) => refusals::illegal(
            "illegal",
            format_args!(
                "the type or the last two bits are wrong: the number of this move is {}, not {}",
                legal.digest().0,
                digest.0
            ),
            &text,
            position,
            None,
            Bitboard::EMPTY,
        ),
    }
}

/// What is right and wrong about 64 bits, as JSON.
#[wasm_bindgen]
pub fn judge(place: u32, word: u64) -> i32 {
    with(|state| {
        let position = *state.at(place);
        let (given, digest) = (Move::from_raw(word), MoveDigest(word as u16));
        let mut json = Json::new();
        json.open('{');
        match position.decode(digest) {
            Some(expected) => {
                let wrong = wrong_fields(given, expected);
                json.key("legal").plain(wrong.is_empty()).key("digestLegal").plain(true);
                json.key("expected").bits(expected.raw()).key("wrong").open('[');
                wrong.iter().for_each(|field| _ = json.text(field));
                json.close(']').key("reason").plain("null");
            }
            None => {
                let reason = reason(&position, digest);
                json.key("legal").plain(false).key("digestLegal").plain(false);
                json.key("expected").plain("null").key("wrong").open('[').close(']');
                json.key("reason").plain(reason.0);
            }
        }
        json.close('}');
        state.answer(&json.0)
    })
}

fn wrong_fields(given: Move, expected: Move) -> Vec<&'static str> {
    let differs = given.raw() ^ expected.raw();
    let fields = [
        ("enPassantFile", 16, 4),
        ("castlingRights", 20, 4),
        ("piece", 24, 3),
        ("captured", 27, 3),
        ("zero", 30, 2),
    ];
    let wrong = fields.into_iter().filter(|&(_, shift, bits)| differs >> shift & ((1 << bits) - 1) != 0);
    wrong.map(|(field, ..)| field).collect()
}

/// The static exchange evaluation: what a capture and all recaptures on its square win.
#[wasm_bindgen]
pub fn exchange_value(place: u32, digest: u16) -> i32 {
    with(|state| {
        let position = state.at(place);
        position.decode(MoveDigest(digest)).map_or(0, |mv| Exchange::new(VALUES).value(position, mv))
    })
}

/// The moves in the order of a move picker; the transposition table's move and two killers are digests, or zero.
#[wasm_bindgen]
pub fn picked_moves(place: u32, table: u16, killer: u16, other_killer: u16) -> i32 {
    with(|state| {
        let position = *state.at(place);
        let given = |digest: u16| (digest != 0).then_some(MoveDigest(digest));
        let killers = [given(killer), given(other_killer)];
        let mut picker = Picker::new(given(table), killers);
        let mut json = Json::new();
        json.open('[');
        let mut is_first = true;
        while let Some(mv) = picker.next(&position, &mut ()) {
            let is_killer = killers.contains(&Some(mv.digest()));
            let stage = match (mv.is_tactical(), picker.is_among_bad()) {
                _ if is_first && given(table) == Some(mv.digest()) => "table",
                (true, false) => "good-tactical",
                (true, true) => "bad-tactical",
                (false, _) if is_killer => "killer",
                (false, _) => "quiet",
            };
            is_first = false;
            json.open('{').key("move").plain(mv.digest().0).key("san").text(position.to_san(mv).as_str());
            json.key("stage").text(stage).key("exchange");
            if mv.is_tactical() {
                json.plain(Exchange::new(VALUES).value(&position, mv));
            } else {
                json.plain("null");
            }
            json.close('}');
        }
        json.close(']');
        state.answer(&json.0)
    })
}

/// The sets that the generator reports, as JSON; kinds as in `moves_of`.
///
/// They are put together from the list, where the moves of a set follow each other: another copy of the generator, for
/// this alone, would be a sixtieth of the module.
#[wasm_bindgen]
pub fn move_sets(place: u32, kind: u32) -> i32 {
    with(|state| {
        let position = *state.at(place);
        let mut json = Json::new();
        json.open('[');
        for set in position.moves(KINDS[kind as usize % KINDS.len()]).chunk_by(are_of_one_set) {
            one_set(&mut json, set);
        }
        json.close(']');
        state.answer(&json.0)
    })
}

fn are_of_one_set(mv: &Move, next: &Move) -> bool {
    let alike = mv.move_type() == next.move_type() && mv.played_piece() == next.played_piece();
    alike
        && match (mv.move_type(), mv.played_piece()) {
            (MoveType::Castling | MoveType::EnPassant, _) => false,
            (_, PieceType::Pawn) => step(*mv) == step(*next),
            _ => mv.orig_square() == next.orig_square(),
        }
}

/// How a pawn moves.
fn step(mv: Move) -> &'static str {
    let (origin, destination) = (mv.orig_square(), mv.dest_square());
    match destination.file().cmp(&origin.file()) {
        Ordering::Less => "capture-west",
        Ordering::Greater => "capture-east",
        Ordering::Equal if origin.index().abs_diff(destination.index()) == 16 => "double-push",
        Ordering::Equal => "push",
    }
}

fn one_set(json: &mut Json, set: &[Move]) {
    let Some(&mv) = set.first() else { return };
    let targets: Bitboard = set.iter().map(|mv| mv.dest_square()).collect();
    let origin = mv.orig_square();
    json.open('{').key("kind");
    match (mv.move_type(), mv.played_piece()) {
        (MoveType::Castling, _) => {
            let side = mv.castling_side().map(refusals::side);
            json.text("castling").key("side").maybe(side).key("origin").text(origin)
        }
        (MoveType::EnPassant, _) => {
            json.text("en-passant").key("origin").text(origin).key("target").text(mv.dest_square())
        }
        (move_type, PieceType::Pawn) => {
            let kind = if move_type == MoveType::Promotion { "promotions" } else { "pawns" };
            json.text(kind).key("step").text(step(mv)).key("targets").bits(targets.0)
        }
        (_, piece) => {
            json.text("piece").key("pieceType").text(piece.letter()).key("origin").text(origin);
            json.key("targets").bits(targets.0)
        }
    };
    json.close('}');
}

/// The pinned pieces of a side with the pieces that pin them, as JSON.
#[wasm_bindgen]
pub fn pins(place: u32, black: bool) -> i32 {
    with(|state| {
        let position = *state.at(place);
        let us = color(black);
        let (king, board) = (position.king(us), position.board());
        let mut json = Json::new();
        json.open('[');
        for piece in position.pinned(us) {
            let through = board.occupied() - piece.into();
            let along = attacks::line(king, piece);
            let seen = Magic.queen(king, through) & along & board.colors(!us);
            let beyond = seen.into_iter().find(|&at| attacks::between(king, at).contains(piece));
            if let Some(pinner) = beyond {
                let line = attacks::between(king, pinner) | Bitboard::from(pinner);
                json.open('{').key("piece").plain(piece.index()).key("pinner").plain(pinner.index());
                json.key("line").bits(line.0).close('}');
            }
        }
        json.close(']');
        state.answer(&json.0)
    })
}

/// How many pieces of a side attack each square: 64 bytes.
#[wasm_bindgen]
pub fn attack_counts(place: u32, black: bool) -> i32 {
    with(|state| {
        let position = *state.at(place);
        let (occupied, of) = (position.board().occupied(), position.board().colors(color(black)));
        state.text_out.clear();
        for square in Square::ALL {
            state.text_out.push((position.attackers_to(square, occupied) & of).len() as u8);
        }
        64
    })
}

/// What the 32 bytes of a position say, as JSON.
#[wasm_bindgen]
pub fn packed_parts(place: u32) -> i32 {
    with(|state| {
        let position = *state.at(place);
        let Ok(packed) = position.try_pack() else { return state.answer("[]") };
        let bytes = packed.to_bytes();
        let mut json = Json::new();
        json.open('[');
        let mut part = |name: &str, offset: usize, length: usize, value: &dyn core::fmt::Display| {
            json.open('{').key("name").text(name).key("offset").plain(offset).key("length").plain(length);
            json.key("value").text(value).close('}');
        };
        part("occupied", 0, 8, &format_args!("{:#018x}", position.board().occupied().0));
        let letters: String = position
            .board()
            .occupied()
            .into_iter()
            .filter_map(|square| {
                let piece = position.piece_at(square)?;
                let rights = position.castling_rights();
                let castles = CastlingRights::EACH.into_iter().any(|(_, color, side)| {
                    rights.has(color, side) && position.castling_rooks().square(color, side) == square
                });
                Some(if castles { format!("{}*", piece.letter()) } else { piece.letter().to_string() })
            })
            .collect();
        part("pieces", 8, 16, &letters);
        part("halfmove-clock", 24, 2, &position.halfmove_clock());
        part("fullmove-number", 26, 4, &position.fullmove_number());
        let file = position.en_passant().map_or_else(|| "-".to_owned(), |square| square.file().to_string());
        let turn = if position.side_to_move() == Color::Black { "black" } else { "white" };
        part("state", 30, 1, &format_args!("en passant {file}, {turn} to move"));
        part("format", 31, 1, &bytes[31]);
        json.close(']');
        state.answer(&json.0)
    })
}
