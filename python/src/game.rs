//! A game: a start and its moves, taken back and played again, and how it ends.

use philidor::{CastlingMode, Draw};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::errors;
use crate::held::Held;
use crate::moves::{self, Move, MoveArgument};
use crate::opening::Opening;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::words::{ColorArgument, Listed};

/// A start position and the moves of a game, with what depends on more than the position: repetition, draw claims, the
/// outcome.
///
/// ``start`` is a ``Position``, by default that of standard chess; ``moves``, each a ``Move`` or text, are played from
/// there.
///
/// >>> game = Game(moves=["e4", "e5", "Qh5", "Ke7", "Qxe5"])
/// >>> str(game.outcome), game.outcome.result
/// ('White wins by checkmate', '1-0')
/// >>> game.undo(), game.outcome
/// (Move('h5e5'), None)
/// >>> game.redo()
/// Move('h5e5')
///
/// Raises ``MoveError`` if a move is not legal.
#[pyclass(frozen, module = "philidor")]
pub(crate) struct Game {
    inner: Held<philidor::Game>,
    mode: CastlingMode,
}

impl Game {
    pub(crate) fn of(inner: philidor::Game, mode: CastlingMode) -> Game {
        Game { inner: Held::new(inner.with_castling_mode(mode)), mode }
    }

    /// Does something with the library's game; it must not call into Python.
    #[inline]
    pub(crate) fn with<R>(&self, py: Python<'_>, work: impl FnOnce(&mut philidor::Game) -> R) -> PyResult<R> {
        self.inner.with(py, work)
    }

    fn at(&self, inner: philidor::Position) -> Position {
        Position { inner, mode: self.mode }
    }

    /// The shared objects of moves that were played from a position on.
    fn list<'py>(
        &self,
        py: Python<'py>,
        mut position: philidor::Position,
        played: Vec<philidor::Move>,
    ) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for mv in played {
            list.append(moves::object(py, &position, self.mode, mv)?)?;
            position.play_unchecked(mv);
        }
        Ok(list)
    }

    /// Plays the move that an object or a text stands for. Returns the position before it, and the move.
    #[inline(never)]
    fn play_any(
        &self,
        py: Python<'_>,
        given: MoveArgument<'_>,
    ) -> PyResult<(philidor::Position, philidor::Move)> {
        let before = self.with(py, |game| *game.position())?;
        let mv = given.legal(py, &before)?;
        // In the meantime another thread may have played.
        match self.with(py, |game| game.play_digest(mv.digest()))? {
            Some(mv) => Ok((before, mv)),
            None => {
                let reason = philidor::IllegalMove(mv).to_string();
                Err(errors::of_move(py, &reason, &mv.to_string(), None, None))
            }
        }
    }
}

