//! The games of a text or a file, one after the other.
//!
//! A reader holds the text, or a part of the file, and reads some games ahead, with the interpreter released, so that a
//! loop over them in Python does not release it for each. Threads may share it: each takes the next game.
//!
//! ```text
//! file ─ unpacked ─► | game | game | gam… |     a part of whole games; the next one is read when all of these are taken
//! ```
//!
//! Each game is read as chess first. If its start is refused, the game is read once more, by the rules that its tag
//! `Variant` names: games of chess cost nothing more.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use philidor::GamePosition;
use philidor_host::Input;
use philidor_pgn::{Chunks, Limits, PgnError, PgnErrorKind, Place, Reader, TreeBuilder};
use philidor_variants::AnyPosition;
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::PgnText;
use super::tree::PgnGame;
use crate::by_rules::{ByRules, Tree};
use crate::errors;
use crate::words::one_of;

/// How many games are read ahead.
const AHEAD: usize = 32;

/// Where the bytes come from.
enum Source {
    /// A text as a whole.
    Text(PgnText),
    /// A file, part by part.
    File(Box<PgnFile>),
}

/// A file that is open, and the part of it that is being read.
struct PgnFile {
    path: PathBuf,
    /// What follows that part; `None` at the end, when the file is closed.
    chunks: Option<Chunks<Box<dyn BufRead + Send>>>,
    part: Vec<u8>,
}

impl PgnFile {
    fn open(path: &Path) -> io::Result<PgnFile> {
        // `-` is a file like any other here.
        let opened = if path == Path::new("-") { Path::new("./-") } else { path };
        let chunks = Chunks::new(Input::open(opened)?.reader);
        Ok(PgnFile { path: path.to_owned(), chunks: Some(chunks), part: Vec::new() })
    }

    /// Reads the next part, and says where it begins; `None` at the end.
    fn next_part(&mut self) -> io::Result<Option<Place>> {
        let Some(chunks) = &mut self.chunks else { return Ok(None) };
        let place = chunks.next_chunk(&mut self.part);
        // A file that fails once is not read again: a loop that continues after exceptions would never end.
        if !matches!(place, Ok(Some(_))) {
            self.chunks = None;
        }
        place
    }
}

/// The games of a text or a file, and how far they have been read.
struct Games {
    source: Source,
    /// How many bytes of the text or the part have been read.
    read: usize,
    /// Where that is in the text or the file.
    place: Place,
    builder: TreeBuilder,
    /// Made for the first game of a variant.
    variants: Option<Box<TreeBuilder<AnyPosition>>>,
    limits: Limits,
    is_strict: bool,
    ahead: VecDeque<Result<Tree, PgnError>>,
    skips: bool,
    skipped: Vec<PgnError>,
}

impl Games {
    /// Reads some games from the current place on, or turns to the next part; false at the end. The error is that of a
    /// file.
    fn read_ahead(&mut self) -> Result<bool, (io::Error, PathBuf)> {
        if self.ahead.is_empty() {
            self.read_here();
        }
        let Source::File(file) = &mut self.source else { return Ok(!self.ahead.is_empty()) };
        if !self.ahead.is_empty() {
            return Ok(true);
        }
        // This part is finished, whether or not another follows.
        self.read = 0;
        let next = file.next_part().map_err(|error| (error, file.path.clone()))?;
        self.place = next.unwrap_or(self.place);
        Ok(next.is_some())
    }

