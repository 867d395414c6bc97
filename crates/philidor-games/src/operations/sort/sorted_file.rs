//! A file that is sorted, read chunk by chunk as its games are asked for.

use std::collections::VecDeque;
use std::num::NonZero;
use std::path::Path;

use philidor_host::{Input, Visible, note};

use super::block::{KeyMaker, block};
use super::record::{Record, Sorted};
use crate::error::FileError;
use crate::parts::chunk::{Chunk, Cut, Source, next_chunk};
use crate::parts::files::Files;
use crate::parts::format::Format;
use crate::parts::read_options::ReadOptions;
use crate::reading::files::{Summary, report_aside};
use crate::reading::input;

/// The games of a file.
pub(super) struct SortedFile<'a> {
    source: Source,
    chunks: Box<dyn Cut>,
    maker: &'a KeyMaker<'a>,
    bytes: Vec<u8>,
    /// Those of the chunk that was read last.
    games: VecDeque<Record>,
    /// The key of the game before, and how many games there were.
    last: (Vec<u8>, u64),
    summary: Summary,
}

impl<'a> SortedFile<'a> {
    pub(super) fn open(
        path: &Path,
        files: &Files,
        maker: &'a KeyMaker<'a>,
    ) -> Result<SortedFile<'a>, FileError> {
        let options = ReadOptions::new(files);
        // Several files are open at a time: small chunks do.
        let size = options.size_of_pgn(NonZero::<usize>::MIN);
        let opened = Input::open(path).and_then(|input| input::cut(input, files.from, options, size));
        let open = |error| philidor_host::FileError::Open { name: path.display().to_string(), error };
        let (source, chunks) = opened.map_err(open)?;
        let (bytes, games) = (Vec::new(), VecDeque::new());
        let summary = Summary::default();
        Ok(SortedFile { source, chunks, maker, bytes, games, last: (Vec::new(), 0), summary })
    }

    pub(super) const fn format(&self) -> Format {
        self.source.format
    }

    pub(super) const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Reads the next chunk; whether there is one.
    fn fill(&mut self) -> bool {
        let (places, lost) = match next_chunk(self.chunks.as_mut(), &mut self.bytes) {
            Ok(Some(next)) => next,
            Ok(None) => return false,
            Err(error) => {
                self.summary.unreadable += 1;
                let name = Visible(&self.source.name);
                note(&format!("error: {name} cannot be read to its end: {error}"));
                return false;
            }
        };
        let reading = block(&Chunk { source: &self.source, places, lost, bytes: &self.bytes }, self.maker);
        self.summary.add(&reading);
        // Games whose reports cannot be written are counted all the same.
        let _ = report_aside(&reading.reports);
        let games = reading.made;
        self.games = (0..games.games.len() as u32)
            .map(|number| {
                let (key, text) = games.game(number);
                Record { key: key.to_vec(), text: text.to_vec() }
            })
            .collect();
        true
    }
}

impl Sorted for SortedFile<'_> {
    fn next(&mut self) -> Result<Option<Record>, FileError> {
        while self.games.is_empty() {
            if !self.fill() {
                return Ok(None);
            }
        }
        let Some(record) = self.games.pop_front() else { return Ok(None) };
        let (last, number) = &mut self.last;
        *number += 1;
        if record.key < *last {
            return Err(FileError::NotSorted { name: self.source.name.clone(), number: *number });
        }
        last.clone_from(&record.key);
        Ok(Some(record))
    }
}
