//! philidor as a contestant: built plainly, as a user builds it, and called by its public interface only.
//!
//! `ours methods NAME` is the same without a level of the CPU under the engine.
//! `ours scan FILE` and `ours san FILE` are about games; see `pgn.rs`.

mod engine;
mod pgn;

use std::hint::black_box;

use ::engine::Search;
use anyhow::{Context, Result, bail};
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

    fn searched(position: &Position, depth: u32) -> u128 {
        engine::search(position, Search::to_depth(depth)).comparable_nodes()
    }
}

/// The same without a level: every call asks the CPU for itself. Differs in `searched` only.
struct Methods;

impl Contestant for Methods {
    type Position = Position;

    fn read(fen: &str) -> Result<Position> {
        Philidor::read(fen)
    }

    fn counted(position: &Position, depth: u32) -> u128 {
        Philidor::counted(position, depth)
    }

    fn played(position: &Position, depth: u32) -> u128 {
        Philidor::played(position, depth)
    }

    fn listed(positions: &[Position]) -> u128 {
        Philidor::listed(positions)
    }

    fn searched(position: &Position, depth: u32) -> u128 {
        engine::search_by_methods(position, Search::to_depth(depth)).comparable_nodes()
    }
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => serve::<Philidor>(&Introduction::of("philidor", "")?),
        ["methods", name] => {
            serve::<Methods>(&Introduction { name: name.to_owned(), ..Introduction::of("philidor", "")? })
        }
        ["scan", path] => pgn::scan(path),
        ["san", path] => pgn::san(path),
        _ => bail!("expected nothing, `methods NAME`, `scan FILE` or `san FILE`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn searches_the_known_tree<C: Contestant>() -> Result<()> {
        let (fen, depths) = ::engine::KNOWN;
        for (depth, nodes) in depths {
            assert_eq!(C::searched(&C::read(fen)?, depth), nodes, "to depth {depth}");
        }
        Ok(())
    }

    #[test]
    fn the_level_searches_the_known_tree() -> Result<()> {
        searches_the_known_tree::<Philidor>()
    }

    #[test]
    fn methods_search_the_known_tree() -> Result<()> {
        searches_the_known_tree::<Methods>()
    }
}
