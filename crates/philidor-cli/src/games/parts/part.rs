//! Parts of a file of games: each has some whole games and its place in the file.

use std::io::{self, Read};
use std::num::NonZero;
use std::ops::ControlFlow;

use philidor::pgn::{ChunkPlaces, Chunks, Letters, Limits, Lost, PgnError, Place};
use philidor_host::pipeline;

use crate::args::{FilesArgs, Form};

/// The target size of a part.
const PART: usize = 1 << 20;

/// The target size of a part that is worked on by the thread that read it: several fit into the cache of a core.
const OWN_PART: usize = 128 << 10;

/// How games are read: as the user asks for.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    /// Whether faulty games are kept up to their fault.
    pub(crate) lenient: bool,
    pub(crate) letters: Letters,
    pub(crate) limits: Limits,
    /// Whether bad games are reported as objects.
    pub(crate) json: bool,
    /// Whether each game is a part of its own, since it takes longer than a part of a file takes to read.
    pub(crate) by_game: bool,
}

/// How deep comments may nest, if they do.
const NESTING: usize = 64;

impl Manner {
    pub(crate) fn of(files: &FilesArgs) -> Manner {
        let limits = Limits::new().with_comment_nesting(if files.nested_comments { NESTING } else { 1 });
        let limits = if files.lenient { limits.lenient() } else { limits };
        Manner { lenient: files.lenient, letters: files.letters, limits, json: false, by_game: false }
    }

    /// The target size of a part of PGN for a number of threads.
    pub(crate) fn size_of_pgn(self, threads: NonZero<usize>) -> usize {
        match threads.get() {
            _ if self.by_game => 1,
            1 => OWN_PART,
            _ => PART,
        }
    }

    /// The target size of a part of any other form.
    pub(crate) fn size(self) -> usize {
        if self.by_game { 1 } else { PART }
    }
}

/// The name and the form of a file, and how it is read.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) form: Form,
    pub(crate) manner: Manner,
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

/// A game in a part, good or kept in spite of a fault.
pub(crate) struct Found<'a> {
    /// In PGN from its first tag, or the comments before the first game, to the comments after its result; otherwise its
    /// line or its record.
    pub(crate) text: &'a [u8],
    /// Its number in the part, from 1, counting bad games.
    pub(crate) number: u64,
    /// What is wrong with it, if it is kept all the same.
    pub(crate) fault: Option<&'a PgnError>,
    /// What is wrong with its variations that were cut.
    pub(crate) cuts: &'a [PgnError],
}

impl Found<'_> {
    /// Whether nothing is wrong with it.
    pub(crate) fn is_whole(&self) -> bool {
        self.fault.is_none() && self.cuts.is_empty()
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
fn next_part(cut: &mut dyn Cut, bytes: &mut Vec<u8>) -> io::Result<Option<(ChunkPlaces, Option<Lost>)>> {
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
