//! What is wrong with a setup, of chess or of a variant, as an object.

use philidor::{Bitboard, CastlingFault, CastlingSide, Color, EnPassantFault};
use philidor_variants::VariantFault;
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
pub(crate) struct Fault(pub(crate) VariantFault);

impl From<philidor::Fault> for Fault {
    fn from(fault: philidor::Fault) -> Fault {
        Fault(VariantFault::Chess(fault))
    }
}

impl Fault {
    /// The fault by the rules of chess, if it is one.
    fn of_chess(&self) -> Option<philidor::Fault> {
        match self.0 {
            VariantFault::Chess(fault) => Some(fault),
            _ => None,
        }
    }
}

#[pymethods]
impl Fault {
    /// Its name: ``"missing_king"``, ``"several_kings"``, ``"too_many_pieces"``, ``"too_many_pawns"``,
    /// ``"pawns_on_last_ranks"``, ``"opponent_in_check"``, ``"too_many_checkers"``, ``"castling"`` or ``"en_passant"``;
    /// of variants also ``"promoted_nowhere"``, ``"too_many_pieces"``, ``"too_many_checks"``, ``"pawns_in_race"``,
    /// ``"too_many_in_race"``, ``"check_in_race"`` or ``"king_in_horde"``.
    #[getter]
    fn kind(&self) -> &'static str {
        use philidor::Fault::*;
        let fault = match self.0 {
            VariantFault::Chess(fault) => fault,
            VariantFault::PromotedNowhere { .. } => return "promoted_nowhere",
            VariantFault::TooManyPieces { .. } => return "too_many_pieces",
            VariantFault::TooManyChecks { .. } => return "too_many_checks",
            VariantFault::PawnsInRace { .. } => return "pawns_in_race",
            VariantFault::TooManyInRace { .. } => return "too_many_in_race",
            VariantFault::CheckInRace { .. } => return "check_in_race",
            VariantFault::KingInHorde { .. } => return "king_in_horde",
            _ => return "other",
        };
        match fault {
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

    /// The squares it is about: kings, pawns, checkers, the rook or king of a castling right, the pieces in the way of
    /// an advance, the en-passant square.
    #[getter]
    fn squares(&self) -> SquareSet {
        use philidor::Fault::*;
        let fault = match self.0 {
            VariantFault::Chess(fault) => fault,
            VariantFault::PromotedNowhere { squares }
            | VariantFault::PawnsInRace { squares }
            | VariantFault::KingInHorde { squares } => return SquareSet(squares),
            VariantFault::CheckInRace { checkers, .. } => return SquareSet(checkers),
            _ => return SquareSet(Bitboard::EMPTY),
        };
        SquareSet(match fault {
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
        let color: Option<Color> = match (self.of_chess(), self.0) {
            (
                Some(
                    MissingKing { color }
                    | SeveralKings { color, .. }
                    | TooManyPieces { color, .. }
                    | TooManyPawns { color, .. }
                    | Castling { color, .. },
                ),
                _,
            )
            | (None, VariantFault::TooManyChecks { color, .. } | VariantFault::TooManyInRace { color, .. }) => {
                Some(color)
            }
            _ => None,
        };
        color.map(|color| words::color(py, color)).transpose()
    }

    /// The king that is in check, or the en-passant square, or ``None``.
    #[getter]
    fn square<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        use philidor::Fault::*;
        let square = match (self.of_chess(), self.0) {
            (Some(OpponentInCheck { king, .. } | TooManyCheckers { king, .. }), _)
            | (None, VariantFault::CheckInRace { king, .. }) => Some(king),
            (Some(EnPassant { square, .. }), _) => Some(square),
            _ => None,
        };
        square.map(|square| words::square(py, square)).transpose()
    }

    /// For a castling right, the side to castle to: ``"short"`` or ``"long"``.
    #[getter]
    fn side(&self) -> Option<&'static str> {
        match self.of_chess() {
            Some(philidor::Fault::Castling { side: CastlingSide::Short, .. }) => Some("short"),
            Some(philidor::Fault::Castling { side: CastlingSide::Long, .. }) => Some("long"),
            _ => None,
        }
    }

    /// Whether the fault leaves the moves undefined. If not, the setup is one that no game reaches, which ``Position(…,
    /// strict=False)`` accepts.
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
