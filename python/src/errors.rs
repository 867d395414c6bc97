//! The exceptions of `errors.py`, raised from here.
//!
//! They are classes of Python, so that they have attributes like any other; this file fills them in. No panic crosses
//! to Python, where `except Exception` would not catch it: work is done by [`safely`] or [`crate::stop::run`], which
//! turn it into an exception.

use std::any::Any;
use std::fmt::Display;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use philidor::binary::PackedPositionError;
use philidor::{FenError, FenField, GamePosition, SanError, SanErrorKind, UciError, UciErrorKind};
use philidor_pgn::PgnError;
use philidor_suites::epd::EpdError;
use philidor_tables::syzygy::ProbeError;
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;

/// An exception of `errors.py` with its arguments.
pub(crate) fn raised<'py>(py: Python<'py>, class: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let make = || -> PyResult<PyErr> {
        let class = py.import("philidor.errors")?.getattr(class)?.cast_into::<PyType>()?;
        Ok(PyErr::from_value(class.call1(arguments)?))
    };
    make().unwrap_or_else(|error| error)
}

/// Does work without holding the interpreter, and turns a panic into an exception.
pub(crate) fn safely<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(|panic| of_panic(py, panic.as_ref()))
}

/// `InternalError` for a panic.
pub(crate) fn of_panic(py: Python<'_>, panic: &(dyn Any + Send)) -> PyErr {
    let said = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let said = said.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    raised(py, "InternalError", (format!("a fault of philidor, please report it: {said}"),))
}

/// `RuntimeError`, as Python raises it, for a thread that the system refuses to start.
pub(crate) fn of_thread(error: &io::Error) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// Makes many Python objects; PyO3 panics if there is no memory for one, which becomes `MemoryError`.
pub(crate) fn caught_short<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(PyMemoryError::new_err(())))
}

/// Calls code of other crates that needs the interpreter and panics when it is given nonsense.
pub(crate) fn caught<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(PyValueError::new_err("a capsule of Arrow is empty or damaged")))
}

/// `MoveError`.
pub(crate) fn of_move(
    py: Python<'_>,
    reason: &str,
    text: &str,
    fen: Option<String>,
    offset: Option<usize>,
) -> PyErr {
    let message = format!("'{}': {reason}", text.escape_debug());
    raised(py, "MoveError", (message, text, fen.unwrap_or_default(), offset))
}

/// `MoveError` for a row of a batch.
pub(crate) fn of_row(py: Python<'_>, row: usize, text: String, position: &philidor::Position) -> PyErr {
    in_row(py, of_move(py, "not a legal move", &text, Some(position.to_string()), None), row)
}

/// Adds the row of a batch to a `ChessError`.
pub(crate) fn in_row(py: Python<'_>, error: PyErr, row: usize) -> PyErr {
    let value = error.value(py);
    let name = || {
        value.setattr("args", (format!("row {row}: {value}"),))?;
        value.setattr("row", row)
    };
    match name() {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// A text of UCI that is not a legal move.
pub(crate) fn of_uci(py: Python<'_>, error: UciError, text: &str, position: &impl GamePosition) -> PyErr {
    let offset = match error.kind {
        UciErrorKind::Syntax { offset } => Some(offset),
        _ => None,
    };
    of_move(py, &error.to_string(), text, Some(position.to_string()), offset)
}

/// A text of SAN that is not a legal move.
pub(crate) fn of_san(py: Python<'_>, error: &SanError, text: &str, position: &impl GamePosition) -> PyErr {
    let offset = match error.kind {
        SanErrorKind::Syntax { offset } => Some(offset),
        _ => None,
    };
    of_move(py, &error.to_string(), text, Some(position.to_string()), offset)
}

/// A text that is not a FEN.
pub(crate) fn of_fen(py: Python<'_>, error: &FenError, fen: &str) -> PyErr {
    let field = match error.field {
        FenField::Board => "board",
        FenField::SideToMove => "side_to_move",
        FenField::CastlingRights => "castling_rights",
        FenField::EnPassantSquare => "en_passant",
        FenField::HalfmoveClock => "halfmove_clock",
        FenField::FullmoveNumber => "fullmove_number",
        FenField::Extra => "extra",
    };
    raised(py, "FenError", (error.to_string(), fen, field, error.text.as_str(), error.column))
}

/// A text that is not a record of EPD.
pub(crate) fn of_epd(py: Python<'_>, error: &EpdError, record: &str) -> PyErr {
    raised(py, "EpdError", (error.to_string(), record, error.text.as_str(), error.offset))
}

/// A game of PGN that cannot be read.
pub(crate) fn of_pgn(py: Python<'_>, error: &PgnError) -> PyErr {
    let text = error.text.to_string();
    raised(py, "PgnError", (error.to_string(), text, error.line, error.column, error.offset))
}

/// Bytes that are not a position, in a batch or alone.
pub(crate) fn of_packed(py: Python<'_>, error: &PackedPositionError, row: Option<usize>) -> PyErr {
    let place = row.map(|row| format!("row {row}: ")).unwrap_or_default();
    raised(py, "PackedError", (format!("{place}{error}"), row))
}

/// A position that endgame tables have no answer for, or what is wrong with one of their files.
pub(crate) fn of_table(py: Python<'_>, error: &ProbeError) -> PyErr {
    let message = error.to_string();
    match error {
        ProbeError::Missing { material, metric } => {
            raised(py, "MissingTableError", (message, format!("{material}.{}", metric.extension())))
        }
        ProbeError::File(error) => raised(
            py,
            "TableFileError",
            (message, error.file.as_str(), error.offset, error.fault.to_string()),
        ),
        _ => raised(py, "TableError", (message,)),
    }
}

/// What the system says of a file: the subclass of ``OSError`` for its number, with the path.
pub(crate) fn of_file(py: Python<'_>, error: &io::Error, path: &Path) -> PyErr {
    let make = |number: i32| -> PyResult<PyErr> {
        let words: String = py.import("os")?.call_method1("strerror", (number,))?.extract()?;
        Ok(PyOSError::new_err((number, words, path.as_os_str().to_owned())))
    };
    match error.raw_os_error() {
        Some(number) => make(number).unwrap_or_else(|error| error),
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// Bytes that are not a game, or not a position of a variant.
pub(crate) fn of_packed_game(py: Python<'_>, error: &impl Display) -> PyErr {
    raised(py, "PackedError", (error.to_string(),))
}
