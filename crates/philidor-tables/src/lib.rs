#![doc = include_str!("../README.md")]
#![deny(missing_docs, unsafe_code)]

// Which pieces there are, the name of a table (`material.rs`); what a position is worth (`value.rs`). Tables solved from
// nothing (`solve/`).
mod material;
#[cfg(feature = "solve")]
pub mod solve;
mod value;

pub use material::{Material, ParseMaterialError};
pub use value::Wdl;
