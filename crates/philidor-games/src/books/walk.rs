//! The positions of a book, found by playing from a start: a key cannot be turned back into a position.
//!
//! ```text
//! start ── e4 in the book ── e5 in the book ── …
//!    └──── d4 in the book ── (not in the book) ── d5 ── in the book again
//! ```
//!
//! From each position that is found all legal moves are tried, and one move beyond, so that a book with the moves of one
//! side is found as well. What no such path leads to is left over.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use philidor::polyglot::BookEntry;
use philidor::{MoveList, Position};

use super::book_file::{BookFile, BookFileError};

/// The entries of a book in memory, by their keys.
pub struct WalkedBook {
    entries: BTreeMap<u64, Vec<BookEntry>>,
}

impl WalkedBook {
    /// Reads a book.
    ///
    /// # Errors
    ///
    /// The file is not a book, or cannot be read.
    pub fn read(path: &Path) -> Result<WalkedBook, BookFileError> {
        let mut file = BookFile::open(path)?;
        let mut entries = BTreeMap::new();
        while let Some(key) = file.next_key() {
            entries.insert(key, file.next_position()?);
        }
        Ok(WalkedBook { entries })
    }

    /// Takes the positions that are found from a start, with their entries, the first line to its end first.
    ///
    /// # Errors
    ///
    /// The first one that `each` returns.
    pub fn take_found<E>(
        &mut self,
        start: &Position,
        mut each: impl FnMut(&Position, &[BookEntry]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut seen = HashSet::from([start.polyglot_key()]);
        // Each with whether the one before it was in the book.
        let mut open = vec![(*start, true)];
        while let Some((position, may_go_on)) = open.pop() {
            let entries = self.entries.remove(&position.polyglot_key());
            if let Some(entries) = &entries {
                each(&position, entries)?;
            }
            if entries.is_none() && !may_go_on {
                continue;
            }
            let mut next = Vec::new();
            let is_found = entries.is_some();
            for mv in ordered(&position, entries.unwrap_or_default()) {
                let mut after = position;
                after.play(mv);
                let key = after.polyglot_key();
                if (is_found || self.entries.contains_key(&key)) && seen.insert(key) {
                    next.push((after, is_found));
                }
            }
            open.extend(next.into_iter().rev());
        }
        Ok(())
    }

    /// The entries of positions that were not found, by key.
    pub fn left_over(&self) -> impl Iterator<Item = &BookEntry> {
        self.entries.values().flatten()
    }
}

/// The legal moves of a position, those of the book first and in its order.
fn ordered(position: &Position, entries: Vec<BookEntry>) -> Vec<philidor::Move> {
    let mut moves: Vec<_> = entries.iter().filter_map(|entry| entry.mv.legal_in(position)).collect();
    let all: MoveList = position.legal_moves();
    for mv in all {
        if !moves.iter().any(|known| known.digest() == mv.digest()) {
            moves.push(mv);
        }
    }
    moves
}
