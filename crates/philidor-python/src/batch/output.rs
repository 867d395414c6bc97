//! Arrays that are filled: new ones, or those that a caller gives with `out=`.

use numpy::{
    Element, PyArray, PyArrayDescr, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods,
};
use philidor::Position;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::rows::{self, Row};
use crate::encoding::Planes;
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
        Some(out) => given(out, &shape, rows)?,
    };
    let mut writing = array.try_readwrite().map_err(|error| PyValueError::new_err(error.to_string()))?;
    let slice = writing.as_slice_mut().map_err(|_| PyValueError::new_err("`out` is not aligned"))?;
    let width = place.iter().product();
    let done = errors::safely(py, || rows::fill(rows, slice, width, threads, fill))?;
    rows::sound(py, done)?;
    drop(writing);
    Ok(array)
}

/// The caller's array, if it has the right type and shape, and is not where the positions are.
fn given<'py, T: Element>(
    out: &Bound<'py, PyAny>,
    shape: &[usize],
    rows: &[Row],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let array = out
        .cast::<PyArrayDyn<T>>()
        .map_err(|_| PyTypeError::new_err(format!("`out` is an array of {}", numpy::dtype::<T>(out.py()))))?;
    if array.shape() != shape {
        return Err(PyValueError::new_err(format!(
            "`out` has the shape {:?} instead of {shape:?}",
            array.shape()
        )));
    }
    if !array.is_c_contiguous() {
        return Err(PyValueError::new_err("`out` is not contiguous in C's order"));
    }
    // numpy knows arrays that share memory only if one was made of the other.
    let (first, positions) = (array.data().addr(), rows.as_ptr_range());
    let last = first + size_of::<T>() * array.len();
    if first < positions.end.addr() && positions.start.addr() < last {
        return Err(PyValueError::new_err("`out` overlaps the positions"));
    }
    Ok(array.clone())
}

/// The type of the caller's array.
fn dtype_of<'py>(out: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    out.getattr("dtype").map_err(|_| PyTypeError::new_err("`out` is an array of numpy"))
}

/// Planes of the type that the caller's array has, or that was asked for; of `f32` if nothing is said.
pub(super) fn planes<'py>(
    py: Python<'py>,
    rows: &[Row],
    planes: Planes,
    out: Option<&Bound<'py, PyAny>>,
    dtype: Option<&Bound<'py, PyAny>>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let wanted = match (out, dtype) {
        (Some(out), None) => dtype_of(out)?,
        (Some(out), Some(dtype)) => {
            let (own, asked) = (dtype_of(out)?, PyArrayDescr::new(py, dtype)?);
            if !PyArrayDescr::new(py, &own)?.is_equiv_to(&asked) {
                return Err(PyTypeError::new_err(format!("`out` is of {own}, and {asked} was asked for")));
            }
            own
        }
        (None, Some(dtype)) => dtype.clone(),
        (None, None) => "float32".into_pyobject(py)?.into_any(),
    };
    let wanted = PyArrayDescr::new(py, wanted)?;
    let shape = [planes.count(), 8, 8];
    macro_rules! of_type {
        ($($number:ty),*) => {$(
            if wanted.is_equiv_to(&numpy::dtype::<$number>(py)) {
                let write = |position: &_, place: &mut [$number]| planes.write(position, place);
                return Ok(filled(py, rows, out, &shape, threads, write)?.into_any());
            }
        )*};
    }
    if planes.is_whole() {
        of_type!(u8);
    }
    of_type!(f32, half::f16);
    let types = if planes.is_whole() { "uint8, float16 or float32" } else { "float16 or float32" };
    Err(PyTypeError::new_err(format!("these planes are of {types}, not {wanted}")))
}
