#![doc = include_str!("../README.md")]
#![deny(missing_docs, unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

// Which pieces there are, the name of a table (`material.rs`); what a position is worth (`value.rs`), and the two kinds
// of table (`metric.rs`); how many sets of squares there are (`binomial.rs`), and which squares touch (`adjacency.rs`);
// every position of few pieces, solved from scratch by retrograde analysis (`solve/`); Syzygy tablebases (`syzygy/`);
// what they say, for people and for programs (`report.rs`).
mod adjacency;
mod binomial;
mod material;
mod metric;
#[cfg(feature = "report")]
pub mod report;
#[cfg(feature = "solve")]
pub mod solve;
pub mod syzygy;
mod value;

pub use material::{Material, ParseMaterialError};
pub use value::Wdl;
