//! What tables answer, as objects of Python. Values are members of the enumerations of `syzygy.py`.

use philidor_tables::Wdl;
use philidor_tables::syzygy::{self, ClockedWdl};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::moves::{self, Move};
use crate::position::Position;
use crate::words::Members;

static WDLS: Members = Members::new("philidor.syzygy", "Wdl");
static CLOCKED: Members = Members::new("philidor.syzygy", "ClockedWdl");

/// The `Wdl` of Python.
pub(super) fn wdl(py: Python<'_>, wdl: Wdl) -> PyResult<Bound<'_, PyAny>> {
    WDLS.get(py, (wdl.number() + 2) as usize)
}

/// The `ClockedWdl` of Python.
pub(super) fn clocked(py: Python<'_>, wdl: ClockedWdl) -> PyResult<Bound<'_, PyAny>> {
    CLOCKED.get(py, wdl as usize)
}

/// The value that a number stands for.
pub(super) fn wdl_of(number: i8) -> PyResult<Wdl> {
    Wdl::from_number(number)
        .ok_or_else(|| PyValueError::new_err(format!("not a value from -2 to 2: {number}")))
}

/// The distance to zeroing (DTZ): how many plies away the next capture, pawn move or checkmate is, if the winner
/// hurries and the loser delays, each without giving up the value.
///
/// Most tables count in moves: then the distance is ``number`` or one ply more, and ``is_exact`` is false.
///
/// >>> distance = Dtz(40, is_exact=False)
/// >>> str(distance), distance.plies, distance.wdl
/// ('40 or 41', (40, 41), <Wdl.WIN: 2>)
/// >>> [str(distance.at_clock(clock)) for clock in (59, 60, 61)]
/// ['win', 'win or cursed win', 'cursed win']
#[pyclass(frozen, eq, hash, module = "philidor.syzygy")]
#[derive(PartialEq, Hash)]
pub(crate) struct Dtz(pub(super) syzygy::Dtz);

#[pymethods]
impl Dtz {
    #[new]
    #[pyo3(signature = (number, *, is_exact = true))]
    fn new(number: i32, is_exact: bool) -> Dtz {
        Dtz(if is_exact { syzygy::Dtz::exact(number) } else { syzygy::Dtz::rounded(number) })
    }

    #[classattr]
    #[pyo3(name = "__match_args__")]
    fn match_args() -> (&'static str, &'static str) {
        ("number", "is_exact")
    }

    /// The number that other programs print: the smallest that the distance can be, positive if the side to move wins
    /// and negative if it loses, 0 for a draw. If the fifty-move rule makes it a draw, the number is beyond 100: where
    /// the plies themselves are not, 100 is added.
    #[getter]
    fn number(&self) -> i32 {
        self.0.number()
    }

    /// Whether the number is the distance itself.
    #[getter]
    fn is_exact(&self) -> bool {
        self.0.is_exact()
    }

    /// The least and the most that the distance can be, without a sign.
    #[getter]
    fn plies(&self) -> (u32, u32) {
        (*self.0.plies().start(), *self.0.plies().end())
    }

    /// The value if the halfmove clock stands at zero: a ``Wdl``.
    #[getter]
    fn wdl<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        wdl(py, self.0.wdl())
    }

    /// The value if the halfmove clock stands at ``clock``: a ``ClockedWdl``.
    fn at_clock<'py>(&self, py: Python<'py>, clock: u16) -> PyResult<Bound<'py, PyAny>> {
        clocked(py, self.0.at_clock(clock))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let exact = if self.0.is_exact() { "" } else { ", is_exact=False" };
        format!("Dtz({}{exact})", self.0.number())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (i32, bool))> {
        let dtz = slf.get().0;
        Ok((slf.get_type().getattr("_restored")?, (dtz.number(), dtz.is_exact())))
    }

    /// For ``copy.replace`` of Python 3.13.
    #[pyo3(signature = (*, number = None, is_exact = None))]
    fn __replace__(&self, number: Option<i32>, is_exact: Option<bool>) -> Dtz {
        Dtz::new(number.unwrap_or(self.0.number()), is_exact.unwrap_or(self.0.is_exact()))
    }

    /// For pickling.
    #[classmethod]
    fn _restored(_class: &Bound<'_, PyType>, number: i32, is_exact: bool) -> Dtz {
        Dtz::new(number, is_exact)
    }
}

/// A move, and what it leads to for the side that makes it.
#[pyclass(frozen, module = "philidor.syzygy")]
pub(crate) struct RootMove {
    mv: Py<Move>,
    dtz: syzygy::Dtz,
    value: ClockedWdl,
    repeats: bool,
}

/// All values, each at its number.
const VALUES: [ClockedWdl; 7] = [
    ClockedWdl::Loss,
    ClockedWdl::LossOrBlessedLoss,
    ClockedWdl::BlessedLoss,
    ClockedWdl::Draw,
    ClockedWdl::CursedWin,
    ClockedWdl::WinOrCursedWin,
    ClockedWdl::Win,
];

impl RootMove {
    pub(super) fn new(py: Python<'_>, position: &Position, found: syzygy::RootMove) -> PyResult<RootMove> {
        let syzygy::RootMove { mv, dtz, value, repeats, .. } = found;
        Ok(RootMove { mv: moves::object(py, &position.inner, position.mode, mv)?, dtz, value, repeats })
    }
}

#[pymethods]
impl RootMove {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    fn match_args() -> (&'static str, &'static str, &'static str, &'static str) {
        ("move", "dtz", "value", "repeats")
    }

    /// The move.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> Py<Move> {
        self.mv.clone_ref(py)
    }

    /// The distance before the move, if it is the one that is played: a ``Dtz``.
    #[getter]
    fn dtz(&self) -> Dtz {
        Dtz(self.dtz)
    }

    /// The value with the halfmove clock of the position: a ``ClockedWdl``.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        clocked(py, self.value)
    }

    /// Whether it leads to a position that has already occurred in the game.
    #[getter]
    fn repeats(&self) -> bool {
        self.repeats
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<RootMove {}: {}, dtz {}>", self.mv.bind(py).str()?, self.value, self.dtz))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Py<Move>, Dtz, usize, bool))> {
        let RootMove { mv, dtz, value, repeats } = slf.get();
        let state = (mv.clone_ref(slf.py()), Dtz(*dtz), *value as usize, *repeats);
        Ok((slf.get_type().getattr("_restored")?, state))
    }

    /// For pickling.
    #[classmethod]
    fn _restored(
        _class: &Bound<'_, PyType>,
        r#move: Py<Move>,
        dtz: &Dtz,
        value: usize,
        repeats: bool,
    ) -> PyResult<RootMove> {
        match VALUES.get(value) {
            Some(&value) => Ok(RootMove { mv: r#move, dtz: dtz.0, value, repeats }),
            None => Err(PyValueError::new_err(format!("not the number of a value: {value}"))),
        }
    }
}
