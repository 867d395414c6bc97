//! What is done with files of games: `check.rs` plays every move, `stats.rs` counts, `filter.rs` keeps the games that
//! match an expression (`expression/`) or have a pattern (`pattern.rs`), `dedupe/` drops twins, `sort/` orders games,
//! `split.rs` and `split_by_value.rs` make several files of one (`file_series.rs`), `convert.rs` writes another format,
//! `edit/` changes tags and strips remarks, `fens.rs` lists every position, `book.rs` makes an opening book,
//! `annotate.rs` lets a caller annotate each game, and `records.rs` hands each game to a caller.
//!
//! Each is a function that takes what is asked for and returns what was done. None is generic: all the work for a game
//! is compiled here.

pub(crate) mod annotate;
pub(crate) mod book;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod dedupe;
pub(crate) mod edit;
pub(crate) mod expression;
pub(crate) mod fens;
pub(crate) mod file_series;
pub(crate) mod filter;
mod pattern;
pub(crate) mod records;
pub(crate) mod sort;
pub(crate) mod split;
pub(crate) mod split_by_value;
pub(crate) mod stats;
