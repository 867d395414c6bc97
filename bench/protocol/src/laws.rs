//! What every contestant must get right, whatever it is raced for: for the tests of each.

use anyhow::{Context, Result, ensure};

use crate::{Contestant, SetWork};

/// A position with 48 moves, 8 of them captures. Three lose nothing: Bxa6 and dxe6 exchange, gxh3 wins a pawn.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Positions with the number of their moves, of those that are tactical, and 1 if there are any: twelve promotions;
/// mate; stalemate; en passant.
const SETS: [(&str, u128, u128, u128); 5] = [
    (KIWIPETE, 48, 8, 1),
    ("r1r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1", 17, 12, 1),
    ("R3k3/8/4K3/8/8/8/8/8 b - - 0 1", 0, 0, 0),
    ("k7/2Q5/2K5/8/8/8/8/8 b - - 0 1", 0, 0, 0),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 7, 1, 1),
];

/// The known counts of trees.
///
/// # Errors
///
/// If one is wrong.
pub fn counts<C: Contestant>() -> Result<()> {
    let position = C::read(KIWIPETE)?;
    for (depth, nodes) in [(1, 48), (2, 2_039), (3, 97_862)] {
        ensure!(C::counted(&position, depth) == nodes, "counted at depth {depth}");
        ensure!(C::played(&position, depth) == nodes, "played at depth {depth}");
    }
    Ok(())
}

/// Lists of moves, tactical ones, and whether there are any.
///
/// # Errors
///
/// If one is wrong.
pub fn lists<C: Contestant>() -> Result<()> {
    for (fen, all, tactical, any) in SETS {
        for (work, right) in [(SetWork::Listed, all), (SetWork::Tactical, tactical), (SetWork::Any, any)] {
            let answer = answer::<C>(work, fen)?;
            ensure!(answer == right, "{}: {answer} in {fen}, not {right}", work.name());
        }
    }
    let answer = answer::<C>(SetWork::Exchange, KIWIPETE)?;
    ensure!(answer == 3, "{answer} captures lose nothing");
    Ok(())
}

/// The known trees of the engine, [`engine::KNOWN`](../../engine/src/lib.rs).
///
/// # Errors
///
/// If one has another number of nodes.
pub fn searches<C: Contestant>((fen, depths): (&str, [(u32, u128); 3])) -> Result<()> {
    for (depth, nodes) in depths {
        ensure!(C::searched(&C::read(fen)?, depth) == nodes, "searched to depth {depth}");
    }
    Ok(())
}

fn answer<C: Contestant>(work: SetWork, fen: &str) -> Result<u128> {
    let positions = [C::read(fen)?];
    let ready = C::on_set(work, &positions).with_context(|| format!("{} is not offered", work.name()))?;
    Ok(ready())
}
