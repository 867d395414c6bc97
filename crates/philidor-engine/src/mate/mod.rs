//! Mates that are asked for (`go mate`): looked for by the search and a prover by turns.
//!
//! | file | what it is |
//! |---|---|
//! | `search.rs` | the turns of both, and what they have shown |
//! | `prover.rs` | in how many moves a side forces mate, or that it does not |
//! | `table.rs` | what was proved of each position |
//!
//! The search calls this room and not the other way round: a proof needs the rules of chess, and of the search only
//! that it counts nodes and says when to stop ([`Visits`]).

mod prover;
mod search;
mod table;

pub(crate) use prover::Visits;
pub(crate) use search::{Finding, MateSearch};
