//! Runs: rows of some games, sorted, in files that live until they are merged.
//!
//! ```text
//! record      key (8)  length of the row (varint)  row
//! end         for each of 4096 prefixes of keys, and for their end: where its records begin (8)
//!             for each prefix: the CRC-32 of its records (4); then that of the end itself (4)
//! ```
//!
//! All prefixes can be merged at once, since each thread finds its own.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use crc32fast::Hasher;
use philidor_host::WholeFile;

use crate::bytes::{push_varint, take_varint};
use crate::disk::read_at;
use crate::sorted::Sorted;

pub(crate) const PREFIX_BITS: u32 = 12;
/// The number of prefixes.
pub(crate) const PREFIXES: usize = 1 << PREFIX_BITS;
/// The bytes of the end.
const END: u64 = BEGINS + PREFIXES as u64 * 4 + 4;
/// The bytes of the places in it.
const BEGINS: u64 = (PREFIXES as u64 + 1) * 8;

pub(crate) fn prefix(key: u64) -> usize {
    (key >> (64 - PREFIX_BITS)) as usize
}

/// A run that is being written.
pub(crate) struct RunWriter {
    file: WholeFile,
    offset: u64,
    begins: Vec<u64>,
    /// The sums of the prefixes that are whole, and what is summed of the last one.
    sums: Vec<u32>,
    sum: Hasher,
    head: Vec<u8>,
}

impl RunWriter {
    /// Begins a run, which appears under its name when it is finished.
    pub(crate) fn create(path: &Path) -> Result<RunWriter> {
        let (file, begins, sums, head) = (WholeFile::create(path)?, Vec::new(), Vec::new(), Vec::new());
        Ok(RunWriter { file, offset: 0, begins, sums, sum: Hasher::new(), head })
    }

    /// Adds the row of the next key.
    pub(crate) fn push(&mut self, key: u64, row: &[u8]) -> io::Result<()> {
        let prefix = prefix(key);
        while self.begins.len() <= prefix {
            self.begin();
        }
        self.head.clear();
        self.head.extend_from_slice(&key.to_le_bytes());
        push_varint(&mut self.head, row.len() as u64);
        self.file.write_all(&self.head)?;
        self.file.write_all(row)?;
        self.sum.update(&self.head);
        self.sum.update(row);
        self.offset += (self.head.len() + row.len()) as u64;
        Ok(())
    }

    /// Begins a prefix, and ends the one before.
    fn begin(&mut self) {
        let sum = std::mem::replace(&mut self.sum, Hasher::new()).finalize();
        if !self.begins.is_empty() {
            self.sums.push(sum);
        }
        self.begins.push(self.offset);
    }

    /// Completes the run.
    pub(crate) fn finish(mut self) -> Result<()> {
        while self.begins.len() <= PREFIXES {
            self.begin();
        }
        let mut end: Vec<u8> = self.begins.iter().flat_map(|begin| begin.to_le_bytes()).collect();
        end.extend(self.sums.iter().flat_map(|sum| sum.to_le_bytes()));
        end.extend(crc32fast::hash(&end).to_le_bytes());
        self.file.write_all(&end)?;
        Ok(self.file.finish()?)
    }
}

/// A run on the disk.
pub(crate) struct Run {
    file: Arc<File>,
    end: Arc<End>,
}

struct End {
    begins: Vec<u64>,
    sums: Vec<u32>,
}

impl End {
    /// Where a prefix begins.
    fn begin(&self, prefix: usize) -> Result<u64> {
        self.begins.get(prefix).copied().context("no such prefix")
    }
}

impl Run {
    pub(crate) fn open(path: &Path) -> Result<Run> {
        Run::read(path).with_context(|| format!("cannot read {}", path.display()))
    }

    fn read(path: &Path) -> Result<Run> {
        let file = File::open(path)?;
        let mut end = vec![0; END as usize];
        let start = file.metadata()?.len().checked_sub(END).context("it is too short")?;
        read_at(&file, &mut end, start)?;
        let (end, sum) = end.split_last_chunk().context("it is too short")?;
        ensure!(crc32fast::hash(end) == u32::from_le_bytes(*sum), "its end is damaged");
        let (begins, sums) = end.split_at(BEGINS as usize);
        let begins: Vec<u64> = begins.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect();
        let sums = sums.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect();
        ensure!(begins.is_sorted() && begins.last() == Some(&start), "its end is damaged");
        Ok(Run { file: Arc::new(file), end: Arc::new(End { begins, sums }) })
    }

    /// The rows of these prefixes, read in pieces of this size.
    pub(crate) fn rows(&self, prefixes: std::ops::Range<usize>, piece: usize) -> Result<RunRows> {
        let (next, to) = (self.end.begin(prefixes.start)?, self.end.begin(prefixes.end)?);
        let mut rows = RunRows {
            file: Arc::clone(&self.file),
            end: Arc::clone(&self.end),
            prefixes,
            sum: Hasher::new(),
            place: next,
            next,
            to,
            piece,
            buffer: Vec::new(),
            at: 0,
            key: None,
            row: 0..0,
        };
        rows.advance()?;
        Ok(rows)
    }
}

