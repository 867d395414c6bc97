//! A record of EPD: a position and what is known of it.

use philidor::CastlingMode;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyType};

use crate::errors;
use crate::moves;
use crate::position::Position;

/// A position with operations, such as the best move; one line of a test suite.
///
/// >>> record = Epd('r1bq1rk1/pp3ppp/8/8/8/8/PP3PPP/R2Q1RK1 w - - bm Qxd8; id "swap";')
/// >>> record.best_moves, record.id
/// ([Move('d1d8')], 'swap')
/// >>> record.operations["bm"]
/// 'Qxd8'
///
/// Raises ``EpdError`` if the text is not a record.
#[pyclass(frozen, module = "philidor")]
pub(crate) struct Epd(philidor_suites::epd::Epd);

impl Epd {
    fn list<'py>(
        &self,
        py: Python<'py>,
        moves: Option<&[philidor::Move]>,
    ) -> PyResult<Option<Bound<'py, PyList>>> {
        let mode = CastlingMode::detect(&self.0.position);
        moves.map(|list| moves::list(py, &self.0.position, mode, list)).transpose()
    }
}

#[pymethods]
impl Epd {
    #[new]
    fn new(py: Python<'_>, record: &str) -> PyResult<Epd> {
        record.parse().map(Epd).map_err(|error| errors::of_epd(py, &error, record))
    }

    /// The position.
    #[getter]
    fn position(&self) -> Position {
        Position::with_mode(self.0.position, None)
    }

    /// The operands of each operation as text, by opcode.
    #[getter]
    fn operations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let operations = PyDict::new(py);
        for operation in &self.0.operations {
            let alone = philidor_suites::epd::Epd::new(self.0.position, vec![operation.clone()]).to_string();
            let opcode = operation.opcode();
            let after = |fields: usize| alone.splitn(fields + 1, ' ').nth(fields).unwrap_or_default();
            // With the clocks or without them: no opcode begins with a digit.
            let shown = if after(4).starts_with(|letter: char| letter.is_ascii_digit()) {
                after(6)
            } else {
                after(4)
            };
            let operands =
                shown.strip_prefix(&*opcode).and_then(|rest| rest.strip_suffix(';')).unwrap_or_default();
            operations.set_item(&*opcode, operands.trim())?;
        }
        Ok(operations)
    }

    /// The best moves (``bm``), or ``None``.
    #[getter]
    fn best_moves<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        self.list(py, self.0.best_moves())
    }

    /// The moves to avoid (``am``), or ``None``.
    #[getter]
    fn avoid_moves<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        self.list(py, self.0.avoid_moves())
    }

    /// The name of the record (``id``), or ``None``.
    #[getter]
    fn id(&self) -> Option<&str> {
        self.0.id()
    }

    /// The counts of a perft suite (``D1`` and so on), by depth.
    #[getter]
    fn leaves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let leaves = PyDict::new(py);
        for (depth, count) in self.0.leaves() {
            leaves.set_item(depth, count)?;
        }
        Ok(leaves)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Epd({:?})", self.0.to_string())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().0.to_string(),))
    }
}
