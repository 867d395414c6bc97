//! The wasm module of the npm package `philidor`.
//!
//! A thin layer: it converts numbers and text to the library's types, and the library's answers and errors to numbers
//! and text. What users see is written in JavaScript, in `web/package/lib/`, and documented in
//! `web/package/philidor.d.ts` and `base.d.ts`.
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
//! | `rules.rs`, `places.rs` | what the files ask of chess that the module of variants shares |
//! | `position.rs`, `move_text.rs`, `notations.rs` | positions, and text about their moves |
//! | `details.rs` | moves taken apart, and what else positions of any rules are asked |
//! | `questions.rs`, `sans.rs` | what positions of chess are asked beyond the rules; all SANs as numbers |
//! | `judgement.rs` | words of 64 bits, verdicts, sets of moves |
//! | `setup.rs` | anything on a board, its faults, its repair |
//! | `game.rs` | games |
//! | `pgn/` | games of PGN: trees as JSON, streams of bytes |
//! | `checks.rs` | PGN that is checked |
//! | `sheet.rs` | one game of PGN as a list of its parts, for `philidor/chess` |
//! | `batch.rs` | many positions at once |
//! | `book.rs` | opening books |
//! | `counting.rs` | perft |
//! | `workings.rs`, `search.rs`, `mailbox.rs` | how it works: look-ups, chains, sets; magic numbers; the mailbox |
//! | `diagram.rs` | boards as SVG |
//!
//! Without the feature `whole` it has what pages need that check moves: the files from `machine.rs` to `json.rs`,
//! `rules.rs`, `places.rs`, `position.rs` and `move_text.rs`, with `sheet` also `sheet.rs` and a part of `pgn/`; in
//! place of `refusals.rs` and `notations.rs` it has `brief_refusals.rs` and `brief_notations.rs`.
//!
//! The module of variants, `web/variants/`, compiles the files that say `rules::Position`, with a `rules.rs` and a
//! `places.rs` of its own.

#![no_std]

extern crate alloc;

#[cfg_attr(not(feature = "whole"), allow(dead_code))]
mod json;
#[cfg(target_family = "wasm")]
mod machine;
mod move_text;
#[cfg_attr(not(feature = "whole"), path = "brief_notations.rs")]
mod notations;
#[cfg(feature = "sheet")]
mod pgn;
mod places;
mod position;
#[cfg_attr(not(feature = "whole"), path = "brief_refusals.rs")]
mod refusals;
mod rules;
mod shared;
#[cfg(feature = "sheet")]
mod sheet;
mod state;

#[cfg(feature = "whole")]
mod batch;
#[cfg(feature = "whole")]
mod book;
#[cfg(feature = "whole")]
mod checks;
#[cfg(feature = "whole")]
mod counting;
#[cfg(feature = "whole")]
mod details;
#[cfg(feature = "whole")]
mod diagram;
#[cfg(feature = "whole")]
mod game;
#[cfg(feature = "whole")]
mod judgement;
#[cfg(feature = "whole")]
mod kept;
#[cfg(feature = "whole")]
mod mailbox;
#[cfg(feature = "whole")]
mod questions;
#[cfg(feature = "whole")]
mod sans;
#[cfg(feature = "whole")]
mod search;
#[cfg(feature = "whole")]
mod setup;
#[cfg(feature = "whole")]
mod workings;
