//! Positions and moves as Arrow arrays, through the PyCapsule protocol, and positions from such arrays.
//!
//! ```text
//! positions     FixedSizeBinary(32), as the rows of the batch
//! FENs          Utf8, LargeUtf8 or Utf8View; only read
//! legal moves   List(UInt16)
//! ```
//!
//! Any package that implements the protocol can exchange these with us; neither depends on the other.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, FixedSizeBinaryArray, ListArray, UInt16Array};
use arrow_schema::{ArrowError, DataType, Field, FieldRef};
use philidor::binary::PackedPosition;
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use pyo3_arrow::ffi::{to_array_pycapsules, to_schema_pycapsule};
use pyo3_arrow::input::AnyArray;

use super::fens;
use crate::errors;
use crate::rows::Row;

/// An Arrow array, which other packages import through the PyCapsule protocol: ``pyarrow.array(moves)``,
/// ``polars.Series(moves)``.
///
/// >>> moves = Positions.from_positions([Position(), Position().play("e4")]).legal_moves_arrow()
/// >>> moves, len(moves)
/// (<ArrowArray: 2 × List(UInt16)>, 2)
#[pyclass(frozen, module = "philidor")]
pub(crate) struct ArrowArray(ArrayRef);

impl ArrowArray {
    fn field(&self) -> FieldRef {
        Arc::new(Field::new("", self.0.data_type().clone(), false))
    }
}

#[pymethods]
impl ArrowArray {
    /// Schema and array, by the PyCapsule protocol.
    #[pyo3(signature = (requested_schema = None))]
    pub(super) fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        errors::caught(|| Ok(to_array_pycapsules(py, self.field(), &self.0, requested_schema)?))
    }

    /// The schema alone.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, &*self.field())?)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        let name = match self.0.data_type() {
            DataType::List(field) => format!("List({})", field.data_type()),
            other => other.to_string(),
        };
        format!("<ArrowArray: {} × {name}>", self.0.len())
    }
}

/// `ValueError` for what Arrow refuses.
fn refused(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn short() -> PyErr {
    PyMemoryError::new_err("there is no memory for an array of Arrow")
}

fn copied<T: Copy>(list: &[T]) -> PyResult<Vec<T>> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(list.len()).map_err(|_| short())?;
    copy.extend_from_slice(list);
    Ok(copy)
}

/// Rows as an array of Arrow, copied once.
pub(super) fn of_rows(rows: &[Row]) -> PyResult<ArrowArray> {
    let bytes = copied(rows.as_flattened())?;
    let array = FixedSizeBinaryArray::try_new(PackedPosition::BYTES as i32, bytes.into(), None);
    Ok(ArrowArray(Arc::new(array.map_err(refused)?)))
}

/// Moves as an Arrow list array with these offsets.
pub(super) fn of_moves(offsets: &[i64], moves: &[u16]) -> PyResult<ArrowArray> {
    let too_many = || PyOverflowError::new_err("more moves than a list of Arrow can number");
    let mut ends = Vec::new();
    ends.try_reserve_exact(offsets.len()).map_err(|_| short())?;
    for &end in offsets {
        ends.push(i32::try_from(end).map_err(|_| too_many())?);
    }
    let moves = UInt16Array::new(copied(moves)?.into(), None);
    let field = Arc::new(Field::new_list_field(DataType::UInt16, false));
    let offsets = arrow_buffer::OffsetBuffer::new(ends.into());
    Ok(ArrowArray(Arc::new(ListArray::try_new(field, offsets, Arc::new(moves), None).map_err(refused)?)))
}

/// The rows of arrays of packed positions or FENs.
pub(super) fn rows_from(py: Python<'_>, given: AnyArray, threads: usize) -> PyResult<Vec<Row>> {
    let (mut rows, mut before) = (Vec::new(), 0);
    for array in given.into_reader()? {
        let array = array.map_err(refused)?;
        if let Some(row) = array.logical_nulls().and_then(|nulls| nulls.iter().position(|is_valid| !is_valid))
        {
            return Err(PyValueError::new_err(format!("row {}: there is no position", before + row)));
        }
        let more = rows_of_one(py, &array, before, threads)?;
        rows.try_reserve(more.len()).map_err(|_| short())?;
        rows.extend(more);
        before += array.len();
    }
    Ok(rows)
}

fn rows_of_one(py: Python<'_>, array: &ArrayRef, first: usize, threads: usize) -> PyResult<Vec<Row>> {
    let texts: Vec<&str> = match array.data_type() {
        DataType::FixedSizeBinary(32) => {
            let values = array.as_fixed_size_binary().iter().flatten();
            let mut rows = Vec::new();
            rows.try_reserve_exact(array.len()).map_err(|_| short())?;
            rows.extend(values.filter_map(|bytes| Row::try_from(bytes).ok()));
            return Ok(rows);
        }
        DataType::Utf8 => array.as_string::<i32>().iter().flatten().collect(),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().flatten().collect(),
        DataType::Utf8View => array.as_string_view().iter().flatten().collect(),
        other => {
            let message = format!("positions are FixedSizeBinary(32) or FENs as text, not {other}");
            return Err(PyTypeError::new_err(message));
        }
    };
    fens::rows_from(py, &texts, first, threads)
}
