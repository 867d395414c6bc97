//! The table that a count asks for, if it fits in memory.

use std::sync::Arc;

use anyhow::Context;
use philidor::perft::Table;
use philidor_host::Size;

/// The seed of the keys unless one is given.
pub const SEED: u64 = 1;

/// A table of this many MiB; none for zero.
pub fn with_mebibytes(mebibytes: usize) -> anyhow::Result<Option<Arc<Table>>> {
    if mebibytes == 0 {
        return Ok(None);
    }
    new(Size((mebibytes as u64) << 20), SEED).map(Some)
}

/// A table of a size, if it fits.
///
/// # Errors
///
/// It does not fit, or cannot be addressed.
pub fn new(size: Size, seed: u64) -> anyhow::Result<Arc<Table>> {
    ensure_that_it_fits(size)?;
    let bytes = usize::try_from(size.0).context("no such table can be addressed")?;
    Ok(Arc::new(Table::new(bytes, seed)))
}

/// An error if a table of this size does not fit.
pub fn ensure_that_it_fits(size: Size) -> anyhow::Result<()> {
    if let Some(available) = available_memory().filter(|&available| size > available) {
        let fitting = available.0 >> 20;
        anyhow::bail!("a table of {size} does not fit in memory: {fitting}M would");
    }
    Ok(())
}

/// The memory that the system could give to a program, where the system reports it.
pub fn available_memory() -> Option<Size> {
    philidor_host::available_memory().map(Size)
}
