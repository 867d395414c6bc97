#![doc = include_str!("../README.md")]
#![no_std]
#![deny(missing_docs, unsafe_code)]

extern crate alloc;

// `entry.rs`: one record. `builder.rs`: a book made from games. `forms.rs`: records through serde.
mod builder;
mod entry;
#[cfg(feature = "serde")]
mod forms;

pub use builder::{BookBuilder, BookGameError};
pub use entry::{BookEntry, BookMove};

use alloc::vec::Vec;
use core::fmt;

use philidor::{Move, Position};

/// A book over bytes in memory, read or mapped: `&[u8]`, `Vec<u8>`, or another owner of bytes.
///
/// It never panics, whatever the bytes. Records with moves that are not legal in the position are skipped, which also
/// protects against two positions with the same key.
#[derive(Clone, Copy, Debug, Default)]
pub struct Book<B> {
    bytes: B,
}

impl<B: AsRef<[u8]>> Book<B> {
    /// A book over these bytes. Only their number is checked: [`is_sorted`](Book::is_sorted) checks the order, since it
    /// has to read them all.
    ///
    /// # Errors
    ///
    /// If the bytes are not a whole number of records.
    pub fn new(bytes: B) -> Result<Book<B>, BookError> {
        match bytes.as_ref().len() {
            length if length % BookEntry::BYTES == 0 => Ok(Book { bytes }),
            length => Err(BookError { length }),
        }
    }

    /// The number of records.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records().len()
    }

    /// Whether there are no records.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records().is_empty()
    }

    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// All records, in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = BookEntry> + DoubleEndedIterator {
        self.records().iter().map(|record| BookEntry::from_bytes(*record))
    }

    /// Whether the keys ascend, as they must for all positions to be found.
    #[must_use]
    pub fn is_sorted(&self) -> bool {
        self.iter().is_sorted_by_key(|entry| entry.key)
    }

    /// The records with a key, in the order of the file.
    pub fn entries_with_key(&self, key: u64) -> impl Iterator<Item = BookEntry> {
        let records = self.records();
        let first = records.partition_point(|record| BookEntry::from_bytes(*record).key < key);
        let entries = records.get(first..).unwrap_or_default().iter();
        entries.map(|record| BookEntry::from_bytes(*record)).take_while(move |entry| entry.key == key)
    }

    /// The moves for a position, each with its record, in the order of the file. Where several records have a move, as
    /// castling written e1h1 and e1g1, it comes with the first of them and the sum of their weights.
    pub fn entries_of(&self, position: &Position) -> impl Iterator<Item = (Move, BookEntry)> {
        let mut found: Vec<(Move, BookEntry)> = Vec::new();
        for (mv, entry) in self.legal_records(position) {
            match found.iter_mut().find(|(known, _)| *known == mv) {
                Some((_, known)) => known.weight = known.weight.saturating_add(entry.weight),
                None => found.push((mv, entry)),
            }
        }
        found.into_iter()
    }

    /// The records with moves that are legal in a position.
    fn legal_records(&self, position: &Position) -> impl Iterator<Item = (Move, BookEntry)> {
        let position = *position;
        let entries = self.entries_with_key(position.polyglot_key());
        entries.filter_map(move |entry| Some((entry.mv.legal_in(&position)?, entry)))
    }

    /// A move for a position, chosen with a probability proportional to its weight; `random` is a uniformly random
    /// number. `None` if no record with a weight above zero has a legal move.
    ///
    /// The numbers are assigned in the order of the file, so the same number always gives the same move.
    #[must_use]
    pub fn choose(&self, position: &Position, random: u64) -> Option<Move> {
        let total: u64 = self.legal_records(position).map(|(_, entry)| u64::from(entry.weight)).sum();
        // Scaled down rather than divided: this has no bias toward small remainders, and uses the high bits, which are
        // the best ones.
        let mut left = ((u128::from(random) * u128::from(total)) >> u64::BITS) as u64;
        for (mv, entry) in self.legal_records(position) {
            let weight = u64::from(entry.weight);
            match left.checked_sub(weight) {
                Some(rest) => left = rest,
                None => return Some(mv),
            }
        }
        None
    }

    /// The move with the greatest weight, the first if several have it. `None` as for [`choose`](Book::choose).
    #[must_use]
    pub fn best(&self, position: &Position) -> Option<Move> {
        let mut best: Option<(Move, u16)> = None;
        for (mv, BookEntry { weight, .. }) in self.entries_of(position) {
            if weight > best.map_or(0, |(_, greatest)| greatest) {
                best = Some((mv, weight));
            }
        }
        best.map(|(mv, _)| mv)
    }

    fn records(&self) -> &[[u8; BookEntry::BYTES]] {
        self.bytes.as_ref().as_chunks().0
    }
}

/// The error for bytes that are not a book: their number is not a multiple of 16.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BookError {
    /// The number of bytes.
    pub length: usize,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a book has records of 16 bytes, and {} is not a multiple of that", self.length)
    }
}

impl core::error::Error for BookError {}

philidor::debug_is_the_sentence!(BookError, BookGameError);