/// For tests: whether a game refuses to be used while it is in use, however often it is tried, and not afterwards.
#[pyfunction]
pub(crate) fn guards_itself(py: Python<'_>, game: &Game) -> PyResult<bool> {
    let refuses = game.with(py, |_| (0..2).all(|_| game.with(py, |_| ()).is_err()))?;
    Ok(refuses && game.with(py, |_| ()).is_ok())
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (start = None, moves = Listed(Vec::new())), text_signature = "(start=None, moves=())")]
    fn new(py: Python<'_>, start: Option<Position>, moves: Listed<Bound<'_, PyAny>>) -> PyResult<Game> {
        let start = start.unwrap_or_else(|| Position::with_mode(philidor::Position::default(), None));
        let game = Game::of(philidor::Game::from_position(start.inner), start.mode);
        for mv in &moves.0 {
            game.push(py, mv)?;
        }
        Ok(game)
    }

    /// Plays a legal move, given as a ``Move`` or as text, and returns it. Raises ``MoveError`` if it is not legal.
    fn play(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<Py<Move>> {
        let (before, mv) = self.play_any(py, r#move)?;
        moves::object(py, &before, self.mode, mv)
    }

    /// Plays a legal move and returns nothing, which is faster than ``play``. Raises ``MoveError`` if it is not legal.
    fn push(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(mv) = r#move.cast::<Move>() {
            let usual = mv.get().usual();
            // This way the library checks only once whether the move is legal.
            if self.with(py, |game| game.play_digest(usual).is_some())? {
                return Ok(());
            }
        }
        self.play_any(py, r#move.extract()?).map(|_| ())
    }

    /// Takes back the last move and returns it; ``redo`` can play it again. ``None`` at the start.
    fn undo(&self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        let undone = self.with(py, |game| {
            let mv = game.undo()?;
            Some(moves::number_of(game.position(), self.mode, mv))
        })?;
        undone.map(|number| moves::numbered(py, number)).transpose()
    }

    /// Plays the move that was taken back last, and returns it; ``None`` if there is none.
    fn redo(&self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        let redone = self.with(py, |game| {
            let before = *game.position();
            Some(moves::number_of(&before, self.mode, game.redo()?))
        })?;
        redone.map(|number| moves::numbered(py, number)).transpose()
    }

    /// The position now.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<Position> {
        self.with(py, |game| self.at(*game.position()))
    }

    /// The position at the start.
    #[getter]
    fn start(&self, py: Python<'_>) -> PyResult<Position> {
        self.with(py, |game| self.at(*game.start()))
    }

    /// The position after this many half-moves, those taken back included; ``None`` beyond the last.
    fn position_at(&self, py: Python<'_>, ply: usize) -> PyResult<Option<Position>> {
        self.with(py, |game| game.position_at(ply).map(|inner| self.at(inner)))
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
        let (start, played) = self.with(py, |game| (*game.start(), game.moves().collect()))?;
        self.list(py, start, played)
    }

    /// The moves taken back, the next one to be played again first.
    #[getter]
    fn undone<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (now, undone) = self.with(py, |game| (*game.position(), game.undone().collect()))?;
        self.list(py, now, undone)
    }

    /// The moves played, in SAN.
    ///
    /// >>> Game(moves=["e2e4", "g8f6"]).sans()
    /// ['e4', 'Nf6']
    fn sans(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with(py, |game| game.sans().map(|san| san.as_str().to_owned()).collect())
    }

    /// How often the position has occurred, including now.
    #[getter]
    fn repetitions(&self, py: Python<'_>) -> PyResult<u32> {
        self.with(py, |game| game.repetitions())
    }

    /// How the game ended: as declared, or by mate, stalemate, a dead position, fivefold repetition or 75 moves;
    /// ``None`` while it is in progress.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Outcome>> {
        self.with(py, |game| game.outcome().map(Outcome))
    }

    /// The opening of the last position so far that has a named one, or ``None``.
    #[getter]
    fn opening(&self, py: Python<'_>) -> PyResult<Option<Opening>> {
        self.with(py, |game| game.opening().map(|(opening, _)| Opening(opening)))
    }

    /// The result as in PGN: ``"1-0"``, ``"0-1"``, ``"1/2-1/2"``, or ``"*"`` while the game is in progress.
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.with(py, |game| game.outcome().map(philidor::Outcome::result).unwrap_or_default().as_str())
    }

    /// The draw that the side to move may claim, ``"threefold repetition"`` or ``"50 moves"``, or ``None``. With
    /// ``move``, the draw that it may claim by announcing that move.
    ///
    /// >>> back_and_forth = ["g1f3", "g8f6", "f3g1", "f6g8"]
    /// >>> Game(moves=2 * back_and_forth).claim()
    /// 'threefold repetition'
    ///
    /// Raises ``MoveError`` if the move is not legal.
    #[pyo3(signature = (r#move = None))]
    fn claim(&self, py: Python<'_>, r#move: Option<MoveArgument<'_>>) -> PyResult<Option<String>> {
        let claim = match r#move {
            None => self.with(py, |game| game.claimable_draw())?,
            Some(mv) => {
                let now = self.with(py, |game| *game.position())?;
                let mv = mv.legal(py, &now)?;
                self.with(py, |game| game.claimable_draw_after(mv))?
            }
        };
        Ok(claim.map(|claim| Draw::from(claim).to_string()))
    }

    /// Declares how the game ended; this holds until a move is played or taken back. A game that has already ended
    /// stays as it is.
    ///
    /// >>> game = Game()
    /// >>> game.end(Outcome("Black wins by resignation"))
    /// >>> game.result
    /// '0-1'
    fn end(&self, py: Python<'_>, outcome: Outcome) -> PyResult<()> {
        self.with(py, |game| game.end(outcome.0))
    }

    /// Ends the game because a side has run out of time: the other side wins, or draws if it cannot mate.
    fn end_by_time(&self, py: Python<'_>, loser: ColorArgument) -> PyResult<()> {
        self.with(py, |game| game.end_by_time(loser.0))
    }

    /// The game in bytes, one for nearly every move; moves taken back are left out.
    fn pack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let packed = self.with(py, |game| game.pack())?;
        Ok(PyBytes::new(py, &packed))
    }

    /// The game in the bytes that ``pack`` made. Raises ``PackedError``.
    #[staticmethod]
    #[pyo3(signature = (data, *, chess960 = None))]
    fn unpack(py: Python<'_>, data: &[u8], chess960: Option<bool>) -> PyResult<Game> {
        let inner = philidor::Game::unpack(data).map_err(|error| errors::of_packed_game(py, &error))?;
        let mode = Position::with_mode(*inner.start(), chess960).mode;
        Ok(Game::of(inner, mode))
    }

    /// A copy.
    fn copy(&self, py: Python<'_>) -> PyResult<Game> {
        Ok(Game::of(self.with(py, |game| game.clone())?, self.mode))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Game> {
        self.copy(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (py, Ok(game)) = (other.py(), other.cast::<Game>()) else { return Ok(false) };
        Ok(self.with(py, |game| game.pack())? == game.get().with(py, |game| game.pack())?)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |game| format!("<Game: {} half-moves, now '{}'>", game.ply(), game.position()))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>, bool))> {
        let game = slf.get();
        let chess960 = game.mode == CastlingMode::Chess960;
        Ok((slf.get_type().getattr("_restored")?, (game.pack(slf.py())?, chess960)))
    }

    /// For pickling: whatever was a game is one again.
    #[staticmethod]
    fn _restored(py: Python<'_>, data: &[u8], chess960: bool) -> PyResult<Game> {
        let inner = philidor::Game::unpack_with(data, philidor::Strictness::WellDefined);
        let inner = inner.map_err(|error| errors::of_packed_game(py, &error))?;
        let mode = if chess960 { CastlingMode::Chess960 } else { CastlingMode::detect(inner.start()) };
        Ok(Game::of(inner, mode))
    }
}
