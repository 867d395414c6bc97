//! The table that a count asks for, with keys that differ from run to run.

use std::sync::Arc;

use philidor::perft::Table;
use philidor_program::counting::tables;

use crate::args::PerftArgs;

/// The seed of the table of a run.
pub(super) fn seed(args: &PerftArgs, run: u64) -> u64 {
    args.seed.unwrap_or(tables::SEED).wrapping_add(run)
}

/// The table that the arguments ask for, if it fits, with keys that differ from run to run.
pub(super) fn requested(args: &PerftArgs, run: u64) -> anyhow::Result<Option<Arc<Table>>> {
    let Some(size) = args.counting.hash else { return Ok(None) };
    tables::new(size, seed(args, run)).map(Some)
}
