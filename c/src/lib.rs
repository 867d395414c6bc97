//! The C library of philidor: what `include/philidor.h` declares, over the Rust library.
//!
//! Each function here checks its pointers, converts its arguments to the library's types, calls the library, and
//! converts the result back. It decides nothing about chess. Types have the names that C sees.

#![allow(
    non_camel_case_types,
    reason = "the names are those of the header, which is written from this source"
)]

// The header has the items in the order of these lines. First the numbers of the interface (`abi.rs`) and of the
// library (`version.rs`), the codes of errors (`error.rs`), and what is reported beside them (`fault.rs`).
mod abi;
mod version;

mod error;
mod fault;

// What a caller's pointers point at (`memory.rs`, the only place where they are followed), what a caller's numbers
// stand for (`numbers.rs`), and what keeps a panic from reaching the caller (`guard.rs`) and standard error
// (`silence.rs`).
mod guard;
mod memory;
mod numbers;
#[cfg(feature = "standalone")]
mod silence;

// Questions about one position (`position.rs`, `moves.rs`, `attacks.rs`, `outcome.rs`, `perft.rs`), and about many
// (`batch.rs`).
mod position;

mod moves;

mod attacks;
mod outcome;
mod perft;

mod batch;

// A game in progress (`game.rs`), and games from text (`pgn.rs`).
mod game;
mod pgn;

pub use abi::PHILIDOR_ABI_VERSION;
pub use attacks::*;
pub use batch::*;
pub use error::{philidor_error, philidor_error_text};
pub use fault::philidor_fault;
pub use game::*;
pub use moves::*;
pub use outcome::*;
pub use perft::*;
pub use pgn::*;
pub use position::*;
pub use version::*;
