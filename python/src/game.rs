//! A game: a start and its moves, taken back and played again, and how it ends.

use philidor::binary::{PackablePosition, PackedGameError, PackedGameErrorKind, PackedMoves};
use philidor::{CastlingMode, GamePosition, Strictness};
use philidor_variants::AnyPosition;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::by_rules::{ByRules, Inner, Shown, Start, map, with};
use crate::errors;
use crate::held::Held;
use crate::moves::{self, Move, MoveArgument};
use crate::opening::Opening;
use crate::outcome::Outcome;
use crate::words::{ColorArgument, Listed};

/// A start position and the moves of a game, with what depends on more than the position: repetition, draw claims, the
/// outcome.
///
/// ``start`` is a ``Position``, by default that of standard chess, a ``VariantPosition``, or the name of a variant, for
/// its start position; ``moves``, each a ``Move`` or text, are played from there. The positions of a game are of the
/// class of its start; the name of chess stands for a ``Position``.
///
/// >>> game = Game(moves=["e4", "e5", "Qh5", "Ke7", "Qxe5"])
/// >>> str(game.outcome), game.outcome.result
/// ('White wins by checkmate', '1-0')
/// >>> game.undo(), game.outcome
/// (Move('h5e5'), None)
/// >>> game.redo()
/// Move('h5e5')
/// >>> str(Game("atomic", ["Nf3", "f6", "Nd4", "g6", "Ne6", "Na6", "Nxd8"]).outcome)
/// 'White wins by explosion'
///
/// Raises ``MoveError`` if a move is not legal, ``ValueError`` if a variant is not known.
#[pyclass(frozen, generic, module = "philidor")]
pub(crate) struct Game {
    played: ByRules<Held<philidor::Game>, Box<Held<philidor::Game<AnyPosition>>>>,
    mode: CastlingMode,
}

/// Does something with the library's game; it must not call into Python.
macro_rules! asked {
    ($this:expr, $py:expr, $game:pat => $answer:expr) => {
        with!(&$this.played, held => held.with($py, |$game| $answer))
    };
}

impl Game {
    pub(crate) fn of(game: ByRules<philidor::Game, philidor::Game<AnyPosition>>) -> Game {
        let mode = with!(&game, game => game.castling_mode());
        let played = match game {
            ByRules::Chess(game) => ByRules::Chess(Held::new(game)),
            ByRules::Variant(game) => ByRules::Variant(Box::new(Held::new(game))),
        };
        Game { played, mode }
    }

    /// Does something with the library's game of chess; it must not call into Python. `TypeError` for one of a variant.
    #[inline]
    pub(crate) fn chess<R>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut philidor::Game) -> R,
    ) -> PyResult<R> {
        match &self.played {
            ByRules::Chess(game) => game.with(py, work),
            ByRules::Variant(_) => {
                Err(PyTypeError::new_err("expected a game of chess, which begins with a Position"))
            }
        }
    }

    fn packed(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        asked!(self, py, game => game.pack())
    }
}

/// The game in some bytes.
fn unpacked<P: PackablePosition>(
    data: &[u8],
    chess960: Option<bool>,
    strictness: Strictness,
) -> Result<philidor::Game<P>, PackedGameError> {
    let game = PackedMoves::new(data, strictness).and_then(PackedMoves::into_game)?;
    Ok(if chess960 == Some(true) { game.with_castling_mode(CastlingMode::Chess960) } else { game })
}

/// Plays the move that an object or a text stands for. Returns the position before it, and the move.
#[inline(never)]
fn play_any<P: GamePosition + Copy>(
    py: Python<'_>,
    held: &Held<philidor::Game<P>>,
    given: MoveArgument<'_>,
) -> PyResult<(P, philidor::Move)> {
    let before = held.with(py, |game| *game.position())?;
    let mv = given.legal(py, &before)?;
    // In the meantime another thread may have played.
    match held.with(py, |game| game.play_digest(mv.digest()))? {
        Some(mv) => Ok((before, mv)),
        None => {
            let reason = philidor::IllegalMove(mv).to_string();
            Err(errors::of_move(py, &reason, &mv.to_string(), None, None))
        }
    }
}