    /// Reads some games of the text or the part.
    fn read_here(&mut self) {
        let Games { source, read, place, builder, variants, limits, is_strict, ahead, skipped, .. } = self;
        let bytes: &[u8] = match source {
            Source::Text(text) => &text.0,
            Source::File(file) => &file.part,
        };
        let rest = &bytes[*read..];
        let mut reader = Reader::with_limits(rest, *limits);
        while ahead.len() < AHEAD {
            let is_first = reader.offset() == 0;
            let Some(game) = reader.read_game(builder) else { break };
            let chess = (game.map(|()| ByRules::Chess(builder.take())), reader.take_cuts());
            // Comments before the first game belong to it.
            let start = start_of_refused(&chess.0).map(|start| if is_first { 0 } else { start });
            let variant = start.and_then(|start| {
                let builder = variants.get_or_insert_with(|| Box::new(built(*is_strict)));
                read_variant(&rest[start..], *limits, builder)
            });
            let before = variant.as_ref().and(start).map_or(*place, |start| place.after(&rest[..start]));
            let (game, cuts) = variant.unwrap_or(chess);
            skipped.extend(cuts.into_iter().map(|remark| remark.shifted(before)));
            ahead.push_back(game.map_err(|error| error.shifted(before)));
        }
        // Comments before the next game belong to the last one, which has them.
        let end = reader.next_game().unwrap_or(rest.len());
        *place = place.after(&rest[..end]);
        *read += end;
    }
}

/// A builder of games before the first one.
fn built<P: GamePosition>(is_strict: bool) -> TreeBuilder<P> {
    let builder = TreeBuilder::for_positions();
    if is_strict { builder.with_strict_moves() } else { builder }
}

/// What came of a game: its tree, or what is wrong with it, and what else was found wrong.
type Found = (Result<Tree, PgnError>, Vec<PgnError>);

/// Where a game begins whose start was refused, as the start of a variant's game is when it is read as chess.
fn start_of_refused(game: &Result<Tree, PgnError>) -> Option<usize> {
    let fault = game.as_ref().err()?;
    let is_refused = matches!(fault.kind, PgnErrorKind::Variant | PgnErrorKind::Position(_));
    usize::try_from(fault.game_offset).ok().filter(|_| is_refused)
}

/// Reads the game at the start of some bytes by the rules that its tag `Variant` names; `None` if these are those of
/// chess.
fn read_variant(bytes: &[u8], limits: Limits, builder: &mut TreeBuilder<AnyPosition>) -> Option<Found> {
    let mut reader = Reader::with_limits(bytes, limits);
    let game = reader.read_game(builder)?;
    // That of a game that cannot be read has its tags.
    let tree = builder.take();
    GamePosition::variant(tree.start())?;
    Some((game.map(|()| ByRules::Variant(Box::new(tree))), reader.take_cuts()))
}

/// The games of a PGN text, one after the other; ``PgnReader.open`` reads those of a file.
///
/// The tag ``Variant`` of a game names its rules; without one they are those of chess.
///
/// ``on_error`` says what happens with a game that cannot be read: ``"raise"`` raises ``PgnError``, after which the
/// next game can be asked for; ``"skip"`` continues, and ``errors`` lists what was found wrong.
///
/// With ``lenient`` a fault costs only its part of a game, as `philidor pgn --lenient` does, and ``errors`` lists it: a
/// ``FEN`` without its last fields is completed, one with impossible castling rights is repaired, a game without a
/// result is kept. With ``strict`` a move that is not written as SAN prescribes cannot be read: ``Ng1f3`` for ``Nf3``.
///
/// Threads may share a reader: each game goes to one of them.
///
/// >>> game = next(PgnReader('[FEN "7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1"]\n\n1. Rh6# 1-0', lenient=True))
/// >>> game.start.fen(), game.sans()
/// ('7k/5K2/4R3/8/8/8/8/8 w - - 0 1', ['Rh6#'])
///
/// >>> list(PgnReader("1. Ng1f3 *", strict=True, on_error="skip"))
/// []
///
/// >>> text = '[White "A"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Bc4 {calm} *\n\n[White "B"]\n\n1. d5 *\n'
/// >>> games = PgnReader(text, on_error="skip")
/// >>> [(game.tags["White"], game.sans()) for game in games]
/// [('A', ['e4', 'e5', 'Bc4'])]
/// >>> [error.line for error in games.errors]
/// [7]
///
/// >>> text = '[Variant "Atomic"]\n\n1. Nf3 f6 2. Nd4 g6 3. Ne6 Na6 4. Nxd8 1-0\n\n1. e4 *\n'
/// >>> [(game.start.variant, game.sans()[-1]) for game in PgnReader(text)]
/// [('Atomic', 'Nxd8#'), ('Standard', 'e4')]
#[pyclass(frozen, module = "philidor")]
pub(crate) struct PgnReader(Mutex<Games>);

