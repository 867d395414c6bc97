//! Mates that are asked for (`go mate`): looked for by the search and a prover by turns.
//!
//! | file | what it is |
//! |---|---|
//! | `search.rs` | the turns of both, and what they have shown |
//! | `prover.rs` | in how many moves a side forces mate, or that it does not |
//! | `table.rs` | what was proved of each position |

mod prover;
mod search;
mod table;

pub(crate) use search::{Finding, MateSearch};
