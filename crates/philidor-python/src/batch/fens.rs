//! Rows from FENs.

use pyo3::prelude::*;

use super::rows::{self, Row, sound};
use crate::errors;
use crate::setup;

/// The packed positions of FENs, or the exception for the first that is not a position, which names its row.
pub(super) fn rows_of_fens<T: AsRef<str> + Sync>(
    py: Python<'_>,
    fens: &[T],
    threads: usize,
) -> PyResult<Vec<Row>> {
    rows_from(py, fens, 0, threads)
}

/// The same for FENs whose rows are counted from `first` on.
pub(super) fn rows_from<T: AsRef<str> + Sync>(
    py: Python<'_>,
    fens: &[T],
    first: usize,
    threads: usize,
) -> PyResult<Vec<Row>> {
    let read = |fen: &str| fen.parse::<philidor::Position>().map(|position| position.pack().to_bytes());
    let packed = errors::safely(py, || {
        rows::each_run(fens, threads, |run| {
            let start = run.start;
            let packed: Result<Vec<Row>, _> = fens[run]
                .iter()
                .enumerate()
                .map(|(number, fen)| read(fen.as_ref()).map_err(|error| (start + number, error)))
                .collect();
            Ok(packed)
        })
    })?;
    let mut all = Vec::with_capacity(fens.len());
    for part in sound(py, packed)? {
        all.extend(part.map_err(|(number, error)| {
            let refused = setup::refused(py, error, fens[number].as_ref());
            errors::in_row(py, refused, first + number)
        })?);
    }
    Ok(all)
}