/// The rows of a part of a run.
pub(crate) struct RunRows {
    file: Arc<File>,
    end: Arc<End>,
    /// The prefix of the last row, and those after it.
    prefixes: std::ops::Range<usize>,
    /// What is summed of that prefix, up to this place.
    sum: Hasher,
    place: u64,
    /// What has not been read yet.
    next: u64,
    to: u64,
    piece: usize,
    buffer: Vec<u8>,
    /// Where the next record is in the buffer.
    at: usize,
    key: Option<u64>,
    row: std::ops::Range<usize>,
}

impl RunRows {
    /// Reads the record at the beginning of the rest, if the buffer has all of it: its key, where its row is.
    fn record(&self) -> Option<(u64, std::ops::Range<usize>)> {
        let mut rest = self.buffer.get(self.at..)?;
        let (&key, after) = rest.split_first_chunk()?;
        rest = after;
        let length = usize::try_from(take_varint(&mut rest)?).ok()?;
        let start = self.buffer.len() - rest.len();
        (rest.len() >= length).then(|| (u64::from_le_bytes(key), start..start + length))
    }

    /// Compares the sums of the prefixes that end here.
    fn check(&mut self) -> Result<()> {
        while !self.prefixes.is_empty() && self.place >= self.end.begin(self.prefixes.start + 1)? {
            let sum = std::mem::replace(&mut self.sum, Hasher::new()).finalize();
            let known = self.end.sums.get(self.prefixes.start);
            ensure!(known == Some(&sum), "a run is damaged: its records are not those that were written");
            self.prefixes.start += 1;
        }
        Ok(())
    }

    /// Reads more, at least another piece.
    fn fill(&mut self) -> Result<()> {
        self.buffer.drain(..self.at);
        self.at = 0;
        let known = self.buffer.len();
        let more = (self.to - self.next).min(self.piece.max(known) as u64);
        self.buffer.resize(known + more as usize, 0);
        let fresh = self.buffer.get_mut(known..).unwrap_or_default();
        read_at(&self.file, fresh, self.next).context("cannot read a run")?;
        self.next += more;
        Ok(())
    }
}

impl Sorted for RunRows {
    fn key(&self) -> Option<u64> {
        self.key
    }

    fn row(&self) -> &[u8] {
        self.buffer.get(self.row.clone()).unwrap_or_default()
    }

    fn advance(&mut self) -> Result<()> {
        self.check()?;
        loop {
            if let Some((key, row)) = self.record() {
                let record = self.buffer.get(self.at..row.end).unwrap_or_default();
                self.sum.update(record);
                self.place += record.len() as u64;
                ensure!(prefix(key) == self.prefixes.start, "a run is damaged: a key is out of place");
                self.at = row.end;
                (self.key, self.row) = (Some(key), row);
                return Ok(());
            }
            if self.next == self.to {
                ensure!(self.at == self.buffer.len(), "a run ends within a row");
                self.key = None;
                return Ok(());
            }
            self.fill()?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    #[test]
    fn each_part_of_a_run_is_read_in_pieces_of_any_size() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("run");
        let keys: Vec<u64> = (0..200_u64).map(|at| (at / 3) << 57 | at).collect();
        let row = |key: u64| vec![key as u8; (key % 300) as usize];
        let mut run = RunWriter::create(&path).unwrap();
        keys.iter().for_each(|&key| run.push(key, &row(key)).unwrap());
        assert!(!path.exists());
        run.finish().unwrap();
        let run = Run::open(&path).unwrap();
        for (from, to) in [(0, PREFIXES), (0, 1), (1, 2), (32, 2048), (2048, PREFIXES)] {
            for piece in [1, 7, 100, 1 << 16] {
                let mut rows = run.rows(from..to, piece).unwrap();
                let mut found = Vec::new();
                while let Some(key) = rows.key() {
                    assert_eq!(rows.row(), row(key));
                    found.push(key);
                    rows.advance().unwrap();
                }
                let known = keys.iter().copied().filter(|&key| (from..to).contains(&prefix(key)));
                assert_eq!(found, known.collect::<Vec<_>>(), "{from} {to} {piece}");
            }
        }
    }

    #[test]
    fn a_damaged_run_is_an_error() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("run");
        let mut run = RunWriter::create(&path).unwrap();
        run.push(1, b"row").unwrap();
        run.finish().unwrap();
        let whole = std::fs::read(&path).unwrap();
        for length in [0, 1, whole.len() - 1] {
            std::fs::write(&path, &whole[..length]).unwrap();
            assert!(Run::open(&path).is_err(), "{length}");
        }
        std::fs::write(&path, &whole[1..]).unwrap();
        assert!(Run::open(&path).is_err());
        // The record, and some of the end.
        for at in (0..12).chain((12..whole.len()).step_by(997)) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            std::fs::write(&path, &damaged).unwrap();
            let read = Run::open(&path).and_then(|run| {
                let mut rows = run.rows(0..PREFIXES, 5)?;
                while rows.key().is_some() {
                    rows.advance()?;
                }
                Ok(())
            });
            assert!(read.is_err(), "{at}");
        }
    }
}
