//! Positions of chess variants: a thin layer over `philidor-variants`, as the rest is over `philidor`.
//!
//! | file | what it is |
//! |---|---|
//! | `board.rs` | what stands where, pockets, checks given, counters and keys |
//! | `moves.rs` | moves: listed, asked about, played, written and read |
//! | `counting.rs` | perft, on threads, so that it can be stopped; many positions at once |
//!
//! This file makes, stores and compares positions.

mod board;
mod counting;
mod moves;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use philidor::{CastlingMode, Color, GamePosition, Strictness};
use philidor_variants::{AnyExtra, AnyPosition, Extra, Pocket, Variant};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};

pub(crate) use counting::{variant_move_counts, variant_perfts};

use crate::errors;
use crate::moves::Move;
use crate::setup::{Setup, faulty, refused};
use crate::squares::SquareSetArgument;

/// The variants, chess first: the name in PGN, the name in UCI, and other names in lowercase without blanks and
/// hyphens.
#[pyfunction]
pub(crate) fn variant_names() -> Vec<(String, &'static str, Vec<&'static str>)> {
    let names = |variant: Variant| (variant.to_string(), variant.uci_name(), variant.other_names().to_vec());
    Variant::ALL.into_iter().map(names).collect()
}

/// The place in ``variant_names`` of the variant that a text names. Raises ``ValueError`` if it names none.
#[pyfunction]
pub(crate) fn variant_number(name: VariantArgument) -> usize {
    Variant::ALL.into_iter().take_while(|&variant| variant != name.0).count()
}

/// A variant as an argument: one of its names.
#[derive(Clone, Copy)]
pub(crate) struct VariantArgument(pub(crate) Variant);

impl FromPyObject<'_, '_> for VariantArgument {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<VariantArgument> {
        let name: &str = given.extract().map_err(|_| PyTypeError::new_err("a variant is its name"))?;
        name.parse()
            .map(VariantArgument)
            .map_err(|error: philidor_variants::UnknownVariant| PyValueError::new_err(error.to_string()))
    }
}

/// A position of a chess variant, always valid and immutable.
///
/// It is made from the name of a variant and a FEN; without a FEN it is the start position. The FEN may have pockets in
/// brackets, ``~`` after promoted pieces, and checks that are left, ``3+3``. ``chess960=True`` writes castling as the
/// king taking its rook. ``strict=False`` accepts positions that no game reaches, as long as their moves are defined.
///
/// Two positions are equal if their FENs are, clocks included; ``key`` is equal for positions that are the same under
/// the rule of repetition.
///
/// >>> from philidor.variants import VariantPosition
/// >>> position = VariantPosition("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1")
/// >>> position.play("N@f6").fen()
/// '4k3/8/5N2/8/8/8/8/4K3[] b - - 1 1'
/// >>> VariantPosition("Racing Kings").perft(3)
/// 11264
///
/// Raises ``ValueError`` if the variant is not known, ``FenError`` if the text is not a FEN, ``SetupError`` with all
/// faults if it is not that of a position.
#[pyclass(frozen, module = "philidor.variants", from_py_object)]
#[derive(Clone, Copy)]
pub(crate) struct VariantPosition {
    pub(crate) inner: AnyPosition,
    pub(crate) mode: CastlingMode,
}

impl VariantPosition {
    pub(crate) fn with_mode(inner: AnyPosition, chess960: Option<bool>) -> VariantPosition {
        let is_chess960 = chess960 == Some(true) || inner.is_chess960();
        let mode = if is_chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        VariantPosition { inner, mode }
    }

    fn at(&self, inner: AnyPosition) -> VariantPosition {
        VariantPosition { inner, mode: self.mode }
    }

    fn object(&self, py: Python<'_>, mv: philidor::Move) -> PyResult<Py<Move>> {
        crate::moves::object(py, &self.inner, self.mode, mv)
    }
}

const fn strictness(is_strict: bool) -> Strictness {
    if is_strict { Strictness::Reachable } else { Strictness::WellDefined }
}

/// The pocket with these counts by letter.
fn pocket(counts: &HashMap<char, u8>) -> PyResult<Pocket> {
    let mut pocket = Pocket::EMPTY;
    for (&letter, &count) in counts {
        let kind = Pocket::KINDS.into_iter().find(|kind| kind.letter() == letter);
        let kind = kind.ok_or_else(|| {
            PyValueError::new_err(format!("not a piece that can be in a pocket: {letter:?}"))
        })?;
        (0..count).for_each(|_| pocket.add(kind));
    }
    Ok(pocket)
}

#[pymethods]
impl VariantPosition {
    #[new]
    #[pyo3(signature = (variant, fen = None, *, chess960 = None, strict = true))]
    fn new(
        py: Python<'_>,
        variant: VariantArgument,
        fen: Option<&str>,
        chess960: Option<bool>,
        strict: bool,
    ) -> PyResult<VariantPosition> {
        let Some(fen) = fen else {
            return Ok(VariantPosition::with_mode(AnyPosition::start(variant.0), chess960));
        };
        AnyPosition::from_fen_with(variant.0, fen, strictness(strict))
            .map(|inner| VariantPosition::with_mode(inner, chess960))
            .map_err(|error| refused(py, error, fen))
    }

