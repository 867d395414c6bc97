//! What tables answer for many positions, as arrays: a position without an answer gets a value of its own, so the rest
//! is not lost. Values are probed in the order of the tables' files, distances one after the other.

use numpy::PyArray1;
use philidor_tables::Wdl;
use philidor_tables::syzygy::{self, ClockedWdl, Dtz, ProbeError};
use pyo3::prelude::*;

use super::Tables;
use crate::arrays;
use crate::batch::{Positions, rows_of};
use crate::errors;
use crate::rows::{self, Ended, Row, room, sound};
use crate::stop::{self, Stop};
use crate::words::one_of;

/// How many positions are probed together, in the order of their values in the files.
const TOGETHER: usize = 1 << 14;

/// What an array holds where there is no answer; no value has these numbers.
const NO_WDL: i8 = i8::MIN;
const NO_DTZ: i32 = i32::MIN;
const NO_CLOCKED_WDL: f32 = f32::NAN;

/// The number of a value with a clock; where two values are possible, the number between theirs.
const fn number(value: ClockedWdl) -> f32 {
    match value {
        ClockedWdl::Loss => -2.0,
        ClockedWdl::LossOrBlessedLoss => -1.5,
        ClockedWdl::BlessedLoss => -1.0,
        ClockedWdl::Draw => 0.0,
        ClockedWdl::CursedWin => 1.0,
        ClockedWdl::WinOrCursedWin => 1.5,
        ClockedWdl::Win => 2.0,
    }
}

/// An answer, or none; a file that is damaged is an error, unless it is to be passed over.
fn answered<T>(answer: Result<T, ProbeError>, skips: bool) -> Result<Option<T>, ProbeError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(error @ ProbeError::File(_)) if !skips => Err(error),
        Err(_) => Ok(None),
    }
}

/// The answers of a run of rows, or the first row with a damaged file.
type Answers<T> = Result<Vec<T>, (usize, ProbeError)>;

impl Tables {
    /// The answers of all rows, by a function that answers a run of them.
    fn of_rows<T: Send>(
        &self,
        py: Python<'_>,
        positions: &Positions,
        threads: usize,
        answers: impl Fn(&[Row], std::ops::Range<usize>, &Stop) -> Result<Answers<T>, Ended> + Send + Sync,
    ) -> PyResult<Vec<Vec<T>>> {
        let held = positions.held(py)?;
        let rows = rows_of(&held)?;
        let parts = stop::run(py, rows::are_many(rows), |stop| {
            rows::each_run(rows, threads, |run| answers(rows, run, stop))
        })?;
        let parts: Answers<Vec<T>> = sound(py, parts)?.into_iter().collect();
        parts.map_err(|(row, error)| errors::in_row(py, errors::of_table(py, &error), row))
    }

    /// One answer for each row, one after the other; `none` where there is none.
    fn one_each<A, T: Copy + Send + Sync>(
        &self,
        py: Python<'_>,
        positions: &Positions,
        (on_error, threads): (&str, usize),
        ask: impl Fn(&syzygy::Tables, &philidor::Position) -> Result<A, ProbeError> + Send + Sync,
        (none, value): (T, impl Fn(A) -> T + Send + Sync),
    ) -> PyResult<Vec<Vec<T>>> {
        let skips = skips(on_error)?;
        self.of_rows(py, positions, threads, |rows, run, stop| {
            let (mut answers, mut fault) = (room(run.len())?, None);
            rows::each_position(rows, run, stop, |row, position| {
                if fault.is_none() {
                    match answered(ask(&self.inner, &position), skips) {
                        Ok(answer) => answers.push(answer.map_or(none, &value)),
                        Err(error) => fault = Some((row, error)),
                    }
                }
                Ok(())
            })?;
            Ok(fault.map_or(Ok(answers), Err))
        })
    }
}

fn skips(on_error: &str) -> PyResult<bool> {
    one_of("on_error", on_error, &[("raise", false), ("skip", true)])
}

/// The values of positions that are probed together.
fn probe_together(
    tables: &syzygy::Tables,
    positions: &[philidor::Position],
    skips: bool,
    values: &mut Vec<i8>,
) -> Result<(), (usize, ProbeError)> {
    for (row, answer) in tables.probe_wdl_batch(positions).into_iter().enumerate() {
        match answered(answer, skips) {
            Ok(answer) => values.push(answer.map_or(NO_WDL, Wdl::number)),
            Err(error) => return Err((row, error)),
        }
    }
    Ok(())
}

