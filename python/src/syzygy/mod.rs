//! Syzygy endgame tables: probed one position at a time or by arrays, and made.
//!
//! All answers come from philidor-tables; these files turn them into Python objects.
//!
//! | file | what it is |
//! |---|---|
//! | `answers.rs` | what tables answer: values, distances, ranked moves |
//! | `arrays.rs` | the same for many positions, as arrays |
//! | `making.rs` | tables solved from scratch, as files in memory |

mod answers;
mod arrays;
mod making;

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use philidor_tables::Material;
use philidor_tables::syzygy::{self, ByteSource, Metric};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyList, PyTuple, PyType};

use crate::errors;
use crate::game::Game;
use crate::position::Position;
use crate::words::{Listed, one_of};

pub(crate) use answers::{Dtz, RootMove};
pub(crate) use making::generate_tables;

const METRICS: [(&str, Metric); 2] = [("wdl", Metric::Wdl), ("dtz", Metric::Dtz)];

/// Syzygy tables of three to seven pieces, to be probed by any number of threads.
///
/// They come from folders; from ``files``, a list of paths; and from ``data``, a dictionary from file names to
/// ``bytes``. A table that is found twice is taken from ``data``, or else from the first file that can be opened. Files
/// are opened, and mapped into memory, when they are first needed; no program may truncate or rewrite one while it is
/// in use. Files of at most ``verified_bytes`` are then verified by their checksum; by default these are all of three
/// and four pieces. Lists of at most ``unpacked_values`` are unpacked then, by default those of three pieces. With
/// 4,000,000, those of four are unpacked, too: this takes 22 MB for all tables and up to a third of a second per table,
/// and halves the time of a probe.
///
/// >>> from philidor import Position
/// >>> from philidor.syzygy import Tables, generate
/// >>> tables = Tables(data=generate("KRvK"))
/// >>> tables, list(tables)
/// (<Tables: 2 files, at most 3 pieces>, ['KRvK.rtbw', 'KRvK.rtbz'])
/// >>> tables.missing(3)
/// ['KQvK.rtbw', 'KBvK.rtbw', 'KNvK.rtbw', 'KPvK.rtbw']
/// >>> position = Position("8/8/8/8/8/4k3/4r3/K7 w - - 0 1")
/// >>> tables.probe_wdl(position), tables.probe_dtz(position)
/// (<Wdl.LOSS: -2>, Dtz(-10))
/// >>> "KQvK.rtbw" in tables, len(tables)
/// (False, 2)
///
/// Positions are a ``Position``, or ``Positions`` for arrays, whose methods have the plural name. A position without an
/// answer raises an exception: ``MissingTableError``; ``TableFileError`` for a file that is damaged or cannot be read,
/// with its byte; ``TableError``, the base of both, for castling rights and for more than seven pieces. Arrays have a
/// special value instead.
///
/// Raises ``OSError`` for a folder or a file that is not there, ``ValueError`` for a name that no table has,
/// ``TableFileError`` for ``data`` that is not a table.
#[pyclass(frozen, module = "philidor.syzygy")]
pub(crate) struct Tables {
    inner: syzygy::Tables,
    folders: Vec<PathBuf>,
    files: Vec<PathBuf>,
    data: Vec<(String, Py<PyBytes>)>,
    verified_bytes: u64,
    unpacked_values: u64,
}

/// The bytes of an object of Python, which are not copied.
struct Bytes(PyBackedBytes);

impl ByteSource for Bytes {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let bytes = usize::try_from(offset)
            .ok()
            .and_then(|begin| self.0.get(begin..begin.checked_add(buffer.len())?));
        buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn as_bytes(&self) -> Option<&[u8]> {
        Some(&self.0)
    }
}

/// What a file with this name is the table of.
fn table_of(name: &str) -> PyResult<(Material, Metric)> {
    let parts = name.rsplit_once('.').and_then(|(pieces, extension)| {
        let metric = Metric::ALL.into_iter().find(|metric| metric.extension() == extension)?;
        let material: Material = pieces.parse().ok()?;
        (material.canonical() == material).then_some((material, metric))
    });
    parts.ok_or_else(|| {
        PyValueError::new_err(format!("not the name of a table, such as KQvKR.rtbw: {name:?}"))
    })
}

/// The same paths, made absolute: files are opened later, and the working directory may be another one by then.
fn absolute(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    paths.into_iter().map(|path| std::path::absolute(&path).unwrap_or(path)).collect()
}

fn name_of((material, metric): (Material, Metric)) -> String {
    format!("{material}.{}", metric.extension())
}

impl Tables {
    /// An answer, with the interpreter free: a file may have to be read.
    fn asked<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&syzygy::Tables) -> Result<T, syzygy::ProbeError> + Send,
    ) -> PyResult<T> {
        errors::safely(py, || ask(&self.inner))?.map_err(|error| errors::of_table(py, &error))
    }
}

