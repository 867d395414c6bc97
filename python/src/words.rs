//! Squares and colors on their way to Python and back.
//!
//! In Python both are integers with names (`words.py`), made once and shared. Either is accepted as an integer or by
//! its name, so that `position.piece_at("e4")` and `position.piece_at(28)` mean the same. Piece types are letters.

use philidor::{Color, Piece, PieceType, Square};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyString};

/// The members of an enumeration that is written in Python, in their order.
pub(crate) struct Members {
    module: &'static str,
    name: &'static str,
    all: PyOnceLock<Vec<Py<PyAny>>>,
}

impl Members {
    pub(crate) const fn new(module: &'static str, name: &'static str) -> Members {
        Members { module, name, all: PyOnceLock::new() }
    }

    pub(crate) fn get<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let members = self.all.get_or_try_init(py, || {
            let all = py.import(self.module)?.getattr(self.name)?.try_iter()?;
            all.map(|member| member.map(Bound::unbind)).collect::<PyResult<Vec<_>>>()
        })?;
        Ok(members[index].bind(py).clone())
    }
}

static SQUARES: Members = Members::new("philidor.words", "Square");
static COLORS: Members = Members::new("philidor.words", "Color");

/// The `Square` of Python.
pub(crate) fn square(py: Python<'_>, square: Square) -> PyResult<Bound<'_, PyAny>> {
    SQUARES.get(py, square.index())
}

/// The `Color` of Python.
pub(crate) fn color(py: Python<'_>, color: Color) -> PyResult<Bound<'_, PyAny>> {
    COLORS.get(py, color.index())
}

/// A square as an argument: a number from 0 to 63, or a name.
pub(crate) struct SquareArgument(pub(crate) Square);

impl FromPyObject<'_, '_> for SquareArgument {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<SquareArgument> {
        if let Ok(index) = given.extract::<i64>() {
            let found = usize::try_from(index).ok().and_then(Square::from_index);
            return found
                .map(SquareArgument)
                .ok_or_else(|| PyValueError::new_err(format!("not a square: {index}")));
        }
        let name: &str =
            given.extract().map_err(|_| PyTypeError::new_err("a square is an integer or its name"))?;
        named(name).map(SquareArgument)
    }
}

/// The square with a name.
fn named(name: &str) -> PyResult<Square> {
    name.parse().map_err(|_| PyValueError::new_err(format!("not a square: {name:?}")))
}

/// A color as an argument: a number or a name, as the `Color` of Python has them. Truth values are refused: `True` is
/// White in python-chess, and would be Black here.
#[derive(Clone, Copy)]
pub(crate) struct ColorArgument(pub(crate) Color);

impl FromPyObject<'_, '_> for ColorArgument {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<ColorArgument> {
        if given.cast::<PyBool>().is_ok() {
            return Err(PyTypeError::new_err("a color is Color.WHITE or Color.BLACK, not True or False"));
        }
        if let Ok(name) = given.extract::<&str>() {
            let found = name.parse().map(ColorArgument);
            return found.map_err(|_| PyValueError::new_err(format!("not a color: {name:?}")));
        }
        match given.extract::<i64>() {
            Ok(0) => Ok(ColorArgument(Color::White)),
            Ok(1) => Ok(ColorArgument(Color::Black)),
            Ok(other) => Err(PyValueError::new_err(format!("not a color: {other}"))),
            Err(_) => Err(PyTypeError::new_err("a color is Color.WHITE or Color.BLACK, or its name")),
        }
    }
}

/// A list as an argument: whatever gives its elements one by one. Text is refused, although it gives letters.
pub(crate) struct Listed<T>(pub(crate) Vec<T>);

impl<'a, 'py, T: FromPyObjectOwned<'py>> FromPyObject<'a, 'py> for Listed<T> {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Listed<T>> {
        if given.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("a list is expected, not text"));
        }
        let element = |one: PyResult<Bound<'py, PyAny>>| one?.extract::<T>().map_err(Into::into);
        given.try_iter()?.map(element).collect::<PyResult<Vec<T>>>().map(Listed)
    }
}

/// The only character of a text.
fn letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// A piece as an argument: its letter in a FEN.
pub(crate) struct PieceArgument(pub(crate) Piece);

impl FromPyObject<'_, '_> for PieceArgument {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<PieceArgument> {
        let text: &str =
            given.extract().map_err(|_| PyTypeError::new_err("a piece is its letter in a FEN"))?;
        let found = letter(text).and_then(Piece::from_letter);
        found.map(PieceArgument).ok_or_else(|| PyValueError::new_err(format!("not a piece: {text:?}")))
    }
}

/// A piece type as an argument: its letter, in either case.
pub(crate) struct PieceTypeArgument(pub(crate) PieceType);

impl FromPyObject<'_, '_> for PieceTypeArgument {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<PieceTypeArgument> {
        let text: &str = given.extract().map_err(|_| PyTypeError::new_err("a piece type is its letter"))?;
        let found = letter(text).and_then(PieceType::from_letter);
        found
            .map(PieceTypeArgument)
            .ok_or_else(|| PyValueError::new_err(format!("not a piece type: {text:?}")))
    }
}

/// One of a few words as an argument, such as `en_passant="legal"`.
pub(crate) fn one_of<T: Copy>(what: &str, given: &str, words: &[(&str, T)]) -> PyResult<T> {
    match words.iter().find(|(word, _)| *word == given) {
        Some((_, meaning)) => Ok(*meaning),
        None => {
            let all: Vec<String> = words.iter().map(|(word, _)| format!("{word:?}")).collect();
            Err(PyValueError::new_err(format!("{what} is one of {}, not {given:?}", all.join(", "))))
        }
    }
}
