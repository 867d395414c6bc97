//! Many positions at once: rows of 32 bytes that come from JavaScript, some thousand at a time.
//!
//! A row that is not a position ends the work; the answer is then a refusal with its number.

use alloc::vec::Vec;

use philidor::binary::PackedPosition;
use philidor::{MoveDigest, MoveList, Position};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::judgement;
use crate::position::strictness;
use crate::refusals;
use crate::state::{REFUSED, State, with};

const ROW: usize = PackedPosition::BYTES;

/// What is asked of each position.
const MOVES: u32 = 0;
const COUNTS: u32 = 1;
const KEYS: u32 = 2;
const POLYGLOT_KEYS: u32 = 3;
const CHECKS: u32 = 4;
const MATES: u32 = 5;
const STALEMATES: u32 = 6;
const FENS: u32 = 7;

/// Reads a row; a refusal names it.
fn read(bytes: &[u8], row: usize, first: u32, is_strict: bool) -> Result<Position, Json> {
    let bytes = bytes.get(row * ROW..(row + 1) * ROW).unwrap_or_default();
    let read = PackedPosition::try_from(bytes).and_then(|packed| packed.unpack_with(strictness(is_strict)));
    read.map_err(|error| of_row(refusals::packed(&error), first as usize + row))
}

/// A refusal with the number of its row.
fn of_row(mut json: Json, row: usize) -> Json {
    json.0.pop();
    json.key("row").plain(row).close('}');
    json
}

/// Asks `question` of each of `rows` rows, the first of which has the number `first`. The answers are bytes, one after
/// another: for moves their count, then their digests, in 16 bits each; for counts 16 bits; for keys 64; for FENs text
/// with line feeds; one byte for all others.
#[wasm_bindgen]
pub fn batch(rows: u32, first: u32, question: u32, is_strict: bool) -> i32 {
    with(|state| {
        let State { text_in, text_out, list, .. } = state;
        text_out.clear();
        for row in 0..rows as usize {
            match read(text_in, row, first, is_strict) {
                Ok(position) => ask(&position, question, list, text_out),
                Err(reason) => return state.refuse(reason),
            }
        }
        text_out.len() as i32
    })
}

fn ask(position: &Position, question: u32, list: &mut MoveList, out: &mut Vec<u8>) {
    match question {
        MOVES => {
            position.legal_moves_into(list);
            out.extend_from_slice(&(list.len() as u16).to_le_bytes());
            list.iter().for_each(|mv| out.extend_from_slice(&mv.digest().0.to_le_bytes()));
        }
        COUNTS => out.extend_from_slice(&(position.legal_move_count() as u16).to_le_bytes()),
        KEYS => out.extend_from_slice(&position.key().to_le_bytes()),
        POLYGLOT_KEYS => out.extend_from_slice(&position.polyglot_key().to_le_bytes()),
        CHECKS => out.push(u8::from(position.is_check())),
        MATES => out.push(u8::from(position.is_checkmate())),
        STALEMATES => out.push(u8::from(position.is_stalemate())),
        FENS => {
            // Writing to memory does not fail.
            let _ =
                core::fmt::Write::write_fmt(&mut crate::position::Utf8(out), format_args!("{position}\n"));
        }
        _ => {}
    }
}

/// Plays one move in each row; the digests come after the rows. The answer is rows.
#[wasm_bindgen]
pub fn batch_play(rows: u32, first: u32, is_strict: bool) -> i32 {
    with(|state| {
        let State { text_in, text_out, .. } = state;
        text_out.clear();
        let count = rows as usize;
        for row in 0..count {
            let position = match read(text_in, row, first, is_strict) {
                Ok(position) => position,
                Err(reason) => return state.refuse(reason),
            };
            let at = count * ROW + 2 * row;
            let digest = match text_in.get(at..at + 2) {
                Some(&[low, high]) => MoveDigest(u16::from_le_bytes([low, high])),
                _ => MoveDigest::invalid(),
            };
            let Some(mv) = position.decode(digest) else {
                let reason = of_row(judgement::reason(&position, digest), first as usize + row);
                return state.refuse(reason);
            };
            match position.after(mv).try_pack() {
                Ok(packed) => text_out.extend_from_slice(&packed.to_bytes()),
                Err(error) => {
                    let reason = of_row(refusals::packed(&error), first as usize + row);
                    return state.refuse(reason);
                }
            }
        }
        text_out.len() as i32
    })
}

/// Reads FENs, one a line, into rows.
#[wasm_bindgen]
pub fn batch_fens(length: u32, first: u32, is_strict: bool) -> i32 {
    with(|state| {
        let mut rows = Vec::new();
        let text = state.given_text(length);
        for (row, line) in text.lines().enumerate() {
            let row = first as usize + row;
            let read = match is_strict {
                true => line.parse::<Position>(),
                false => line
                    .parse::<philidor::Setup>()
                    .map_err(Into::into)
                    .and_then(|setup| Position::from_setup(setup, strictness(false)).map_err(Into::into)),
            };
            let reason = match read {
                Ok(position) => match position.try_pack() {
                    Ok(packed) => {
                        rows.extend_from_slice(&packed.to_bytes());
                        continue;
                    }
                    Err(error) => refusals::packed(&error),
                },
                Err(error) => refusals::position(&error, line),
            };
            state.refuse(of_row(reason, row));
            return REFUSED;
        }
        state.text_out = rows;
        state.text_out.len() as i32
    })
}
