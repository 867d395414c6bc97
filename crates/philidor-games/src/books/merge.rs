//! Several books as one: the weights of a move are added.
//!
//! ```text
//! a.bin    e4 300   d4 100                     e4 340
//! b.bin    e4  40   c4  20        together     d4 100
//!                                              c4  20
//! ```
//!
//! Where a sum does not fit in sixteen bits, the weights of its position are scaled down, and none becomes zero that
//! was not. All books are read side by side.

use std::cmp::Reverse;
use std::io::{self, Write};
use std::path::Path;

use philidor_books::BookEntry;
use philidor_host::WholeFile;

use super::book_file::{BookFile, BookFileError};

/// Writes the entries of several books as one book, and returns their number.
///
/// # Errors
///
/// A file is not a book, or cannot be read or written.
pub fn merge_books(paths: &[impl AsRef<Path>], out: &Path) -> Result<u64, MergeError> {
    let mut books = paths.iter().map(|path| BookFile::open(path.as_ref())).collect::<Result<Vec<_>, _>>()?;
    let mut file = WholeFile::create(out)?;
    let mut count = 0;
    while let Some(key) = books.iter().filter_map(BookFile::next_key).min() {
        let mut sums: Vec<SummedEntry> = Vec::new();
        for book in books.iter_mut().filter(|book| book.next_key() == Some(key)) {
            book.next_position()?.into_iter().for_each(|entry| add(&mut sums, entry));
        }
        for entry in weighted(sums) {
            file.write_all(&entry.to_bytes())?;
            count += 1;
        }
    }
    file.finish()?;
    Ok(count)
}

/// An entry whose weight may not fit in sixteen bits.
#[derive(Clone, Copy, Debug)]
struct SummedEntry {
    entry: BookEntry,
    weight: u64,
}

/// Adds an entry to those of its position. Of the learning data of a move, the first that is not 0 is kept.
fn add(sums: &mut Vec<SummedEntry>, entry: BookEntry) {
    match sums.iter_mut().find(|sum| sum.entry.mv == entry.mv) {
        None => sums.push(SummedEntry { entry, weight: entry.weight.into() }),
        Some(sum) => {
            sum.weight += u64::from(entry.weight);
            if sum.entry.learn == 0 {
                sum.entry.learn = entry.learn;
            }
        }
    }
}

/// The entries with weights that fit, in the order of books.
fn weighted(mut sums: Vec<SummedEntry>) -> Vec<BookEntry> {
    let most = sums.iter().map(|sum| sum.weight).max().unwrap_or_default();
    let limit = u64::from(u16::MAX);
    sums.sort_by_key(|sum| (Reverse(sum.weight), sum.entry.mv));
    let entry = |sum: SummedEntry| {
        let scaled =
            if most <= limit { sum.weight } else { (sum.weight * limit / most).max(1.min(sum.weight)) };
        BookEntry { weight: u16::try_from(scaled).unwrap_or(u16::MAX), ..sum.entry }
    };
    sums.into_iter().map(entry).collect()
}

/// Why books are not merged.
pub enum MergeError {
    /// One cannot be read.
    Book(BookFileError),
    /// The result cannot be written.
    Write(io::Error),
}

impl From<BookFileError> for MergeError {
    fn from(error: BookFileError) -> MergeError {
        MergeError::Book(error)
    }
}

impl From<io::Error> for MergeError {
    fn from(error: io::Error) -> MergeError {
        MergeError::Write(error)
    }
}

impl std::fmt::Display for MergeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MergeError::Book(error) => error.fmt(f),
            MergeError::Write(error) => error.fmt(f),
        }
    }
}

philidor::debug_is_the_sentence!(MergeError);

impl std::error::Error for MergeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            MergeError::Book(error) => error.source(),
            MergeError::Write(error) => error.source(),
        }
    }
}

#[cfg(test)]
mod tests {
    use philidor_books::BookMove;

    use super::*;

    #[test]
    fn weights_are_added_and_scaled_down() {
        let entry = |mv, weight, learn| BookEntry { key: 7, mv: BookMove(mv), weight, learn };
        let merged = |entries: &[BookEntry]| {
            let mut sums = Vec::new();
            entries.iter().for_each(|&entry| add(&mut sums, entry));
            weighted(sums)
        };
        assert_eq!(
            merged(&[entry(1, 300, 0), entry(2, 100, 5), entry(1, 40, 9), entry(3, 100, 0), entry(2, 0, 6)]),
            [entry(1, 340, 9), entry(2, 100, 5), entry(3, 100, 0)]
        );
        let scaled = merged(&[
            entry(1, 65_535, 0),
            entry(1, 65_535, 0),
            entry(2, 2, 0),
            entry(3, 1, 0),
            entry(4, 0, 0),
        ]);
        assert_eq!(scaled, [entry(1, 65_535, 0), entry(2, 1, 0), entry(3, 1, 0), entry(4, 0, 0)]);
    }
}
