//! shakmaty: a list of moves by value, play on a copy, and a key beside the position rather than in it.
//!
//! `Position::update_zobrist_hash` updates a key for the plain moves and says `None` for the rest: after a
//! double push, king moves, castling, en passant and whatever touches a castling right. For those the choice
//! is to compute the key from scratch, or to update it from the same public parts that the library is built
//! of. The second is faster, so that is what this contestant does ([`key_after`]); a test holds it against
//! the key from scratch.

use std::hint::black_box;

use ::engine::Search;
use ::shakmaty::{
    Bitboard, CastlingMode, Chess, EnPassantMode, MoveList, Position, Rank, Role, fen::Fen,
    zobrist::Zobrist64,
};
use anyhow::{Context, Result};
use protocol::{Contestant, Ready, SetWork};

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

    fn searched(position: &Chess, depth: u32) -> u128 {
        engine::shakmaty::search(position, Search::to_depth(depth)).comparable_nodes()
    }

    fn on_set(work: SetWork, positions: &[Chess]) -> Option<Ready<'_>> {
        Some(match work {
            SetWork::Listed => Box::new(|| listed(positions, Chess::legal_moves)),
            SetWork::Tactical => Box::new(|| listed(positions, tactical)),
            SetWork::Any => {
                Box::new(|| positions.iter().filter(|each| !each.legal_moves().is_empty()).count() as u128)
            }
            SetWork::Exchange => {
                let captures: Vec<_> = positions
                    .iter()
                    .map(|position| (engine::shakmaty::Keyed::of(position), tactical(position)))
                    .collect();
                Box::new(move || engine::shakmaty::good(&captures))
            }
            SetWork::Unpacked => return None,
        })
    }
}

fn listed(positions: &[Chess], list: impl Fn(&Chess) -> MoveList) -> u128 {
    positions.iter().map(|position| black_box(&list(position)).len() as u128).sum()
}

/// The library lists captures, and lists promotions, some of which capture: the others are added where a pawn is near
/// its last rank.
fn tactical(position: &Chess) -> MoveList {
    let mut list = position.capture_moves();
    let near = if position.turn().is_white() { Rank::Seventh } else { Rank::Second };
    if (position.our(Role::Pawn) & Bitboard::from_rank(near)).any() {
        list.extend(position.promotion_moves().into_iter().filter(|word| !word.is_capture()));
    }
    list
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
