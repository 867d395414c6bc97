//! `philidor perft`: counts the tree of legal moves, and shows how far it is.
//!
//! Each mode is a file, or a folder:
//!
//! ```text
//! tree.rs         one tree, in parts                     verification/    again in another way
//!                                                        checkpoint.rs    what outlives a kill
//! generator.rs    one tree by a historic generator, every leaf played
//! statistics.rs   what the last half-moves of a tree are
//! unique.rs       the distinct positions of each ply: makes a frontier
//! sum.rs          counts on from a frontier
//! suite/          what others have counted before
//! ```
//!
//! What they share: `method.rs`, `tables.rs` (how to count), `counter.rs`, `ledger.rs` (a count that can be
//! interrupted), `progress.rs` (the bar) and `answer.rs`.

mod answer;
mod checkpoint;
mod counter;
mod generator;
mod ledger;
mod method;
mod progress;
mod statistics;
mod suite;
mod sum;
pub(super) mod tables;
mod tree;
mod unique;
mod verification;

use std::process::ExitCode;

use self::method::Method;
use super::Output;
use crate::args::{PerftArgs, PerftMode};

pub(super) use self::counter::Counter;
pub(super) use self::progress::{Progress, Unit};

pub(super) fn run(args: &PerftArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let method = Method::new(args)?;
    match args.mode() {
        PerftMode::Tree => tree::run(args, &method, output),
        PerftMode::Generator(generator) => generator::run(generator, args, &method, output),
        PerftMode::Statistics => statistics::run(args, &method, output),
        PerftMode::Unique => unique::run(args, output),
        PerftMode::Sum(path) => sum::run(path, args, &method, output),
        PerftMode::Suite(path) => suite::run(path, args, &method, output),
    }
}
