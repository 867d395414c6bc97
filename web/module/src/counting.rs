//! Perft: the tree counted, by any of the three generators.

use alloc::vec::Vec;

use philidor::{MoveGenerator, MoveKind, MoveList, MoveType, Position, Unrepresentable};
use philidor_historic::chain::ChainBoard;
use philidor_historic::mailbox::MailboxBoard;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::refusals;
use crate::state::{REFUSED, with};

const BITBOARD: u32 = 1;
const CHAIN: u32 = 2;

/// The leaves of a tree of this depth; `u64::MAX` for a refusal. `generator` is 1 for bitboards, 2 for chains, 3 for
/// the mailbox.
#[wasm_bindgen]
pub fn count(place: u32, depth: u8, generator: u32) -> u64 {
    with(|state| {
        let mut position = *state.at(place);
        let counted = match generator {
            BITBOARD => Ok(played(&mut position, &mut lists(depth))),
            CHAIN => by::<ChainBoard>(&position, depth),
            _ => by::<MailboxBoard>(&position, depth),
        };
        match counted {
            // No count that finishes within a lifetime gets this large.
            Ok(count) => count.min(u64::MAX - 1),
            Err(error) => {
                state.refuse(unrepresentable(&error));
                u64::MAX
            }
        }
    })
}

/// A move list for each ply.
fn lists(depth: u8) -> Vec<MoveList> {
    (0..depth).map(|_| MoveList::new()).collect()
}

fn by<G: MoveGenerator>(position: &Position, depth: u8) -> Result<u64, Unrepresentable> {
    Ok(played(&mut G::from_position(position)?, &mut lists(depth)))
}

/// Plays every leaf. The library's `perft_with`, which also counts trees too deep for recursion, would make the module
/// 2 % larger.
fn played<G: MoveGenerator>(board: &mut G, lists: &mut [MoveList]) -> u64 {
    let Some((list, deeper)) = lists.split_first_mut() else { return 1 };
    board.write_moves(MoveKind::All, list);
    let mut leaves = 0;
    for &mv in &*list {
        let undo = board.play_unchecked(mv);
        if board.last_move_was_legal(mv) {
            leaves += played(board, deeper);
        }
        board.undo(mv, undo);
    }
    leaves
}

/// Why a generator cannot hold a position.
pub(crate) fn unrepresentable(error: &Unrepresentable) -> Json {
    let mut json = refusals::plain("UnrepresentableError", "unrepresentable", error);
    json.0.pop();
    json.key("generator").text(error.generator).close('}');
    json
}

/// The kinds of moves of the last ply, as JSON.
#[wasm_bindgen]
pub fn statistics(place: u32, depth: u32) -> i32 {
    with(|state| {
        let position = *state.at(place);
        let mut found = [0; KINDS.len()];
        if depth == 0 {
            found[0] = 1;
        } else {
            classify(&position, depth, &mut found);
        }
        let mut json = Json::new();
        json.open('{');
        for (name, count) in KINDS.into_iter().zip(found) {
            json.key(name).bits(count);
        }
        json.close('}');
        state.answer(&json.0)
    })
}

const KINDS: [&str; 9] = [
    "nodes",
    "captures",
    "enPassant",
    "castles",
    "promotions",
    "checks",
    "discoveredChecks",
    "doubleChecks",
    "mates",
];

fn classify(position: &Position, depth: u32, found: &mut [u64; KINDS.len()]) {
    for mv in &position.legal_moves() {
        let us = position.side_to_move();
        let after = position.after(*mv);
        if depth > 1 {
            classify(&after, depth - 1, found);
        } else {
            let checkers = after.checkers();
            let arrived = mv.castling_side().map_or(mv.dest_square(), |side| side.rook_destination(us));
            let is_check = !checkers.is_empty();
            let is_so = [
                true,
                mv.is_capture(),
                mv.move_type() == MoveType::EnPassant,
                mv.castling_side().is_some(),
                mv.promotion().is_some(),
                is_check,
                !(checkers - arrived.into()).is_empty(),
                checkers.has_several(),
                is_check && !after.has_legal_move(),
            ];
            found.iter_mut().zip(is_so).for_each(|(count, is_so)| *count += u64::from(is_so));
        }
    }
}

/// The moves of a generator in its own order, pseudo-legal ones except for the bitboards, as numbers: 65,536 is added
/// to a legal one.
#[wasm_bindgen]
pub fn moves_by(place: u32, generator: u32) -> i32 {
    with(|state| {
        let position = *state.at(place);
        let listed = match generator {
            BITBOARD => Ok(position.legal_moves().iter().map(|mv| mv.digest()).collect::<Vec<_>>()),
            CHAIN => listed::<ChainBoard>(&position),
            _ => listed::<MailboxBoard>(&position),
        };
        match listed {
            Ok(digests) => {
                let mut json = Json::new();
                json.open('[');
                for digest in digests {
                    let is_legal = position.decode(digest).is_some();
                    json.plain(u32::from(digest.0) + (u32::from(is_legal) << 16));
                }
                json.close(']');
                state.answer(&json.0)
            }
            Err(error) => {
                state.refuse(unrepresentable(&error));
                REFUSED
            }
        }
    })
}

fn listed<G: MoveGenerator>(position: &Position) -> Result<Vec<philidor::MoveDigest>, Unrepresentable> {
    let mut list = MoveList::new();
    G::from_position(position)?.write_moves(MoveKind::All, &mut list);
    Ok(list.iter().map(|mv| mv.digest()).collect())
}

/// The generators, as JSON.
#[wasm_bindgen]
pub fn generators() -> i32 {
    with(|state| {
        let mut json = Json::new();
        json.open('[');
        let tables = philidor::attacks::MagicNumbers::TABLE_BYTES;
        let bitboard = (
            "sets of squares; sliders by one look-up; legal from masks of checks and pins",
            "philidor, after the lecture notes",
        );
        let mut one = |name: &str, year: u16, author: &str, idea: &str, board: usize, table: usize| {
            json.open('{').key("name").text(name).key("year").plain(year).key("author").text(author);
            json.key("idea").text(idea).key("boardBytes").plain(board).key("tableBytes").plain(table);
            json.close('}');
        };
        one("bitboard", 2026, bitboard.1, bitboard.0, size_of::<Position>(), tables);
        one(
            ChainBoard::NAME,
            ChainBoard::YEAR,
            ChainBoard::AUTHOR,
            ChainBoard::IDEA,
            ChainBoard::BOARD_BYTES,
            ChainBoard::TABLE_BYTES,
        );
        one(
            MailboxBoard::NAME,
            MailboxBoard::YEAR,
            MailboxBoard::AUTHOR,
            MailboxBoard::IDEA,
            MailboxBoard::BOARD_BYTES,
            MailboxBoard::TABLE_BYTES,
        );
        json.close(']');
        state.answer(&json.0)
    })
}
