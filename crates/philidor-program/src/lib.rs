//! What the programs of philidor share.
//!
//! ```text
//! program.rs       a program: its arguments are read, and carried out
//! command_tree.rs  the arguments of a program as data, for completions and manual pages
//! arguments/       arguments that several programs take
//! positions/       positions as people give them, and files of them, answered line by line
//! show.rs          a board to look at, with what follows from its FEN and what tables know
//! suite/           files of positions with known counts (likewise)
//! counting/        trees counted on many threads (feature `counting`)
//! terminal/        what is written, and how it looks
//! quantity.rs      large numbers and times
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod arguments;
pub mod command_tree;
#[cfg(feature = "counting")]
pub mod counting;
pub mod positions;
pub mod program;
pub mod quantity;
pub mod show;
#[cfg(feature = "counting")]
pub mod suite;
pub mod terminal;
