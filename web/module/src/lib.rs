//! The wasm module of the npm package `philidor`.
//!
//! A thin layer: it converts numbers and text to the library's types, and the library's answers and errors to numbers
//! and text. What users see is written in JavaScript, in `web/package/lib/`, and documented in
//! `web/package/philidor.d.ts`.
//!
//! A position in JavaScript is 32 bytes, so that nothing has to be freed. Here is a ring of places for the positions in
//! use; JavaScript says which place an answer goes to, remembers who has it, and writes the 32 bytes again when another
//! position has taken the place:
//!
//! ```text
//! JavaScript                          this module
//! Position { bytes, place 17 }  ───►  positions[17]      still its own: asked at once
//! Position { bytes, place 17 }  ───►  packed ─► positions[40]     taken by another: unpacked again, elsewhere
//! ```
//!
//! Functions that take numbers alone are called without any glue, and answer a negative number for a refusal, whose
//! reason [`refusal`](state::refusal) then gives as JSON. Text goes through two buffers: `text_in` and `text_out`.
//!
//! | file | what it is |
//! |---|---|
//! | `machine.rs` | what `std` would bring: an allocator, and the end of a panic |
//! | `shared.rs` | values that all functions share |
//! | `state.rs`, `kept.rs` | what the module keeps; things with numbers that JavaScript frees |
//! | `json.rs` | a writer of JSON |
//! | `refusals.rs` | errors as JSON |
//! | `position.rs`, `move_text.rs` | positions, and text about their moves |
//! | `judgement.rs` | moves taken apart: details, words of 64 bits, verdicts |
//! | `setup.rs` | anything on a board, its faults, its repair |
//! | `game.rs` | games |
//! | `pgn/` | games of PGN: trees as JSON, checks, streams of bytes |
//! | `batch.rs` | many positions at once |
//! | `book.rs` | opening books |
//! | `counting.rs` | perft |
//! | `workings.rs`, `search.rs`, `mailbox.rs` | how it works: look-ups, chains, sets; magic numbers; the mailbox |
//! | `diagram.rs` | boards as SVG |

#![no_std]

extern crate alloc;

mod batch;
mod book;
mod counting;
mod diagram;
mod game;
mod json;
mod judgement;
mod kept;
#[cfg(target_family = "wasm")]
mod machine;
mod mailbox;
mod move_text;
mod pgn;
mod position;
mod refusals;
mod search;
mod setup;
mod shared;
mod state;
mod workings;
