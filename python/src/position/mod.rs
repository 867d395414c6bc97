//! A position, and what is asked of it.
//!
//! It is immutable: `play` returns the position after a move. Besides the library's position it holds how castling is
//! written, since that belongs to the game and not to what is on the board.
//!
//! | file | what is asked |
//! |---|---|
//! | `board.rs` | what stands where, whose turn it is, counters and keys |
//! | `moves.rs` | moves: listed, asked about, played, counted |
//! | `counting.rs` | perft, in parts, so that it can be stopped between them |
//! | `attacks.rs` | checkers, pins, attacks |
//! | `notation.rs` | SAN, UCI, FEN, drawings |
//!
//! This file makes, stores and compares positions.

mod attacks;
mod board;
mod counting;
mod moves;
mod notation;

use std::hash::{DefaultHasher, Hash, Hasher};

use philidor::binary::PackedPosition;
use philidor::{CastlingMode, Strictness};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyType};

pub(crate) use counting::count;

use crate::errors;
use crate::moves::Move;
use crate::setup::{self, Setup};

/// A chess position, always valid and immutable.
///
/// It is made from a FEN; without one it is the start position. ``chess960=True`` writes castling as the king taking
/// its rook; that is also how it is written wherever king or rooks castle from other squares than in standard chess.
/// ``strict=False`` accepts positions that no game reaches, as long as their moves are defined.
///
/// Two positions are equal if their FENs are, clocks included; ``key`` is equal for positions that are the same under
/// the rule of repetition.
///
/// >>> position = Position()
/// >>> position.play("e4").play("e5").fen()
/// 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2'
/// >>> len(position.legal_moves()), position.perft(4)
/// (20, 197281)
///
/// Raises ``FenError`` if the text is not a FEN, ``SetupError`` with all faults if it is not that of a position.
#[pyclass(frozen, module = "philidor", from_py_object)]
#[derive(Clone, Copy)]
pub(crate) struct Position {
    pub(crate) inner: philidor::Position,
    pub(crate) mode: CastlingMode,
}

impl Position {
    pub(crate) fn with_mode(inner: philidor::Position, chess960: Option<bool>) -> Position {
        let mode = if chess960 == Some(true) { CastlingMode::Chess960 } else { CastlingMode::detect(&inner) };
        Position { inner, mode }
    }

    fn object(&self, py: Python<'_>, mv: philidor::Move) -> PyResult<Py<Move>> {
        crate::moves::object(py, &self.inner, self.mode, mv)
    }

    fn list<'py>(&self, py: Python<'py>, moves: &[philidor::Move]) -> PyResult<Bound<'py, PyList>> {
        crate::moves::list(py, &self.inner, self.mode, moves)
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (fen = None, *, chess960 = None, strict = true))]
    fn new(py: Python<'_>, fen: Option<&str>, chess960: Option<bool>, strict: bool) -> PyResult<Position> {
        let Some(fen) = fen else { return Ok(Position::with_mode(philidor::Position::default(), chess960)) };
        let position = match strict {
            true => fen.parse(),
            false => fen.parse::<philidor::Setup>().map_err(Into::into).and_then(|setup| {
                philidor::Position::from_setup(setup, Strictness::WellDefined).map_err(Into::into)
            }),
        };
        position
            .map(|position| Position::with_mode(position, chess960))
            .map_err(|error| setup::refused(py, error, fen))
    }

    /// The position of a setup; ``chess960`` and ``strict`` as for a FEN. Raises ``SetupError`` with all faults.
    ///
    /// >>> Position.of(Position().setup()) == Position()
    /// True
    #[staticmethod]
    #[pyo3(signature = (setup, *, chess960 = None, strict = true))]
    fn of(py: Python<'_>, setup: &Setup, chess960: Option<bool>, strict: bool) -> PyResult<Position> {
        let strictness = if strict { Strictness::Reachable } else { Strictness::WellDefined };
        philidor::Position::from_setup(setup.0, strictness)
            .map(|position| Position::with_mode(position, chess960))
            .map_err(|error| setup::faulty(py, error))
    }

    /// The start position of Chess960 with a number from 0 to 959; 518 is that of standard chess.
    ///
    /// >>> Position.chess960(0).fen()
    /// 'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
    #[staticmethod]
    fn chess960(number: u16) -> PyResult<Position> {
        match philidor::Position::chess960(number) {
            Some(inner) => Ok(Position { inner, mode: CastlingMode::Chess960 }),
            None => Err(PyValueError::new_err(format!(
                "start positions have numbers from 0 to 959, not {number}"
            ))),
        }
    }

    /// The position in 32 bytes that ``pack`` made. Raises ``PackedError``.
    #[staticmethod]
    #[pyo3(signature = (data, *, chess960 = None, strict = true))]
    fn unpack(py: Python<'_>, data: &[u8], chess960: Option<bool>, strict: bool) -> PyResult<Position> {
        let strictness = if strict { Strictness::Reachable } else { Strictness::WellDefined };
        let unpacked = PackedPosition::try_from(data).and_then(|packed| packed.unpack_with(strictness));
        unpacked
            .map(|position| Position::with_mode(position, chess960))
            .map_err(|error| errors::of_packed(py, &error, None))
    }

    /// The position in 32 bytes, which stay the same in every version.
    ///
    /// >>> Position.unpack(Position().pack()) == Position()
    /// True
    ///
    /// Raises ``PackedError`` if there are more than 32 pieces, as there can be with ``strict=False``.
    fn pack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let packed = self.inner.try_pack().map_err(|error| errors::of_packed(py, &error, None))?;
        Ok(PyBytes::new(py, &packed.to_bytes()))
    }

    /// Whether castling is written as the king taking its rook.
    #[getter]
    fn is_chess960(&self) -> bool {
        self.mode == CastlingMode::Chess960
    }

    /// The number of this start position in Chess960, or ``None``.
    #[getter]
    fn chess960_number(&self) -> Option<u16> {
        self.inner.chess960_number()
    }

    /// The same as a setup, which can be changed.
    fn setup(&self) -> Setup {
        Setup::from(self.inner.to_setup())
    }

    /// The same position with colors swapped and ranks mirrored.
    fn flip_colors(&self) -> Position {
        Position { inner: self.inner.flip_colors(), mode: self.mode }
    }

    /// The same with files mirrored, or ``None`` if a side may castle.
    fn flip_files(&self) -> Option<Position> {
        self.inner.flip_files().map(|inner| Position { inner, mode: self.mode })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| other.get().inner == self.inner)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.inner.hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'_, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, bool))> {
        let Position { inner, mode } = slf.get();
        Ok((slf.get_type().getattr("_restored")?, (inner.to_string(), *mode == CastlingMode::Chess960)))
    }

    /// For pickling: whatever was a position is one again.
    #[classmethod]
    fn _restored(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        fen: &str,
        chess960: bool,
    ) -> PyResult<Position> {
        Position::new(py, Some(fen), Some(chess960), false)
    }
}