/// No code of Python runs under the lock, and no thread waits for the lock while it holds the interpreter.
impl PgnReader {
    fn of(source: Source, on_error: &str, lenient: bool, is_strict: bool) -> PyResult<PgnReader> {
        let skips = one_of("on_error", on_error, &[("raise", false), ("skip", true)])?;
        Ok(PgnReader(Mutex::new(Games {
            source,
            read: 0,
            place: Place::default(),
            builder: built(is_strict),
            variants: None,
            limits: if lenient { Limits::new().lenient() } else { Limits::new() },
            is_strict,
            ahead: VecDeque::new(),
            skips,
            skipped: Vec::new(),
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Games> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was read ahead; `None` if it is used up, or another thread is reading.
    fn taken(&self) -> Option<Result<Tree, PgnError>> {
        let mut games = self.0.try_lock().ok()?;
        loop {
            match games.ahead.pop_front()? {
                Err(error) if games.skips => games.skipped.push(error),
                found => return Some(found),
            }
        }
    }
}

#[pymethods]
impl PgnReader {
    #[new]
    #[pyo3(signature = (text, *, on_error = "raise", lenient = false, strict = false))]
    fn new(text: PgnText, on_error: &str, lenient: bool, strict: bool) -> PyResult<PgnReader> {
        PgnReader::of(Source::Text(text), on_error, lenient, strict)
    }

    /// The games of a file, which may be packed with gzip, zstd or bzip2, and larger than memory: a part is read when
    /// the games before it have been taken.
    ///
    /// >>> import pathlib, tempfile
    /// >>> path = pathlib.Path(tempfile.mkdtemp(), "games.pgn")
    /// >>> _ = path.write_text("1. e4 e5 1-0\n\n1. d4 *\n")
    /// >>> [game.sans() for game in PgnReader.open(path)]
    /// [['e4', 'e5'], ['d4']]
    ///
    /// Raises ``OSError`` if it cannot be opened, and later if it cannot be read or unpacked.
    #[staticmethod]
    #[pyo3(signature = (path, *, on_error = "raise", lenient = false, strict = false))]
    fn open(
        py: Python<'_>,
        path: PathBuf,
        on_error: &str,
        lenient: bool,
        strict: bool,
    ) -> PyResult<PgnReader> {
        let file = errors::safely(py, || PgnFile::open(&path))?;
        let file = file.map_err(|error| errors::of_file(py, &error, &path))?;
        PgnReader::of(Source::File(Box::new(file)), on_error, lenient, strict)
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PgnGame>> {
        loop {
            if let Some(found) = self.taken() {
                return found.map(|tree| Some(PgnGame(tree))).map_err(|error| errors::of_pgn(py, &error));
            }
            // A file may have nothing but bad games, which are skipped: Ctrl-C ends that, too.
            py.check_signals()?;
            match errors::safely(py, || self.lock().read_ahead())? {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err((error, path)) => return Err(errors::of_file(py, &error, &path)),
            }
        }
    }

    /// What was found wrong so far: games that were skipped, and parts that were left out or doubted, as a list of
    /// ``PgnError``.
    #[getter]
    fn errors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let skipped = errors::safely(py, || self.lock().skipped.clone())?;
        PyList::new(py, skipped.iter().map(|error| errors::of_pgn(py, error).into_value(py)))
    }
}
