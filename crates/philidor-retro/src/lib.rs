#![doc = include_str!("../README.md")]
#![no_std]
#![deny(missing_docs, unsafe_code)]

extern crate alloc;

// * `unmove.rs`, `list.rs`: one of them in 32 bits, and a list of them
// * `sets.rs`: sets of them and their sinks
// * `generation.rs`: the generator, which reports sets to a sink
// * `retractor.rs`, `questions.rs`: what a position's state is believed to say; what can be asked
// * `predecessors.rs`: what is known of the position before
// * `unperft.rs`, `reachability.rs`: the tree of unmoves counted, and searched for a line that is long enough
mod generation;
mod list;
mod predecessors;
mod questions;
mod reachability;
mod retractor;
mod sets;
mod unmove;
mod unperft;

pub use list::{UnmoveList, UnmoveListIntoIter};
pub use predecessors::{ImpossibleState, Predecessors, PredecessorsIter};
pub use reachability::Reachability;
pub use retractor::{ClockReading, EnPassantReading, Retractor};
pub use sets::{PutBack, PutBackIntoIter, UnmoveCounter, UnmoveSet, UnmoveSink};
pub use unmove::Unmove;