/// For tests: whether a game refuses to be used while it is in use, however often it is tried, and not afterwards.
#[pyfunction]
pub(crate) fn guards_itself(py: Python<'_>, game: &Game) -> PyResult<bool> {
    let refuses = asked!(game, py, _ => (0..2).all(|_| game.packed(py).is_err()))?;
    Ok(refuses && game.packed(py).is_ok())
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (start = None, moves = Listed(Vec::new())), text_signature = "(start=None, moves=())")]
    fn new(py: Python<'_>, start: Option<Start>, moves: Listed<Bound<'_, PyAny>>) -> PyResult<Game> {
        let Start { position, mode } = start.unwrap_or_default();
        let game =
            map!(position, position => philidor::Game::from_position(position).with_castling_mode(mode));
        let game = Game::of(game);
        for mv in &moves.0 {
            game.push(py, mv)?;
        }
        Ok(game)
    }

    /// Plays a legal move, given as a ``Move`` or as text, and returns it. Raises ``MoveError`` if it is not legal.
    fn play(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<Py<Move>> {
        with!(&self.played, held => {
            let (before, mv) = play_any(py, held, r#move)?;
            moves::object(py, &before, self.mode, mv)
        })
    }

    /// Plays a legal move and returns nothing, which is faster than ``play``. Raises ``MoveError`` if it is not legal.
    fn push(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(mv) = r#move.cast::<Move>() {
            let usual = mv.get().usual();
            // This way the library checks only once whether the move is legal.
            if asked!(self, py, game => game.play_digest(usual).is_some())? {
                return Ok(());
            }
        }
        with!(&self.played, held => play_any(py, held, r#move.extract()?).map(|_| ()))
    }

    /// Takes back the last move and returns it; ``redo`` can play it again. ``None`` at the start.
    fn undo(&self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        let undone = asked!(self, py, game => {
            game.undo().map(|mv| moves::number_of(game.position(), self.mode, mv))
        })?;
        undone.map(|number| moves::numbered(py, number)).transpose()
    }

    /// Plays the move that was taken back last, and returns it; ``None`` if there is none.
    fn redo(&self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        let redone = asked!(self, py, game => {
            let before = *game.position();
            game.redo().map(|mv| moves::number_of(&before, self.mode, mv))
        })?;
        redone.map(|number| moves::numbered(py, number)).transpose()
    }

    /// The position now.
    #[getter]
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        with!(&self.played, held => held.with(py, |game| *game.position())?.shown(py, self.mode))
    }

    /// The position at the start.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        with!(&self.played, held => held.with(py, |game| *game.start())?.shown(py, self.mode))
    }

    /// The position after this many half-moves, those taken back included; ``None`` beyond the last.
    fn position_at<'py>(&self, py: Python<'py>, ply: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
        with!(&self.played, held => {
            let found = held.with(py, |game| game.position_at(ply))?;
            found.map(|position| position.shown(py, self.mode)).transpose()
        })
    }

    /// How many half-moves have been played.
    #[getter]
    fn ply(&self, py: Python<'_>) -> PyResult<usize> {
        asked!(self, py, game => game.ply())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.ply(py)
    }

    /// The moves played, as a new list.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        with!(&self.played, held => {
            let (start, played) = held.with(py, |game| (*game.start(), game.moves().collect::<Vec<_>>()))?;
            moves::line(py, start, self.mode, played)
        })
    }

    /// The moves taken back, the next one to be played again first.
    #[getter]
    fn undone<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        with!(&self.played, held => {
            let (now, undone) = held.with(py, |game| (*game.position(), game.undone().collect::<Vec<_>>()))?;
            moves::line(py, now, self.mode, undone)
        })
    }

    /// The moves played, in SAN.
    ///
    /// >>> Game("crazyhouse", ["e2e4", "d7d5", "e4d5", "d8d5", "P@e4"]).sans()
    /// ['e4', 'd5', 'exd5', 'Qxd5', 'P@e4']
    fn sans(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        asked!(self, py, game => game.sans().map(|san| san.as_str().to_owned()).collect())
    }

    /// How often the position has occurred, including now.
    #[getter]
    fn repetitions(&self, py: Python<'_>) -> PyResult<u32> {
        asked!(self, py, game => game.repetitions())
    }

    /// How the game ended: as declared, on the board, by a dead position, fivefold repetition or 75 moves; ``None``
    /// while it is in progress.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Outcome>> {
        asked!(self, py, game => game.outcome().map(Outcome))
    }

    /// The opening of the last position so far that has a named one; ``None`` if none has, and in variants.
    #[getter]
    fn opening(&self, py: Python<'_>) -> PyResult<Option<Opening>> {
        match &self.played {
            ByRules::Chess(game) => game.with(py, |game| game.opening().map(|(opening, _)| Opening(opening))),
            ByRules::Variant(_) => Ok(None),
        }
    }

    /// The result as in PGN: ``"1-0"``, ``"0-1"``, ``"1/2-1/2"``, or ``"*"`` while the game is in progress.
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<&'static str> {
        asked!(self, py, game => game.outcome().map(philidor::Outcome::result).unwrap_or_default().as_str())
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
        let claim = with!(&self.played, held => match r#move {
            None => held.with(py, |game| game.claimable_draw())?,
            Some(mv) => {
                let now = held.with(py, |game| *game.position())?;
                let mv = mv.legal(py, &now)?;
                held.with(py, |game| game.claimable_draw_after(mv))?
            }
        });
        Ok(claim.map(|claim| claim.to_string()))
    }

    /// Declares how the game ended; this holds until a move is played or taken back. A game that has already ended
    /// stays as it is.
    ///
    /// >>> game = Game()
    /// >>> game.end(Outcome("Black wins by resignation"))
    /// >>> game.result
    /// '0-1'
    fn end(&self, py: Python<'_>, outcome: Outcome) -> PyResult<()> {
        asked!(self, py, game => game.end(outcome.0))
    }

    /// Ends the game because a side has run out of time: the other side wins, or draws if it can no longer win.
    fn end_by_time(&self, py: Python<'_>, loser: ColorArgument) -> PyResult<()> {
        asked!(self, py, game => game.end_by_time(loser.0))
    }

    /// The game in bytes, one for nearly every move; moves taken back are left out.
    fn pack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.packed(py)?))
    }

    /// The game in the bytes that ``pack`` made, which tell the class of its start; ``chess960`` and ``strict`` are as
    /// for a FEN. Raises ``PackedError``.
    ///
    /// >>> Game.unpack(Game("horde").pack()) == Game("horde")
    /// True
    #[staticmethod]
    #[pyo3(signature = (data, *, chess960 = None, strict = true))]
    fn unpack(py: Python<'_>, data: &[u8], chess960: Option<bool>, strict: bool) -> PyResult<Game> {
        let strictness = if strict { Strictness::Reachable } else { Strictness::WellDefined };
        let game = match unpacked(data, chess960, strictness) {
            // The bytes begin as others do.
            Err(PackedGameError { kind: PackedGameErrorKind::Format(_), .. }) => {
                unpacked(data, chess960, strictness).map(ByRules::Variant)
            }
            chess => chess.map(ByRules::Chess),
        };
        game.map(Game::of).map_err(|error| errors::of_packed_game(py, &error))
    }

    /// A copy.
    fn copy(&self, py: Python<'_>) -> PyResult<Game> {
        Ok(Game::of(map!(&self.played, held => held.with(py, |game| game.clone())?)))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Game> {
        self.copy(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (py, Ok(game)) = (other.py(), other.cast::<Game>()) else { return Ok(false) };
        // The bytes of a position have room for 32 pieces.
        let start = |game: &Game| -> PyResult<Inner> {
            Ok(map!(&game.played, held => held.with(py, |game| *game.start())?))
        };
        Ok(start(self)? == start(game.get())? && self.packed(py)? == game.get().packed(py)?)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        asked!(self, py, game => {
            let (position, ply) = (game.position(), game.ply());
            let variant = GamePosition::variant(position).map(|name| format!("{name}, ")).unwrap_or_default();
            format!("<Game: {variant}{ply} half-moves, now '{position}'>")
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>, bool))> {
        let game = slf.get();
        let chess960 = game.mode == CastlingMode::Chess960;
        Ok((slf.get_type().getattr("_restored")?, (game.pack(slf.py())?, chess960)))
    }

    /// For pickling: whatever was a game is one again.
    #[staticmethod]
    fn _restored(py: Python<'_>, data: &[u8], chess960: bool) -> PyResult<Game> {
        Game::unpack(py, data, Some(chess960), false)
    }
}