    /// The position of a setup, with what a variant adds to it: ``pockets`` of White and Black, as ``pocket`` has them,
    /// the squares of ``promoted`` pieces, and how many checks White and Black have given. What the variant does not
    /// have is ignored. ``chess960`` and ``strict`` are as for a FEN. Raises ``SetupError`` with all faults.
    ///
    /// >>> from philidor.variants import VariantPosition
    /// >>> setup = VariantPosition("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Np] w - - 0 1").setup()
    /// >>> setup["a1"] = "Q"
    /// >>> VariantPosition.of("crazyhouse", setup, pockets=({"n": 1}, {"p": 2}), promoted=["a1"]).fen()
    /// '4k3/8/8/8/8/8/8/Q~3K3[Npp] w - - 0 1'
    #[staticmethod]
    #[pyo3(signature = (variant, setup, *, pockets = None, promoted = None, checks_given = None, chess960 = None, strict = true))]
    fn of(
        variant: VariantArgument,
        setup: PyRef<'_, Setup>,
        pockets: Option<[HashMap<char, u8>; 2]>,
        promoted: Option<SquareSetArgument>,
        checks_given: Option<[u8; 2]>,
        chess960: Option<bool>,
        strict: bool,
    ) -> PyResult<VariantPosition> {
        let (pockets, checks) = (pockets.unwrap_or_default(), checks_given.unwrap_or_default());
        let mut extra = AnyExtra::default();
        for color in Color::ALL {
            extra.set_pocket(color, pocket(&pockets[color.index()])?);
            extra.set_checks(color, checks[color.index()]);
        }
        if let Some(promoted) = promoted {
            extra.set_promoted(promoted.0);
        }
        AnyPosition::from_setup(variant.0, setup.0, extra, strictness(strict))
            .map(|inner| VariantPosition::with_mode(inner, chess960))
            .map_err(|error| faulty(setup.py(), error))
    }

    /// Pieces and state as a setup, which can be changed. Pockets, promoted pieces and checks are not part of it:
    /// ``of`` takes them separately.
    fn setup(&self) -> Setup {
        Setup::from(self.inner.to_setup().0)
    }

    /// The position in the bytes that ``pack`` made. Raises ``PackedError``.
    #[staticmethod]
    #[pyo3(signature = (data, *, chess960 = None, strict = true))]
    fn unpack(
        py: Python<'_>,
        data: &[u8],
        chess960: Option<bool>,
        strict: bool,
    ) -> PyResult<VariantPosition> {
        AnyPosition::unpack_with(data, strictness(strict))
            .map(|inner| VariantPosition::with_mode(inner, chess960))
            .map_err(|error| errors::of_packed_game(py, &error))
    }

    /// The position in bytes, which stay the same in every version: 20, and half a byte for each piece; 18 more in
    /// crazyhouse, and 2 more in three-check.
    ///
    /// >>> from philidor.variants import VariantPosition
    /// >>> position = VariantPosition("horde")
    /// >>> len(position.pack()), VariantPosition.unpack(position.pack()) == position
    /// (46, True)
    fn pack<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.pack())
    }

    /// The start position of Chess960 with a number from 0 to 959, with the rules of a variant. In horde only Black's
    /// pieces stand so.
    ///
    /// >>> from philidor.variants import VariantPosition
    /// >>> VariantPosition.chess960("atomic", 0).fen()
    /// 'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
    ///
    /// Raises ``ValueError`` for other numbers, and for a variant without such starts.
    #[staticmethod]
    fn chess960(variant: VariantArgument, number: u16) -> PyResult<VariantPosition> {
        match AnyPosition::chess960(variant.0, number) {
            Some(inner) => Ok(VariantPosition { inner, mode: CastlingMode::Chess960 }),
            None => {
                Err(PyValueError::new_err(format!("{} has no start with the number {number}", variant.0)))
            }
        }
    }

    /// The name of the variant, as the tag ``Variant`` of PGN has it.
    #[getter]
    fn variant(&self) -> String {
        self.inner.variant().to_string()
    }

    /// The name of the variant in UCI's option ``UCI_Variant``.
    #[getter]
    fn uci_variant(&self) -> &'static str {
        self.inner.variant().uci_name()
    }

    /// Whether castling is written as the king taking its rook.
    #[getter]
    fn is_chess960(&self) -> bool {
        self.mode == CastlingMode::Chess960
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<VariantPosition>().is_ok_and(|other| other.get().inner == self.inner)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.inner.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.inner.board().to_string()
    }

    fn __repr__(&self) -> String {
        let mode = match self.is_chess960() == self.inner.is_chess960() {
            true => "",
            false => ", chess960=True",
        };
        format!("VariantPosition('{}', '{}'{mode})", self.inner.variant(), self.inner)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'_, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, String, bool))> {
        let position = slf.get();
        let state = (position.variant(), position.inner.to_string(), position.is_chess960());
        Ok((slf.get_type().getattr("_restored")?, state))
    }

    /// For pickling: whatever was a position is one again.
    #[classmethod]
    fn _restored(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        variant: VariantArgument,
        fen: &str,
        chess960: bool,
    ) -> PyResult<VariantPosition> {
        VariantPosition::new(py, variant, Some(fen), Some(chess960), false)
    }
}
