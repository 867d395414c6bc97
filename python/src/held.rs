//! A value that an object of Python holds and changes.
//!
//! Python's own lock lets in one thread at a time, so a plain flag is enough to say whether the value is in use: only
//! code that runs during that use can find it set. PyO3 guards values with an atomic flag, which is right for
//! interpreters without that lock, too, and costs 8 % of playing a move and taking it back.
#![allow(unsafe_code)]

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Whether the interpreter has a lock that all its threads share (the GIL). One without it has larger object headers.
const HAS_LOCK: bool = size_of::<pyo3::ffi::PyObject>() == 2 * size_of::<usize>();

/// A value, and whether it is in use.
pub(crate) struct Held<T> {
    value: UnsafeCell<T>,
    is_in_use: AtomicBool,
}

// SAFETY: `with` is the only way to the value, and lets in one caller at a time, as it says there.
// Price: without it a class cannot hold the value at all.
unsafe impl<T: Send> Sync for Held<T> {}

/// Ends the use of the value, even if the work panics.
struct Use<'a>(&'a AtomicBool);

impl Drop for Use<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

impl<T> Held<T> {
    pub(crate) fn new(value: T) -> Held<T> {
        Held { value: UnsafeCell::new(value), is_in_use: AtomicBool::new(false) }
    }

    /// Does work with the value. `RuntimeError` if it is in use: by work that has released the interpreter, or has
    /// called into Python.
    #[inline]
    pub(crate) fn with<R>(&self, _py: Python<'_>, work: impl FnOnce(&mut T) -> R) -> PyResult<R> {
        let was_in_use = if HAS_LOCK {
            let was_in_use = self.is_in_use.load(Ordering::Relaxed);
            self.is_in_use.store(true, Ordering::Relaxed);
            was_in_use
        } else {
            self.is_in_use.swap(true, Ordering::Acquire)
        };
        if was_in_use {
            return Err(in_use());
        }
        let _use = Use(&self.is_in_use);
        // SAFETY: the flag was false and is true from here to the end of `_use`, so nothing else has a reference to the
        // value. No other thread came in between reading and setting it: `_py` proves that this one is attached to the
        // interpreter, which has a lock wherever the two are not one atomic step.
        // Price: PyO3's atomic flag (bench/record/python.md).
        Ok(work(unsafe { &mut *self.value.get() }))
    }
}

#[cold]
fn in_use() -> PyErr {
    PyRuntimeError::new_err("the object is in use")
}
