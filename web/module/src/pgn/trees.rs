//! Games, as trees, from bytes that arrive piece by piece.
//!
//! The library cuts what has arrived into chunks of whole games and keeps the rest, so that a stream of any length
//! takes the memory of a game or of a chunk. A source that has nothing yet is asked again later.

use alloc::string::String;
use alloc::vec::Vec;

use philidor::GamePosition;
use philidor_pgn::{ChunkPlaces, Chunks, Limits, PgnError, Place, Reader, Source, TreeBuilder};

use super::once::read_once;
use super::tree_json;

/// The size of the chunks that a long text is cut into: each fits into the cache.
const CHUNK: usize = 128 << 10;

/// How many games are read before they are asked for.
const AHEAD: usize = 32;

/// What has arrived, how much of it was read, and whether more comes.
#[derive(Default)]
pub(crate) struct Arrived {
    bytes: Vec<u8>,
    read: usize,
    is_complete: bool,
}

/// The error of a source that has nothing yet: more comes later.
#[derive(Debug)]
pub(crate) struct Later;

impl Arrived {
    /// Chunks of whole games from what will arrive.
    pub(crate) fn chunks(limits: Limits) -> Chunks<Arrived> {
        Chunks::new(Arrived::default()).with_size(CHUNK).with_limits(limits).without_long_blanks()
    }

    /// Appends bytes that have arrived.
    pub(crate) fn push(&mut self, bytes: &[u8], is_last: bool) {
        self.bytes.extend_from_slice(bytes);
        self.is_complete |= is_last;
    }
}

impl Source for Arrived {
    type Error = Later;

    fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, Later> {
        let rest = self.bytes.get(self.read..).unwrap_or_default();
        if rest.is_empty() && !self.is_complete {
            return Err(Later);
        }
        let length = rest.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..length), rest.get(..length)) {
            to.copy_from_slice(from);
        }
        self.read += length;
        if self.read == self.bytes.len() {
            self.bytes.clear();
            self.read = 0;
        }
        Ok(length)
    }
}

/// The games of chunks. Some are read ahead, and of these the next one is the last.
pub(crate) struct Trees<P: GamePosition> {
    builder: TreeBuilder<P>,
    read: Place,
    places: ChunkPlaces,
    ahead: Vec<Result<String, PgnError>>,
    limits: Limits,
}

/// The limits of who reads games, whose purpose is a sum: 3 for a lenient reader, 6 for moves that are read strictly.
pub(crate) fn limits(purpose: u32) -> Limits {
    if matches!(purpose, 3 | 9) { Limits::new().lenient() } else { Limits::new() }
}

impl<P: GamePosition> Trees<P> {
    pub(crate) fn new(purpose: u32) -> Trees<P> {
        let (read, places, ahead) = (Place::default(), ChunkPlaces::default(), Vec::new());
        let builder = TreeBuilder::for_positions();
        let builder = if purpose >= 6 { builder.with_strict_moves() } else { builder };
        Trees { builder, read, places, ahead, limits: limits(purpose) }
    }
}

impl<P: GamePosition> Trees<P> {
    /// The next game as JSON; `None` until more arrives, or at the end.
    pub(crate) fn next_game(
        &mut self,
        chunks: &mut Chunks<Arrived>,
        chunk: &mut Vec<u8>,
    ) -> Option<Result<String, PgnError>> {
        let Trees { builder, read, places, ahead, limits } = self;
        loop {
            if let Some(game) = ahead.pop() {
                return Some(game);
            }
            let rest = chunk.get(read.offset as usize..).unwrap_or_default();
            if rest.is_empty() {
                match chunks.next_chunk(chunk) {
                    Ok(Some(_)) => (*read, *places) = (Place::default(), chunks.take_places()),
                    _ => return None,
                }
                continue;
            }
            let mut reader = Reader::with_limits(rest, *limits);
            while ahead.len() < AHEAD
                && let Some(game) = read_once(&mut reader, builder)
            {
                let in_file = |error: PgnError| places.error_in_file(error.shifted(*read));
                let faults: Vec<PgnError> = reader.take_cuts().into_iter().map(in_file).collect();
                let json = game.map(|()| tree_json::tree(&builder.take(), &faults));
                ahead.push(json.map_err(in_file));
            }
            let end = if ahead.is_empty() { rest.len() } else { reader.offset() };
            *read = read.after(rest.get(..end).unwrap_or_default());
            ahead.reverse();
        }
    }
}
