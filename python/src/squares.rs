//! A set of squares.

use philidor::Bitboard;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::words::{self, SquareArgument};

/// An immutable set of squares in one 64-bit word, a bitboard.
///
/// It is made from squares, or from a word with ``from_bits``; ``int(squares)`` gives the word back. Iteration goes
/// from a1 to h8. ``|``, ``&``, ``-``, ``^`` and ``~`` are set operations.
///
/// >>> corners = SquareSet(["a1", "h1", "a8", "h8"])
/// >>> len(corners), "a1" in corners, hex(int(corners))
/// (4, True, '0x8100000000000081')
/// >>> list(corners & Position().squares("R"))
/// [<Square.A1: 0>, <Square.H1: 7>]
#[pyclass(frozen, eq, hash, module = "philidor")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SquareSet(pub(crate) Bitboard);

/// A set as an argument: a `SquareSet`, or anything that lists squares.
pub(crate) struct SquareSetArgument(pub(crate) Bitboard);

impl FromPyObject<'_, '_> for SquareSetArgument {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<SquareSetArgument> {
        if let Ok(set) = given.cast::<SquareSet>() {
            return Ok(SquareSetArgument(set.get().0));
        }
        let mut set = Bitboard::EMPTY;
        for square in
            given.try_iter().map_err(|_| PyTypeError::new_err("a SquareSet, or a list of squares"))?
        {
            set.insert(square?.extract::<SquareArgument>()?.0);
        }
        Ok(SquareSetArgument(set))
    }
}

#[pymethods]
impl SquareSet {
    #[new]
    #[pyo3(signature = (squares = SquareSetArgument(Bitboard::EMPTY)), text_signature = "(squares=())")]
    fn new(squares: SquareSetArgument) -> SquareSet {
        SquareSet(squares.0)
    }

    /// The set with these bits, a1 the lowest.
    ///
    /// >>> SquareSet.from_bits(1 << 63)
    /// SquareSet(['h8'])
    #[staticmethod]
    fn from_bits(bits: u64) -> SquareSet {
        SquareSet(Bitboard(bits))
    }

    fn __iter__(&self) -> SquareIterator {
        SquareIterator(self.0)
    }

    fn __len__(&self) -> usize {
        self.0.len() as usize
    }

    fn __contains__(&self, square: SquareArgument) -> bool {
        self.0.contains(square.0)
    }

    fn __int__(&self) -> u64 {
        self.0.0
    }

    fn __index__(&self) -> u64 {
        self.0.0
    }

    fn __or__(&self, other: SquareSetArgument) -> SquareSet {
        SquareSet(self.0 | other.0)
    }

    fn __and__(&self, other: SquareSetArgument) -> SquareSet {
        SquareSet(self.0 & other.0)
    }

    fn __sub__(&self, other: SquareSetArgument) -> SquareSet {
        SquareSet(self.0 - other.0)
    }

    fn __xor__(&self, other: SquareSetArgument) -> SquareSet {
        SquareSet(self.0 ^ other.0)
    }

    fn __invert__(&self) -> SquareSet {
        SquareSet(!self.0)
    }

    /// Whether all squares of this set are in the other.
    fn issubset(&self, other: SquareSetArgument) -> bool {
        self.0.is_subset_of(other.0)
    }

    /// Whether no square is in both.
    fn isdisjoint(&self, other: SquareSetArgument) -> bool {
        !self.0.intersects(other.0)
    }

    fn __repr__(&self) -> String {
        let names: Vec<String> = self.0.into_iter().map(|square| format!("'{square}'")).collect();
        format!("SquareSet([{}])", names.join(", "))
    }

    /// A drawing with rank 8 on top.
    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (u64,))> {
        Ok((slf.get_type().getattr("from_bits")?, (slf.get().0.0,)))
    }
}

/// The squares of a set, one after another.
#[pyclass(module = "philidor._native")]
pub(crate) struct SquareIterator(Bitboard);

#[pymethods]
impl SquareIterator {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(square) = self.0.first() else { return Ok(None) };
        self.0.remove(square);
        words::square(py, square).map(Some)
    }

    fn __length_hint__(&self) -> usize {
        self.0.len() as usize
    }
}
