//! How a game ended, as an object.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::words;

/// How a game ended, read and written in words.
///
/// >>> outcome = Outcome("White wins by time")
/// >>> outcome.winner, outcome.result, outcome.reason
/// (<Color.WHITE: 0>, '1-0', 'time')
/// >>> Outcome("draw by agreement").winner is None
/// True
///
/// Raises ``ValueError`` for any other text.
#[pyclass(frozen, eq, hash, module = "philidor", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Outcome(pub(crate) philidor::Outcome);

#[pymethods]
impl Outcome {
    #[new]
    fn new(text: &str) -> PyResult<Outcome> {
        text.parse()
            .map(Outcome)
            .map_err(|error: philidor::ParseNameError| PyValueError::new_err(error.to_string()))
    }

    #[classattr]
    #[pyo3(name = "__match_args__")]
    fn match_args() -> (&'static str, &'static str) {
        ("winner", "reason")
    }

    /// The side that won, or ``None``.
    #[getter]
    fn winner<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.winner().map(|color| words::color(py, color)).transpose()
    }

    /// The result as in PGN: ``"1-0"``, ``"0-1"``, ``"1/2-1/2"``, or ``"*"`` for an abandoned game.
    #[getter]
    fn result(&self) -> &'static str {
        self.0.result().as_str()
    }

    /// Why: ``"checkmate"``, ``"resignation"``, ``"stalemate"``, ``"insufficient material"``, ``"abandoned"``; of
    /// variants also ``"explosion"``, ``"checks"``, and so on.
    #[getter]
    fn reason(&self) -> String {
        match self.0 {
            philidor::Outcome::Win { by, .. } => by.to_string(),
            philidor::Outcome::Draw(by) => by.to_string(),
            _ => self.0.to_string(),
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Outcome('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().0.to_string(),))
    }
}