#[pymethods]
impl Tables {
    #[new]
    #[pyo3(
        signature = (*folders, files = Listed(Vec::new()), data = None, verified_bytes = 1 << 20, unpacked_values = 1 << 15),
        text_signature = "(*folders, files=(), data=None, verified_bytes=1048576, unpacked_values=32768)"
    )]
    fn new(
        py: Python<'_>,
        folders: &Bound<'_, PyTuple>,
        files: Listed<PathBuf>,
        data: Option<&Bound<'_, PyDict>>,
        verified_bytes: u64,
        unpacked_values: u64,
    ) -> PyResult<Tables> {
        let folders: Vec<PathBuf> = folders.iter().map(|folder| folder.extract()).collect::<PyResult<_>>()?;
        let [folders, files] = [folders, files.0].map(absolute);
        let data: Vec<(String, Py<PyBytes>)> = data
            .into_iter()
            .flatten()
            .map(|(name, bytes)| Ok((name.extract()?, bytes.extract()?)))
            .collect::<PyResult<_>>()?;
        let mut inner = syzygy::Tables::new().verifying(verified_bytes).unpacking(unpacked_values);
        for folder in &folders {
            let added = errors::safely(py, || inner.add_folder(folder))?;
            added.map_err(|error| errors::of_file(py, &error, folder))?;
        }
        for file in &files {
            table_of(&file.file_name().unwrap_or_default().to_string_lossy())?;
            let there = errors::safely(py, || file.metadata())?;
            there.map_err(|error| errors::of_file(py, &error, file))?;
            inner.add_file(file);
        }
        for (name, bytes) in &data {
            let (material, metric) = table_of(name)?;
            let bytes = Bytes(bytes.bind(py).clone().into());
            let added = errors::safely(py, || inner.add(&material, metric, bytes))?;
            added.map_err(|error| errors::of_table(py, &error))?;
        }
        Ok(Tables { inner, folders, files, data, verified_bytes, unpacked_values })
    }

    /// Whether the side to move wins, if the halfmove clock were at zero: a ``Wdl``.
    ///
    /// It needs the WDL table of the position, and those that captures lead to.
    fn probe_wdl<'py>(&self, py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyAny>> {
        answers::wdl(py, self.asked(py, |tables| tables.probe_wdl(&position.inner))?)
    }

    /// The distance to zeroing: a ``Dtz``. The halfmove clock does not matter.
    ///
    /// It needs the WDL tables, also those that promotions lead to, and the DTZ table of the position.
    fn probe_dtz(&self, py: Python<'_>, position: &Position) -> PyResult<Dtz> {
        self.asked(py, |tables| tables.probe_dtz(&position.inner)).map(Dtz)
    }

    /// Whether the side to move wins, with the halfmove clock of the position: a ``ClockedWdl``.
    ///
    /// >>> from philidor import Position
    /// >>> from philidor.syzygy import Tables, generate
    /// >>> tables = Tables(data=generate("KRvK"))
    /// >>> [str(tables.probe_clocked_wdl(Position(f"6k1/8/6K1/8/8/8/8/R7 w - - {clock} 80"))) for clock in (99, 100)]
    /// ['win', 'cursed win']
    ///
    /// It needs the tables of ``probe_dtz``.
    fn probe_clocked_wdl<'py>(&self, py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyAny>> {
        answers::clocked(py, self.asked(py, |tables| tables.probe_clocked_wdl(&position.inner))?)
    }

    /// All legal moves of a ``Position``, or of the current position of a ``Game``, the best first: a list of
    /// ``RootMove``.
    ///
    /// They are in order of their value with the halfmove clock, so that the first one always wins a game that can be
    /// won. In a game, the better side avoids positions that have already occurred, and the other side seeks them.
    ///
    /// >>> from philidor import Position
    /// >>> from philidor.syzygy import Tables, generate
    /// >>> tables = Tables(data=generate("KRvK"))
    /// >>> for found in tables.rank_moves(Position("6k1/8/6K1/8/8/8/8/R7 w - - 0 1"))[:2]:
    /// ...     print(found.move, found.value, found.dtz)
    /// a1a8 win 1
    /// a1f1 win 3
    fn rank_moves(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Vec<RootMove>> {
        let (position, seen) = if let Ok(position) = position.cast::<Position>() {
            (*position.get(), HashSet::new())
        } else if let Ok(game) = position.cast::<Game>() {
            game.get().chess(py, |game| {
                let position = Position { inner: *game.position(), mode: game.castling_mode() };
                (position, game.keys().collect())
            })?
        } else {
            return Err(PyTypeError::new_err("moves are those of a Position or a Game"));
        };
        let seen = |after: &philidor::Position| seen.contains(&after.key());
        let ranked = self.asked(py, |tables| tables.rank_moves_in_game(&position.inner, seen))?;
        ranked.into_iter().map(|found| RootMove::new(py, &position, found)).collect()
    }

    /// What the WDL file itself says: the value if no capture matters, and at most that otherwise. For those who study
    /// files.
    fn stored_wdl<'py>(&self, py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyAny>> {
        answers::wdl(py, self.asked(py, |tables| tables.stored_wdl(&position.inner))?)
    }

    /// What the DTZ file itself says of a position that has a value: the distance, but for captures, and for moves of
    /// pawns that win. ``None`` if the file has only the other side to move.
    fn stored_dtz(&self, py: Python<'_>, position: &Position, wdl: i8) -> PyResult<Option<Dtz>> {
        let wdl = answers::wdl_of(wdl)?;
        Ok(self.asked(py, |tables| tables.stored_dtz(&position.inner, wdl))?.map(Dtz))
    }

    /// The most pieces of any WDL table; 2 if there is none, as two kings are a draw without tables.
    #[getter]
    fn largest(&self) -> usize {
        self.inner.largest()
    }

    /// The names of the files with this number of pieces that are missing; ``metric`` is ``"wdl"`` or ``"dtz"``.
    #[pyo3(signature = (pieces, metric = "wdl"))]
    fn missing(&self, pieces: usize, metric: &str) -> PyResult<Vec<String>> {
        let metric = one_of("metric", metric, &METRICS)?;
        let missing = self.inner.missing(pieces, metric);
        Ok(missing.into_iter().map(|material| name_of((material, metric))).collect())
    }

    /// The names of the files that are missing to play out an ending, such as ``"KRPvKR"``: those of these pieces and
    /// of all that captures and promotions lead to; ``metric`` is ``"wdl"`` or ``"dtz"``.
    ///
    /// >>> from philidor.syzygy import Tables, generate
    /// >>> Tables(data=generate("KRvK")).missing_for("KPvK")
    /// ['KBvK.rtbw', 'KNvK.rtbw', 'KPvK.rtbw', 'KQvK.rtbw']
    ///
    /// Raises ``ValueError`` if the text names no material.
    #[pyo3(signature = (material, metric = "wdl"))]
    fn missing_for(&self, material: &str, metric: &str) -> PyResult<Vec<String>> {
        let metric = one_of("metric", metric, &METRICS)?;
        let material =
            material.parse::<Material>().map_err(|error| PyValueError::new_err(error.to_string()))?;
        let missing = self.inner.missing_for(&material, metric);
        Ok(missing.into_iter().map(|material| name_of((material, metric))).collect())
    }

    /// Reads a whole file, given by its name, and compares its checksum.
    ///
    /// >>> from philidor.syzygy import Tables, generate
    /// >>> tables = Tables(data=generate("KRvK"))
    /// >>> for name in tables:
    /// ...     tables.verify(name)
    ///
    /// Raises ``TableFileError`` if its bytes are not those that were written, ``MissingTableError`` if it is not
    /// there.
    fn verify(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        let (material, metric) = table_of(name)?;
        self.asked(py, |tables| tables.verify(&material, metric))
    }

    /// How many files there are.
    fn __len__(&self) -> usize {
        self.inner.len()
    }

    /// The names of the files.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.inner.iter().map(name_of).collect::<Vec<_>>())?.try_iter()
    }

    /// Whether there is a file with this name.
    fn __contains__(&self, name: &str) -> bool {
        self.inner.iter().any(|table| name_of(table) == name)
    }

    fn __repr__(&self) -> String {
        format!("<Tables: {} files, at most {} pieces>", self.inner.len(), self.inner.largest())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Given<'py>)> {
        let (py, tables) = (slf.py(), slf.get());
        let Tables { folders, files, data, verified_bytes, unpacked_values, .. } = tables;
        let paths =
            |paths: &[PathBuf]| PyTuple::new(py, paths.iter().map(|path: &PathBuf| Path::as_os_str(path)));
        let held = PyDict::new(py);
        for (name, bytes) in data {
            held.set_item(name, bytes)?;
        }
        let given = (paths(folders)?, paths(files)?, held, *verified_bytes, *unpacked_values);
        Ok((slf.get_type().getattr("_restored")?, given))
    }

    /// For pickling.
    #[classmethod]
    fn _restored(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        folders: &Bound<'_, PyTuple>,
        files: Vec<PathBuf>,
        data: &Bound<'_, PyDict>,
        verified_bytes: u64,
        unpacked_values: u64,
    ) -> PyResult<Tables> {
        Tables::new(py, folders, Listed(files), Some(data), verified_bytes, unpacked_values)
    }
}

/// What `Tables` are made from: folders, files, data by name, and the limits up to which files are verified and lists
/// are unpacked.
type Given<'py> = (Bound<'py, PyTuple>, Bound<'py, PyTuple>, Bound<'py, PyDict>, u64, u64);
