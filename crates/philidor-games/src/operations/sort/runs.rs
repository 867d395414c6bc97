//! Sorted runs of games, one after another in a file without a name: the system removes it when the program ends,
//! however that happens.
//!
//! ```text
//! | length of the key | length of the text | key | text |     a game
//!   4 bytes             4 bytes, lowest first
//! ```

use std::fs::File;
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::record::{Record, Sorted};
use crate::error::FileError;

/// The least that is read of a run at a time.
const MIN_BLOCK: u64 = 4 << 10;

/// The most that is read of a run at a time.
const MAX_BLOCK: u64 = 1 << 20;

/// The runs that were written.
pub(super) struct Runs {
    folder: Box<Path>,
    writer: Option<BufWriter<File>>,
    written: u64,
    ranges: Vec<Range<u64>>,
}

impl Runs {
    /// No runs yet. The file is made in a folder once there is something to write.
    pub(super) fn new(folder: &Path) -> Runs {
        Runs { folder: folder.into(), writer: None, written: 0, ranges: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// How many bytes all runs have.
    pub(super) const fn written(&self) -> u64 {
        self.written
    }

    /// Writes a run.
    pub(super) fn push<'r>(
        &mut self,
        mut games: impl Iterator<Item = (&'r [u8], &'r [u8])>,
    ) -> Result<(), FileError> {
        games.try_for_each(|(key, text)| self.write(key, text))?;
        self.end_run();
        Ok(())
    }

    /// Writes the next game of the run that has not been ended.
    pub(super) fn write(&mut self, key: &[u8], text: &[u8]) -> Result<(), FileError> {
        let folder = &self.folder;
        let broken = |error| FileError::Temporary { folder: folder.display().to_string(), error };
        let writer = match &mut self.writer {
            Some(writer) => writer,
            None => {
                let file = tempfile::tempfile_in(folder).map_err(broken)?;
                self.writer.insert(BufWriter::with_capacity(MAX_BLOCK as usize, file))
            }
        };
        let length =
            |bytes: &[u8]| u32::try_from(bytes.len()).map_err(|_| io::ErrorKind::FileTooLarge.into());
        let head = [length(key).map_err(broken)?, length(text).map_err(broken)?];
        for part in [&head[0].to_le_bytes(), &head[1].to_le_bytes(), key, text] {
            writer.write_all(part).map_err(broken)?;
            self.written += part.len() as u64;
        }
        Ok(())
    }

    /// Ends a run, unless nothing was written.
    pub(super) fn end_run(&mut self) {
        let start = self.ranges.last().map_or(0, |last| last.end);
        self.ranges.extend((start < self.written).then_some(start..self.written));
    }

    /// All runs, to be read back with about this many bytes of memory.
    pub(super) fn into_sources(self, memory: u64) -> Result<Vec<Run>, FileError> {
        let folder = self.folder.display().to_string();
        let Some(writer) = self.writer else { return Ok(Vec::new()) };
        let file = writer.into_inner().map_err(io::IntoInnerError::into_error);
        let file = file.map_err(|error| FileError::Temporary { folder: folder.clone(), error })?;
        let block = (memory / self.ranges.len().max(1) as u64).clamp(MIN_BLOCK, MAX_BLOCK);
        let (file, folder) = (Arc::new(Mutex::new(file)), Arc::<str>::from(folder));
        let run = |left| Run {
            file: Arc::clone(&file),
            folder: Arc::clone(&folder),
            left,
            block,
            bytes: Vec::new(),
            at: 0,
        };
        Ok(self.ranges.into_iter().map(run).collect())
    }
}

/// A run, read block by block.
pub(super) struct Run {
    file: Arc<Mutex<File>>,
    folder: Arc<str>,
    /// What has not been read.
    left: Range<u64>,
    block: u64,
    bytes: Vec<u8>,
    /// How much of these bytes has been taken.
    at: usize,
}

impl Run {
    /// Reads until at least `length` bytes are in memory. Fails if the run ends before.
    fn fill(&mut self, length: usize) -> io::Result<()> {
        if self.bytes.len() - self.at >= length {
            return Ok(());
        }
        self.bytes.drain(..self.at);
        self.at = 0;
        let missing = (length - self.bytes.len()) as u64;
        let most = missing.max(self.block).min(self.left.end - self.left.start);
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.left.start))?;
        let read = (&mut *file).take(most).read_to_end(&mut self.bytes)?;
        self.left.start += read as u64;
        if self.bytes.len() < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }

    fn bytes(&mut self, length: usize) -> io::Result<Vec<u8>> {
        self.fill(length)?;
        let bytes = self.bytes.get(self.at..self.at + length).unwrap_or_default().to_vec();
        self.at += length;
        Ok(bytes)
    }

    fn number(&mut self) -> io::Result<usize> {
        let bytes = self.bytes(4)?;
        Ok(u32::from_le_bytes(bytes.first_chunk().copied().unwrap_or_default()) as usize)
    }

    fn record(&mut self) -> io::Result<Option<Record>> {
        if self.at == self.bytes.len() && self.left.is_empty() {
            return Ok(None);
        }
        let lengths = [self.number()?, self.number()?];
        Ok(Some(Record { key: self.bytes(lengths[0])?, text: self.bytes(lengths[1])? }))
    }
}

impl Sorted for Run {
    fn next(&mut self) -> Result<Option<Record>, FileError> {
        self.record().map_err(|error| FileError::Temporary { folder: self.folder.to_string(), error })
    }
}
