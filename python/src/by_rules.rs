//! Something of chess, or the same of any rules: a position, a game, a tree of PGN.
//!
//! Classes of Python have no parameters, so each holds either. What a method does is written once, for any
//! [`GamePosition`](philidor::GamePosition), and compiled for both: chess stays as fast as it is alone.

use philidor::{CastlingMode, Strictness};
use philidor_pgn::GameTree;
use philidor_variants::{AnyPosition, Variant};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::position::Position;
use crate::variants::{VariantArgument, VariantPosition};

/// Something of chess, or the same of any rules.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum ByRules<C, V> {
    /// Of chess.
    Chess(C),
    /// Of any rules.
    Variant(V),
}

/// A position of the library.
pub(crate) type Inner = ByRules<philidor::Position, AnyPosition>;

/// A game of PGN of the library.
pub(crate) type Tree = ByRules<GameTree, Box<GameTree<AnyPosition>>>;

/// A position of Python, as an argument.
pub(crate) type AnyBoard = ByRules<Position, VariantPosition>;

/// Does the same with either.
macro_rules! with {
    ($either:expr, $one:pat => $result:expr) => {
        match $either {
            $crate::by_rules::ByRules::Chess($one) => $result,
            $crate::by_rules::ByRules::Variant($one) => $result,
        }
    };
}
pub(crate) use with;

/// Makes another of the same rules.
macro_rules! map {
    ($either:expr, $one:pat => $result:expr) => {
        match $either {
            $crate::by_rules::ByRules::Chess($one) => $crate::by_rules::ByRules::Chess($result),
            $crate::by_rules::ByRules::Variant($one) => $crate::by_rules::ByRules::Variant($result),
        }
    };
}
pub(crate) use map;

/// A position of the library that Python has a class for.
pub(crate) trait Shown {
    /// The position as an object.
    fn shown(self, py: Python<'_>, mode: CastlingMode) -> PyResult<Bound<'_, PyAny>>;
}

impl Shown for philidor::Position {
    fn shown(self, py: Python<'_>, mode: CastlingMode) -> PyResult<Bound<'_, PyAny>> {
        Position { inner: self, mode }.into_bound_py_any(py)
    }
}

impl Shown for AnyPosition {
    fn shown(self, py: Python<'_>, mode: CastlingMode) -> PyResult<Bound<'_, PyAny>> {
        VariantPosition { inner: self, mode }.into_bound_py_any(py)
    }
}

/// The position in the type for its rules, which for chess is the fast one.
impl From<AnyPosition> for Inner {
    fn from(position: AnyPosition) -> Inner {
        if position.variant() == Variant::Chess
            && let Ok(chess) = philidor::Position::from_setup(position.to_setup().0, Strictness::WellDefined)
        {
            return ByRules::Chess(chess);
        }
        ByRules::Variant(position)
    }
}

impl FromPyObject<'_, '_> for AnyBoard {
    type Error = PyErr;

    #[inline]
    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<AnyBoard> {
        if let Ok(position) = given.cast::<Position>() {
            return Ok(ByRules::Chess(*position.get()));
        }
        let variant = given.cast::<VariantPosition>();
        let position =
            variant.map_err(|_| PyTypeError::new_err("neither a Position nor a VariantPosition"))?;
        Ok(ByRules::Variant(*position.get()))
    }
}

/// Where a game begins, as an argument: a position, or the name of a variant.
#[derive(Clone, Copy)]
pub(crate) struct Start {
    pub(crate) position: Inner,
    pub(crate) mode: CastlingMode,
}

impl Default for Start {
    fn default() -> Start {
        Start { position: ByRules::Chess(philidor::Position::default()), mode: CastlingMode::Standard }
    }
}

impl FromPyObject<'_, '_> for Start {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Start> {
        if !given.is_instance_of::<PyString>() {
            let wanted = "a game begins with a Position, a VariantPosition, or the name of a variant";
            let start: AnyBoard = given.extract().map_err(|_| PyTypeError::new_err(wanted))?;
            return Ok(Start {
                position: map!(start, start => start.inner),
                mode: with!(start, start => start.mode),
            });
        }
        let start = AnyPosition::start(given.extract::<VariantArgument>()?.0);
        Ok(Start { position: start.into(), mode: CastlingMode::Standard })
    }
}
