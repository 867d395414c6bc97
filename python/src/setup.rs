//! Anything that can stand on a board, to be edited, checked and mended.

use philidor::{Fen, PositionError, SetupError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::errors;
use crate::fault::Fault;
use crate::squares::SquareSet;
use crate::words::{self, ColorArgument, PieceArgument, SquareArgument};

/// Pieces and state in any combination, for editors, puzzles and repair.
///
/// It is made from a FEN, which may be that of an impossible board; an empty text makes an empty board with White to
/// move. Setups can be changed, and are compared by what they hold.
///
/// >>> setup = Setup("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1")
/// >>> [fault.kind for fault in setup.faults()]
/// ['castling', 'castling']
/// >>> Position.of(setup.repair())
/// Position('4k3/8/8/8/8/8/8/4K3 w - - 0 1')
/// >>> setup["a1"] = "R"
/// >>> setup["a1"], setup["b1"]
/// ('R', None)
///
/// Raises ``FenError`` if the text is not a FEN.
#[pyclass(eq, module = "philidor")]
#[derive(Clone, PartialEq)]
pub(crate) struct Setup(pub(crate) philidor::Setup);

impl From<philidor::Setup> for Setup {
    fn from(setup: philidor::Setup) -> Setup {
        Setup(setup)
    }
}

#[pymethods]
impl Setup {
    #[new]
    #[pyo3(signature = (fen = ""))]
    fn new(py: Python<'_>, fen: &str) -> PyResult<Setup> {
        match fen {
            "" => Ok(Setup(philidor::Setup::empty())),
            _ => fen.parse().map(Setup).map_err(|error| errors::of_fen(py, &error, fen)),
        }
    }

    /// All faults, not only the first. A setup without any is a position.
    fn faults(&self) -> Vec<Fault> {
        self.0.faults().into_iter().map(Fault).collect()
    }

    /// A copy without castling rights that lack a king or a rook in place, and without an impossible en-passant square.
    /// All other faults concern the pieces, and stay.
    fn repair(&self) -> Setup {
        Setup(self.0.without_impossible_castling_rights().without_impossible_en_passant())
    }

    /// The piece on a square as its letter, or ``None``.
    fn __getitem__(&self, square: SquareArgument) -> Option<char> {
        self.0.board.piece_at(square.0).map(|piece| piece.letter())
    }

    fn __setitem__(&mut self, square: SquareArgument, piece: Option<PieceArgument>) {
        self.0.board.remove(square.0);
        if let Some(piece) = piece {
            self.0.board.put(square.0, piece.0);
        }
    }

    fn __delitem__(&mut self, square: SquareArgument) {
        self.0.board.remove(square.0);
    }

    /// All pieces by their squares, from a1 to h8.
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for square in self.0.board.occupied() {
            pieces.set_item(
                words::square(py, square)?,
                self.0.board.piece_at(square).map(|piece| piece.letter()),
            )?;
        }
        Ok(pieces)
    }

    /// The occupied squares.
    #[getter]
    fn occupied(&self) -> SquareSet {
        SquareSet(self.0.board.occupied())
    }

    /// The side to move.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        words::color(py, self.0.state.side_to_move)
    }

    #[setter]
    fn set_turn(&mut self, color: ColorArgument) {
        self.0.state.side_to_move = color.0;
    }

    /// The en-passant square, or ``None``.
    #[getter]
    fn en_passant<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.state.en_passant.map(|square| words::square(py, square)).transpose()
    }

    #[setter]
    fn set_en_passant(&mut self, square: Option<SquareArgument>) {
        self.0.state.en_passant = square.map(|square| square.0);
    }

    /// Half-moves since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.0.state.halfmove_clock
    }

    #[setter]
    fn set_halfmove_clock(&mut self, clock: u16) {
        self.0.state.halfmove_clock = clock;
    }

    /// The fullmove number, which goes up after each move by Black.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.0.state.fullmove_number
    }

    #[setter]
    fn set_fullmove_number(&mut self, number: u32) {
        self.0.state.fullmove_number = number;
    }

    /// The castling rights as a FEN has them: ``"KQkq"``, ``"-"``, in Chess960 also letters of files.
    ///
    /// When set, the letters name the rooks as in a FEN, so the pieces must be placed first. Raises ``FenError``.
    #[getter]
    fn castling_rights(&self) -> String {
        self.0.to_string().split(' ').nth(2).unwrap_or("-").to_owned()
    }

    #[setter]
    fn set_castling_rights(&mut self, py: Python<'_>, rights: &str) -> PyResult<()> {
        let shown = self.0.to_string();
        let mut fields: Vec<&str> = shown.split(' ').collect();
        let blank = rights.is_empty() || rights.contains(char::is_whitespace);
        fields[2] = if blank { "?" } else { rights };
        let fen = fields.join(" ");
        let read: Fen = fen.parse().map_err(|error| errors::of_fen(py, &error, &fen))?;
        self.0.state.castling_rights = read.setup.state.castling_rights;
        self.0.castling_rooks = read.setup.castling_rooks;
        Ok(())
    }

    /// The setup as a FEN.
    fn fen(&self) -> String {
        self.0.to_string()
    }

    /// The same with colors swapped and ranks mirrored.
    fn flip_colors(&self) -> Setup {
        Setup(self.0.flip_colors())
    }

    /// A copy.
    fn copy(&self) -> Setup {
        self.clone()
    }

    fn __copy__(&self) -> Setup {
        self.clone()
    }

    fn __str__(&self) -> String {
        self.0.board.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Setup('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, (String,))> {
        Ok((slf.get_type(), (slf.try_borrow()?.0.to_string(),)))
    }
}

/// The exception for a text that is not the FEN of a position.
pub(crate) fn refused(py: Python<'_>, error: PositionError, fen: &str) -> PyErr {
    match error {
        PositionError::Fen(error) => errors::of_fen(py, &error, fen),
        PositionError::Setup(error) => faulty(py, error),
        other => errors::raised(py, "ChessError", (other.to_string(),)),
    }
}

/// The exception for a setup that is not a position, with all of its faults.
pub(crate) fn faulty(py: Python<'_>, error: SetupError) -> PyErr {
    let message = error.to_string();
    let make = || {
        let faults: PyResult<Vec<_>> =
            error.faults.iter().map(|&fault| Bound::new(py, Fault(fault))).collect();
        Ok((PyTuple::new(py, faults?)?, Bound::new(py, Setup(*error.setup))?))
    };
    match make() {
        Ok((faults, setup)) => errors::raised(py, "SetupError", (message, faults, setup)),
        Err(error) => error,
    }
}
