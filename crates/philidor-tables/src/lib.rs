#![doc = include_str!("../README.md")]
#![deny(missing_docs, unsafe_code)]

// Which pieces there are, the name of a table (`material.rs`); what a position is worth (`value.rs`); how many sets of squares
// there are (`binomial.rs`); every position of few pieces, solved from nothing (`solve/`); Syzygy files (`syzygy/`).
mod binomial;
mod material;
#[cfg(feature = "solve")]
pub mod solve;
pub mod syzygy;
mod value;

pub use material::{Material, ParseMaterialError};
pub use value::Wdl;
