//! How a game of a variant ended, as an object.

use philidor::{Color, Outcome};
use philidor_variants::{VariantDraw, VariantOutcome as Ended, Victory};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::words;

/// How a game of a variant ended, read and written in words.
///
/// >>> from philidor.variants import VariantOutcome
/// >>> outcome = VariantOutcome("Black wins by explosion")
/// >>> outcome.winner, outcome.result, outcome.reason
/// (<Color.BLACK: 1>, '0-1', 'explosion')
///
/// Raises ``ValueError`` for any other text.
#[pyclass(frozen, eq, hash, module = "philidor.variants", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct VariantOutcome(pub(crate) Ended);

/// How games of variants are won on the board.
const VICTORIES: [Victory; 7] = [
    Victory::Checkmate,
    Victory::Explosion,
    Victory::NothingLeft,
    Victory::NoMove,
    Victory::Checks,
    Victory::Hill,
    Victory::Goal,
];
const DRAWS: [VariantDraw; 2] = [VariantDraw::BothAtGoal, VariantDraw::EqualMaterial];

/// The outcome that a text stands for.
fn read(text: &str) -> Option<Ended> {
    let wins = Color::ALL
        .into_iter()
        .flat_map(|winner| VICTORIES.into_iter().map(move |by| Ended::Win { winner, by }));
    let own = wins.chain(DRAWS.into_iter().map(Ended::Draw)).find(|outcome| outcome.to_string() == text);
    own.or_else(|| match text.parse::<Outcome>() {
        Ok(Outcome::Win { winner, by }) => Some(Ended::Win { winner, by: Victory::Declared(by) }),
        Ok(Outcome::Draw(by)) => Some(Ended::Draw(VariantDraw::Chess(by))),
        _ => None,
    })
}

#[pymethods]
impl VariantOutcome {
    #[new]
    fn new(text: &str) -> PyResult<VariantOutcome> {
        read(text)
            .map(VariantOutcome)
            .ok_or_else(|| PyValueError::new_err(format!("not an end of a game: {text:?}")))
    }

    #[classattr]
    #[pyo3(name = "__match_args__")]
    fn match_args() -> (&'static str, &'static str) {
        ("winner", "reason")
    }

    /// The side that won, or ``None``.
    #[getter]
    fn winner<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.winner().map(|color| words::color(py, color)).transpose()
    }

    /// The result as in PGN: ``"1-0"``, ``"0-1"`` or ``"1/2-1/2"``.
    #[getter]
    fn result(&self) -> &'static str {
        self.0.result()
    }

    /// Why: ``"checkmate"``, ``"explosion"``, ``"checks"``, ``"king in the center"``, ``"stalemate"`` and so on.
    #[getter]
    fn reason(&self) -> String {
        match self.0 {
            Ended::Win { by, .. } => by.to_string(),
            Ended::Draw(by) => by.to_string(),
            _ => self.0.to_string(),
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("VariantOutcome('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().0.to_string(),))
    }
}
