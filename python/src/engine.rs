//! Philidor's engine in this process, for sites, notebooks and tools.
//!
//! ```text
//! Python's thread                      a thread of its own
//! analyze ── game, limits ───────────► search
//!    ▲ calls progress, sees Ctrl-C        │
//!    └──────────── reports ◄──────────────┘
//! ```
//!
//! The search holds nothing of Python, so other Python threads run meanwhile. The thread that asked waits for reports
//! and wakes often enough to see Ctrl-C. What was found becomes objects of `analysis.py`, the same as those of
//! `philidor.uci`.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;
use std::{io, thread};

use philidor::CastlingMode;
use philidor_engine::{
    Analysis, Analyst, Bound as Known, Clock, Control, Report, Score, SearchLimits, spawn_search_thread,
};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};

use crate::errors;
use crate::game::Game;
use crate::moves::{self, MoveArgument};
use crate::nested::Nested;
use crate::position::Position;
use crate::rows;
use crate::stop::NAP;
use crate::words::Listed;

/// Philidor's own engine, which analyzes one position after another.
///
/// ``threads`` search together (0 stands for all that the machine has) and share a transposition table of ``hash``
/// mebibytes. What the engine learns about a position helps with the next one; ``new_game`` makes it forget.
///
/// >>> engine = Engine()
/// >>> found = engine.analyze(Position("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"), depth=4, lines=2)
/// >>> found.best, str(found.score), len(found.lines)
/// (Move('d1d8'), '#1', 2)
///
/// Other Python threads run while it searches. For ``asyncio`` run it in a thread: ``await
/// asyncio.to_thread(engine.analyze, position, time=1.0)``.
///
/// Raises ``ValueError`` if the engine does not take these values.
#[pyclass(frozen, module = "philidor")]
pub(crate) struct Engine {
    /// Taken out while limits are set: that consumes it and returns another.
    analyst: Mutex<Option<Analyst>>,
    /// The control of the running search.
    running: Mutex<Option<Control>>,
}

