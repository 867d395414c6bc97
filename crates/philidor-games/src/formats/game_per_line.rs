//! Files with one game per line: split between lines, and read line by line.
//!
//! Blank lines and those that begin with `#` are skipped, as in suites. A bad line is reported with its place and
//! skipped.

use std::io::{self, BufRead, Read as _};

use philidor::characters::decode;
use philidor_host::without_byte_order_mark;
use philidor_pgn::Place;

use crate::parts::chunk::{Chunk, Cut};
use crate::parts::found::Found;
use crate::parts::reading::{Judge, Reading};
use crate::parts::replay::Fault;
use crate::parts::variants::OwnGame;

/// The longest line, which is as long as the longest game of PGN.
const MAX_LINE: u64 = 64 << 20;

/// What DOS writes at the end of a text file.
pub(crate) const END_OF_FILE: u8 = 0x1a;

/// Whether a line is neither blank nor a comment.
pub(crate) fn says_something(line: &[u8]) -> bool {
    !matches!(line.trim_ascii().first(), None | Some(b'#' | &END_OF_FILE))
}

/// Reads the lines of a chunk and passes every game to `each`; a game that it refuses is reported as a bad line.
pub(crate) fn each_line(
    chunk: &Chunk<'_>,
    parse: &dyn Fn(&str) -> Result<OwnGame, Fault>,
    each: &mut Judge<'_>,
) -> Reading<()> {
    let mut reading = Reading::new(chunk, ());
    let mut place = chunk.places.start();
    for whole in chunk.bytes.split_inclusive(|byte| *byte == b'\n') {
        let line = if place.offset == 0 { without_byte_order_mark(whole) } else { whole };
        if says_something(line) {
            reading.games += 1;
            let text = decode(line.trim_ascii_end());
            let start = usize::try_from(place.offset - chunk.places.start().offset).unwrap_or_default();
            let text_of_line = line.trim_ascii();
            let found = Found { text: text_of_line, start, number: reading.games, fault: None, cuts: &[] };
            match parse(&text) {
                Ok(game) => {
                    let taken = each(game.borrowed(), &found);
                    reading.take(chunk.source, place, taken);
                }
                Err(Fault { at, reason }) => {
                    let fault = place.after(text.as_bytes().get(..at).unwrap_or_default());
                    reading.report_at(chunk.source, fault, &reason);
                }
            }
        }
        place = place.after(whole);
    }
    reading
}

/// Splits a file between lines.
pub(crate) struct LineChunks<R> {
    reader: R,
    /// The least size of a chunk.
    size: usize,
    place: Place,
    /// The error to return after the lines that were read before it.
    failure: Option<io::Error>,
}

impl<R: BufRead + Send> LineChunks<R> {
    pub(crate) fn new(reader: R, size: usize) -> LineChunks<R> {
        LineChunks { reader, size, place: Place::default(), failure: None }
    }

    /// Fills a buffer with a chunk and the rest of its last line.
    fn fill(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        self.reader.by_ref().take(self.size as u64).read_to_end(bytes)?;
        let rest = self.reader.by_ref().take(MAX_LINE).read_until(b'\n', bytes)?;
        if rest as u64 == MAX_LINE && !bytes.ends_with(b"\n") {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a line has more than 64 MiB"));
        }
        Ok(())
    }
}

impl<R: BufRead + Send> Cut for LineChunks<R> {
    fn next_chunk(&mut self, bytes: &mut Vec<u8>) -> io::Result<Option<Place>> {
        bytes.clear();
        if self.failure.is_none()
            && let Err(error) = self.fill(bytes)
        {
            let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
            bytes.truncate(whole);
            self.failure = Some(error);
        }
        if bytes.is_empty() {
            return self.failure.take().map_or(Ok(None), Err);
        }
        let start = self.place;
        self.place = start.after(bytes);
        Ok(Some(start))
    }
}