#[pymethods]
impl Tables {
    /// The values of many positions, as ``probe_wdl`` has them: ``int8``, shape ``(N,)``, from -2 to 2. ``NO_WDL``,
    /// -128, stands where there is no answer: a table is missing, or the position has castling rights or too many
    /// pieces. ``probe_wdl`` of that row alone says why.
    ///
    /// ``on_error`` is ``"raise"``, or ``"skip"`` for ``NO_WDL`` also where a file is damaged.
    ///
    /// >>> from philidor import Positions
    /// >>> from philidor.syzygy import Tables, generate
    /// >>> tables = Tables(data=generate("KRvK"))
    /// >>> fens = ["8/8/8/8/8/4k3/4r3/K7 w - - 0 1", "8/8/8/8/8/4k3/4q3/K7 w - - 0 1", "8/8/8/8/8/4k3/8/K7 w - - 0 1"]
    /// >>> tables.probe_wdls(Positions.from_fens(fens)).tolist()
    /// [-2, -128, 0]
    ///
    /// Raises ``PackedError`` for a row that is not a position, ``TableFileError`` with its ``row`` for a damaged file.
    #[pyo3(signature = (positions, *, on_error = "raise", threads = 1))]
    fn probe_wdls<'py>(
        &self,
        py: Python<'py>,
        positions: &Positions,
        on_error: &str,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let skips = skips(on_error)?;
        let parts = self.of_rows(py, positions, threads, |rows, run, stop| {
            let (mut values, mut fault) = (room(run.len())?, None);
            for first in run.clone().step_by(TOGETHER) {
                let block = first..run.end.min(first + TOGETHER);
                let mut together = room(block.len())?;
                rows::each_position(rows, block, stop, |_, position| {
                    together.push(position);
                    Ok(())
                })?;
                if let Err((row, error)) = probe_together(&self.inner, &together, skips, &mut values) {
                    fault = Some((first + row, error));
                    break;
                }
            }
            Ok(fault.map_or(Ok(values), Err))
        })?;
        arrays::joined(py, &parts)
    }

    /// The distances of many positions: ``(numbers, is_exact)``, as ``Dtz`` has them.
    ///
    /// ``numbers`` is ``int32``, shape ``(N,)``, and ``NO_DTZ``, -2147483648, where there is no answer; ``is_exact`` is
    /// ``bool``. ``on_error`` and exceptions are those of ``probe_wdls``.
    ///
    /// >>> from philidor import Positions
    /// >>> from philidor.syzygy import Tables, generate
    /// >>> tables = Tables(data=generate("KRvK"))
    /// >>> fens = ["8/8/8/8/8/4k3/4r3/K7 w - - 0 1", "8/8/8/8/8/4k3/4q3/K7 w - - 0 1"]
    /// >>> numbers, is_exact = tables.probe_dtzs(Positions.from_fens(fens))
    /// >>> numbers.tolist(), is_exact.tolist()
    /// ([-10, -2147483648], [True, False])
    #[pyo3(signature = (positions, *, on_error = "raise", threads = 1))]
    fn probe_dtzs<'py>(
        &self,
        py: Python<'py>,
        positions: &Positions,
        on_error: &str,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<bool>>)> {
        let none_or = ((NO_DTZ, false), |dtz: Dtz| (dtz.number(), dtz.is_exact()));
        let parts = self.one_each(py, positions, (on_error, threads), syzygy::Tables::probe_dtz, none_or)?;
        let (numbers, exact): (Vec<_>, Vec<_>) =
            parts.into_iter().map(|part| part.into_iter().unzip()).unzip();
        Ok((arrays::joined(py, &numbers)?, arrays::joined(py, &exact)?))
    }

    /// The values of many positions with their halfmove clocks: ``float32``, shape ``(N,)``, the numbers of
    /// ``ClockedWdl``; nan where there is no answer. ``on_error`` and exceptions are those of ``probe_wdls``.
    ///
    /// >>> from philidor import Positions
    /// >>> from philidor.syzygy import Tables, generate
    /// >>> tables = Tables(data=generate("KRvK"))
    /// >>> fens = [f"8/8/8/8/8/4k3/4{piece}3/K7 w - - {clock} 80" for piece, clock in (("r", 90), ("r", 91), ("q", 0))]
    /// >>> tables.probe_clocked_wdls(Positions.from_fens(fens)).tolist()
    /// [-2.0, -1.0, nan]
    #[pyo3(signature = (positions, *, on_error = "raise", threads = 1))]
    fn probe_clocked_wdls<'py>(
        &self,
        py: Python<'py>,
        positions: &Positions,
        on_error: &str,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let ask = syzygy::Tables::probe_clocked_wdl;
        let parts = self.one_each(py, positions, (on_error, threads), ask, (NO_CLOCKED_WDL, number))?;
        arrays::joined(py, &parts)
    }
}
