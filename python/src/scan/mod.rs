//! PGN files as Arrow tables, read as they are asked for.
//!
//! ```text
//! file ─ unpacked ─ parts of whole games ─ one or more threads ─ tables in order ─ stream of Arrow
//! ```
//!
//! | file | what it is |
//! |---|---|
//! | `columns.rs` | the columns that there are, and those that were asked for |
//! | `game.rs` | a game while it is read |
//! | `table.rs` | rows put into columns |
//! | `stream.rs` | tables, one after the other, by one thread or several |
//!
//! A file may be larger than memory: a part is read when the table of an earlier one has been taken.

mod columns;
mod game;
mod stream;
mod table;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::ffi::{to_schema_pycapsule, to_stream_pycapsule};

use crate::errors;
use crate::words::{Listed, one_of};
use columns::{Columns, RowsOf};
use stream::{Batches, Counts};

/// A PGN file as an Arrow table: a row for each game, or for each position of the main lines.
///
/// Anything that reads Arrow streams can read it (``pyarrow.table``, ``polars.DataFrame``, ``duckdb.sql``,
/// ``pandas.DataFrame.from_arrow``); each such call reads the file once. ``scan_pgn`` makes it.
#[pyclass(frozen, module = "philidor")]
pub(crate) struct PgnScan {
    path: PathBuf,
    columns: Arc<Columns>,
    raises: bool,
    threads: usize,
    progress: Option<Py<PyAny>>,
    counts: Arc<Counts>,
}

/// A PGN file as an Arrow table, which is read when a program asks for the table.
///
/// The file may be packed with gzip, zstd or bzip2. ``rows`` is ``"games"`` or ``"positions"``. ``columns`` are tags
/// and these:
///
/// * of games: ``game`` (its number, from 0), ``offset`` (in the unpacked file), ``ply_count``, ``moves`` (lists of
///   ``uint16``, as ``Move.from_digest`` takes them), ``start_fen`` (null for the usual start), ``clocks`` (lists of
///   seconds), ``centipawns`` and ``mates`` (lists; evaluations in the comments after the moves);
/// * of positions: ``game``, ``ply`` (0 at the start), ``position`` (32 bytes, as ``Positions`` has them), ``key``,
///   ``fen``, ``move`` (the one played, null at the end), and, from the comment after the move that led there,
///   ``clock``, ``centipawns`` and ``mate``.
///
/// Tags are strings, null where a game has none; those that end with ``Elo`` or ``RatingDiff`` are ``int16``,
/// and null where a game has another word: a rating is a whole number from 1 to 9999.
/// ``Result`` is the termination marker at the end of the game, or the tag if there is none.
///
/// ``on_error="skip"`` leaves bad games out and counts them in ``skipped``; with ``"raise"`` the table ends with an
/// error, whose class is that of the library that reads it. ``threads`` is 1 by default, 0 for all that the machine
/// has. After each part ``progress`` is called with the bytes read and the size of the file; an exception in it ends
/// the reading.
///
/// >>> import pathlib, tempfile
/// >>> path = pathlib.Path(tempfile.mkdtemp(), "games.pgn")
/// >>> _ = path.write_text('[White "A"]\n[WhiteElo "2500"]\n\n1. e4 e5 1-0\n\n1. d4 *\n')
/// >>> scan = scan_pgn(path, columns=["White", "WhiteElo", "Result", "ply_count"])
/// >>> scan
/// <PgnScan: White, WhiteElo, Result, ply_count>
/// >>> import pyarrow                                                          # doctest: +SKIP
/// >>> pyarrow.table(scan).to_pydict()                                         # doctest: +SKIP
/// {'White': ['A', None], 'WhiteElo': [2500, None], 'Result': ['1-0', '*'], 'ply_count': [2, 1]}
///
/// Raises ``ValueError`` for unknown columns; a file that cannot be opened raises ``OSError`` when it is read.
#[pyfunction]
#[pyo3(signature = (path, *, rows = "games", columns = None, on_error = "skip", threads = 1, progress = None))]
pub(crate) fn scan_pgn(
    path: PathBuf,
    rows: &str,
    columns: Option<Listed<String>>,
    on_error: &str,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<PgnScan> {
    let rows = one_of("rows", rows, &[("games", RowsOf::Games), ("positions", RowsOf::Positions)])?;
    let raises = one_of("on_error", on_error, &[("skip", false), ("raise", true)])?;
    let columns = Arc::new(Columns::named(rows, columns.map(|names| names.0))?);
    Ok(PgnScan { path, columns, raises, threads, progress, counts: Arc::default() })
}

#[pymethods]
impl PgnScan {
    /// The stream of Arrow, by the PyCapsule protocol: reads the file from its start.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        self.counts.games.store(0, Relaxed);
        self.counts.skipped.store(0, Relaxed);
        let progress = self.progress.as_ref().map(|progress| progress.clone_ref(py));
        let batches = Batches::open(
            py,
            &self.path,
            Arc::clone(&self.columns),
            self.raises,
            self.threads,
            progress,
            Arc::clone(&self.counts),
        )?;
        errors::caught(|| Ok(to_stream_pycapsule(py, Box::new(batches), requested_schema)?))
    }

    /// The schema of the table, by the PyCapsule protocol.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, &*self.columns.field())?)
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.columns.names().map(str::to_owned).collect()
    }

    /// How many good games the last reading has found so far.
    #[getter]
    fn games(&self) -> u64 {
        self.counts.games.load(Relaxed)
    }

    /// How many bad games the last reading has left out so far.
    #[getter]
    fn skipped(&self) -> u64 {
        self.counts.skipped.load(Relaxed)
    }

    /// Lets the garbage collector free a scan along with a `progress` function that refers to it.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.progress)
    }

    fn __repr__(&self) -> String {
        format!("<PgnScan: {}>", self.columns.names().collect::<Vec<_>>().join(", "))
    }
}
