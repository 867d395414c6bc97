//! Environments for reinforcement learning: many games in progress, stepped by arrays of actions and shown in arrays.
//!
//! | file | what it is |
//! |---|---|
//! | `rules.rs` | what is agreed on before the first game |
//! | `board.rs` | one game in progress, and what is shown of it |
//! | `rows.rs` | the arrays, cut into rows |
//! | `boards.rs` | all boards, on several threads |
//!
//! This file has the class that `philidor.env` is built on. The arrays belong to Python, and are filled in place.

mod board;
mod boards;
mod rows;
mod rules;

use half::f16;
use numpy::{Element, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn};
use philidor::Position;
use philidor::binary::PackedPosition;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays;
use crate::batch::{self, Positions};
use crate::by_rules::ByRules;
use crate::encoding::{self, MoveCode, Pixel, Planes};
use crate::errors;
use crate::game::Game;
use crate::held::Held;
use crate::rows::{sound, threads as counted};
use crate::words::{ColorArgument, color, one_of};
use board::{Board, Choice, State};
use boards::{Boards, Refused, Seeds};
use rows::Rows;
use rules::{Autoreset, REASONS, Rules};

/// The arrays of an environment, in the order in which they are given.
#[derive(FromPyObject)]
struct Arrays(
    Py<PyAny>,
    Py<PyArrayDyn<bool>>,
    Py<PyArrayDyn<f32>>,
    Py<PyArrayDyn<bool>>,
    Py<PyArrayDyn<bool>>,
    Py<PyArrayDyn<u8>>,
    Py<PyArrayDyn<i8>>,
    Py<PyArrayDyn<u8>>,
);

/// Many games in progress: the native part of ``philidor.env.VectorEnv``.
#[pyclass(frozen, module = "philidor")]
pub(crate) struct EnvBoards {
    boards: Held<Boards>,
    arrays: Arrays,
}

/// Why games of environments end, each at its number.
#[pyfunction]
pub(crate) fn reasons() -> Vec<&'static str> {
    REASONS.to_vec()
}

/// An array that is written. `ValueError` if something else uses it, or if it is read-only.
fn written<'py, T: Element>(array: &Bound<'py, PyArrayDyn<T>>) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    array.try_readwrite().map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The numbers of an array that is written, if there are as many as there should be.
fn slice<'a, T: Element>(array: &'a mut PyReadwriteArrayDyn<'_, T>, len: usize) -> PyResult<&'a mut [T]> {
    let refused = || PyValueError::new_err("an array of the environment has changed its shape");
    let slice = array.as_slice_mut().map_err(|_| refused())?;
    if slice.len() == len { Ok(slice) } else { Err(refused()) }
}

/// Calls a method for the type of the observations.
macro_rules! of_type {
    ($self:ident, $py:ident, $work:ident ( $($argument:expr),* )) => {{
        let observations = $self.arrays.0.bind($py);
        if observations.cast::<PyArrayDyn<u8>>().is_ok() {
            $self.$work::<u8>($py, $($argument),*)
        } else if observations.cast::<PyArrayDyn<f32>>().is_ok() {
            $self.$work::<f32>($py, $($argument),*)
        } else if observations.cast::<PyArrayDyn<f16>>().is_ok() {
            $self.$work::<f16>($py, $($argument),*)
        } else {
            Err(PyTypeError::new_err("observations are an array of uint8, float16 or float32"))
        }
    }};
}

