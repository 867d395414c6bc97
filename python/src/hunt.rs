//! A hunt for bugs in a move generator that is written in Python.
//!
//! ```text
//! Hunt ──asks──► PythonSuspect ──► listing, dividing, counting ──calls──► a function of Python
//!                      └── its exceptions: no answer, which is a finding, and the hunt continues
//! ```
//!
//! The report goes to Python as JSON, from which `hunting.py` makes objects; so only philidor-hunt defines what a
//! report holds.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use philidor_hunt::report::Report;
use philidor_hunt::suite::{Suite, SuiteLimits};
use philidor_hunt::{Agenda, Answer, Failure, Hunt, Question, Suspect, counting, dividing, listing};
use pyo3::exceptions::{PyException, PyNotImplementedError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyMapping};

use crate::nested::Nested;
use crate::position::Position;
use crate::words::one_of;

/// Hunts for bugs in a Python function; `hunting.py` explains the arguments. Returns the report as JSON, as text, and
/// as a page of HTML.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "hunting.py gives them names")]
pub(crate) fn hunted(
    py: Python<'_>,
    generator: Py<PyAny>,
    name: String,
    answers: &str,
    chess960: bool,
    agenda: &Bound<'_, PyAny>,
    leaves: u64,
    depth: Option<u32>,
    seconds: f64,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, String, String)> {
    let _nested = Nested::begin()?;
    let kinds = [("moves", AnswerKind::List), ("divide", AnswerKind::Divide), ("count", AnswerKind::Count)];
    let kind = one_of("answers", answers, &kinds)?;
    let time = Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("seconds is not a time: {seconds}")))?;
    let agenda = agenda_of(agenda, SuiteLimits::up_to_leaves(leaves).with_depth(depth), time)?;
    let interrupted = Interruption::default();
    let hunted = py.detach(|| {
        let suspect = PythonSuspect::new(generator, name, kind, chess960, &interrupted);
        Hunt::new(agenda)
            .with_time(time)
            .with_stop(Arc::clone(&interrupted.stop))
            .with_names("seconds", "stopping it")
            .observed_by(|so_far| {
                let Some(progress) = &progress else { return };
                let continues: PyResult<bool> = Python::attach(|py| {
                    let answer = progress.bind(py).call1((so_far.asked, so_far.questions, so_far.wrong))?;
                    Ok(!answer.cast::<PyBool>().is_ok_and(|answer| !answer.is_true()))
                });
                match continues {
                    Ok(true) => {}
                    Ok(false) => interrupted.stop.store(true, Relaxed),
                    Err(error) => interrupted.by(error),
                }
            })
            .run(suspect)
    });
    if let Some(error) = interrupted.error() {
        return Err(error);
    }
    let report = hunted.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok((json(&report)?, report.to_string(), report.page().to_string()))
}

