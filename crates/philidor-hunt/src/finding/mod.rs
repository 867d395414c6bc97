//! Finding: the whole agenda asked, and one small example kept of each class of bug.
//!
//! | file | what it is |
//! |---|---|
//! | `search.rs`, `outcome.rs`, `progress.rs` | from question to question; what came out; how far it is |
//! | `descent.rs` | a wrong answer followed to where it comes from, and to what it takes to get it |
//! | `refusal.rs` | moves that are refused; errors that only some positions give |
//! | `bug.rs` | a class of bug that was found, with an example |
//! | `shrink.rs`, `halving.rs` | a case made small; many items removed at once |
//! | `hunted_position.rs` | what depends on the rules of chess or of a variant |
//! | `hash_table.rs` | a tree that is wrong because of a count that is remembered |

pub(crate) mod bug;
mod descent;
pub(crate) mod halving;
mod hash_table;
pub(crate) mod hunted_position;
pub(crate) mod outcome;
pub mod progress;
mod refusal;
pub(crate) mod search;
mod shrink;
