//! Parts of tables: a number of games for a file of each table. The numbers of the games alone decide where to cut.
//!
//! ```text
//! chunks   |·······|········|·······|······|        a megabyte of whole games
//! parts    |··············|··············|··        up to a number of games or bytes
//!                         └ part 1: starts in the second chunk, whose first games are those of part 0
//! ```
//!
//! A part becomes one table before it is written, so that its bytes do not depend on where chunks ended, which may
//! differ when an import resumes after a kill.

use std::sync::Arc;

use anyhow::{Context, Result};
use arrow::array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use arrow::compute::concat_batches;

use super::chunk::Read;
use super::table::{self, Reject, signed};

/// The bytes of games that fill a part: no column may be too long for its offsets.
const PART_BYTES: u64 = 256 << 20;

/// Where reading resumes after a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Checkpoint {
    /// The number of the file, from 0.
    pub(super) file: usize,
    /// Offset in the unpacked file of the chunk that has the next game or ends before it.
    pub(super) offset: u64,
    /// The number of the first game of that chunk.
    pub(super) first_game: u64,
    /// The number of the next game.
    pub(super) next_game: u64,
}

impl Checkpoint {
    /// Where reading begins. Games are numbered from 1.
    pub(super) const START: Checkpoint = Checkpoint { file: 0, offset: 0, first_game: 1, next_game: 1 };
}

/// Some rows of games from one chunk.
struct Piece {
    games: RecordBatch,
    ids: Vec<i64>,
    file_name: Arc<str>,
}

/// Games and rejects for one file each.
pub(super) struct Part {
    pub(super) number: u32,
    pieces: Vec<Piece>,
    pub(super) rejects: Vec<Reject>,
    /// The number of games, counting bad ones, and their bytes.
    games: u32,
    pub(super) bytes: u64,
    /// Where reading resumes.
    pub(super) next: Checkpoint,
    pub(super) is_last: bool,
}

impl Part {
    fn new(number: u32, next: Checkpoint) -> Part {
        Part { number, pieces: Vec::new(), rejects: Vec::new(), games: 0, bytes: 0, next, is_last: false }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.rejects.is_empty()
    }

    /// The table of the good games.
    pub(super) fn table(&self) -> Result<RecordBatch> {
        let placed: Result<Vec<RecordBatch>> = self.pieces.iter().map(Piece::placed).collect();
        concat_batches(&table::games(), &placed?).context("a part of the games is too large")
    }
}

impl Piece {
    fn placed(&self) -> Result<RecordBatch> {
        let ids: ArrayRef = Arc::new(Int64Array::from(self.ids.clone()));
        let names = std::iter::repeat_n(&*self.file_name, self.ids.len());
        let files: ArrayRef = Arc::new(StringArray::from_iter_values(names));
        table::placed(ids, files, &self.games)
    }
}

/// Cuts the rows of chunks into parts.
pub(super) struct Cutter {
    part_games: u32,
    part: Part,
    /// Where the first chunk begins, if part of it was done before.
    resumed: Option<Checkpoint>,
    next_game: u64,
}

impl Cutter {
    /// A cutter that begins with this part at this place.
    pub(super) fn new(part_games: u32, number: u32, from: Checkpoint) -> Cutter {
        Cutter { part_games, part: Part::new(number, from), resumed: Some(from), next_game: from.next_game }
    }

    /// Takes the rows of the next chunk, and passes on each part that is full.
    pub(super) fn take(&mut self, read: &Read, mut full: impl FnMut(Part)) {
        let first_game = self.resumed.take().map_or(self.next_game, |resumed| resumed.first_game);
        // The part before already has these games.
        let wanted = usize::try_from(self.next_game - first_game).unwrap_or(usize::MAX);
        let mut from = wanted;
        for number in wanted..read.lengths.len() {
            self.part.games += 1;
            self.part.bytes += read.lengths.get(number).copied().unwrap_or_default();
            self.next_game += 1;
            if self.part.games >= self.part_games || self.part.bytes >= PART_BYTES {
                self.add(read, first_game, from..number + 1);
                from = number + 1;
                let next = Part::new(self.part.number + 1, self.part.next);
                full(std::mem::replace(&mut self.part, next));
            }
        }
        self.add(read, first_game, from..usize::MAX);
    }

    /// Adds the games with a range of numbers in a chunk.
    fn add(&mut self, read: &Read, first_game: u64, range: std::ops::Range<usize>) {
        let row = |number: usize| read.numbers.partition_point(|&known| known < number);
        let rows = row(range.start)..row(range.end);
        let numbers = read.numbers.get(rows.clone()).unwrap_or_default();
        if !numbers.is_empty() {
            self.part.pieces.push(Piece {
                games: read.games.slice(rows.start, rows.len()),
                ids: numbers.iter().map(|&number| signed(first_game + number as u64)).collect(),
                file_name: Arc::clone(&read.file_name),
            });
        }
        let is_in = |reject: &&Reject| reject.game.is_none_or(|number| range.contains(&(number as usize)));
        let placed = |reject: &Reject| Reject {
            game: reject.game.map(|number| first_game + number),
            ..reject.clone()
        };
        self.part.rejects.extend(read.rejects.iter().filter(is_in).map(placed));
        self.part.next =
            Checkpoint { file: read.file, offset: read.offset, first_game, next_game: self.next_game };
    }

    /// The number of games so far.
    pub(super) fn games(&self) -> u64 {
        self.next_game - 1
    }

    /// The last part, which may be empty.
    pub(super) fn finish(mut self) -> Part {
        self.part.is_last = true;
        self.part
    }
}
