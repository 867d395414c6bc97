//! Parts of a file of games: each has whole games, and its place in the file.

use std::io::{self, Read};
use std::num::NonZero;
use std::ops::ControlFlow;

use philidor::pgn::{ChunkPlaces, Chunks, Lost, Place};
use philidor_host::pipeline;

use super::format::Format;
use super::read_options::ReadOptions;

/// The name and the format of a file, and how it is read.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) format: Format,
    pub(crate) options: ReadOptions,
}

/// Some whole games of a file.
pub(crate) struct Part<'a> {
    /// The file they come from.
    pub(crate) source: &'a Source,
    /// Where their bytes are.
    pub(crate) places: ChunkPlaces,
    /// What was passed over before them.
    pub(crate) lost: Option<Lost>,
    pub(crate) bytes: &'a [u8],
}

impl Part<'_> {
    /// How many bytes of the file it stands for.
    pub(crate) fn len(&self) -> u64 {
        self.bytes.len() as u64 + self.places.left_out()
    }
}

/// The places of a part in it or in its file, to be asked for in order.
pub(crate) struct Places<'a> {
    pub(crate) part: &'a Part<'a>,
    at: usize,
    /// The place in the part.
    place: Place,
}

impl<'a> Places<'a> {
    pub(crate) fn new(part: &'a Part<'a>) -> Places<'a> {
        Places { part, at: 0, place: Place::default() }
    }

    /// The place in the part of an offset, or of the last offset asked for if that is larger.
    pub(crate) fn in_part(&mut self, at: usize) -> Place {
        self.place = self.place.after(self.part.bytes.get(self.at..at).unwrap_or_default());
        self.at = self.at.max(at);
        self.place
    }

    /// The same in the file.
    pub(crate) fn in_file(&mut self, at: usize) -> Place {
        let place = self.in_part(at);
        self.part.places.place_in_file(place)
    }
}

/// Splits a file between games.
pub(crate) trait Cut: Send {
    /// Replaces the contents of a buffer by the next part, and returns where in the file it begins; `None` at the end.
    /// A read error comes after the whole games that were read before it.
    fn next_part(&mut self, bytes: &mut Vec<u8>) -> io::Result<Option<Place>>;

    /// Where the bytes of the part are that was read last and begins at a place.
    fn take_places(&mut self, start: Place) -> ChunkPlaces {
        ChunkPlaces::from(start)
    }

    /// What was passed over before the part that was read last, or at the end.
    fn take_lost(&mut self) -> Option<Lost> {
        None
    }
}

impl<R: Read + Send> Cut for Chunks<R> {
    fn next_part(&mut self, bytes: &mut Vec<u8>) -> io::Result<Option<Place>> {
        self.next_chunk(bytes)
    }

    fn take_places(&mut self, _: Place) -> ChunkPlaces {
        Chunks::take_places(self)
    }

    fn take_lost(&mut self) -> Option<Lost> {
        Chunks::take_lost(self)
    }
}

/// The next part with what was passed over before it; at the end there may be an empty part that only has that.
pub(crate) fn next_part(
    cut: &mut dyn Cut,
    bytes: &mut Vec<u8>,
) -> io::Result<Option<(ChunkPlaces, Option<Lost>)>> {
    let places = cut.next_part(bytes)?.map(|start| cut.take_places(start));
    let lost = cut.take_lost();
    Ok(places.or(lost.map(|lost| lost.end.into())).map(|places| (places, lost)))
}

/// Reads a file, works on each part with a number of threads, and passes the results to `take` in order, until it
/// breaks or the file ends.
///
/// A read error comes after everything that was read before it.
pub(crate) fn run<T: Send>(
    source: &Source,
    cut: &mut dyn Cut,
    threads: NonZero<usize>,
    work: impl Fn(&Part<'_>) -> T + Sync,
    take: impl FnMut(T) -> io::Result<ControlFlow<()>>,
) -> io::Result<()> {
    let work = |(places, lost), bytes: &[u8]| work(&Part { source, places, lost, bytes });
    pipeline::run(|bytes: &mut Vec<u8>| next_part(cut, bytes), threads, work, take)
}
