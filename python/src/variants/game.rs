//! A game of a variant: a start and its moves, taken back, and how it ends.

use philidor::binary::PackedMoves;
use philidor::{CastlingMode, Game, GamePosition, Strictness};
use philidor_variants::AnyPosition;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyType};

use super::{VariantArgument, VariantPosition};
use crate::errors;
use crate::held::Held;
use crate::moves::{self, Move, MoveArgument};
use crate::outcome::Outcome;
use crate::words::{ColorArgument, Listed};

/// A start position of a variant and the moves of a game, with what depends on more than the position: repetition, draw
/// claims, the outcome.
///
/// ``start`` is a ``VariantPosition``, or the name of a variant, for its start position; ``moves``, each a ``Move`` or
/// text, are played from there.
///
/// >>> from philidor.variants import VariantGame
/// >>> game = VariantGame("kingofthehill", ["e4", "e5", "Ke2", "Ke7", "Ke3", "Ke6", "Kf3", "Kf6", "Kg4", "Kg6"])
/// >>> game.ply, game.outcome
/// (10, None)
/// >>> game.undo()
/// Move('f6g6')
///
/// Raises ``MoveError`` if a move is not legal.
#[pyclass(frozen, module = "philidor.variants")]
pub(crate) struct VariantGame {
    inner: Held<Game<AnyPosition>>,
    mode: CastlingMode,
}

/// Where a game begins, as an argument.
pub(crate) struct Start(pub(crate) VariantPosition);

impl FromPyObject<'_, '_> for Start {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Start> {
        if let Ok(position) = given.cast::<VariantPosition>() {
            return Ok(Start(*position.get()));
        }
        if !given.is_instance_of::<pyo3::types::PyString>() {
            return Err(PyTypeError::new_err(
                "a game begins with a VariantPosition, or with the name of a variant",
            ));
        }
        let variant: VariantArgument = given.extract()?;
        Ok(Start(VariantPosition::with_mode(AnyPosition::start(variant.0), None)))
    }
}

impl VariantGame {
    fn of(inner: Game<AnyPosition>, mode: CastlingMode) -> VariantGame {
        VariantGame { inner: Held::new(inner), mode }
    }

    /// Does something with the library's game; it must not call into Python.
    fn with<R>(&self, py: Python<'_>, work: impl FnOnce(&mut Game<AnyPosition>) -> R) -> PyResult<R> {
        self.inner.with(py, work)
    }

    fn at(&self, inner: AnyPosition) -> VariantPosition {
        VariantPosition { inner, mode: self.mode }
    }

    /// The start, and the moves from there.
    fn line(&self, py: Python<'_>) -> PyResult<(AnyPosition, Vec<philidor::Move>)> {
        self.with(py, |game| (*game.start(), game.moves().collect()))
    }
}

#[pymethods]
impl VariantGame {
    #[new]
    #[pyo3(signature = (start, moves = Listed(Vec::new())), text_signature = "(start, moves=())")]
    fn new(py: Python<'_>, start: Start, moves: Listed<Bound<'_, PyAny>>) -> PyResult<VariantGame> {
        let game = VariantGame::of(Game::from_position(start.0.inner), start.0.mode);
        for mv in &moves.0 {
            game.play(py, mv.extract()?)?;
        }
        Ok(game)
    }

    /// Plays a legal move, given as a ``Move`` or as text, and returns it. Raises ``MoveError`` if it is not legal.
    fn play(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<Py<Move>> {
        let before = self.with(py, |game| *game.position())?;
        let mv = r#move.legal(py, &before)?;
        // In the meantime another thread may have played.
        if self.with(py, |game| game.play(mv))?.is_err() {
            return Err(errors::of_move(py, "illegal now", &mv.to_string(), Some(before.to_string()), None));
        }
        moves::object(py, &before, self.mode, mv)
    }

    /// Takes back the last move and returns it; ``None`` at the start.
    fn undo(&self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        let undone = self.with(py, |game| {
            let mv = game.undo()?;
            Some(moves::number_of(game.position(), self.mode, mv))
        })?;
        undone.map(|number| moves::numbered(py, number)).transpose()
    }

    /// The position now.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<VariantPosition> {
        self.with(py, |game| self.at(*game.position()))
    }

    /// The position at the start.
    #[getter]
    fn start(&self, py: Python<'_>) -> PyResult<VariantPosition> {
        self.with(py, |game| self.at(*game.start()))
    }

