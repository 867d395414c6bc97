//! A small engine, generic over the board: one source, so that only the boards differ.
//!
//! Alpha-beta with a principal variation, quiescence search, a transposition table, null moves, late move reductions,
//! static exchange evaluation, killers, histories, repetitions and incremental piece-square tables: what a first engine
//! has, in the usual proportions. Nothing is tuned, and nothing in it depends on the order in which a board generates
//! its moves or on the numbers that it takes for keys. So every board gives **the same tree, node for node**, and the
//! time is the board's.
//!
//! ```text
//! rules.rs     what an engine asks of a board: [`Rules`], and [`Work`] that is done with them
//! squares.rs   the value of the pieces on their squares, kept from change to change
//! exchange.rs  static exchange for boards that have none
//! list.rs      lists of moves
//! picker.rs    the moves in stages
//! memory.rs    killers, histories, keys of the line
//! table.rs     what is known of positions; loses nothing, so that keys do not matter
//! search.rs    the tree
//! ```
//!
//! A board takes part by implementing [`Rules`]; see `ours/src/engine.rs` and `peers/src/engine/`.

mod exchange;
mod list;
mod memory;
mod picker;
mod rules;
mod search;
mod squares;
mod table;

pub use exchange::{Scene, at_least};
pub use list::{List, Scored};
pub use rules::{Board, Kind, Rules, Work, place};
pub use search::{Report, Search};
pub use squares::Value;

/// A position with the nodes of its tree to some depths. Every board must find them, whichever way it is asked.
pub const KNOWN: (&str, [(u32, u128); 3]) = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    [(1, 1_137), (3, 9_718), (5, 28_593)],
);