impl EnvBoards {
    /// Does work on the boards and their arrays, with the interpreter free.
    fn with<N: Pixel + Element, R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Boards, Rows<'_, N>) -> R + Send,
    ) -> PyResult<R> {
        let arrays = &self.arrays;
        let mut observations = written(arrays.0.bind(py).cast::<PyArrayDyn<N>>()?)?;
        let mut masks = written(arrays.1.bind(py))?;
        let mut rewards = written(arrays.2.bind(py))?;
        let (mut terminations, mut truncations) = (written(arrays.3.bind(py))?, written(arrays.4.bind(py))?);
        let (mut reasons, mut results) = (written(arrays.5.bind(py))?, written(arrays.6.bind(py))?);
        let mut players = written(arrays.7.bind(py))?;
        self.boards.with(py, |boards| {
            let count = boards.boards.len();
            let rows = Rows {
                observations: slice(&mut observations, count * boards.rules.width())?,
                masks: slice(&mut masks, count * boards.rules.code.size)?,
                rewards: slice(&mut rewards, count)?,
                terminations: slice(&mut terminations, count)?,
                truncations: slice(&mut truncations, count)?,
                reasons: slice(&mut reasons, count)?,
                results: slice(&mut results, count)?,
                players: slice(&mut players, count)?,
            };
            errors::safely(py, || work(boards, rows))
        })?
    }

    fn reset_as<N: Pixel + Element>(
        &self,
        py: Python<'_>,
        seeds: Option<&Seeds>,
        starts: Option<Vec<Position>>,
        chosen: Option<&[bool]>,
    ) -> PyResult<()> {
        let done = self.with::<N, _>(py, |boards, rows| {
            if let Some(starts) = starts {
                boards.rules.starts = starts;
            }
            boards.reset(seeds, chosen, rows)
        })?;
        sound(py, done)
    }

    fn restore_as<N: Pixel + Element>(&self, py: Python<'_>, states: &[Option<State>]) -> PyResult<()> {
        let done = self.with::<N, _>(py, |boards, rows| boards.restore(states, rows))?;
        sound(py, done)
    }

    fn step_as<'py, N: Pixel + Element>(
        &self,
        py: Python<'py>,
        actions: &[i64],
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let done = self.with::<N, _>(py, |boards, rows| match boards.refused(actions) {
            Some(refused) => Err(refused),
            None => Ok(boards.step(actions, rows)),
        })?;
        match done {
            Ok(last) => {
                let last = sound(py, last)?;
                let is_empty = last.iter().all(Vec::is_empty);
                if is_empty { Ok(None) } else { Ok(Some(arrays::joined(py, &last)?.into_any())) }
            }
            Err(refused) => Err(self.of_refused(py, &refused, actions)?),
        }
    }

    /// The exception for an action that is refused.
    fn of_refused(&self, py: Python<'_>, refused: &Refused, actions: &[i64]) -> PyResult<PyErr> {
        let row = refused.row;
        if refused.choice == Choice::Over {
            return Ok(PyValueError::new_err(format!("row {row}: the game is over and has not been reset")));
        }
        let action = actions.get(row).copied().unwrap_or_default();
        let position =
            self.boards.with(py, |boards| boards.boards.get(row).map(|board| *board.game.position()))?;
        Ok(errors::of_row(py, row, format!("action {action}"), &position.unwrap_or_default()))
    }

    /// As many elements as there are boards.
    fn checked<'a, T>(&self, py: Python<'_>, given: &'a [T], what: &str) -> PyResult<&'a [T]> {
        match self.boards.with(py, |boards| boards.boards.len())? {
            count if count == given.len() => Ok(given),
            count => Err(PyValueError::new_err(format!("{} {what} for {count} boards", given.len()))),
        }
    }
}

/// The positions where games begin; in none of them may the game be over.
fn starts_of(py: Python<'_>, claims: bool, given: &Positions) -> PyResult<Vec<Position>> {
    let held = given.held(py)?;
    let mut starts = Vec::new();
    for (row, &bytes) in batch::rows_of(&held)?.iter().enumerate() {
        let position = PackedPosition::from_bytes(bytes).unpack();
        let position = position.map_err(|error| errors::of_packed(py, &error, Some(row)))?;
        if rules::outcome(claims, &philidor::Game::from_position(position)).is_some() {
            return Err(PyValueError::new_err(format!(
                "row {row}: the game is over at its start: '{position}'"
            )));
        }
        starts.push(position);
    }
    if starts.is_empty() {
        return Err(PyValueError::new_err("there is no position where games begin"));
    }
    Ok(starts)
}

