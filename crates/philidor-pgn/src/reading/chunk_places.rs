//! Where the bytes of a chunk are in the file, even if some were left out.

use alloc::vec::Vec;

use crate::error::PgnError;
use crate::lost::Lost;
use crate::place::Place;

/// Where the bytes of a chunk are in the file: all after its start, unless long blanks were left out of it (see
/// [`Chunks::without_long_blanks`](super::Chunks::without_long_blanks)).
///
/// ```
/// use philidor_pgn::{ChunkPlaces, Place};
/// let places = ChunkPlaces::from(Place { offset: 100, line: 8, column: 1 });
/// assert_eq!(places.place_in_file(Place::default().after(b"1. e4\n")), Place { offset: 106, line: 9, column: 1 });
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChunkPlaces {
    start: Place,
    /// In the order of the file.
    gaps: Vec<Gap>,
    left_out: u64,
}

/// Where bytes are missing in a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Gap {
    /// The place in the chunk.
    at: Place,
    /// The place in the file after what is missing.
    end: Place,
}

impl From<Place> for ChunkPlaces {
    /// The places of a chunk that begins at a place and has all its bytes.
    fn from(start: Place) -> ChunkPlaces {
        ChunkPlaces { start, ..ChunkPlaces::default() }
    }
}

impl ChunkPlaces {
    /// Notes that bytes are missing at a place in the chunk, and which place in the file is the next.
    pub(super) fn add_gap(&mut self, at: Place, end: Place) {
        self.left_out += end.offset - self.place_in_file(at).offset;
        self.gaps.push(Gap { at, end });
    }

    /// Where the chunk begins.
    #[must_use]
    pub const fn start(&self) -> Place {
        self.start
    }

    /// How many bytes were left out.
    #[must_use]
    pub const fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The place in the file of a place in the chunk.
    #[must_use]
    pub fn place_in_file(&self, place: Place) -> Place {
        let gap = self.gaps.iter().rev().find(|gap| gap.at.offset <= place.offset);
        let Some(&Gap { at, end }) = gap else { return place.shifted(self.start) };
        let column = (place.column + end.column).saturating_sub(at.column);
        Place {
            offset: place.offset - at.offset + end.offset,
            line: place.line - at.line + end.line,
            column: if place.line == at.line { column } else { place.column },
        }
    }

    /// An error of a reader of the chunk, as one of the file.
    ///
    /// ```
    /// use philidor_pgn::{ChunkPlaces, Place, check};
    /// let places = ChunkPlaces::from(Place { offset: 100, line: 8, column: 1 });
    /// check(b"1. e5 *", |error| {
    ///     let error = places.error_in_file(error);
    ///     assert_eq!((error.offset, error.line, error.column, error.game_offset), (103, 8, 4, 100));
    /// });
    /// ```
    #[must_use]
    pub fn error_in_file(&self, mut error: PgnError) -> PgnError {
        // The columns of these two are not needed.
        let line_start = |offset, line| self.place_in_file(Place { offset, line, column: 1 });
        let game = line_start(error.game_offset, error.game_line);
        let next = line_start(error.next_offset, error.next_line);
        let place =
            self.place_in_file(Place { offset: error.offset, line: error.line, column: error.column });
        (error.offset, error.line, error.column) = (place.offset, place.line, place.column);
        (error.game_offset, error.game_line) = (game.offset, game.line);
        (error.next_offset, error.next_line) = (next.offset, next.line);
        error
    }

    /// What a reader of the chunk passed over, as in the file.
    #[must_use]
    pub fn lost_in_file(&self, lost: Lost) -> Lost {
        Lost::new(self.place_in_file(lost.start), self.place_in_file(lost.end), lost.games)
    }
}
