//! Games of PGN. In JavaScript a game is a tree of objects; it travels as text.
//!
//! | file | what it is |
//! |---|---|
//! | `tree_json.rs` | a tree as JSON, for JavaScript |
//! | `written.rs` | a tree from the lines that JavaScript sends, as PGN |
//! | `once.rs` | the reader of games, compiled once |
//! | `writing.rs` | writes it where JavaScript reads it |
//! | `trees.rs` | games from bytes that arrive piece by piece |
//! | `sheet.rs` | one game as a list of its parts, for `philidor/chess` |
//! | `feed.rs` | PGN that arrives piece by piece, read into games or checked |
//!
//! The module of variants shares `tree_json.rs`, `written.rs`, `once.rs` and `trees.rs`; that of `philidor/chess` has
//! `once.rs` and `sheet.rs` alone.

mod once;
mod sheet;

#[cfg(feature = "whole")]
mod feed;
#[cfg(feature = "whole")]
mod tree_json;
#[cfg(feature = "whole")]
mod trees;
#[cfg(feature = "whole")]
mod writing;
#[cfg(feature = "whole")]
mod written;
