//! A game of PGN, with variations and comments.

use philidor::pgn::{GameResult, GameTree};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyType};

use super::node::PgnNode;
use super::refused;
use crate::moves::{self, Move};
use crate::position::Position;

/// A game with variations and comments, read from PGN, changed and written.
///
/// >>> game = PgnGame()
/// >>> node = game.root.add("e4").add("e5")
/// >>> node.comment = "best by test"
/// >>> _ = node.parent.add("c5")
/// >>> game.set_tag("White", "Philidor")
/// >>> print(str(game).strip())
/// [White "Philidor"]
/// [Result "*"]
/// <BLANKLINE>
/// 1. e4 e5 { best by test } ( 1... c5 ) *
#[pyclass(module = "philidor")]
pub(crate) struct PgnGame(pub(super) GameTree);

impl PgnGame {
    pub(super) fn at(&self, inner: philidor::Position) -> Position {
        Position { inner, mode: self.0.castling_mode() }
    }

    /// The shared object of a move after a position.
    pub(super) fn object(
        &self,
        py: Python<'_>,
        before: &philidor::Position,
        mv: philidor::Move,
    ) -> PyResult<Py<Move>> {
        moves::object(py, before, self.0.castling_mode(), mv)
    }
}

#[pymethods]
impl PgnGame {
    #[new]
    #[pyo3(signature = (start = None))]
    fn new(start: Option<Position>) -> PgnGame {
        PgnGame(GameTree::new(start.map(|start| start.inner).unwrap_or_default()))
    }

    /// The tags, in their order, as a new dictionary; without those that are ``start`` and ``result``.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for (name, value) in self.0.tags.iter() {
            tags.set_item(name, value)?;
        }
        Ok(tags)
    }

    /// Sets a tag, or removes it with ``None``. Raises ``ValueError`` if PGN cannot have it.
    #[pyo3(signature = (name, value))]
    fn set_tag(&mut self, name: &str, value: Option<&str>) -> PyResult<()> {
        match value {
            Some(value) => {
                self.0.tags.set(name, value).map_err(|error| PyValueError::new_err(error.to_string()))
            }
            None => {
                self.0.tags.remove(name);
                Ok(())
            }
        }
    }

    /// The result: ``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``.
    #[getter]
    fn result(&self) -> &'static str {
        self.0.result.as_str()
    }

    #[setter]
    fn set_result(&mut self, result: &str) -> PyResult<()> {
        let found = GameResult::from_bytes(result.as_bytes());
        self.0.result = found.ok_or_else(|| PyValueError::new_err(format!("not a result: {result:?}")))?;
        Ok(())
    }

    /// The position at the start.
    #[getter]
    fn start(&self) -> Position {
        self.at(*self.0.start())
    }

    /// The start as a node, from which the tree is walked.
    #[getter]
    fn root(slf: Bound<'_, Self>) -> PgnNode {
        PgnNode::root(slf.unbind())
    }

    /// The moves of the main line.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (list, mut position) = (PyList::empty(py), *self.0.start());
        for mv in self.0.main_line().filter_map(|id| self.0.mv(id)) {
            list.append(self.object(py, &position, mv)?)?;
            position.play(mv);
        }
        Ok(list)
    }

    /// The moves of the main line, as a score sheet has them.
    fn sans(&self) -> Vec<String> {
        let mut position = *self.0.start();
        let moves = self.0.main_line().filter_map(|id| self.0.mv(id));
        moves
            .map(|mv| {
                let san = position.san(mv).as_str().to_owned();
                position.play(mv);
                san
            })
            .collect()
    }

    /// The game as PGN, in lines of fewer than 80 columns.
    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let name = |name| self.0.tags.get(name).unwrap_or("?");
        format!("<PgnGame: {} – {}, {}>", name("White"), name("Black"), self.0.result.as_str())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<PgnGame>() else { return false };
        other.try_borrow().is_ok_and(|other| other.0 == self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("_restored")?, (slf.try_borrow()?.0.to_string(),)))
    }

    /// For pickling.
    #[classmethod]
    fn _restored(_class: &Bound<'_, PyType>, py: Python<'_>, text: &str) -> PyResult<PgnGame> {
        text.parse().map(PgnGame).map_err(|error| refused(py, &error))
    }
}
