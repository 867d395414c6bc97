//! Arrays that are filled: new ones, or those that a caller gives with `out=`.

use numpy::{Element, PyArray, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use philidor::Position;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::rows::{self, Row};
use crate::errors;

/// The array with one place for each position, filled.
pub(super) fn filled<'py, T: Element + Send + Default + Copy>(
    py: Python<'py>,
    rows: &[Row],
    out: Option<&Bound<'py, PyAny>>,
    place: &[usize],
    threads: usize,
    fill: impl Fn(&Position, &mut [T]) + Send + Sync,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let shape = [&[rows.len()], place].concat();
    let array = match out {
        None => PyArray::zeros(py, shape, false),
        Some(out) => given(out, &shape)?,
    };
    let mut writing = array.try_readwrite().map_err(|error| PyValueError::new_err(error.to_string()))?;
    let slice = writing.as_slice_mut().map_err(|_| PyValueError::new_err("`out` is not contiguous"))?;
    let width = place.iter().product();
    let done = errors::safely(py, || rows::fill(rows, slice, width, threads, fill))?;
    rows::sound(py, done)?;
    drop(writing);
    Ok(array)
}

/// The caller's array, if it has the right type and shape.
fn given<'py, T: Element>(out: &Bound<'py, PyAny>, shape: &[usize]) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let array = out
        .cast::<PyArrayDyn<T>>()
        .map_err(|_| PyTypeError::new_err(format!("`out` is an array of {}", numpy::dtype::<T>(out.py()))))?;
    if array.shape() != shape {
        return Err(PyValueError::new_err(format!(
            "`out` has the shape {:?} instead of {shape:?}",
            array.shape()
        )));
    }
    Ok(array.clone())
}
