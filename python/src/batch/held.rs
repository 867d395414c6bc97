//! Arrays of callers while they are read.
//!
//! An array must be C-contiguous. The bytes of an array in Fortran order are contiguous as well, but column by column:
//! read as rows they would be other positions, or none.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use philidor::binary::PackedPosition;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::rows::Row;

/// An array that is borrowed for reading, even while the interpreter is released.
pub(crate) type Held<'py> = PyReadonlyArray2<'py, u8>;

/// Borrows an array for reading, if it can hold positions. This is checked each time: numpy lets a program change the
/// shape and the type of an array that it has passed on.
pub(super) fn held<'py>(array: &Bound<'py, PyAny>) -> PyResult<Held<'py>> {
    let array = array
        .cast::<PyArray2<u8>>()
        .map_err(|_| PyTypeError::new_err("positions are an array of uint8 with two dimensions"))?;
    match array.shape()[1] {
        PackedPosition::BYTES => {}
        columns => return Err(PyValueError::new_err(format!("a row has 32 bytes, not {columns}"))),
    }
    array.try_readonly().map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The rows of an array.
pub(crate) fn rows_of<'a>(held: &'a Held<'_>) -> PyResult<&'a [Row]> {
    let refused = || PyValueError::new_err("the array of positions is not contiguous in C's order");
    if !held.is_c_contiguous() {
        return Err(refused());
    }
    Ok(held.as_slice().map_err(|_| refused())?.as_chunks().0)
}

/// An argument with one element for each row; `what` names the elements in the error about anything else.
pub(super) fn elements<'py, T: numpy::Element>(
    given: &Bound<'py, PyAny>,
    what: &str,
) -> PyResult<PyReadonlyArray1<'py, T>> {
    let array = given.cast::<PyArray1<T>>().map_err(|_| {
        let dtype = numpy::dtype::<T>(given.py());
        PyTypeError::new_err(format!("{what} are an array of {dtype} with one dimension"))
    })?;
    array.try_readonly().map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The elements of an argument, one for each row.
pub(super) fn slice_of<'a, T: numpy::Element>(
    given: &'a PyReadonlyArray1<'_, T>,
    held: &Held<'_>,
) -> PyResult<&'a [T]> {
    let slice =
        given.as_slice().map_err(|_| PyValueError::new_err("the array of moves is not contiguous"))?;
    match held.shape()[0] {
        rows if rows == slice.len() => Ok(slice),
        rows => Err(PyValueError::new_err(format!("{} moves for {rows} positions", slice.len()))),
    }
}