    /// How many half-moves have been played.
    #[getter]
    fn ply(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |game| game.ply())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |game| game.ply())
    }

    /// The moves played, as a new list.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (mut position, played) = self.line(py)?;
        let list = PyList::empty(py);
        for mv in played {
            list.append(moves::object(py, &position, self.mode, mv)?)?;
            position.play_unchecked(mv);
        }
        Ok(list)
    }

    /// The moves played, in SAN.
    ///
    /// >>> from philidor.variants import VariantGame
    /// >>> VariantGame("crazyhouse", ["e4", "d5", "exd5", "Qxd5", "P@e4"]).sans()
    /// ['e4', 'd5', 'exd5', 'Qxd5', 'P@e4']
    fn sans(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with(py, |game| game.sans().map(|san| san.to_string()).collect())
    }

    /// How often the position has occurred, including now.
    #[getter]
    fn repetitions(&self, py: Python<'_>) -> PyResult<u32> {
        self.with(py, |game| game.repetitions())
    }

    /// How the game ended: on the board, by fivefold repetition or 75 moves, or as declared; ``None`` while it is in
    /// progress.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Outcome>> {
        self.with(py, |game| game.outcome().map(Outcome))
    }

    /// The result as in PGN: ``"1-0"``, ``"0-1"``, ``"1/2-1/2"``, or ``"*"`` while the game is in progress.
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.with(py, |game| game.outcome().map(philidor::Outcome::result).unwrap_or_default().as_str())
    }

    /// The draw that the side to move may claim, ``"threefold repetition"`` or ``"50 moves"``, or ``None``.
    ///
    /// >>> from philidor.variants import VariantGame
    /// >>> VariantGame("3check", 2 * ["Nf3", "Nf6", "Ng1", "Ng8"]).claim()
    /// 'threefold repetition'
    fn claim(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let claim = self.with(py, |game| game.claimable_draw())?;
        Ok(claim.map(|claim| claim.to_string()))
    }

    /// Declares how the game ended; this holds until a move is played or taken back. An ended game stays ended.
    ///
    /// >>> from philidor import Outcome
    /// >>> game = VariantGame("atomic")
    /// >>> game.end(Outcome("Black wins by resignation"))
    /// >>> game.result
    /// '0-1'
    fn end(&self, py: Python<'_>, outcome: Outcome) -> PyResult<()> {
        self.with(py, |game| game.end(outcome.0))
    }

    /// Ends the game because a side has run out of time: the other side wins, or draws if it can no longer win. An
    /// ended game stays ended.
    fn end_by_time(&self, py: Python<'_>, loser: ColorArgument) -> PyResult<()> {
        self.with(py, |game| game.end_by_time(loser.0))
    }

    /// The game in bytes: its start as ``VariantPosition.pack`` has it, nearly always one byte for each move, and
    /// three for a declared outcome.
    fn pack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let packed = self.with(py, |game| game.pack())?;
        Ok(PyBytes::new(py, &packed))
    }

    /// The game in the bytes that ``pack`` made. Raises ``PackedError``.
    #[staticmethod]
    #[pyo3(signature = (data, *, chess960 = None))]
    fn unpack(py: Python<'_>, data: &[u8], chess960: Option<bool>) -> PyResult<VariantGame> {
        let inner = PackedMoves::new(data, Strictness::WellDefined).and_then(PackedMoves::into_game);
        let inner: Game<AnyPosition> = inner.map_err(|error| errors::of_packed_game(py, &error))?;
        let mode = VariantPosition::with_mode(*inner.start(), chess960).mode;
        Ok(VariantGame::of(inner, mode))
    }

    /// A copy.
    fn copy(&self, py: Python<'_>) -> PyResult<VariantGame> {
        Ok(VariantGame::of(self.with(py, |game| game.clone())?, self.mode))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<VariantGame> {
        self.copy(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (py, Ok(game)) = (other.py(), other.cast::<VariantGame>()) else { return Ok(false) };
        Ok(self.line(py)? == game.get().line(py)?)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |game| {
            let position = game.position();
            format!("<VariantGame: {}, {} half-moves, now '{position}'>", position.variant(), game.ply())
        })
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, (VariantPosition, Bound<'py, PyList>), Option<Outcome>)> {
        let (py, game) = (slf.py(), slf.get());
        Ok((slf.get_type(), (game.start(py)?, game.moves(py)?), game.outcome(py)?))
    }

    /// For pickling: how the game ended, if that does not follow from its moves.
    fn __setstate__(&self, py: Python<'_>, outcome: Outcome) -> PyResult<()> {
        self.with(py, |game| game.end(outcome.0))
    }
}
