//! Names of openings, as objects.

use philidor::openings;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

/// An opening: ``Position.opening`` and ``Game.opening`` find it by position, so that transpositions are recognized.
///
/// >>> opening = Game(moves=["Nf3", "Nc6", "e4", "e5", "Bb5"]).opening
/// >>> opening.eco, opening.name
/// ('C60', 'Ruy Lopez')
/// >>> Game(moves=["e4", "c5", "Nf3", "d6"]).opening.variations
/// ('Modern Variations',)
///
/// ``Opening(key)`` is the opening of the position with this key; it raises ``ValueError`` if there is none. The names
/// are those of lichess-org/chess-openings (public domain).
#[pyclass(frozen, eq, hash, module = "philidor")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Opening(pub(crate) openings::Opening);

#[pymethods]
impl Opening {
    #[new]
    fn new(key: u64) -> PyResult<Opening> {
        let opening = openings::Opening::from_key(key);
        opening.map(Opening).ok_or_else(|| PyValueError::new_err("no opening has a position with this key"))
    }

    #[classattr]
    #[pyo3(name = "__match_args__")]
    fn match_args() -> (&'static str, &'static str) {
        ("eco", "name")
    }

    /// The code of the Encyclopaedia of Chess Openings: ``"C60"``.
    #[getter]
    fn eco(&self) -> String {
        self.0.eco().to_string()
    }

    /// The whole name: ``"Sicilian Defense: Najdorf Variation, English Attack"``.
    #[getter]
    fn name(&self) -> String {
        self.0.to_string()
    }

    /// The first part of the name: ``"Sicilian Defense"``.
    #[getter]
    fn family(&self) -> &'static str {
        self.0.family()
    }

    /// The other parts: ``("Najdorf Variation", "English Attack")``.
    #[getter]
    fn variations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.variations().collect::<Vec<_>>())
    }

    /// The Zobrist key of its position.
    #[getter]
    fn key(&self) -> u64 {
        self.0.key()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Opening {} {}>", self.0.eco(), self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (u64,)) {
        (slf.get_type(), (slf.get().0.key(),))
    }
}
