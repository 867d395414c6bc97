//! What stands on the board, whose turn it is, and the counters and keys.

use philidor_variants::Variant;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Position;
use crate::opening::Opening;
use crate::pieces;
use crate::squares::SquareSet;
use crate::words::{self, ColorArgument, SquareArgument};

#[pymethods]
impl Position {
    /// The side to move.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        words::color(py, self.inner.side_to_move())
    }

    /// The castling rights as a FEN has them: ``"KQkq"`` or ``"-"``; letters of files where these would be ambiguous.
    #[getter]
    fn castling_rights(&self) -> String {
        self.inner.to_string().split(' ').nth(2).unwrap_or("-").to_owned()
    }

    /// The square that a pawn has just passed, or ``None``. ``has_legal_en_passant`` says whether a capture there is
    /// legal.
    #[getter]
    fn en_passant<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.inner.en_passant().map(|square| words::square(py, square)).transpose()
    }

    /// Whether an en-passant capture is a legal move.
    #[getter]
    fn has_legal_en_passant(&self) -> bool {
        self.inner.has_legal_en_passant()
    }

    /// Half-moves since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.inner.halfmove_clock()
    }

    /// The fullmove number, which goes up after each move by Black.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.inner.fullmove_number()
    }

    /// The name of the rules, as the tag ``Variant`` of PGN has it: ``"Standard"``. A ``VariantPosition`` has others.
    #[getter]
    fn variant(&self) -> String {
        Variant::Chess.to_string()
    }

    /// The Zobrist key, which compares positions as the repetition rule does: en passant counts only if the capture is
    /// legal. It is the same in every version.
    #[getter]
    fn key(&self) -> u64 {
        self.inner.key()
    }

    /// The opening that this position is named after, or ``None`` if it has no name of its own.
    #[getter]
    fn opening(&self) -> Option<Opening> {
        self.inner.opening().map(Opening)
    }

    /// The key that Polyglot's opening books use.
    #[getter]
    fn polyglot_key(&self) -> u64 {
        self.inner.polyglot_key()
    }

    /// The piece on a square as its letter, or ``None``.
    ///
    /// >>> Position().piece_at("d8")
    /// 'q'
    fn piece_at(&self, square: SquareArgument) -> Option<char> {
        self.inner.piece_at(square.0).map(|piece| piece.letter())
    }

    /// Like ``piece_at``.
    fn __getitem__(&self, square: SquareArgument) -> Option<char> {
        self.piece_at(square)
    }

    /// All pieces by their squares, from a1 to h8.
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        pieces::by_square(py, self.inner.board())
    }

    /// The squares of some pieces, given by their letters; all occupied squares without letters.
    ///
    /// >>> Position().squares("Kk")
    /// SquareSet(['e1', 'e8'])
    ///
    /// Raises ``ValueError`` if a letter is not one of ``KQRBNPkqrbnp``.
    #[pyo3(signature = (pieces = None))]
    fn squares(&self, pieces: Option<&str>) -> PyResult<SquareSet> {
        pieces::squares(self.inner.board(), pieces)
    }

    /// The squares of all pieces of a color.
    fn squares_of(&self, color: ColorArgument) -> SquareSet {
        SquareSet(self.inner.board().colors(color.0))
    }

    /// The square of a king.
    fn king<'py>(&self, py: Python<'py>, color: ColorArgument) -> PyResult<Bound<'py, PyAny>> {
        words::square(py, self.inner.king(color.0))
    }

    /// Whether a side cannot mate with what it has; without a color, whether neither can.
    #[pyo3(signature = (color = None))]
    fn has_insufficient_material(&self, color: Option<ColorArgument>) -> bool {
        match color {
            Some(color) => self.inner.has_insufficient_material(color.0),
            None => self.inner.is_insufficient_material(),
        }
    }

    /// Whether this is certainly a dead position: no series of legal moves ends in mate.
    #[getter]
    fn is_certainly_dead(&self) -> bool {
        self.inner.is_certainly_dead()
    }
}
