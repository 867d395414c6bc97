//! Rows from FENs.

use pyo3::prelude::*;

use super::rows::{self, Row, sound};
use crate::errors;
use crate::setup;

/// The packed positions of FENs, or the exception for the first that is not a position.
pub(super) fn rows_of_fens<T: AsRef<str> + Sync>(
    py: Python<'_>,
    fens: &[T],
    threads: usize,
) -> PyResult<Vec<Row>> {
    let read = |fen: &str| fen.parse::<philidor::Position>().map(|position| position.pack().to_bytes());
    let packed = errors::safely(py, || {
        rows::each_run(fens, threads, |run| {
            let first = run.start;
            let packed: Result<Vec<Row>, _> = fens[run]
                .iter()
                .enumerate()
                .map(|(number, fen)| read(fen.as_ref()).map_err(|error| (first + number, error)))
                .collect();
            Ok(packed)
        })
    })?;
    let mut all = Vec::with_capacity(fens.len());
    for part in sound(py, packed)? {
        all.extend(part.map_err(|(number, error)| setup::refused(py, error, fens[number].as_ref()))?);
    }
    Ok(all)
}
