//! Rows from FENs, and FENs of rows.

use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::errors;
use crate::rows::{self, Ended, Row, room, sound};
use crate::setup;
use crate::stop::{self, Stop};

/// How many FENs are made at once.
const BLOCK: usize = 16_384;

/// The packed positions of FENs, or the exception for the first that is not a position, which names its row.
pub(super) fn rows_of_fens<T: AsRef<str> + Sync>(
    py: Python<'_>,
    fens: &[T],
    threads: usize,
) -> PyResult<Vec<Row>> {
    rows_from(py, fens, 0, threads)
}

/// The same, with rows counted from `first` on.
pub(super) fn rows_from<T: AsRef<str> + Sync>(
    py: Python<'_>,
    fens: &[T],
    first: usize,
    threads: usize,
) -> PyResult<Vec<Row>> {
    let read = |fen: &str| fen.parse::<philidor::Position>().map(|position| position.pack().to_bytes());
    let packed = stop::run(py, rows::are_many(fens), |stop| {
        rows::each_run(fens, threads, |run| {
            let start = run.start;
            let mut packed = room(run.len())?;
            for (number, fen) in fens[run].iter().enumerate() {
                match read(fen.as_ref()) {
                    _ if stop.is_set() => return Err(Ended::Stopped),
                    Ok(row) => packed.push(row),
                    Err(error) => return Ok(Err((start + number, error))),
                }
            }
            Ok(Ok(packed))
        })
    })?;
    let packed: Result<Vec<Vec<Row>>, _> = sound(py, packed)?.into_iter().collect();
    let packed = packed.map_err(|(number, error): (usize, _)| {
        let refused = setup::refused(py, error, fens[number].as_ref());
        errors::in_row(py, refused, first + number)
    })?;
    sound(py, rows::one_list(packed))
}

/// The FENs of rows. They are made in blocks, so that hardly any memory is needed besides Python's strings.
pub(super) fn of_rows<'py>(py: Python<'py>, rows: &[Row], threads: usize) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for (number, block) in rows.chunks(BLOCK).enumerate() {
        py.check_signals()?;
        let fens = errors::safely(py, || {
            rows::each_run(block, threads, |run| {
                let mut fens = room(run.len())?;
                rows::each_position(block, run, &Stop::default(), |_, position| {
                    fens.push(position.to_string());
                    Ok(())
                })?;
                Ok(fens)
            })
        })?;
        let fens = fens.map_err(|ended| ended.further(number * BLOCK));
        errors::caught_short(|| sound(py, fens)?.into_iter().flatten().try_for_each(|fen| list.append(fen)))?;
    }
    Ok(list)
}
