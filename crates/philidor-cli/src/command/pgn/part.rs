//! Parts of a file of games: each has some whole games and its place in the file.

use std::io::{self, Read};
use std::num::NonZero;
use std::ops::ControlFlow;

use philidor::pgn::{Chunks, Place};
use philidor_files::pipeline;

use crate::args::Form;

/// The target size of a part.
pub(super) const PART: usize = 1 << 20;

/// The target size of a part that is worked on by the thread that read it: several fit into the cache of a core.
const OWN_PART: usize = 128 << 10;

/// The target size of a part for a number of threads.
pub(super) fn part_size(threads: NonZero<usize>) -> usize {
    if threads.get() == 1 { OWN_PART } else { PART }
}

/// The name and the form of a file.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) form: Form,
}

/// Some whole games of a file.
pub(super) struct Part<'a> {
    /// The file they come from.
    pub(super) source: &'a Source,
    /// Where they begin.
    pub(super) place: Place,
    pub(super) bytes: &'a [u8],
}

/// Splits a file between games.
pub(super) trait Cut: Send {
    /// Replaces the contents of a buffer by the next part, and returns where in the file it begins; `None` at the end.
    /// A read error comes after the whole games that were read before it.
    fn next_part(&mut self, bytes: &mut Vec<u8>) -> io::Result<Option<Place>>;
}

impl<R: Read + Send> Cut for Chunks<R> {
    fn next_part(&mut self, bytes: &mut Vec<u8>) -> io::Result<Option<Place>> {
        self.next_chunk(bytes)
    }
}

/// Reads a file, works on each part with a number of threads, and passes the results to `take` in order, until it
/// breaks or the file ends.
///
/// A read error comes after everything that was read before it.
pub(super) fn run<T: Send>(
    source: &Source,
    cut: &mut dyn Cut,
    threads: NonZero<usize>,
    work: impl Fn(&Part<'_>) -> T + Sync,
    take: impl FnMut(T) -> io::Result<ControlFlow<()>>,
) -> io::Result<()> {
    let work = |place, bytes: &[u8]| work(&Part { source, place, bytes });
    pipeline::run(|bytes: &mut Vec<u8>| cut.next_part(bytes), threads, work, take)
}
