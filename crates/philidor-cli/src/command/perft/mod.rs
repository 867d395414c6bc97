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
//! `table.rs` is the table that the arguments ask for; `philidor_program::counting` counts, and writes what was
//! counted.

mod generator;
mod statistics;
mod sum;
mod table;
mod tree;
mod unique;
mod verification;

use std::process::ExitCode;

use crate::args::{PerftArgs, PerftMode};
use philidor_program::counting::options::CountOptions;
use philidor_program::terminal::output::Output;

pub(super) fn run(args: &PerftArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let options = CountOptions::new(&args.counting)?;
    match args.mode() {
        PerftMode::Tree => tree::run(args, &options, output),
        PerftMode::Generator(generator) => generator::run(generator, args, &options, output),
        PerftMode::Statistics => statistics::run(args, &options, output),
        PerftMode::Unique => unique::run(args, output),
        PerftMode::Sum(path) => sum::run(path, args, &options, output),
    }
}
