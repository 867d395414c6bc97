//! Chunks of a file of games: each has whole games, and its place in the file.

use std::io::{self, Read};
use std::num::NonZero;
use std::ops::ControlFlow;

use philidor_host::pipeline;
use philidor_pgn::{ChunkPlaces, Chunks, Lost, Place};

use super::format::Format;
use super::read_options::ReadOptions;

/// The name and the format of a file, and how it is read.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) format: Format,
    pub(crate) options: ReadOptions,
}

/// Some whole games of a file.
pub(crate) struct Chunk<'a> {
    /// The file they come from.
    pub(crate) source: &'a Source,
    /// Where their bytes are.
    pub(crate) places: ChunkPlaces,
    /// What was passed over before them.
    pub(crate) lost: Option<Lost>,
    pub(crate) bytes: &'a [u8],
}

impl Chunk<'_> {
    /// How many bytes of the file it stands for.
    pub(crate) fn len(&self) -> u64 {
        self.bytes.len() as u64 + self.places.left_out()
    }
}

/// Finds the places of offsets, in a chunk or in its file. The offsets have to be asked for in ascending order.
pub(crate) struct Places<'a> {
    pub(crate) chunk: &'a Chunk<'a>,
    at: usize,
    /// The place in the chunk.
    place: Place,
}

impl<'a> Places<'a> {
    pub(crate) fn new(chunk: &'a Chunk<'a>) -> Places<'a> {
        Places { chunk, at: 0, place: Place::default() }
    }

    /// The place of an offset in the chunk, or that of the last offset asked for if that is larger.
    pub(crate) fn in_chunk(&mut self, at: usize) -> Place {
        self.place = self.place.after(self.chunk.bytes.get(self.at..at).unwrap_or_default());
        self.at = self.at.max(at);
        self.place
    }

    /// The same in the file.
    pub(crate) fn in_file(&mut self, at: usize) -> Place {
        let place = self.in_chunk(at);
        self.chunk.places.place_in_file(place)
    }
}

/// Splits a file between games.
pub(crate) trait Cut: Send {
    /// Replaces the contents of a buffer by the next chunk, and returns where in the file it begins; `None` at the end.
    /// A read error comes after the whole games that were read before it.
    fn next_chunk(&mut self, bytes: &mut Vec<u8>) -> io::Result<Option<Place>>;

    /// Where the bytes of the chunk that was read last are in the file; it begins at `start`.
    fn take_places(&mut self, start: Place) -> ChunkPlaces {
        ChunkPlaces::from(start)
    }

    /// What was passed over before the chunk that was read last, or at the end.
    fn take_lost(&mut self) -> Option<Lost> {
        None
    }
}

impl<R: Read + Send> Cut for Chunks<R> {
    fn next_chunk(&mut self, bytes: &mut Vec<u8>) -> io::Result<Option<Place>> {
        Chunks::next_chunk(self, bytes)
    }

    fn take_places(&mut self, _: Place) -> ChunkPlaces {
        Chunks::take_places(self)
    }

    fn take_lost(&mut self) -> Option<Lost> {
        Chunks::take_lost(self)
    }
}

/// The next chunk with what was passed over before it; at the end there may be an empty chunk that only has that.
pub(crate) fn next_chunk(
    cut: &mut dyn Cut,
    bytes: &mut Vec<u8>,
) -> io::Result<Option<(ChunkPlaces, Option<Lost>)>> {
    let places = cut.next_chunk(bytes)?.map(|start| cut.take_places(start));
    let lost = cut.take_lost();
    Ok(places.or(lost.map(|lost| lost.end.into())).map(|places| (places, lost)))
}

/// Reads a file, works on each chunk with a number of threads, and passes the results to `take` in order, until it
/// breaks or the file ends.
///
/// A read error comes after everything that was read before it.
pub(crate) fn run<T: Send>(
    source: &Source,
    cut: &mut dyn Cut,
    threads: NonZero<usize>,
    work: impl Fn(&Chunk<'_>) -> T + Sync,
    take: impl FnMut(T) -> io::Result<ControlFlow<()>>,
) -> io::Result<()> {
    let work = |(places, lost), bytes: &[u8]| work(&Chunk { source, places, lost, bytes });
    pipeline::run(|bytes: &mut Vec<u8>| next_chunk(cut, bytes), threads, work, take)
}
