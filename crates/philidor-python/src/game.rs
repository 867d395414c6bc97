//! A game: a start and its moves, taken back and played again, and how it ends.

use philidor::{CastlingMode, Draw};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::errors;
use crate::moves::{self, Move, MoveArgument};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::words::ColorArgument;

/// A start position and the moves of a game, with what depends on more than the position: repetition, claims, the end.
///
/// ``start`` is a ``Position``, without it the start of standard chess; ``moves`` are played, each a ``Move`` or text.
///
/// >>> game = Game(moves=["e4", "e5", "Qh5", "Ke7", "Qxe5"])
/// >>> str(game.outcome), game.outcome.result
/// ('White wins by mate', '1-0')
/// >>> game.undo(), game.outcome
/// (Move('h5e5'), None)
/// >>> game.redo()
/// Move('h5e5')
///
/// Raises ``MoveError`` if a move is not legal.
#[pyclass(module = "philidor")]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) inner: philidor::Game,
    mode: CastlingMode,
}

impl Game {
    fn at(&self, inner: philidor::Position) -> Position {
        Position { inner, mode: self.mode }
    }

    /// The shared objects of moves that were played from a position on.
    fn list<'py>(
        &self,
        py: Python<'py>,
        mut position: philidor::Position,
        played: impl Iterator<Item = philidor::Move>,
    ) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for mv in played {
            list.append(moves::object(py, &position, self.mode, mv)?)?;
            position.play(mv);
        }
        Ok(list)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (start = None, moves = Vec::new()), text_signature = "(start=None, moves=())")]
    fn new(py: Python<'_>, start: Option<Position>, moves: Vec<Bound<'_, PyAny>>) -> PyResult<Game> {
        let start = start.unwrap_or_else(|| Position::with_mode(philidor::Position::default(), None));
        let inner = philidor::Game::from_position(start.inner).with_castling_mode(start.mode);
        let mut game = Game { inner, mode: start.mode };
        for mv in &moves {
            game.push(py, mv.extract()?)?;
        }
        Ok(game)
    }

    /// Plays a legal move, given as a ``Move`` or as text, and returns it. Raises ``MoveError`` if it is not legal.
    fn play(&mut self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<Py<Move>> {
        let mv = r#move.legal(py, self.inner.position())?;
        let object = moves::object(py, self.inner.position(), self.mode, mv);
        self.push(py, r#move)?;
        object
    }

    /// Plays a legal move and returns nothing: the fastest way. Raises ``MoveError`` if it is not legal.
    fn push(&mut self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<()> {
        // The library asks once whether the move is legal.
        if let MoveArgument::Squares(mv) = r#move
            && self.inner.play_digest(mv.usual_digest()).is_some()
        {
            return Ok(());
        }
        let mv = r#move.legal(py, self.inner.position())?;
        self.inner
            .play(mv)
            .map_err(|error| errors::of_move(py, &error.to_string(), &mv.to_string(), None, None))
    }

    /// Takes back the last move, forgets nothing, and returns it; ``None`` at the start.
    fn undo(&mut self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        let undone = self.inner.undo();
        undone.map(|mv| moves::object(py, self.inner.position(), self.mode, mv)).transpose()
    }

    /// Plays the move that was taken back last, and returns it; ``None`` if there is none.
    fn redo(&mut self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        let before = *self.inner.position();
        self.inner.redo().map(|mv| moves::object(py, &before, self.mode, mv)).transpose()
    }

    /// The position now.
    #[getter]
    fn position(&self) -> Position {
        self.at(*self.inner.position())
    }

    /// The position at the start.
    #[getter]
    fn start(&self) -> Position {
        self.at(*self.inner.start())
    }

    /// The position after so many half-moves, those taken back included; ``None`` beyond the last.
    fn position_at(&self, ply: usize) -> Option<Position> {
        self.inner.position_at(ply).map(|inner| self.at(inner))
    }

    /// How many half-moves have been played.
    #[getter]
    fn ply(&self) -> usize {
        self.inner.ply()
    }

    fn __len__(&self) -> usize {
        self.inner.ply()
    }

    /// The moves played, as a new list.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py, *self.inner.start(), self.inner.moves())
    }

    /// The moves taken back, the next one to be played again first.
    #[getter]
    fn undone<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py, *self.inner.position(), self.inner.undone())
    }

    /// The moves played, as a score sheet has them.
    ///
    /// >>> Game(moves=["e2e4", "g8f6"]).sans()
    /// ['e4', 'Nf6']
    fn sans(&self) -> Vec<String> {
        self.inner.sans().map(|san| san.as_str().to_owned()).collect()
    }

    /// How often the position has occurred, including now.
    #[getter]
    fn repetitions(&self) -> u32 {
        self.inner.repetitions()
    }

    /// How the game ended: as declared, or by mate, stalemate, a dead position, fivefold repetition or 75 moves; ``None``
    /// while it goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.inner.outcome().map(Outcome)
    }

    /// The result as in PGN: ``"1-0"``, ``"0-1"``, ``"1/2-1/2"``, or ``"*"`` while the game goes on.
    #[getter]
    fn result(&self) -> &'static str {
        self.inner.outcome().map_or("*", philidor::Outcome::result)
    }

    /// The draw that the side to move may claim, ``"threefold repetition"`` or ``"50 moves"``, or ``None``; with a move, by
    /// announcing it.
    ///
    /// >>> back_and_forth = ["g1f3", "g8f6", "f3g1", "f6g8"]
    /// >>> Game(moves=2 * back_and_forth).claim()
    /// 'threefold repetition'
    ///
    /// Raises ``MoveError`` if the move is not legal.
    #[pyo3(signature = (r#move = None))]
    fn claim(&self, py: Python<'_>, r#move: Option<MoveArgument<'_>>) -> PyResult<Option<String>> {
        let claim = match r#move {
            None => self.inner.claim(),
            Some(mv) => self.inner.claim_with(mv.legal(py, self.inner.position())?),
        };
        Ok(claim.map(|claim| Draw::from(claim).to_string()))
    }

    /// Declares how the game ended, until a move is played or taken back. An ended game stays as it is.
    ///
    /// >>> game = Game()
    /// >>> game.end(Outcome("Black wins by resignation"))
    /// >>> game.result
    /// '0-1'
    fn end(&mut self, outcome: Outcome) {
        self.inner.end(outcome.0);
    }

    /// A side's time is over: the other wins, or draws if it cannot mate.
    fn end_by_time(&mut self, loser: ColorArgument) {
        self.inner.end_by_time(loser.0);
    }

    /// The game in bytes, one for nearly every move; moves taken back are left out.
    fn pack<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.pack())
    }

    /// The game that ``pack`` made bytes of. Raises ``PackedError``.
    #[staticmethod]
    #[pyo3(signature = (data, *, chess960 = None))]
    fn unpack(py: Python<'_>, data: &[u8], chess960: Option<bool>) -> PyResult<Game> {
        let inner = philidor::Game::unpack(data).map_err(|error| errors::of_packed_game(py, &error))?;
        let mode = Position::with_mode(*inner.start(), chess960).mode;
        Ok(Game { inner: inner.with_castling_mode(mode), mode })
    }

    /// A copy.
    fn copy(&self) -> Game {
        self.clone()
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Game>() else { return false };
        let Ok(other) = other.try_borrow() else { return true }; // the same game, which is in use here
        self.inner.pack() == other.inner.pack()
    }

    fn __repr__(&self) -> String {
        format!("<Game: {} half-moves, now '{}'>", self.inner.ply(), self.inner.position())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>, bool))> {
        let game = slf.borrow();
        let chess960 = game.mode == CastlingMode::Chess960;
        Ok((slf.get_type().getattr("_restored")?, (game.pack(slf.py()), chess960)))
    }

    /// For pickling: whatever was a game is one again.
    #[staticmethod]
    fn _restored(py: Python<'_>, data: &[u8], chess960: bool) -> PyResult<Game> {
        let inner = philidor::Game::unpack_with(data, philidor::Strictness::WellDefined);
        let inner = inner.map_err(|error| errors::of_packed_game(py, &error))?;
        let mode = if chess960 { CastlingMode::Chess960 } else { CastlingMode::of_start(inner.start()) };
        Ok(Game { inner: inner.with_castling_mode(mode), mode })
    }
}
