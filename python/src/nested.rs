//! Calls that come back: an engine or a hunt calls a function of Python, which may ask another engine or hunt.
//!
//! Python counts its own frames and not ours, of which a few hundred inside each other would be more than the stack
//! holds.

use std::cell::Cell;

use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;

/// How many calls may be inside each other on one thread. A hunt within a hunt takes 16 KiB, 28 in a build for tests,
/// so these fit into 1 MiB, the smallest stack of a thread on Windows and on Alpine. (A Python built for musl without
/// Alpine's settings has threads of 128 KiB.)
const MAX_DEPTH: u32 = 20;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// A call that has begun; it ends when this is dropped.
pub(crate) struct Nested(());

impl Nested {
    /// Begins a call; `RecursionError` if too many are inside each other.
    pub(crate) fn begin() -> PyResult<Nested> {
        if DEPTH.get() >= MAX_DEPTH {
            return Err(PyRecursionError::new_err("too many engines and hunts call each other"));
        }
        DEPTH.set(DEPTH.get() + 1);
        Ok(Nested(()))
    }
}

impl Drop for Nested {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
    }
}