impl Engine {
    /// The engine between searches; an error while one runs.
    fn idle(&self) -> PyResult<MutexGuard<'_, Option<Analyst>>> {
        match self.analyst.try_lock() {
            Ok(analyst) => Ok(analyst),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err("the engine is analyzing")),
        }
    }

    fn control(&self, control: Option<Control>) {
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = control;
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (*, threads = 1, hash = 16))]
    fn new(threads: usize, hash: usize) -> PyResult<Engine> {
        let mut analyst = Analyst::new();
        let threads = if threads == 0 { rows::threads(0) } else { threads };
        set(&mut analyst, "Threads", &threads.to_string())?;
        set(&mut analyst, "Hash", &hash.to_string())?;
        Ok(Engine { analyst: Mutex::new(Some(analyst)), running: Mutex::new(None) })
    }

    /// Sets an option as UCI names it: ``"Threads"``, ``"Hash"``, or ``"EvalFile"``, the file of another network, as
    /// ``philidor train`` makes them.
    ///
    /// Raises ``ValueError`` if there is no such option or it does not take the value, ``RuntimeError`` while the
    /// engine is analyzing.
    fn set_option(&self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let text = match value.cast::<PyBool>() {
            Ok(flag) => flag.is_true().to_string(),
            Err(_) => value.str()?.to_cow()?.into_owned(),
        };
        set(self.idle()?.get_or_insert_default(), name, &text)
    }

    /// Forgets what was learned. Raises ``RuntimeError`` while the engine is analyzing.
    fn new_game(&self) -> PyResult<()> {
        self.idle()?.get_or_insert_default().new_game();
        Ok(())
    }

    /// Asks the running analysis, if there is one, to end soon with the best that it has found. Any thread may ask.
    fn stop(&self) {
        if let Some(control) = &*self.running.lock().unwrap_or_else(PoisonError::into_inner) {
            control.stop();
        }
    }

    /// Finds the best move in a ``Position``, or in the current position of a ``Game``, whose moves count for
    /// repetitions.
    ///
    /// It ends at the first limit that is reached: ``depth`` in half-moves, ``nodes``, ``time`` in seconds, a ``mate``
    /// in this many moves, or what its ``clock`` allows (a ``philidor.analysis.Clock``). Without limits it runs until
    /// ``stop``, Ctrl-C, or nothing is left to find. If ``moves`` are given, only they are considered; ``lines`` is how
    /// many principal variations are wanted.
    ///
    /// ``progress`` is called with an ``Analysis`` whenever more is known, in the thread that asked; if it returns
    /// ``False``, the analysis ends. An exception in it ends the analysis, too, and is raised.
    ///
    /// >>> depths = []
    /// >>> found = Engine().analyze(Game(moves=["e4"]), depth=3, progress=lambda so_far: depths.append(so_far.depth))
    /// >>> depths, found.depth
    /// ([1, 2, 3], 3)
    ///
    /// Raises ``MoveError`` if one of the moves is not legal, ``ValueError`` if a limit is out of range,
    /// ``RuntimeError`` if the engine is analyzing already or the system starts no thread.
    #[pyo3(signature = (
        game, *, depth = None, nodes = None, time = None, mate = None, clock = None, moves = None, lines = 1, progress = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn analyze<'py>(
        &self,
        py: Python<'py>,
        game: &Bound<'py, PyAny>,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        mate: Option<u32>,
        clock: Option<&Bound<'py, PyAny>>,
        moves: Option<Listed<Bound<'py, PyAny>>>,
        lines: usize,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _nested = Nested::begin()?;
        let game = game_of(game)?;
        let mut limits = SearchLimits::new();
        (limits.depth, limits.nodes, limits.mate) = (depth, nodes, mate);
        limits.time = time.map(|seconds| duration("time", seconds)).transpose()?;
        limits.clock = clock.map(clock_of).transpose()?;
        for mv in moves.iter().flat_map(|moves| &moves.0) {
            limits.moves.push(mv.extract::<MoveArgument<'_>>()?.legal(py, game.position())?);
        }
        let mut idle = self.idle()?;
        let analyst = idle.take().unwrap_or_default().with_limits(limits).with_lines(lines);
        let analyst = idle.insert(analyst);
        let control = Control::new();
        self.control(Some(control.clone()));
        let found = search(py, analyst, &game, &control, progress.as_ref());
        self.control(None);
        object(py, &found?, game.castling_mode())
    }

    fn __repr__(&self) -> &'static str {
        "<Engine: philidor>"
    }
}

