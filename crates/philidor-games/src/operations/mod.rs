//! What is done with files of games: `check.rs` plays every move, `stats.rs` counts, `filter.rs` keeps games
//! (`expression/`, `pattern.rs`: those with a pattern), `dedupe/` drops twins, `sort/` orders them, `split.rs` and
//! `split_by_value.rs` make several files of one (`file_series.rs`), `convert.rs` writes another format, `edit/` other
//! tags and fewer remarks, `fens.rs` every position, `book.rs` an opening book; `annotate.rs` lets a caller annotate
//! each game.
//!
//! Each is a function that takes what is asked for and returns what was done. None is generic: all of what is done for
//! a game is compiled here.

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
pub(crate) mod sort;
pub(crate) mod split;
pub(crate) mod split_by_value;
pub(crate) mod stats;
