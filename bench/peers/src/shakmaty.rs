//! shakmaty: a list of moves by value, play on a copy, and a key beside the position rather than in it.
//!
//! `Position::update_zobrist_hash` updates a key for the plain moves and says `None` for the rest: after a
//! double push, king moves, castling, en passant and whatever touches a castling right. For those the choice
//! is to compute the key from scratch, or to update it from the same public parts that the library is built
//! of. The second is faster, so that is what this contestant does ([`key_after`]); a test holds it against
//! the key from scratch.

use std::hint::black_box;

use ::engine::Search;
use ::shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Fen, zobrist::Zobrist64};
use anyhow::{Context, Result};
use protocol::Contestant;

use crate::{engine, key_after::key_after};

/// The en-passant square counts after every double push: the mode that costs least.
const MODE: EnPassantMode = EnPassantMode::Always;

pub(crate) struct Shakmaty;

impl Contestant for Shakmaty {
    type Position = Chess;

    fn read(fen: &str) -> Result<Chess> {
        let setup: Fen = fen.parse().with_context(|| format!("shakmaty cannot read {fen:?}"))?;
        setup.into_position(CastlingMode::Standard).with_context(|| format!("shakmaty refuses {fen:?}"))
    }

    fn counted(position: &Chess, depth: u32) -> u128 {
        u128::from(::shakmaty::perft(position, depth))
    }

    fn played(position: &Chess, depth: u32) -> u128 {
        u128::from(played(position, position.zobrist_hash(MODE), depth))
    }

    fn listed(positions: &[Chess]) -> u128 {
        let mut moves = 0;
        for position in positions {
            let list = position.legal_moves();
            moves += black_box(&list).len() as u128;
        }
        moves
    }

    fn searched(position: &Chess, depth: u32) -> u128 {
        engine::shakmaty(position, Search::to_depth(depth)).comparable_nodes()
    }
}

fn played(position: &Chess, key: Zobrist64, depth: u32) -> u64 {
    let list = position.legal_moves();
    let mut nodes = 0;
    for &word in &list {
        let mut child = position.clone();
        child.play_unchecked(word);
        let child_key = key_after(position, key, word, &child, MODE);
        if depth == 1 {
            black_box(child_key);
            black_box(&child);
            nodes += 1;
        } else {
            nodes += played(&child, child_key, depth - 1);
        }
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys_agree(position: &Chess, key: Zobrist64, depth: u32) {
        assert_eq!(key, position.zobrist_hash(MODE), "{position:?}");
        if depth > 0 {
            for word in position.legal_moves() {
                let mut child = position.clone();
                child.play_unchecked(word);
                keys_agree(&child, key_after(position, key, word, &child, MODE), depth - 1);
            }
        }
    }

    #[test]
    fn updated_keys_are_the_keys_from_scratch() -> Result<()> {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        ] {
            let position = Shakmaty::read(fen)?;
            keys_agree(&position, position.zobrist_hash(MODE), 3);
        }
        Ok(())
    }
}