/// Sets an option.
fn set(analyst: &mut Analyst, name: &str, value: &str) -> PyResult<()> {
    analyst.set_option(name, value).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Searches on another thread, and reports what it finds to `progress`, on this one.
fn search(
    py: Python<'_>,
    analyst: &mut Analyst,
    game: &philidor::Game,
    control: &Control,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Analysis> {
    let progress = progress.map(|progress| progress.clone().unbind());
    let mode = game.castling_mode();
    let searched = py.detach(|| {
        thread::scope(|scope| -> io::Result<_> {
            let (sender, reports) = channel();
            let searching = spawn_search_thread(scope, move || {
                analyst.analyze_with(game, control, &mut |so_far: &Analysis| {
                    // No one listens any more after an exception; the search is being stopped then.
                    let _ = sender.send(so_far.clone());
                })
            })?;
            let heard = listen(&reports, control, mode, progress.as_ref());
            Ok((searching.join(), heard))
        })
    });
    let (found, heard) = searched.map_err(|error| errors::of_thread(&error))?;
    heard?;
    found.map_err(|panic| errors::of_panic(py, panic.as_ref()))
}

/// Passes reports to `progress` until there are no more; stops the search on an exception, or if the answer is `False`.
fn listen(
    reports: &Receiver<Analysis>,
    control: &Control,
    mode: CastlingMode,
    progress: Option<&Py<PyAny>>,
) -> PyResult<()> {
    loop {
        let report = match reports.recv_timeout(NAP) {
            Ok(report) => Some(report),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        let heard: PyResult<bool> = Python::attach(|py| {
            py.check_signals()?;
            let (Some(report), Some(progress)) = (report, progress) else { return Ok(true) };
            let answer = progress.bind(py).call1((object(py, &report, mode)?,))?;
            Ok(!answer.cast::<PyBool>().is_ok_and(|answer| !answer.is_true()))
        });
        if !matches!(heard, Ok(true)) {
            control.stop();
        }
        heard?;
    }
}

/// A game, or a position as a game without moves.
fn game_of(given: &Bound<'_, PyAny>) -> PyResult<philidor::Game> {
    if let Ok(position) = given.cast::<Position>() {
        let Position { inner, mode } = *position.get();
        return Ok(philidor::Game::from_position(inner).with_castling_mode(mode));
    }
    match given.cast::<Game>() {
        Ok(game) => game.get().chess(given.py(), |game| game.clone()),
        Err(_) => Err(PyTypeError::new_err("what is analyzed is a Position or a Game")),
    }
}

fn clock_of(given: &Bound<'_, PyAny>) -> PyResult<Clock> {
    use philidor::Color::{Black, White};
    let seconds = |name: &str| duration(name, given.getattr(name)?.extract()?);
    let clock = Clock::default()
        .with_remaining(White, seconds("white")?)
        .with_remaining(Black, seconds("black")?)
        .with_increment_of(White, seconds("white_increment")?)
        .with_increment_of(Black, seconds("black_increment")?);
    let moves_to_go: Option<u32> = given.getattr("moves_to_go")?.extract()?;
    Ok(moves_to_go.map_or(clock, |moves| clock.with_moves_to_go(moves)))
}

fn duration(name: &str, seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("{name} is not a number of seconds: {seconds}")))
}

/// What was found, as an `Analysis` of Python.
fn object<'py>(py: Python<'py>, found: &Analysis, mode: CastlingMode) -> PyResult<Bound<'py, PyAny>> {
    let words = py.import("philidor.analysis")?;
    let position = *found.position();
    let lines = found.lines().iter().map(|report| line(&words, &position, mode, report));
    let lines = PyTuple::new(py, lines.collect::<PyResult<Vec<_>>>()?)?;
    let best = found.best().map(|mv| moves::object(py, &position, mode, mv)).transpose()?;
    // The reply belongs to the best line, unless the search ended with another move.
    let of_best = |report: &&Report| match (report.moves.first(), found.best()) {
        (Some(first), Some(best)) => first.same_move(best),
        _ => false,
    };
    let reply = found.lines().first().filter(of_best).and_then(|report| match report.moves.as_slice() {
        &[first, reply, ..] => Some(moves::object(py, &position.after(first), mode, reply)),
        _ => None,
    });
    words.getattr("Analysis")?.call1((Position { inner: position, mode }, lines, best, reply.transpose()?))
}

fn line<'py>(
    words: &Bound<'py, PyModule>,
    position: &philidor::Position,
    mode: CastlingMode,
    report: &Report,
) -> PyResult<Bound<'py, PyAny>> {
    let py = words.py();
    let mut position = *position;
    let mut moves = Vec::with_capacity(report.moves.len());
    for &mv in &report.moves {
        if !position.is_legal(mv) {
            break;
        }
        moves.push(moves::object(py, &position, mode, mv)?);
        position.play_unchecked(mv);
    }
    let bound = match report.bound {
        Known::Exact => "exact",
        Known::Lower => "at_least",
        Known::Upper => "at_most",
    };
    let seconds = report.time.as_secs_f64();
    words.getattr("Line")?.call1((
        PyTuple::new(py, moves)?,
        score(words, report.score)?,
        bound,
        report.depth,
        report.selective_depth,
        report.nodes,
        seconds,
        report.hashfull,
    ))
}

fn score<'py>(words: &Bound<'py, PyModule>, score: Score) -> PyResult<Bound<'py, PyAny>> {
    words.getattr("Score")?.call1((score.value(),))
}
