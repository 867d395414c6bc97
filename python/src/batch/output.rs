//! Arrays that are filled: new ones, or those that a caller gives with `out=`.

use half::f16;
use numpy::{
    Element, PyArray1, PyArrayDescr, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods,
};
use philidor::Position;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays;
use crate::encoding::{MoveCode, Planes};
use crate::rows::{self, Row};
use crate::stop::{self, Stop};

/// The array with one place for each position, filled.
pub(super) fn filled<'py, T: Element + Send + Default + Copy>(
    py: Python<'py>,
    rows: &[Row],
    out: Option<&Bound<'py, PyAny>>,
    place: &[usize],
    threads: usize,
    fill: impl Fn(&Position, &mut [T]) + Send + Sync,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let fill = |position: &Position, place: &mut [T], _: &Stop| fill(position, place);
    filled_slowly(py, rows, out, place, threads, rows::are_many(rows), fill)
}

/// The same where filling one place may take long, so that `fill` itself has to check whether to stop.
pub(super) fn filled_slowly<'py, T: Element + Send + Default + Copy>(
    py: Python<'py>,
    rows: &[Row],
    out: Option<&Bound<'py, PyAny>>,
    place: &[usize],
    threads: usize,
    is_long: bool,
    fill: impl Fn(&Position, &mut [T], &Stop) + Send + Sync,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let shape = [&[rows.len()], place].concat();
    let array = match out {
        None => arrays::zeros(py, &shape)?,
        Some(out) => given(out, &shape, rows)?,
    };
    let mut writing = array.try_readwrite().map_err(|error| PyValueError::new_err(error.to_string()))?;
    let slice = writing.as_slice_mut().map_err(|_| PyValueError::new_err("`out` is not aligned"))?;
    let width = place.iter().product();
    let done = stop::run(py, is_long, |stop| {
        rows::fill(rows, slice, width, threads, stop, |position, place| fill(position, place, stop))
    })?;
    rows::sound(py, done)?;
    drop(writing);
    Ok(array)
}

/// The caller's array, if it has the right type and shape, and does not overlap the positions.
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
    // numpy notices that arrays share memory only if one was made from the other.
    let (first, positions) = (array.data().addr(), rows.as_ptr_range());
    let last = first + size_of::<T>() * array.len();
    if first < positions.end.addr() && positions.start.addr() < last {
        return Err(PyValueError::new_err("`out` overlaps the positions"));
    }
    Ok(array.clone())
}

/// The elements of a list as a new array, or in the caller's.
pub(super) fn listed<'py, T: Element + Copy>(
    py: Python<'py>,
    rows: &[Row],
    out: Option<&Bound<'py, PyAny>>,
    list: Vec<T>,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let Some(out) = out else { return arrays::joined(py, &[list]) };
    let array = given(out, &[rows.len()], rows)?;
    let mut writing = array.try_readwrite().map_err(|error| PyValueError::new_err(error.to_string()))?;
    let slice = writing.as_slice_mut().map_err(|_| PyValueError::new_err("`out` is not aligned"))?;
    slice.copy_from_slice(&list);
    Ok(array.cast::<PyArray1<T>>()?.clone())
}

/// The type of the caller's array.
fn dtype_of<'py>(out: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    out.getattr("dtype").map_err(|_| PyTypeError::new_err("`out` is an array of numpy"))
}

/// The type of the caller's array, or the one that was asked for; `otherwise` by default.
fn wanted<'py>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    dtype: Option<&Bound<'py, PyAny>>,
    otherwise: &str,
) -> PyResult<Bound<'py, PyArrayDescr>> {
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
        (None, None) => otherwise.into_pyobject(py)?.into_any(),
    };
    PyArrayDescr::new(py, wanted)
}

/// Planes with the type of the caller's array, or the one that was asked for; `f32` by default.
pub(super) fn planes<'py>(
    py: Python<'py>,
    rows: &[Row],
    planes: Planes,
    out: Option<&Bound<'py, PyAny>>,
    dtype: Option<&Bound<'py, PyAny>>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let wanted = wanted(py, out, dtype, "float32")?;
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
    of_type!(f32, f16);
    let types = if planes.is_whole() { "uint8, float16 or float32" } else { "float16 or float32" };
    Err(PyTypeError::new_err(format!("these planes are of {types}, not {wanted}")))
}

/// A mask of the legal moves, with the type of the caller's array, or the one that was asked for; `bool` by default.
pub(super) fn mask<'py>(
    py: Python<'py>,
    rows: &[Row],
    code: &MoveCode,
    out: Option<&Bound<'py, PyAny>>,
    dtype: Option<&Bound<'py, PyAny>>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let wanted = wanted(py, out, dtype, "bool")?;
    macro_rules! of_type {
        ($($number:ty = $no:expr, $yes:expr);*) => {$(
            if wanted.is_equiv_to(&numpy::dtype::<$number>(py)) {
                let write = |position: &Position, place: &mut [$number]| {
                    place.fill($no);
                    for &mv in &position.legal_moves() {
                        let number = code.number(position, mv);
                        if let Some(place) = number.and_then(|number| place.get_mut(usize::from(number))) {
                            *place = $yes;
                        }
                    }
                };
                return Ok(filled(py, rows, out, &[code.size], threads, write)?.into_any());
            }
        )*};
    }
    of_type!(bool = false, true; u8 = 0, 1; f32 = 0.0, 1.0; f16 = f16::ZERO, f16::ONE);
    Err(PyTypeError::new_err(format!("a mask is of bool, uint8, float16 or float32, not {wanted}")))
}
