//! How far a file is, and whether to continue.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::solve::{Observer, SolveError};

/// Steps go to an observer. Half of them are positions that are looked at; the other half are shared by the subtables
/// of the file, and in each by the orders that are tried.
pub(super) struct Progress<'a> {
    pub(super) stop: &'a AtomicBool,
    pub(super) observer: &'a dyn Observer,
    /// The steps of a subtable.
    pub(super) per_subtable: u64,
}

impl Progress<'_> {
    /// Whether to continue.
    pub(super) fn check(&self) -> Result<(), SolveError> {
        if self.stop.load(Relaxed) { Err(SolveError::Stopped) } else { Ok(()) }
    }

    /// The same, after some steps.
    pub(super) fn advance(&self, steps: u64) -> Result<(), SolveError> {
        self.observer.advance(steps);
        self.check()
    }

    /// The same, after one of this many orders.
    pub(super) fn advance_order(&self, orders: usize) -> Result<(), SolveError> {
        self.advance(self.per_subtable / orders as u64)
    }
}
