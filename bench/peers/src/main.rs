//! Other chess libraries as contestants, one process per library: `peers cozy-chess`, `peers shakmaty`,
//! `peers chess`; and an engine, `peers stockfish`.
//!
//! `peers pgn FILE` plays the games of a file, `peers scan FILE` reads them, and `peers san FILE` reads and writes
//! their moves as text (see `pgn.rs`; `bench/pgn` races them).

// `chess.rs`, `cozy_chess.rs`, `shakmaty.rs`, `stockfish.rs`: a contestant each. `engine/`: their boards under the
// engine. `list.rs`, `key_after.rs`: what two of the libraries do not have.
mod chess;
mod cozy_chess;
mod engine;
mod key_after;
mod list;
mod pgn;
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
        _ => bail!("expected cozy-chess, shakmaty, chess, stockfish, or pgn, scan or san with a file"),
    }
}

#[cfg(test)]
mod tests {
    use anyhow::Result;
    use protocol::{Contestant, laws};

    use super::{chess::Chess, cozy_chess::CozyChess, shakmaty::Shakmaty};

    fn keeps_the_laws<C: Contestant>() -> Result<()> {
        laws::counts::<C>()?;
        laws::lists::<C>()?;
        laws::searches::<C>(::engine::KNOWN)
    }

    #[test]
    fn cozy_chess_keeps_the_laws() -> Result<()> {
        keeps_the_laws::<CozyChess>()
    }

    #[test]
    fn shakmaty_keeps_the_laws() -> Result<()> {
        keeps_the_laws::<Shakmaty>()
    }

    #[test]
    fn chess_keeps_the_laws() -> Result<()> {
        keeps_the_laws::<Chess>()
    }
}
