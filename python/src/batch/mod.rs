//! Positions by the million: rows of 32 bytes in an array of numpy.
//!
//! This file has the class and its methods.
//!
//! | file | what it is |
//! |---|---|
//! | `held.rs` | arrays of callers while they are read |
//! | `answers.rs` | one answer for each position, or for each legal move |
//! | `output.rs` | arrays that are filled |
//! | `fens.rs`, `games.rs`, `arrow.rs`, `bulletformat.rs` | where positions come from and go to |

mod answers;
mod arrow;
mod bulletformat;
mod fens;
mod games;
mod held;
mod output;

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use philidor::binary::PackedPosition;
use philidor::{Color, MoveDigest, PieceType};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyAny, PyCapsule, PyList, PySlice, PyTuple, PyType};

use crate::arrays;
use crate::encoding::{self, Features, Planes};
use crate::errors;
use crate::pgn::PgnText;
use crate::position::{Position, count};
use crate::rows::{self, Row, sound};
use crate::stop;
use crate::words::{ColorArgument, Listed, one_of};
use fens::rows_of_fens;
use held::{elements, slice_of};

pub(crate) use arrow::ArrowArray;
pub(crate) use bulletformat::{read_bulletformat, write_bulletformat};
pub(crate) use held::{Held, rows_of};

/// Many positions: the rows of a ``uint8`` array of shape ``(N, 32)``, each packed as by ``Position.pack``.
///
/// The array is used as it is, without a copy, and must be C-contiguous; ``array`` gives it back. Rows are checked
/// whenever they are read: one that is not a position raises ``PackedError``, which names the row. Methods release the
/// GIL and take ``threads``: 1 by default, 0 for all that the machine has.
///
/// >>> batch = Positions.from_fens([Position().fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1"])
/// >>> len(batch), batch.array.shape, batch[1].fen()
/// (2, (2, 32), '4k3/8/8/8/8/8/8/4K2R w K - 0 1')
/// >>> batch.move_counts().tolist()
/// [20, 15]
/// >>> offsets, moves = batch.legal_moves()
/// >>> offsets.tolist(), Move.from_digest(int(moves[0]))
/// ([0, 20, 35], Move('b1a3'))
#[pyclass(frozen, module = "philidor")]
pub(crate) struct Positions {
    array: Py<PyArray2<u8>>,
    chess960: Option<bool>,
}

impl Positions {
    fn of_rows(py: Python<'_>, rows: Vec<Row>, chess960: Option<bool>) -> PyResult<Positions> {
        Ok(Positions { array: arrays::of_rows(py, &rows)?.unbind(), chess960 })
    }

    pub(crate) fn held<'py>(&self, py: Python<'py>) -> PyResult<Held<'py>> {
        held::held(self.array.bind(py))
    }
}

/// The order of piece types in `material`.
const BY_VALUE: [PieceType; 6] = [
    PieceType::Pawn,
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Rook,
    PieceType::Queen,
    PieceType::King,
];

#[pymethods]
impl Positions {
    #[new]
    #[pyo3(signature = (array, *, chess960 = None))]
    fn new(array: &Bound<'_, PyAny>, chess960: Option<bool>) -> PyResult<Positions> {
        arrays::ready(array.py())?;
        rows_of(&held::held(array)?)?;
        let array = array.cast::<PyArray2<u8>>()?;
        Ok(Positions { array: array.clone().unbind(), chess960 })
    }

    /// The positions of FENs, one by one.
    ///
    /// Raises ``FenError`` or ``SetupError`` for the first that is not a position.
    #[staticmethod]
    #[pyo3(signature = (fens, *, chess960 = None, threads = 1))]
    fn from_fens(
        py: Python<'_>,
        fens: Listed<PyBackedStr>,
        chess960: Option<bool>,
        threads: usize,
    ) -> PyResult<Positions> {
        Positions::of_rows(py, rows_of_fens(py, &fens.0, threads)?, chess960)
    }

    /// The positions of an Arrow array or stream: ``FixedSizeBinary(32)``, packed as by ``Position.pack``, or FENs as
    /// text. Any object with ``__arrow_c_array__`` or ``__arrow_c_stream__`` will do.
    ///
    /// >>> Positions.from_arrow(Positions.from_positions([Position()]))
    /// <Positions: 1>
    ///
    /// Raises ``TypeError`` for other types, ``ValueError`` for a null, ``FenError`` or ``SetupError`` for the first
    /// FEN that is not a position.
    #[staticmethod]
    #[pyo3(signature = (array, *, chess960 = None, threads = 1))]
    fn from_arrow(
        py: Python<'_>,
        array: &Bound<'_, PyAny>,
        chess960: Option<bool>,
        threads: usize,
    ) -> PyResult<Positions> {
        let rows = errors::caught(|| arrow::rows_from(py, array.extract()?, threads))?;
        Positions::of_rows(py, rows, chess960)
    }

