//! Tables, one after the other, as they are asked for.
//!
//! With one thread, the caller does the work. With several, they work ahead, but only by a few parts; when the stream
//! is dropped, they notice that no part is taken any more, and end.

use std::io::{self, BufRead};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, sync_channel};

use arrow_array::ArrayRef;
use arrow_schema::{ArrowError, FieldRef};
use philidor_host::threads::start;
use philidor_host::{Input, pipeline};
use philidor_pgn::{Chunks, Place, Reader};
use pyo3::prelude::*;
use pyo3_arrow::ffi::ArrayReader;

use super::columns::Columns;
use super::game::GameRead;
use super::table::{Table, table};
use crate::errors;
use crate::rows::threads;

/// What was found so far by the last reading.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) games: AtomicU64,
    pub(super) skipped: AtomicU64,
}

/// The columns of a part of the file.
struct Part {
    arrays: Vec<ArrayRef>,
    games: u64,
    skipped: u64,
}

/// Why a part has no columns, in words: an error cannot be shared between threads otherwise.
type Read = Result<Part, String>;

/// Where parts come from.
enum Source {
    /// Read here, each into the same memory.
    Here { chunks: Box<Chunks<Box<dyn BufRead + Send>>>, memory: Vec<u8> },
    /// From other threads.
    Elsewhere(Receiver<Read>),
    /// None any more.
    Ended,
}

/// The tables of a file.
pub(super) struct Batches {
    columns: Arc<Columns>,
    raises: bool,
    source: Source,
    counts: Arc<Counts>,
    /// The games read so far: another reading has its own.
    games: u64,
    progress: Option<Py<PyAny>>,
    bytes: Arc<AtomicU64>,
    length: u64,
}

impl Batches {
    /// Opens a file.
    pub(super) fn open(
        py: Python<'_>,
        path: &Path,
        columns: Arc<Columns>,
        raises: bool,
        asked: usize,
        progress: Option<Py<PyAny>>,
        counts: Arc<Counts>,
    ) -> PyResult<Batches> {
        // `-` is a file like any other here.
        let opened = if path == Path::new("-") { Path::new("./-") } else { path };
        let input = Input::open(opened).map_err(|error| errors::of_file(py, &error, path))?;
        let Input { length, read: bytes, reader, .. } = input;
        let chunks = Chunks::new(reader);
        let source = match NonZero::new(threads(asked)).filter(|threads| threads.get() > 1) {
            None => Source::Here { chunks: Box::new(chunks), memory: Vec::new() },
            Some(threads) => {
                let parts = started(chunks, threads, Arc::clone(&columns), raises);
                Source::Elsewhere(parts.map_err(|error| errors::of_thread(&error))?)
            }
        };
        Ok(Batches { columns, raises, source, counts, games: 0, progress, bytes, length })
    }

    /// The next part; `None` at the end.
    fn next_part(&mut self) -> Option<Read> {
        match &mut self.source {
            Source::Ended => None,
            Source::Elsewhere(parts) => parts.recv().ok(),
            Source::Here { chunks, memory } => match chunks.next_chunk(memory) {
                Ok(None) => None,
                Ok(Some(place)) => Some(read(&self.columns, self.raises, place, memory)),
                Err(error) => Some(Err(error.to_string())),
            },
        }
    }

    /// The table of the next part.
    fn next_table(&mut self) -> Option<Result<ArrayRef, ArrowError>> {
        let part = match self.next_part()? {
            Ok(part) => part,
            Err(error) => return Some(Err(ArrowError::ExternalError(error.into()))),
        };
        let before = self.games;
        self.games += part.games;
        self.counts.games.fetch_add(part.games, Relaxed);
        self.counts.skipped.fetch_add(part.skipped, Relaxed);
        if let Err(error) = self.report() {
            return Some(Err(ArrowError::ExternalError(error.to_string().into())));
        }
        Some(table(&self.columns, part.arrays, before))
    }

    /// Checks for Ctrl-C, and calls the user's function. Without one, this does not attach to the interpreter: a
    /// function called from Rust may read a table, and pyarrow detaches the thread without PyO3's knowledge, which then
    /// believes it is still attached.
    fn report(&self) -> PyResult<()> {
        let Some(progress) = &self.progress else { return Ok(()) };
        let call = |py: Python<'_>| {
            py.check_signals()?;
            progress.call1(py, (self.bytes.load(Relaxed), self.length)).map(drop)
        };
        Python::try_attach(call).unwrap_or(Ok(()))
    }
}

impl Iterator for Batches {
    type Item = Result<ArrayRef, ArrowError>;

    /// No panic reaches the program that asks, which may be written in any language.
    fn next(&mut self) -> Option<Result<ArrayRef, ArrowError>> {
        let next = catch_unwind(AssertUnwindSafe(|| self.next_table()))
            .unwrap_or_else(|_| Some(Err(ArrowError::ExternalError(FAULT.into()))));
        if !matches!(next, Some(Ok(_))) {
            self.source = Source::Ended;
        }
        next
    }
}

impl ArrayReader for Batches {
    fn field(&self) -> FieldRef {
        self.columns.field()
    }
}

/// What is said of a panic.
const FAULT: &str = "a fault of philidor, please report it";

/// Starts the threads that read parts.
fn started(
    mut chunks: Chunks<Box<dyn BufRead + Send>>,
    threads: NonZero<usize>,
    columns: Arc<Columns>,
    raises: bool,
) -> io::Result<Receiver<Read>> {
    let (parts, taken) = sync_channel(1);
    start(move || {
        let work = |place, bytes: &[u8]| read(&columns, raises, place, bytes);
        let take = |part| {
            Ok(if parts.send(part).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        };
        let run = || pipeline::run(|memory| chunks.next_chunk(memory), threads, work, take);
        let error = match catch_unwind(AssertUnwindSafe(run)) {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error.to_string(),
            Err(_) => FAULT.to_owned(),
        };
        // If it cannot be sent, the stream was dropped.
        let _ = parts.send(Err(error));
    })?;
    Ok(taken)
}

/// Reads the games of a part.
fn read(columns: &Columns, raises: bool, place: Place, bytes: &[u8]) -> Read {
    let (mut reader, mut game) = (Reader::new(bytes), GameRead::new(columns));
    let (mut table, mut skipped) = (Table::new(columns), 0);
    while let Some(at) = reader.next_game() {
        match reader.read_game(&mut game) {
            None => break,
            Some(Ok(())) => {
                table.add(&game, place.offset + at as u64).map_err(|error| error.to_string())?;
            }
            Some(Err(error)) if raises => return Err(error.shifted(place).to_string()),
            Some(Err(_)) => skipped += 1,
        }
    }
    Ok(Part { games: table.games, skipped, arrays: table.finish() })
}
