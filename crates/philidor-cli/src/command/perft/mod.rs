//! `philidor perft`: counts the tree of legal moves, and shows how far it is.
//!
//! Each mode is a file, or a folder:
//!
//! ```text
//! tree.rs         one tree, in parts                     verification/    counted again, differently
//! generator.rs    one tree by a historic generator, every leaf played
//! statistics.rs   what the last half-moves of a tree are
//! unique.rs       the distinct positions of each ply: makes a frontier
//! sum.rs          counts on from a frontier
//! ```
//!
//! `variant.rs` counts a tree by the rules of a variant; `sharing.rs` is how it and the historic generators share a
//! tree out between threads. `report.rs` writes what was counted; `crate::counting` counts.

mod generator;
mod report;
mod sharing;
mod statistics;
mod sum;
mod tree;
mod unique;
#[cfg(feature = "variants")]
mod variant;
mod verification;

use std::process::ExitCode;

use crate::args::{PerftArgs, PerftMode};
use crate::counting::options::CountOptions;
use crate::terminal::output::Output;

pub(super) fn run(args: &PerftArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let options = CountOptions::new(&args.counting)?;
    match args.mode() {
        #[cfg(feature = "variants")]
        PerftMode::Variant(variant) => variant::run(variant, args, &options, output),
        PerftMode::Tree => tree::run(args, &options, output),
        PerftMode::Generator(generator) => generator::run(generator, args, &options, output),
        PerftMode::Statistics => statistics::run(args, &options, output),
        PerftMode::Unique => unique::run(args, output),
        PerftMode::Sum(path) => sum::run(path, args, &options, output),
    }
}
