//! New numpy arrays: the one place that makes them.
//!
//! rust-numpy panics if numpy cannot be imported or if memory runs out. So numpy's own Python functions allocate the
//! arrays, since their exceptions reach the caller, and rust-numpy is used only after numpy has been imported.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use numpy::{Element, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods};
use philidor_host::threads;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors;
use crate::rows::Row;

static IS_READY: AtomicBool = AtomicBool::new(false);

/// Imports numpy before the first array is made. Fails on Ctrl-C, or if memory is short.
pub(crate) fn ready(py: Python<'_>) -> PyResult<()> {
    if IS_READY.load(Ordering::Acquire) {
        return Ok(());
    }
    py.import("numpy")?;
    // rust-numpy initializes itself on first use, and panics if that fails. So it does so on another thread: Python
    // raises Ctrl-C only in its main thread.
    let touched = py.detach(|| threads::start(|| Python::attach(touch)).map(JoinHandle::join));
    match touched.map_err(|error| errors::of_thread(&error))? {
        Ok(()) => IS_READY.store(true, Ordering::Release),
        Err(_) => return Err(PyMemoryError::new_err("numpy cannot be used")),
    }
    Ok(())
}

/// Makes rust-numpy initialize itself, both for making arrays and for borrowing them.
fn touch(py: Python<'_>) {
    let array = PyArray1::<u8>::zeros(py, 1, false);
    drop(array.readonly());
}

/// A new array of zeros. `MemoryError` if there is no memory for it.
pub(crate) fn zeros<'py, T: Element>(
    py: Python<'py>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    ready(py)?;
    let arguments = (PyTuple::new(py, shape)?, numpy::dtype::<T>(py));
    Ok(py.import("numpy")?.call_method1("zeros", arguments)?.cast_into()?)
}

/// The elements of some lists, one after the other.
pub(crate) fn joined<'py, T: Element + Copy>(
    py: Python<'py>,
    parts: &[Vec<T>],
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let array = zeros(py, &[parts.iter().map(Vec::len).sum()])?;
    copied(&array, parts)?;
    Ok(array.cast_into()?)
}

/// Rows of 32 bytes.
pub(crate) fn of_rows<'py>(py: Python<'py>, rows: &[Row]) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let array = zeros(py, &[rows.len(), size_of::<Row>()])?;
    copied(&array, &[rows.as_flattened()])?;
    Ok(array.cast_into()?)
}

/// Copies lists into an array that has room for them.
fn copied<T: Element + Copy>(array: &Bound<'_, PyArrayDyn<T>>, parts: &[impl AsRef<[T]>]) -> PyResult<()> {
    let mut writing = array.try_readwrite()?;
    let mut rest = writing.as_slice_mut()?;
    for part in parts {
        let (place, after) = rest.split_at_mut(part.as_ref().len());
        place.copy_from_slice(part.as_ref());
        rest = after;
    }
    Ok(())
}
