//! What is wrong with a setup, as an object.

use philidor::{Bitboard, CastlingFault, CastlingSide, Color, EnPassantFault};
use pyo3::prelude::*;

use crate::squares::SquareSet;
use crate::words;

/// What is wrong with a setup. ``str(fault)`` says it in words.
///
/// >>> [fault] = Setup("4k3/8/8/8/8/8/8/P3K3 w - - 0 1").faults()
/// >>> fault.kind, list(map(str, fault.squares))
/// ('pawns_on_last_ranks', ['a1'])
/// >>> print(fault)
/// no pawn can stand on the first or eighth rank: a1
#[pyclass(frozen, eq, hash, module = "philidor")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Fault(pub(crate) philidor::Fault);

#[pymethods]
impl Fault {
    /// Its name: ``"missing_king"``, ``"several_kings"``, ``"too_many_pieces"``, ``"too_many_pawns"``,
    /// ``"pawns_on_last_ranks"``, ``"opponent_in_check"``, ``"too_many_checkers"``, ``"castling"`` or ``"en_passant"``.
    #[getter]
    fn kind(&self) -> &'static str {
        use philidor::Fault::*;
        match self.0 {
            MissingKing { .. } => "missing_king",
            SeveralKings { .. } => "several_kings",
            TooManyPieces { .. } => "too_many_pieces",
            TooManyPawns { .. } => "too_many_pawns",
            PawnsOnLastRanks { .. } => "pawns_on_last_ranks",
            OpponentInCheck { .. } => "opponent_in_check",
            TooManyCheckers { .. } => "too_many_checkers",
            Castling { .. } => "castling",
            EnPassant { .. } => "en_passant",
            _ => "other",
        }
    }

    /// The squares it is about: kings, pawns, checkers, the rook or king of a castling right, the pieces in the way of an
    /// advance, the en-passant square.
    #[getter]
    fn squares(&self) -> SquareSet {
        use philidor::Fault::*;
        SquareSet(match self.0 {
            SeveralKings { squares, .. }
            | TooManyPieces { squares, .. }
            | TooManyPawns { squares, .. }
            | PawnsOnLastRanks { squares } => squares,
            OpponentInCheck { checkers, .. } | TooManyCheckers { checkers, .. } => checkers,
            Castling {
                reason:
                    CastlingFault::KingAway(square)
                    | CastlingFault::NoRook(square)
                    | CastlingFault::WrongSide(square),
                ..
            } => square.into(),
            EnPassant { square, reason } => match reason {
                EnPassantFault::Occupied(squares) | EnPassantFault::ImpossibleCheck(squares) => squares,
                EnPassantFault::NoPawn(square) => square.into(),
                _ => square.into(),
            },
            _ => Bitboard::EMPTY,
        })
    }

    /// The side it is about, or ``None``.
    #[getter]
    fn color<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        use philidor::Fault::*;
        let color: Option<Color> = match self.0 {
            MissingKing { color }
            | SeveralKings { color, .. }
            | TooManyPieces { color, .. }
            | TooManyPawns { color, .. }
            | Castling { color, .. } => Some(color),
            _ => None,
        };
        color.map(|color| words::color(py, color)).transpose()
    }

    /// The king that is in check, or the en-passant square, or ``None``.
    #[getter]
    fn square<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        use philidor::Fault::*;
        let square = match self.0 {
            OpponentInCheck { king, .. } | TooManyCheckers { king, .. } => Some(king),
            EnPassant { square, .. } => Some(square),
            _ => None,
        };
        square.map(|square| words::square(py, square)).transpose()
    }

    /// For a castling right, the side to castle to: ``"short"`` or ``"long"``.
    #[getter]
    fn side(&self) -> Option<&'static str> {
        match self.0 {
            philidor::Fault::Castling { side: CastlingSide::Short, .. } => Some("short"),
            philidor::Fault::Castling { side: CastlingSide::Long, .. } => Some("long"),
            _ => None,
        }
    }

    /// Whether the moves are undefined. Otherwise no game reaches the setup, but ``Position(…, strict=False)`` takes it.
    #[getter]
    fn leaves_rules_undefined(&self) -> bool {
        self.0.leaves_rules_undefined()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Fault: {}>", self.0)
    }
}