    /// A copy of the array as Arrow's ``FixedSizeBinary(32)``, through the PyCapsule protocol.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let held = self.held(py)?;
        arrow::of_rows(rows_of(&held)?)?.__arrow_c_array__(py, requested_schema)
    }

    /// The legal moves of all positions as an Arrow array, ``List(UInt16)``, in the order of ``legal_moves``.
    #[pyo3(signature = (*, threads = 1))]
    fn legal_moves_arrow(&self, py: Python<'_>, threads: usize) -> PyResult<ArrowArray> {
        let (offsets, moves) = self.all_moves(py, threads, |_, mv| mv.digest().0)?;
        arrow::of_moves(offsets.readonly().as_slice()?, moves.readonly().as_slice()?)
    }

    /// A batch of ``Position`` objects. Raises ``PackedError``, which names the row, for a position with more
    /// than 32 pieces, and for one that no game reaches, as ``strict=False`` allows.
    #[staticmethod]
    #[pyo3(signature = (positions, *, chess960 = None))]
    fn from_positions(
        py: Python<'_>,
        positions: Listed<Position>,
        chess960: Option<bool>,
    ) -> PyResult<Positions> {
        let packed = positions.0.iter().enumerate().map(|(row, position)| {
            let packed =
                position.inner.try_pack().and_then(|packed| packed.unpack().map(|_| packed.to_bytes()));
            packed.map_err(|error| errors::of_packed(py, &error, Some(row)))
        });
        Positions::of_rows(py, packed.collect::<PyResult<_>>()?, chess960)
    }

    /// The positions of the main lines of all games in a PGN text, starts included: ``(positions, offsets)``.
    ///
    /// Those of game ``i`` are the rows from ``offsets[i]`` to ``offsets[i + 1]``; ``offsets`` is ``int64``.
    /// ``on_error`` is ``"raise"``, or ``"skip"`` for games that cannot be read.
    ///
    /// >>> positions, offsets = Positions.from_pgn("1. e4 e5 2. Nf3 * 1. d4 *")
    /// >>> offsets.tolist(), positions[-1].piece_at("d4")
    /// ([0, 4, 6], 'P')
    ///
    /// Raises ``PgnError`` for the first game that cannot be read.
    #[staticmethod]
    #[pyo3(signature = (text, *, on_error = "raise", threads = 1))]
    fn from_pgn<'py>(
        py: Python<'py>,
        text: PgnText,
        on_error: &str,
        threads: usize,
    ) -> PyResult<(Positions, Bound<'py, PyArray1<i64>>)> {
        let skips = one_of("on_error", on_error, &[("raise", false), ("skip", true)])?;
        let is_long = text.0.len() > 4096;
        let games = stop::run(py, is_long, |stop| games::main_lines(&text.0, threads, skips, stop))?;
        let (rows, offsets) = sound(py, games)?;
        Ok((Positions::of_rows(py, rows, None)?, arrays::joined(py, &[offsets])?))
    }

    /// The array: ``uint8``, shape ``(N, 32)``.
    #[getter]
    fn array<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        self.array.bind(py).clone()
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.held(py)?.shape()[0])
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let builtins = slf.py().import("builtins")?;
        let rows = builtins.getattr("range")?.call1((slf.len()?,))?;
        builtins.getattr("map")?.call1((slf.getattr("__getitem__")?, rows))
    }

    /// A ``Position`` for an integer; for slices, lists and masks of numpy again ``Positions``.
    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(index) = index.extract::<isize>() {
            let held = self.held(py)?;
            let rows = rows_of(&held)?;
            let row =
                if index < 0 { rows.len().checked_add_signed(index) } else { usize::try_from(index).ok() };
            let row = row.filter(|&row| row < rows.len()).ok_or_else(|| PyIndexError::new_err(index))?;
            let unpacked = PackedPosition::from_bytes(rows[row]).unpack();
            let position = unpacked.map_err(|error| errors::of_packed(py, &error, Some(row)))?;
            return Ok(Bound::new(py, Position::with_mode(position, self.chess960))?.into_any());
        }
        let step = index.cast::<PySlice>().ok().and_then(|slice| slice.getattr("step").ok());
        let chosen = self.array.bind(py).get_item(index)?;
        let chosen = match step.is_some_and(|step| !step.is_none()) {
            true => chosen.call_method0("copy")?, // rows with gaps between them are not contiguous
            false => chosen,
        };
        Ok(Bound::new(py, Positions::new(&chosen, self.chess960)?)?.into_any())
    }

    /// The legal moves of all positions: ``(offsets, moves)``.
    ///
    /// ``moves`` is a ``uint16`` array of all moves (``Position.digest``), those of row ``i`` from ``offsets[i]`` to
    /// ``offsets[i + 1]``, in the order of ``Position.legal_moves``; ``offsets`` is ``int64`` with N + 1 elements.
    #[pyo3(signature = (*, threads = 1))]
    fn legal_moves<'py>(
        &self,
        py: Python<'py>,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u16>>)> {
        self.all_moves(py, threads, |_, mv| mv.digest().0)
    }

    /// How many legal moves each has: ``uint16``, shape ``(N,)``. Eight positions are counted at a time where the CPU
    /// can.
    #[pyo3(signature = (*, threads = 1))]
    fn move_counts<'py>(&self, py: Python<'py>, threads: usize) -> PyResult<Bound<'py, PyArray1<u16>>> {
        self.counts(py, threads)
    }

    /// The positions after one legal move in each; moves are ``uint16``, as in ``legal_moves`` and ``Position.digest``.
    ///
    /// >>> import numpy as np
    /// >>> batch = Positions.from_positions(2 * [Position()])
    /// >>> after = batch.push(np.array([Position().digest("e4"), Position().digest("d4")], np.uint16))
    /// >>> [after[row].piece_at("e4") for row in range(2)]
    /// ['P', None]
    ///
    /// Raises ``MoveError`` for the first that is not legal, ``ValueError`` if there are not as many moves as
    /// positions.
    #[pyo3(signature = (moves, *, threads = 1))]
    fn push(&self, py: Python<'_>, moves: &Bound<'_, PyAny>, threads: usize) -> PyResult<Positions> {
        let (held, moves) = (self.held(py)?, elements::<u16>(moves, "moves")?);
        let (rows, moves) = (rows_of(&held)?, slice_of(&moves, &held)?);
        let after = self.one_each(py, rows, threads, |row, position| {
            let mv = position.decode(MoveDigest(moves[row]))?;
            Some(position.after(mv).pack().to_bytes())
        })?;
        let after = after.map_err(|(row, position)| {
            errors::of_row(py, row, MoveDigest(moves[row]).to_string(), &position)
        })?;
        Positions::of_rows(py, after, self.chess960)
    }

    /// The Zobrist keys of all positions: ``uint64``, shape ``(N,)``, as ``Position.key``.
    #[pyo3(signature = (*, threads = 1))]
    fn keys<'py>(&self, py: Python<'py>, threads: usize) -> PyResult<Bound<'py, PyArray1<u64>>> {
        self.map(py, threads, philidor::Position::key)
    }

    /// The Polyglot keys of all positions: ``uint64``, shape ``(N,)``.
    #[pyo3(signature = (*, threads = 1))]
    fn polyglot_keys<'py>(&self, py: Python<'py>, threads: usize) -> PyResult<Bound<'py, PyArray1<u64>>> {
        self.map(py, threads, philidor::Position::polyglot_key)
    }

    /// The sides to move: ``uint8``, shape ``(N,)``, 0 for White and 1 for Black.
    #[pyo3(signature = (*, threads = 1))]
    fn turns<'py>(&self, py: Python<'py>, threads: usize) -> PyResult<Bound<'py, PyArray1<u8>>> {
        self.map(py, threads, |position| position.side_to_move() as u8)
    }

    /// Whether the side to move is in check, for each position: ``bool``, shape ``(N,)``.
    #[pyo3(signature = (*, threads = 1))]
    fn checks<'py>(&self, py: Python<'py>, threads: usize) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.map(py, threads, philidor::Position::is_check)
    }

    /// Whether the side to move is mated, for each position: ``bool``, shape ``(N,)``.
    #[pyo3(signature = (*, threads = 1))]
    fn mates<'py>(&self, py: Python<'py>, threads: usize) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.map(py, threads, |position| position.is_checkmate())
    }

    /// Whether the side to move is stalemated, for each position: ``bool``, shape ``(N,)``.
    #[pyo3(signature = (*, threads = 1))]
    fn stalemates<'py>(&self, py: Python<'py>, threads: usize) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.map(py, threads, |position| position.is_stalemate())
    }

    /// The squares that a color attacks, as bits, a1 the lowest: ``uint64``, shape ``(N,)``.
    #[pyo3(signature = (color, *, threads = 1))]
    fn attacks<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        self.map(py, threads, |position| position.attacked_by(color.0).0)
    }

    /// Perft of each position, the number of leaves after ``depth`` half-moves: ``uint64``, shape ``(N,)``.
    ///
    /// >>> Positions.from_positions([Position()]).perft(3).tolist()
    /// [8902]
    #[pyo3(signature = (depth, *, threads = 1))]
    fn perft<'py>(&self, py: Python<'py>, depth: u32, threads: usize) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let held = self.held(py)?;
        let rows = rows_of(&held)?;
        let is_long = rows::are_many(rows) || depth > 2;
        let counts =
            output::filled_slowly(py, rows, None, &[], threads, is_long, |position, place, stop| {
                place.fill(u64::try_from(count(position, depth, stop)).unwrap_or(u64::MAX));
            })?;
        Ok(counts.cast_into()?)
    }

    /// How many pieces of each type there are: ``uint8``, shape ``(N, 2, 6)``, White first, in the order of
    /// ``"pnbrqk"``.
    ///
    /// >>> Positions.from_positions([Position()]).material()[0].tolist()
    /// [[8, 2, 2, 2, 1, 1], [8, 2, 2, 2, 1, 1]]
    #[pyo3(signature = (*, threads = 1))]
    fn material<'py>(&self, py: Python<'py>, threads: usize) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let held = self.held(py)?;
        let rows = rows_of(&held)?;
        let pieces = Color::ALL.map(|color| BY_VALUE.map(|piece_type| (color, piece_type)));
        let counted = output::filled(py, rows, None, &[2, 6], threads, |position, place| {
            for (place, &(color, piece_type)) in place.iter_mut().zip(pieces.as_flattened()) {
                *place = position.board().colored_pieces(color, piece_type).len() as u8;
            }
        })?;
        Ok(counted.cast_into()?)
    }

    /// Which moves of a numbering are legal: shape ``(N, size)``; see ``philidor.encode.moves``.
    ///
    /// ``dtype`` is ``"bool"``, ``"uint8"``, ``"float16"`` or ``"float32"``; ``out``, if given, is filled and returned,
    /// and its type is used; it must have that shape and be contiguous.
    ///
    /// >>> mask = Positions.from_positions([Position()]).legal_mask("lc0_1858")
    /// >>> mask.shape, int(mask.sum())
    /// ((1, 1858), 20)
    #[pyo3(signature = (encoding, *, out = None, dtype = None, threads = 1), text_signature = "(self, encoding, *, out=None, dtype='bool', threads=1)")]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        encoding: &str,
        out: Option<&Bound<'py, PyAny>>,
        dtype: Option<&Bound<'py, PyAny>>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let code = encoding::numbering(encoding)?;
        let held = self.held(py)?;
        output::mask(py, rows_of(&held)?, code, out, dtype, threads)
    }

    /// The numbers of all legal moves: ``(offsets, numbers)``, as ``legal_moves`` but ``int32`` of a numbering.
    ///
    /// A move for which the numbering has no number is -1; this happens only in Chess960.
    #[pyo3(signature = (encoding, *, threads = 1))]
    fn legal_indices<'py>(
        &self,
        py: Python<'py>,
        encoding: &str,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>)> {
        let code = encoding::numbering(encoding)?;
        self.all_moves(py, threads, move |position, mv| code.number(position, mv).map_or(-1, i32::from))
    }

    /// The number of one legal move in each position: ``int32``, shape ``(N,)``, -1 if it has none; moves are
    /// ``uint16``.
    ///
    /// ``out``, if given, is filled and returned, but only after all moves have proved legal.
    ///
    /// Raises ``MoveError`` for the first that is not legal, ``ValueError`` if there are not as many moves as
    /// positions.
    #[pyo3(signature = (moves, encoding, *, out = None, threads = 1))]
    fn index<'py>(
        &self,
        py: Python<'py>,
        moves: &Bound<'py, PyAny>,
        encoding: &str,
        out: Option<&Bound<'py, PyAny>>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let code = encoding::numbering(encoding)?;
        let (held, moves) = (self.held(py)?, elements::<u16>(moves, "moves")?);
        let (rows, moves) = (rows_of(&held)?, slice_of(&moves, &held)?);
        let numbers = self.one_each(py, rows, threads, |row, position| {
            let mv = position.decode(MoveDigest(moves[row]))?;
            Some(code.number(position, mv).map_or(-1, i32::from))
        })?;
        let numbers = numbers.map_err(|(row, position)| {
            errors::of_row(py, row, MoveDigest(moves[row]).to_string(), &position)
        })?;
        output::listed(py, rows, out, numbers)
    }

    /// The legal move with a number in each position: ``uint16``, shape ``(N,)``; numbers are ``int32``. The inverse of
    /// ``index``.
    ///
    /// ``out``, if given, is filled and returned, but only after all moves have been found.
    ///
    /// >>> import numpy as np
    /// >>> batch = Positions.from_positions([Position()])
    /// >>> numbers = batch.index(np.array([Position().digest("e4")], np.uint16), "lc0_1858")
    /// >>> numbers.tolist(), Move.from_digest(int(batch.move(numbers, "lc0_1858")[0]))
    /// ([322], Move('e2e4'))
    ///
    /// Raises ``MoveError`` for the first number without a legal move, ``ValueError`` if there are not as many numbers
    /// as positions.
    #[pyo3(signature = (indices, encoding, *, out = None, threads = 1))]
    fn r#move<'py>(
        &self,
        py: Python<'py>,
        indices: &Bound<'py, PyAny>,
        encoding: &str,
        out: Option<&Bound<'py, PyAny>>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<u16>>> {
        let code = encoding::numbering(encoding)?;
        let (held, indices) = (self.held(py)?, elements::<i32>(indices, "indices")?);
        let (rows, indices) = (rows_of(&held)?, slice_of(&indices, &held)?);
        let moves = self.one_each(py, rows, threads, |row, position| {
            let number = usize::try_from(indices[row]).ok()?;
            code.legal_move(position, number).map(|mv| mv.digest().0)
        })?;
        let moves =
            moves.map_err(|(row, position)| errors::of_row(py, row, indices[row].to_string(), &position))?;
        output::listed(py, rows, out, moves)
    }

    /// The positions as planes: shape ``(N, planes, 8, 8)``, the first rank first; see ``philidor.encode.planes``.
    ///
    /// ``dtype`` is ``"uint8"``, ``"float16"`` or ``"float32"``; ``out``, if given, is filled and returned, and its
    /// type is used. Planes with fractions cannot be ``"uint8"``.
    ///
    /// >>> Positions.from_positions([Position()]).planes("pieces_12")[0, 0, 1].tolist()
    /// [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    #[pyo3(signature = (encoding, *, out = None, dtype = None, threads = 1), text_signature = "(self, encoding, *, out=None, dtype='float32', threads=1)")]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        encoding: &str,
        out: Option<&Bound<'py, PyAny>>,
        dtype: Option<&Bound<'py, PyAny>>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let planes = one_of("encoding", encoding, &Planes::ALL)?;
        let held = self.held(py)?;
        let rows = rows_of(&held)?;
        output::planes(py, rows, planes, out, dtype, threads)
    }

    /// The sparse features of both sides: ``int32``, shape ``(N, 2, 32)``, the side to move first; -1 fills the rest.
    /// See ``philidor.encode.features``.
    ///
    /// >>> features = Positions.from_positions([Position()]).features("halfkp")
    /// >>> (features >= 0).sum(axis=2).tolist()
    /// [[30, 30]]
    #[pyo3(signature = (encoding, *, out = None, threads = 1))]
    fn features<'py>(
        &self,
        py: Python<'py>,
        encoding: &str,
        out: Option<&Bound<'py, PyAny>>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArrayDyn<i32>>> {
        let features = one_of("encoding", encoding, &Features::ALL)?;
        let held = self.held(py)?;
        let rows = rows_of(&held)?;
        output::filled(py, rows, out, &[2, Features::MAX], threads, |position, place| {
            place.fill(-1);
            let us = position.side_to_move();
            for (place, side) in place.chunks_exact_mut(Features::MAX).zip([us, !us]) {
                features.write(position, side, place);
            }
        })
    }

    /// The FENs of all positions, as a list.
    #[pyo3(signature = (*, threads = 1))]
    fn fens<'py>(&self, py: Python<'py>, threads: usize) -> PyResult<Bound<'py, PyList>> {
        let held = self.held(py)?;
        let rows = rows_of(&held)?;
        fens::of_rows(py, rows, threads)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Positions: {}>", self.__len__(py)?))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>, Option<bool>))> {
        let Positions { array, chess960 } = slf.get();
        let array = array.bind(slf.py()).clone().into_any();
        Ok((slf.get_type().getattr("_restored")?, (array, *chess960)))
    }

    /// For pickling.
    #[classmethod]
    fn _restored(
        _class: &Bound<'_, PyType>,
        array: &Bound<'_, PyAny>,
        chess960: Option<bool>,
    ) -> PyResult<Positions> {
        Positions::new(array, chess960)
    }
}
