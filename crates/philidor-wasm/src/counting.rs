//! Perft: the tree counted, by any of the three generators.

use philidor::chain::ChainBoard;
use philidor::mailbox::MailboxBoard;
use philidor::perft::{self, perft_with};
use philidor::{MoveGenerator, MoveList, Position, Unrepresentable};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::refusals;
use crate::state::{REFUSED, with};

const BITBOARD: u32 = 1;
const CHAIN: u32 = 2;

/// How many lines of so many half-moves there are; `u64::MAX` for a refusal. `generator`: 0 the fastest way, 1 bitboard,
/// 2 chain, 3 mailbox.
#[wasm_bindgen]
pub fn count(place: u32, depth: u32, generator: u32) -> u64 {
    with(|state| {
        let position = *state.at(place);
        let counted = match generator {
            0 => Ok(perft::perft(&position, depth)),
            BITBOARD => Ok(perft::perft_plain(&position, depth)),
            CHAIN => by::<ChainBoard>(&position, depth),
            _ => by::<MailboxBoard>(&position, depth),
        };
        match counted {
            // No count that ends in a lifetime is as large.
            Ok(count) => u64::try_from(count).unwrap_or(u64::MAX - 1),
            Err(error) => {
                state.refuse(unrepresentable(&error));
                u64::MAX
            }
        }
    })
}

fn by<G: MoveGenerator>(position: &Position, depth: u32) -> Result<u128, Unrepresentable> {
    Ok(perft_with(&mut G::from_position(position)?, depth))
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
        let found = perft::statistics(state.at(place), depth);
        let mut json = Json::new();
        json.open('{');
        for (name, count) in [
            ("nodes", found.nodes),
            ("captures", found.captures),
            ("enPassant", found.en_passant),
            ("castles", found.castles),
            ("promotions", found.promotions),
            ("checks", found.checks()),
            (
                "discoveredChecks",
                found.single_discovered_checks
                    + found.direct_discovered_checks
                    + found.double_discovered_checks,
            ),
            ("doubleChecks", found.direct_discovered_checks + found.double_discovered_checks),
            ("mates", found.mates()),
        ] {
            json.key(name).bits(count);
        }
        json.close('}');
        state.answer(&json.0)
    })
}

/// The pseudo-legal moves of a generator in its own order, each with whether it is legal: 65,536 is added to a legal one.
#[wasm_bindgen]
pub fn moves_by(place: u32, generator: u32) -> i32 {
    with(|state| {
        let position = *state.at(place);
        let listed = match generator {
            BITBOARD => Ok(position.pseudo_legal_moves().iter().map(|mv| mv.digest()).collect::<Vec<_>>()),
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
    G::from_position(position)?.write_moves(philidor::MoveKind::All, &mut list);
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
