//! The moves of a position: listed, asked about, played, counted.

use philidor::{MoveKind, MoveList};
use philidor_retro::{EnPassantReading, Retractor};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::{Position, counting};
use crate::errors;
use crate::moves::{Move, MoveArgument};
use crate::outcome::Outcome;
use crate::rows;
use crate::stop;
use crate::words::{SquareArgument, one_of};

const KINDS: [(&str, MoveKind); 4] = [
    ("all", MoveKind::All),
    ("tactical", MoveKind::Tactical),
    ("quiet", MoveKind::Quiet),
    ("captures", MoveKind::Captures),
];

#[pymethods]
impl Position {
    /// The legal moves, as a new list of shared objects.
    ///
    /// ``kind`` is ``"all"``, ``"tactical"`` (captures, en passant, promotions), ``"quiet"`` (all others) or
    /// ``"captures"``; with ``origin`` only the moves of the piece there.
    ///
    /// >>> Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").legal_moves(origin="e1")
    /// [Move('e1d1'), Move('e1f1'), Move('e1d2'), Move('e1e2'), Move('e1f2'), Move('e1g1')]
    #[pyo3(signature = (kind = "all", *, origin = None))]
    fn legal_moves<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        origin: Option<SquareArgument>,
    ) -> PyResult<Bound<'py, PyList>> {
        let kind = if kind == "all" { MoveKind::All } else { one_of("kind", kind, &KINDS)? };
        let mut list = MoveList::new();
        self.inner.moves_into(kind, &mut list);
        match origin {
            None => self.list(py, &list),
            Some(origin) => {
                let from_there = list.iter().copied().filter(|mv| mv.orig_square() == origin.0);
                self.list(py, &from_there.collect::<Vec<_>>())
            }
        }
    }

    /// How many legal moves there are; faster than the list.
    fn legal_move_count(&self) -> u32 {
        self.inner.legal_move_count()
    }

    /// The pseudo-legal moves: those that would be legal if kings could be captured.
    fn pseudo_legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py, &self.inner.pseudo_legal_moves())
    }

    /// The moves that may have led here, for retrograde analysis: each unmove as text and the position before it, as a
    /// list of pairs.
    ///
    /// An unmove is written as the move with the piece that it captured, ``Ra7xNa1``; ``ep`` is en passant, ``=Q`` a
    /// promotion. The position before it has only the castling rights and the en-passant square that it must have had;
    /// it may have had more. Without an en-passant square the last move may still have been a double push that no pawn
    /// can capture, as many programs write no square then. Clocks are ignored.
    ///
    /// >>> for unmove, before in Position("4k3/8/8/8/8/8/4R3/R3K3 b Q - 0 1").unmoves()[:2]:
    /// ...     print(unmove, before.fen())
    /// Ra2-e2 4k3/8/8/8/8/8/R7/R3K3 w Q - 0 1
    /// Ra2xQe2 4k3/8/8/8/8/8/R3q3/R3K3 w Q - 0 1
    fn unmoves(&self) -> Vec<(String, Position)> {
        let retractor =
            Retractor::for_position(&self.inner).castling(self.mode).en_passant(EnPassantReading::Legal);
        let before = |unmove| Position { inner: retractor.before(&self.inner, unmove), mode: self.mode };
        let unmoves = retractor.unmoves(&self.inner).into_iter();
        unmoves.map(|unmove| (unmove.to_string(), before(unmove))).collect()
    }

    /// Whether there is a legal move.
    fn has_legal_move(&self) -> bool {
        self.inner.has_legal_move()
    }

    /// Whether the side to move is in check.
    #[getter]
    fn is_check(&self) -> bool {
        self.inner.is_check()
    }

    /// Whether the side to move is mated.
    #[getter]
    fn is_checkmate(&self) -> bool {
        self.inner.is_checkmate()
    }

    /// Whether the side to move has no legal move and is not in check.
    #[getter]
    fn is_stalemate(&self) -> bool {
        self.inner.is_stalemate()
    }

    /// How the game ends here by the rules, as far as a position shows: mate, stalemate, a dead position, or 75 moves;
    /// ``None`` while it goes on. Repetition needs a ``Game``.
    ///
    /// >>> print(Position("R3k3/8/4K3/8/8/8/8/8 b - - 0 1").outcome)
    /// White wins by checkmate
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.inner.outcome().map(Outcome)
    }

    /// Whether a move is legal here.
    ///
    /// >>> Position().is_legal("e2e4"), Position().is_legal(Move("e2e5"))
    /// (True, False)
    fn is_legal(&self, r#move: MoveArgument<'_>) -> bool {
        r#move.in_position(&self.inner).is_ok()
    }

    /// The 16 bits of a legal move, as batches hold them: type, origin, destination, promotion.
    ///
    /// >>> hex(Position().digest("e2e4"))
    /// '0xcc70'
    ///
    /// Raises ``MoveError`` if it is not legal.
    fn digest(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<u16> {
        Ok(r#move.legal(py, &self.inner)?.digest().0)
    }

    /// The legal move with these 16 bits, or ``None`` for any other bits.
    fn decode(&self, py: Python<'_>, digest: u16) -> PyResult<Option<Py<Move>>> {
        self.inner.decode(philidor::MoveDigest(digest)).map(|mv| self.object(py, mv)).transpose()
    }

    /// Whether a legal move gives check. Raises ``MoveError`` if it is not legal.
    fn gives_check(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<bool> {
        Ok(self.inner.gives_check(r#move.legal(py, &self.inner)?))
    }

    /// Whether a legal move captures something, en passant included. Raises ``MoveError`` if it is not legal.
    fn is_capture(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<bool> {
        Ok(r#move.legal(py, &self.inner)?.is_capture())
    }

    /// Whether a legal move is castling. Raises ``MoveError`` if it is not legal.
    fn is_castling(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<bool> {
        Ok(r#move.legal(py, &self.inner)?.castling_side().is_some())
    }

    /// Whether a legal move captures en passant. Raises ``MoveError`` if it is not legal.
    fn is_en_passant(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<bool> {
        Ok(r#move.legal(py, &self.inner)?.move_type() == philidor::MoveType::EnPassant)
    }

    /// The position after a legal move, given as a ``Move`` or as text, UCI or SAN.
    ///
    /// >>> Position().play("Nf3") == Position().play(Move("g1f3"))
    /// True
    ///
    /// Raises ``MoveError`` if it is not legal.
    fn play(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<Position> {
        let mv = r#move.legal(py, &self.inner)?;
        Ok(Position { inner: self.inner.after(mv), mode: self.mode })
    }

    /// The position after a null move, which passes the turn to the other side. Raises ``MoveError`` if the side to
    /// move is in check.
    fn pass_turn(&self, py: Python<'_>) -> PyResult<Position> {
        match self.inner.null_move() {
            Some(mv) => Ok(Position { inner: self.inner.after(mv), mode: self.mode }),
            None => Err(errors::of_move(
                py,
                "in check no turn can be passed",
                "0000",
                Some(self.inner.to_string()),
                None,
            )),
        }
    }

    /// The move between this position and the next one of a game, or ``None``.
    fn move_to(&self, py: Python<'_>, next: &Position) -> PyResult<Option<Py<Move>>> {
        self.inner.move_to(&next.inner).map(|mv| self.object(py, mv)).transpose()
    }

    /// Perft: the number of leaves ``depth`` half-moves from here. It is counted on ``threads`` threads; 0 stands for
    /// all that the machine has. Other Python threads run meanwhile; Ctrl-C ends it.
    ///
    /// >>> Position().perft(5)
    /// 4865609
    #[pyo3(signature = (depth, *, threads = 1))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize) -> PyResult<u128> {
        let (position, threads) = (self.inner, rows::threads(threads));
        stop::run(py, counting::is_long(depth), |stop| match threads {
            1 => counting::count(&position, depth, stop),
            _ if depth == 0 => 1,
            _ => {
                let divided = counting::divide(&position, depth, threads, stop);
                divided.into_iter().map(|(_, leaves)| leaves).fold(0, u128::saturating_add)
            }
        })
    }

    /// Perft for each legal move: the leaves below it, as a dictionary.
    ///
    /// >>> Position("7k/8/8/8/8/8/8/K7 w - - 0 1").divide(2)
    /// {Move('a1b1'): 3, Move('a1a2'): 3, Move('a1b2'): 3}
    #[pyo3(signature = (depth, *, threads = 1))]
    fn divide<'py>(&self, py: Python<'py>, depth: u32, threads: usize) -> PyResult<Bound<'py, PyDict>> {
        let (position, threads) = (self.inner, rows::threads(threads));
        let is_long = counting::is_long(depth);
        let counts = stop::run(py, is_long, |stop| counting::divide(&position, depth, threads, stop))?;
        let divided = PyDict::new(py);
        for (mv, count) in counts {
            divided.set_item(self.object(py, mv)?, count)?;
        }
        Ok(divided)
    }
}
