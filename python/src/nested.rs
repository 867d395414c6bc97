//! Nested calls: an engine or a hunt calls a Python function, which may start another engine or hunt.
//!
//! Python's recursion limit counts its own frames and not ours, and a few hundred of ours would overflow the stack.

use std::cell::Cell;

use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;

/// How deeply calls may be nested on one thread. A hunt within a hunt takes 16 KiB, 28 in a build for tests, so these
/// fit into 1 MiB, the smallest stack of a thread on Windows and on Alpine. (A Python built for musl without Alpine's
/// settings has threads of 128 KiB.)
const MAX_DEPTH: u32 = 20;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// A call that has begun; it ends when this is dropped.
pub(crate) struct Nested(());

impl Nested {
    /// Begins a call; `RecursionError` if calls are nested too deeply.
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
