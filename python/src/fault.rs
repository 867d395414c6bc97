//! What is wrong with a setup, of chess or of a variant, as an object.

use philidor::{Bitboard, CastlingFault, CastlingSide, Color, EnPassantFault, PieceType, Square};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

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
    #[classattr]
    #[pyo3(name = "__match_args__")]
    fn match_args() -> (&'static str, &'static str) {
        ("kind", "squares")
    }

    /// Its name: ``"missing_king"``, ``"several_kings"``, ``"too_many_pieces"``, ``"too_many_pawns"``,
    /// ``"pawns_on_last_ranks"``, ``"opponent_in_check"``, ``"too_many_checkers"``, ``"castling"`` or ``"en_passant"``;
    /// of variants also ``"promoted_nowhere"``, ``"too_many_pieces"``, ``"too_many_checks"``, ``"pawns_in_race"``,
    /// ``"too_many_in_race"``, ``"check_in_race"``, ``"king_in_horde"`` or ``"other"``.
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
            PromotedNowhere { .. } => "promoted_nowhere",
            TooManyWithPockets { .. } => "too_many_pieces",
            TooManyChecks { .. } => "too_many_checks",
            PawnsInRace { .. } => "pawns_in_race",
            TooManyInRace { .. } => "too_many_in_race",
            CheckInRace { .. } => "check_in_race",
            KingInHorde { .. } => "king_in_horde",
            _ => "other",
        }
    }

    /// The squares it is about: kings, pawns, checkers, the rook or king of a castling right, the pieces in the way of
    /// an advance, the en-passant square.
    #[getter]
    fn squares(&self) -> SquareSet {
        use philidor::Fault::*;
        SquareSet(match self.0 {
            SeveralKings { squares, .. }
            | TooManyPieces { squares, .. }
            | TooManyPawns { squares, .. }
            | PawnsOnLastRanks { squares }
            | PromotedNowhere { squares }
            | PawnsInRace { squares }
            | KingInHorde { squares } => squares,
            OpponentInCheck { checkers, .. }
            | TooManyCheckers { checkers, .. }
            | CheckInRace { checkers, .. } => checkers,
            Castling {
                reason:
                    CastlingFault::KingAway(square)
                    | CastlingFault::NoRook(square)
                    | CastlingFault::NoRookBeside(square, _)
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
            | Castling { color, .. }
            | TooManyChecks { color, .. }
            | TooManyInRace { color, .. } => Some(color),
            _ => None,
        };
        color.map(|color| words::color(py, color)).transpose()
    }

    /// The king that is in check, or the en-passant square, or ``None``.
    #[getter]
    fn square<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        use philidor::Fault::*;
        let square = match self.0 {
            OpponentInCheck { king, .. } | TooManyCheckers { king, .. } | CheckInRace { king, .. } => {
                Some(king)
            }
            EnPassant { square, .. } => Some(square),
            _ => None,
        };
        square.map(|square| words::square(py, square)).transpose()
    }

    /// For a castling right, the side to castle to: ``"short"`` or ``"long"``.
    #[getter]
    fn side(&self) -> Option<&'static str> {
        match self.0 {
            philidor::Fault::Castling { side: CastlingSide::KingSide, .. } => Some("short"),
            philidor::Fault::Castling { side: CastlingSide::QueenSide, .. } => Some("long"),
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

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (&'static str, Vec<u64>))> {
        let fault = slf.get();
        Ok((slf.get_type().getattr("_restored")?, (fault.kind(), numbers(fault.0))))
    }

    /// For pickling.
    #[classmethod]
    fn _restored(_class: &Bound<'_, PyType>, kind: &str, numbers: Vec<u64>) -> PyResult<Fault> {
        restored(kind, &numbers)
            .map(Fault)
            .ok_or_else(|| PyValueError::new_err(format!("not a fault: {kind:?} with {numbers:?}")))
    }
}

/// The faults that have only a text, each at its number.
const OTHERS: [&str; 1] = ["both sides have given all checks"];

/// What a fault says besides its kind: sets of squares by their bits, colors, squares and the like by their index.
fn numbers(fault: philidor::Fault) -> Vec<u64> {
    use philidor::Fault::*;
    match fault {
        PromotedNowhere { squares } | PawnsInRace { squares } | KingInHorde { squares } => vec![squares.0],
        TooManyWithPockets { count } => vec![count.into()],
        TooManyChecks { color, checks, needed } => vec![color.index() as u64, checks.into(), needed.into()],
        TooManyInRace { color, piece_type, count } => {
            vec![color.index() as u64, piece_type.index() as u64, count.into()]
        }
        CheckInRace { king, checkers } => vec![king.index() as u64, checkers.0],
        Refused(text) => (0..).zip(OTHERS).filter(|other| other.1 == text).map(|other| other.0).collect(),
        MissingKing { color } => vec![color.index() as u64],
        SeveralKings { color, squares }
        | TooManyPieces { color, squares }
        | TooManyPawns { color, squares } => vec![color.index() as u64, squares.0],
        PawnsOnLastRanks { squares } => vec![squares.0],
        OpponentInCheck { king, checkers } | TooManyCheckers { king, checkers } => {
            vec![king.index() as u64, checkers.0]
        }
        Castling { color, side, reason } => {
            let (reason, square) = match reason {
                CastlingFault::KingAway(square) => (0, square),
                CastlingFault::NoRook(square) => (1, square),
                CastlingFault::WrongSide(square) => (2, square),
                CastlingFault::NoRookBeside(king, _) => (3, king),
                _ => return Vec::new(),
            };
            vec![color.index() as u64, side as u64, reason, square.index() as u64]
        }
        EnPassant { square, reason } => {
            let (reason, seen) = match reason {
                EnPassantFault::WrongRank => (0, 0),
                EnPassantFault::Occupied(squares) => (1, squares.0),
                EnPassantFault::NoPawn(square) => (2, square.index() as u64),
                EnPassantFault::ImpossibleCheck(checkers) => (3, checkers.0),
                _ => return Vec::new(),
            };
            vec![square.index() as u64, reason, seen]
        }
        _ => Vec::new(),
    }
}

/// The fault of a kind with these [`numbers`].
fn restored(kind: &str, numbers: &[u64]) -> Option<philidor::Fault> {
    use philidor::Fault::*;
    let (color, square) = (|index| at(&Color::ALL, index), |index| at(&Square::ALL, index));
    Some(match (kind, numbers) {
        ("promoted_nowhere", &[squares]) => PromotedNowhere { squares: Bitboard(squares) },
        ("pawns_in_race", &[squares]) => PawnsInRace { squares: Bitboard(squares) },
        ("king_in_horde", &[squares]) => KingInHorde { squares: Bitboard(squares) },
        ("too_many_pieces", &[count]) => TooManyWithPockets { count: count.try_into().ok()? },
        ("too_many_checks", &[side, checks, needed]) => TooManyChecks {
            color: color(side)?,
            checks: checks.try_into().ok()?,
            needed: needed.try_into().ok()?,
        },
        ("too_many_in_race", &[side, piece_type, count]) => TooManyInRace {
            color: color(side)?,
            piece_type: at(&PieceType::ALL, piece_type)?,
            count: count.try_into().ok()?,
        },
        ("check_in_race", &[king, checkers]) => {
            CheckInRace { king: square(king)?, checkers: Bitboard(checkers) }
        }
        ("other", &[text]) => Refused(at(&OTHERS, text)?),
        ("missing_king", &[side]) => MissingKing { color: color(side)? },
        ("several_kings", &[side, squares]) => {
            SeveralKings { color: color(side)?, squares: Bitboard(squares) }
        }
        ("too_many_pieces", &[side, squares]) => {
            TooManyPieces { color: color(side)?, squares: Bitboard(squares) }
        }
        ("too_many_pawns", &[side, squares]) => {
            TooManyPawns { color: color(side)?, squares: Bitboard(squares) }
        }
        ("pawns_on_last_ranks", &[squares]) => PawnsOnLastRanks { squares: Bitboard(squares) },
        ("opponent_in_check", &[king, checkers]) => {
            OpponentInCheck { king: square(king)?, checkers: Bitboard(checkers) }
        }
        ("too_many_checkers", &[king, checkers]) => {
            TooManyCheckers { king: square(king)?, checkers: Bitboard(checkers) }
        }
        ("castling", &[owner, side, reason, place]) => Castling {
            color: color(owner)?,
            side: at(&CastlingSide::ALL, side)?,
            reason: match reason {
                0 => CastlingFault::KingAway(square(place)?),
                1 => CastlingFault::NoRook(square(place)?),
                2 => CastlingFault::WrongSide(square(place)?),
                3 => CastlingFault::NoRookBeside(square(place)?, at(&CastlingSide::ALL, side)?),
                _ => return None,
            },
        },
        ("en_passant", &[place, reason, seen]) => EnPassant {
            square: square(place)?,
            reason: match reason {
                0 => EnPassantFault::WrongRank,
                1 => EnPassantFault::Occupied(Bitboard(seen)),
                2 => EnPassantFault::NoPawn(square(seen)?),
                3 => EnPassantFault::ImpossibleCheck(Bitboard(seen)),
                _ => return None,
            },
        },
        _ => return None,
    })
}

/// The element with an index.
fn at<T: Copy>(all: &[T], index: u64) -> Option<T> {
    all.get(usize::try_from(index).ok()?).copied()
}
