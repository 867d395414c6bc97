//! Mate search (`go mate`): the search and a prover take turns looking for a mate.
//!
//! | file | what it is |
//! |---|---|
//! | `search.rs` | the turns of both, and what they have shown |
//! | `prover.rs` | in how many moves a side forces mate, or that it does not |
//! | `table.rs` | what was proved of each position |
//!
//! The search calls this module, never the reverse: a proof needs the rules of chess, and the search only to count
//! nodes and to say when to stop ([`Visits`]).

mod prover;
mod search;
mod table;

pub(crate) use prover::Visits;
pub(crate) use search::{Finding, MateSearch};
