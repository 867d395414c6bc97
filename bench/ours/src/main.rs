//! philidor as a contestant: built plainly, as a user builds it, and called by its public interface only.

use std::hint::black_box;

use anyhow::{Context, Result};
use philidor::{MoveList, Position, perft};
use protocol::{Contestant, Introduction, serve};

struct Philidor;

impl Contestant for Philidor {
    type Position = Position;

    fn read(fen: &str) -> Result<Position> {
        fen.parse().with_context(|| format!("philidor refuses {fen:?}"))
    }

    fn counted(position: &Position, depth: u32) -> u128 {
        perft::perft(position, depth)
    }

    fn played(position: &Position, depth: u32) -> u128 {
        perft::perft_plain(position, depth)
    }

    fn listed(positions: &[Position]) -> u128 {
        let mut list = MoveList::new();
        let mut moves = 0;
        for position in positions {
            list.clear();
            position.legal_moves_into(&mut list);
            moves += black_box(&list).len() as u128;
        }
        moves
    }
}

fn main() -> Result<()> {
    serve::<Philidor>(&Introduction::of("philidor", "")?)
}