fn json(report: &Report) -> PyResult<String> {
    serde_json::to_string(report).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// The questions: those of the built-in suite, of a suite as text, or about one position.
fn agenda_of(given: &Bound<'_, PyAny>, limits: SuiteLimits, time: Duration) -> PyResult<Agenda> {
    if given.is_none() {
        return Ok(Agenda::built_in(limits));
    }
    if let Ok(position) = given.cast::<Position>() {
        return Ok(Agenda::from_position(&position.get().inner, limits, time));
    }
    let text: &str = given.extract()?;
    Agenda::from_suite(Suite::read(text.as_bytes()), limits)
        .map_err(|error| PyValueError::new_err(error.to_string()))
}

/// What the function answers.
#[derive(Clone, Copy)]
enum AnswerKind {
    List,
    Divide,
    Count,
}

/// An exception that ends the hunt: Ctrl-C, or one of `progress`.
#[derive(Clone, Default)]
struct Interruption {
    stop: Arc<AtomicBool>,
    error: Arc<Mutex<Option<PyErr>>>,
}

impl Interruption {
    fn by(&self, error: PyErr) {
        self.stop.store(true, Relaxed);
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    fn error(&self) -> Option<PyErr> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A function of Python as a suspect.
struct PythonSuspect {
    suspect: Box<dyn Suspect>,
    /// What the function has raised since it was asked.
    raised: Arc<Mutex<Option<Failure>>>,
}

impl PythonSuspect {
    fn new(
        function: Py<PyAny>,
        name: String,
        kind: AnswerKind,
        chess960: bool,
        interrupted: &Interruption,
    ) -> PythonSuspect {
        let raised = Arc::new(Mutex::new(None));
        let called = Called { function, raised: Arc::clone(&raised), interrupted: interrupted.clone() };
        macro_rules! boxed {
            ($generator:expr) => {{
                let generator = $generator.named(name);
                if chess960 {
                    Box::new(generator.with_chess960())
                } else {
                    Box::new(generator) as Box<dyn Suspect>
                }
            }};
        }
        let suspect = match kind {
            AnswerKind::List => boxed!(listing(move |fen| called.list(fen))),
            AnswerKind::Divide => boxed!(dividing(move |fen, depth| called.divide(fen, depth))),
            AnswerKind::Count => boxed!(counting(move |fen, depth| called.count(fen, depth))),
        };
        PythonSuspect { suspect, raised }
    }
}

impl Suspect for PythonSuspect {
    fn name(&self) -> String {
        self.suspect.name()
    }

    fn ask(&mut self, question: &Question, limit: Duration) -> Result<Answer, Failure> {
        *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let answer = self.suspect.ask(question, limit);
        let raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner).take();
        raised.map_or(answer, Err)
    }
}

/// A function of Python, and where its exceptions go. After one it is not called again for the same question.
struct Called {
    function: Py<PyAny>,
    raised: Arc<Mutex<Option<Failure>>>,
    interrupted: Interruption,
}

impl Called {
    fn list(&self, fen: &str) -> Vec<String> {
        self.call(|py| {
            let answer = self.function.bind(py).call1((fen,))?;
            some(answer.try_iter()?.map(|mv| Ok(mv?.str()?.to_cow()?.into_owned())))
        })
    }

    fn divide(&self, fen: &str, depth: u32) -> Vec<(String, i128)> {
        self.call(|py| {
            let answer = self.function.bind(py).call1((fen, depth))?;
            let pairs = match answer.cast::<PyMapping>() {
                Ok(counts) => counts.items()?.into_any(),
                Err(_) => answer,
            };
            let pair = |pair: PyResult<Bound<'_, PyAny>>| {
                let (mv, leaves): (Bound<'_, PyAny>, i128) = pair?.extract()?;
                Ok((mv.str()?.to_cow()?.into_owned(), leaves))
            };
            some(pairs.try_iter()?.map(pair))
        })
    }

    fn count(&self, fen: &str, depth: u32) -> i128 {
        self.call(|py| self.function.bind(py).call1((fen, depth))?.extract())
    }

    fn call<T: Default>(&self, ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        if self.raised.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            return T::default();
        }
        Python::attach(|py| {
            let answer = py.check_signals().and_then(|()| ask(py));
            answer.unwrap_or_else(|error| {
                let failure = self.failure(py, error);
                *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
                T::default()
            })
        })
    }

    /// An exception as a reason why there is no answer. One that is not an `Exception`, such as Ctrl-C, ends the hunt.
    fn failure(&self, py: Python<'_>, error: PyErr) -> Failure {
        if !error.is_instance_of::<PyException>(py) {
            self.interrupted.by(error);
            return Failure::Interrupted;
        }
        if error.is_instance_of::<PyNotImplementedError>(py) {
            return Failure::Unsupported(error.to_string());
        }
        Failure::Ended { how: format!("it raised {error}"), complaints: Vec::new() }
    }
}

/// More moves than this are not read: a Python generator may never end.
const MAX_MOVES: usize = 10_000;

/// The moves of a list, unless they are too many.
fn some<T>(moves: impl Iterator<Item = PyResult<T>>) -> PyResult<Vec<T>> {
    let moves = moves.take(MAX_MOVES + 1).collect::<PyResult<Vec<T>>>()?;
    if moves.len() > MAX_MOVES {
        return Err(PyValueError::new_err(format!("more than {MAX_MOVES} moves")));
    }
    Ok(moves)
}
