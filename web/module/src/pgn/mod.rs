//! Games of PGN. In JavaScript a game is a tree of objects; it travels as text.
//!
//! | file | what it is |
//! |---|---|
//! | `once.rs` | the reader of games, compiled once |
//! | `tree_json.rs` | a tree as JSON, for JavaScript |
//! | `written.rs` | a tree from the lines that JavaScript sends, as PGN |
//! | `trees.rs` | games from bytes that arrive piece by piece |
//! | `feed.rs` | their feeds, by number |
//!
//! The module of variants has the same files; that of `philidor/chess` has `once.rs` alone.

pub(crate) mod once;

#[cfg(feature = "whole")]
mod feed;
#[cfg(feature = "whole")]
pub(crate) mod tree_json;
#[cfg(feature = "whole")]
pub(crate) mod trees;
#[cfg(feature = "whole")]
mod written;
