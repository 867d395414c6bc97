//! Chess variants: an engine for all of them.
//!
//! ```text
//! VariantEngine ── deepening ── search ── ordering
//!   options,         depth        nodes     killers, history
//!   table, clock     after depth    └────── evaluation ◄── Weights: one table for each variant
//! ```
//!
//! One search serves all rules: a position lists its moves, plays them and knows when the game is over
//! ([`Playable`](philidor_variants::Playable)). What is good in a variant is a table of numbers ([`Weights`]). The
//! ordinary engine shares the transposition table's type, the time manager and the numbers of scores with it, and
//! nothing else.
//!
//! Reports, limits and results have moves as the words of [`VariantMove`](philidor_variants::VariantMove): as
//! [`philidor::Move`], whose methods do not know drops.
//!
//! | file | what it is |
//! |---|---|
//! | `bot.rs` | [`VariantBot`]: anything that plays variants |
//! | `weights.rs` | [`Weights`]: what matters in each variant |
//! | `evaluation.rs` | a position, weighed |
//! | `ordering.rs` | which move comes first |
//! | `search.rs` | nodes: principal variation search and quiescence |
//! | `deepening.rs` | depth after depth, line after line |
//! | `engine.rs` | [`VariantEngine`] |

mod bot;
mod deepening;
mod engine;
mod evaluation;
mod ordering;
mod search;
mod weights;

pub use bot::{VariantBot, VariantClosure, from_fn};
pub use engine::VariantEngine;
pub use weights::Weights;
