//! Other chess libraries as contestants, one process per library: `peers cozy-chess`, `peers shakmaty`,
//! `peers chess`; and an engine, `peers stockfish`.
//!
//! `peers pgn FILE` plays the games of a file, `peers scan FILE` reads them, and `peers san FILE` reads and writes their
//! moves as text (see `pgn.rs`; `scripts/bench-pgn` races them).
//! `peers positions` prints the positions of the work `listed` instead (see `positions.rs`).

mod chess;
mod cozy_chess;
mod engine;
mod key_after;
mod list;
mod pgn;
mod positions;
mod shakmaty;
mod stockfish;

use anyhow::{Result, bail};
use protocol::{Introduction, serve};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["cozy-chess"] => serve::<cozy_chess::CozyChess>(&Introduction::of("cozy-chess", "pext")?),
        ["shakmaty"] => serve::<shakmaty::Shakmaty>(&Introduction::of("shakmaty", "")?),
        ["chess"] => serve::<chess::Chess>(&Introduction::of("chess", "")?),
        ["stockfish"] => serve::<stockfish::Stockfish>(&stockfish::introduction()?),
        ["pgn", path] => pgn::check(path),
        ["scan", path] => pgn::scan(path),
        ["san", path] => pgn::san(path),
        ["positions"] => positions::print(),
        _ => bail!(
            "expected cozy-chess, shakmaty, chess, stockfish, positions, or pgn, scan or san with a file"
        ),
    }
}

/// What every peer must get right, whatever it is compared for.
#[cfg(test)]
mod tests {
    use anyhow::Result;
    use protocol::Contestant;

    use super::{chess::Chess, cozy_chess::CozyChess, shakmaty::Shakmaty};

    fn counts_kiwipete<C: Contestant>() -> Result<()> {
        let position = C::read("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")?;
        for (depth, nodes) in [(1, 48), (2, 2_039), (3, 97_862)] {
            assert_eq!(C::counted(&position, depth), nodes, "counted at depth {depth}");
            assert_eq!(C::played(&position, depth), nodes, "played at depth {depth}");
        }
        assert_eq!(C::listed(&[position]), 48);
        Ok(())
    }

    fn searches_the_known_tree<C: Contestant>() -> Result<()> {
        let (fen, depths) = ::engine::KNOWN;
        for (depth, nodes) in depths {
            assert_eq!(C::searched(&C::read(fen)?, depth), nodes, "to depth {depth}");
        }
        Ok(())
    }

    #[test]
    fn cozy_chess_searches_the_known_tree() -> Result<()> {
        searches_the_known_tree::<CozyChess>()
    }

    #[test]
    fn shakmaty_searches_the_known_tree() -> Result<()> {
        searches_the_known_tree::<Shakmaty>()
    }

    #[test]
    fn chess_searches_the_known_tree() -> Result<()> {
        searches_the_known_tree::<Chess>()
    }

    #[test]
    fn cozy_chess_counts_kiwipete() -> Result<()> {
        counts_kiwipete::<CozyChess>()
    }

    #[test]
    fn shakmaty_counts_kiwipete() -> Result<()> {
        counts_kiwipete::<Shakmaty>()
    }

    #[test]
    fn chess_counts_kiwipete() -> Result<()> {
        counts_kiwipete::<Chess>()
    }
}