#[pymethods]
impl EnvBoards {
    #[new]
    #[pyo3(signature = (
        arrays, *, actions, planes, starts, draws, illegal, autoreset, opponent, side, max_plies, seed, threads
    ))]
    #[allow(clippy::too_many_arguments, reason = "each is an argument of VectorEnv")]
    fn new(
        py: Python<'_>,
        arrays: Arrays,
        actions: &str,
        planes: Option<&str>,
        starts: Option<&Positions>,
        draws: &str,
        illegal: &str,
        autoreset: &str,
        opponent: Option<&str>,
        side: Option<ColorArgument>,
        max_plies: Option<usize>,
        seed: Seeds,
        threads: usize,
    ) -> PyResult<EnvBoards> {
        arrays::ready(py)?;
        let code: &'static MoveCode = encoding::numbering(actions)?;
        let planes = planes.map(|name| one_of("observation", name, &Planes::ALL)).transpose()?;
        let is_of_bytes = arrays.0.bind(py).cast::<PyArrayDyn<u8>>().is_ok();
        if is_of_bytes && planes.is_some_and(|planes| !planes.is_whole()) {
            return Err(PyTypeError::new_err("these planes are of float16 or float32, not uint8"));
        }
        let resets = [
            ("same_step", Autoreset::SameStep),
            ("next_step", Autoreset::NextStep),
            ("disabled", Autoreset::Disabled),
        ];
        let claims = one_of("draws", draws, &[("automatic", false), ("claimed", true)])?;
        let starts = starts.map(|starts| starts_of(py, claims, starts)).transpose()?;
        let rules = Rules {
            code,
            planes,
            claims,
            illegal_loses: one_of("illegal", illegal, &[("raise", false), ("lose", true)])?,
            autoreset: one_of("autoreset", autoreset, &resets)?,
            max_plies: max_plies.unwrap_or(usize::MAX),
            has_opponent: opponent.map_or(Ok(false), |name| one_of("opponent", name, &[("random", true)]))?,
            side: side.map(|side| side.0),
            starts: starts.unwrap_or_else(|| vec![Position::default()]),
        };
        let count = arrays.2.bind(py).len()?;
        let boards = sound(py, Boards::new(rules, count, &seed, counted(threads)))?;
        Ok(EnvBoards { boards: Held::new(boards), arrays })
    }

    /// Begins new games on all boards, or where ``chosen`` is true. ``starts``, if given, are where games begin from
    /// now on.
    #[pyo3(signature = (seed = None, starts = None, chosen = None))]
    fn reset(
        &self,
        py: Python<'_>,
        seed: Option<Seeds>,
        starts: Option<&Positions>,
        chosen: Option<&Bound<'_, PyArray1<bool>>>,
    ) -> PyResult<()> {
        let chosen = chosen.map(|chosen| chosen.try_readonly()).transpose();
        let chosen = chosen.map_err(|error| PyValueError::new_err(error.to_string()))?;
        // It may be one of the arrays that a reset writes, such as the terminations.
        let chosen = chosen.map(|chosen| chosen.as_slice().map(<[bool]>::to_vec)).transpose()?;
        let chosen = chosen.as_deref().map(|chosen| self.checked(py, chosen, "choices")).transpose()?;
        let claims = self.boards.with(py, |boards| boards.rules.claims)?;
        let starts = starts.map(|starts| starts_of(py, claims, starts)).transpose()?;
        of_type!(self, py, reset_as(seed.as_ref(), starts, chosen))
    }

    /// What each board continues from: the game, the caller's side, the seed of its random numbers to come.
    fn states<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Game, Bound<'py, PyAny>, u64)>> {
        let states =
            self.boards.with(py, |boards| boards.boards.iter().map(Board::state).collect::<Vec<_>>())?;
        let states = states.into_iter();
        states
            .map(|State { game, side, random }| {
                Ok((Game::of(ByRules::Chess(game)), color(py, side)?, random))
            })
            .collect()
    }

    /// Puts each board into a state; where that is ``None``, the board continues as it stands.
    fn restore(
        &self,
        py: Python<'_>,
        states: Vec<Option<(Bound<'_, Game>, ColorArgument, u64)>>,
    ) -> PyResult<()> {
        let of_state = |(game, side, random): (Bound<'_, Game>, ColorArgument, u64)| {
            let game = game.get().chess(py, |game| game.clone())?;
            Ok(State { game, side: side.0, random })
        };
        let states = states.into_iter().map(|state| state.map(of_state).transpose());
        let states = states.collect::<PyResult<Vec<_>>>()?;
        let states = self.checked(py, &states, "states")?;
        of_type!(self, py, restore_as(states))
    }

    /// Plays an action on each board. Returns the last observations of games that end while the next ones begin, one
    /// after the other, or ``None`` if there are none.
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyArray1<i64>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let actions = actions.try_readonly().map_err(|error| PyValueError::new_err(error.to_string()))?;
        let actions = self.checked(py, actions.as_slice()?, "actions")?;
        of_type!(self, py, step_as(actions))
    }

    /// Ends the threads that are kept for the next step.
    fn end_threads(&self, py: Python<'_>) -> PyResult<()> {
        self.boards.with(py, Boards::end_threads)
    }

    /// A random legal action for each board; 0 where the game is over.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let sampled = self.boards.with(py, |boards| {
            boards.boards.iter_mut().map(|board| i64::from(board.sample())).collect::<Vec<_>>()
        })?;
        arrays::joined(py, &[sampled])
    }

    /// The legal actions of all boards: ``(offsets, actions)``; those of board ``i`` stand from ``offsets[i]`` to
    /// ``offsets[i + 1]``. A game that is over has none.
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>)> {
        let (offsets, actions) = self.boards.with(py, |boards| {
            let (mut offsets, mut actions) = (vec![0], Vec::new());
            for board in &boards.boards {
                actions.extend(board.numbers().iter().map(|&number| i64::from(number)));
                offsets.push(actions.len() as i64);
            }
            (offsets, actions)
        })?;
        Ok((arrays::joined(py, &[offsets])?, arrays::joined(py, &[actions])?))
    }

    /// The positions now, each packed as by ``Position.pack``.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let rows = self.boards.with(py, |boards| {
            let packed = boards.boards.iter().map(|board| Ok(board.game.position().try_pack()?.to_bytes()));
            packed.collect::<Result<Vec<_>, philidor::binary::PackedPositionError>>()
        })?;
        arrays::of_rows(py, &rows.map_err(|error| errors::of_packed(py, &error, None))?)
    }

    /// A copy of the game on a board.
    fn game(&self, py: Python<'_>, row: i64) -> PyResult<Game> {
        let game = self.boards.with(py, |boards| {
            let board = usize::try_from(row).ok().and_then(|row| boards.boards.get(row));
            board.map(|board| board.game.clone())
        })?;
        game.map(|game| Game::of(ByRules::Chess(game)))
            .ok_or_else(|| PyIndexError::new_err(format!("there is no board {row}")))
    }
}
