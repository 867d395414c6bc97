//! The positions of a book, found by playing from a start: a key cannot be turned back into a position.
//!
//! ```text
//! start ── e4 in the book ── e5 in the book ── …
//!    └──── d4 in the book ── (not in the book) ── d5 ── in the book again
//! ```
//!
//! From each position that is found, all legal moves are tried, and all moves after those, so that a book with the
//! moves of one side alone is found as well. The moves of the book are tried first, then the replies to those that lead
//! out of it, and other moves only as long as something is missing. Entries that no such path reaches are left over.

use std::collections::{HashSet, VecDeque};
use std::ops::Range;
use std::path::Path;

use philidor::{Move, MoveList, Position};
use philidor_books::BookEntry;

use super::book_file::{BookFile, BookFileError};

/// The entries of a book in memory, in the order of their keys.
pub struct WalkedBook {
    entries: Vec<BookEntry>,
    /// Whether the position of each has been found.
    is_found: Vec<bool>,
    /// How many positions of entries have not been found.
    missing: usize,
}

/// What is left to be tried.
#[derive(Default)]
struct Frontier {
    book: Vec<Position>,
    /// Positions to which moves of the book lead, but out of it.
    replies: Vec<Position>,
    /// Positions of the book whose other moves have not been tried.
    others: VecDeque<Position>,
    /// Those whose other moves have been tried, but not the moves after those.
    beyond: VecDeque<Position>,
}

impl WalkedBook {
    /// Reads a book.
    ///
    /// # Errors
    ///
    /// The file is not a book, or cannot be read.
    pub fn read(path: &Path) -> Result<WalkedBook, BookFileError> {
        let mut file = BookFile::open(path)?;
        let mut entries = Vec::new();
        while file.next_key().is_some() {
            entries.extend(file.next_position()?);
        }
        Ok(WalkedBook::new(entries))
    }

    /// A book of entries that are in the order of their keys.
    fn new(entries: Vec<BookEntry>) -> WalkedBook {
        WalkedBook { is_found: vec![false; entries.len()], missing: entries.len(), entries }
    }

    /// How many entries it has.
    pub fn entry_count(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The entries of a position, unless it has been found before; empty if there are none.
    fn missing(&self, position: &Position) -> Range<usize> {
        let key = position.polyglot_key();
        let start = self.entries.partition_point(|entry| entry.key < key);
        if self.is_found.get(start).is_none_or(|is_found| *is_found) {
            return start..start;
        }
        let same = self.entries.iter().skip(start).take_while(|entry| entry.key == key);
        start..start + same.count()
    }

    /// Passes the positions that are found from a start to `each`, with their entries, depth first.
    ///
    /// # Errors
    ///
    /// The first error that `each` returns.
    pub fn take_found<E>(
        &mut self,
        start: &Position,
        mut each: impl FnMut(&Position, &[BookEntry]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut open = Frontier { book: vec![*start], replies: vec![*start], ..Frontier::default() };
        // Positions out of the book whose moves have been tried.
        let mut tried = HashSet::new();
        while self.missing > 0 {
            if let Some(position) = open.book.pop() {
                let found = self.missing(&position);
                let entries = self.entries.get(found.clone()).unwrap_or_default();
                if entries.is_empty() {
                    continue;
                }
                each(&position, entries)?;
                let moves: Vec<Move> =
                    entries.iter().filter_map(|entry| entry.mv.legal_in(&position)).collect();
                self.missing -= found.len();
                self.is_found.get_mut(found).into_iter().flatten().for_each(|is_found| *is_found = true);
                for mv in moves.into_iter().rev() {
                    let after = after(&position, mv);
                    let is_missing = !self.missing(&after).is_empty();
                    if is_missing { open.book.push(after) } else { open.replies.push(after) }
                }
                open.others.push_back(position);
            } else if let Some(position) = open.replies.pop() {
                if tried.insert(position.polyglot_key()) {
                    self.try_moves(&position, &mut open.book);
                }
            } else if let Some(position) = open.others.pop_front() {
                self.try_moves(&position, &mut open.book);
                open.beyond.push_back(position);
            } else if let Some(position) = open.beyond.pop_front() {
                for mv in position.legal_moves() {
                    let after = after(&position, mv);
                    if tried.insert(after.polyglot_key()) {
                        self.try_moves(&after, &mut open.book);
                    }
                }
            } else {
                break;
            }
        }
        Ok(())
    }

    /// Adds the positions to which a legal move leads and that are in the book, but have not been found.
    fn try_moves(&self, position: &Position, open: &mut Vec<Position>) {
        let moves: MoveList = position.legal_moves();
        let found = moves.into_iter().map(|mv| after(position, mv));
        open.extend(found.filter(|after| !self.missing(after).is_empty()));
    }

    /// The entries of positions that were not found, by key.
    pub fn left_over(&self) -> impl Iterator<Item = &BookEntry> {
        let entries = self.entries.iter().zip(&self.is_found);
        entries.filter(|(_, is_found)| !**is_found).map(|(entry, _)| entry)
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut after = *position;
    after.play_unchecked(mv);
    after
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use philidor_books::BookBuilder;

    use super::*;

    /// How many positions are found of a book of single moves, and how many entries are left over.
    fn walked(lines: &[&[&str]], is_kept: impl Fn(usize, usize) -> bool) -> (usize, usize) {
        let mut builder = BookBuilder::new().min_games(0);
        for (line, moves) in lines.iter().enumerate() {
            let mut position = Position::default();
            for (ply, san) in moves.iter().enumerate() {
                let mv = position.parse_san(san).expect("legal");
                if is_kept(line, ply) {
                    builder.add(&position, mv, 1).expect("room");
                }
                position.play_unchecked(mv);
            }
        }
        let entries = builder.build();
        let entries = entries.as_chunks().0.iter().map(|&bytes| BookEntry::from_bytes(bytes)).collect();
        let mut book = WalkedBook::new(entries);
        let mut found = 0;
        let Ok(()) = book.take_found(&Position::default(), |_, _| {
            found += 1;
            Ok::<(), Infallible>(())
        });
        (found, book.left_over().count())
    }

    #[test]
    fn positions_are_found_by_moves_of_the_book_and_by_others() {
        let one: &[&str] = &["e4", "e5", "Nf3", "Nc6", "Bb5"];
        let other: &[&str] = &["e4", "c5", "Nf3", "d6", "d4"];
        assert_eq!(walked(&[one, other], |_, _| true), (8, 0));
        assert_eq!(walked(&[one, other], |_, ply| ply % 2 == 0), (5, 0), "White's moves");
        assert_eq!(walked(&[one, other], |_, ply| ply % 2 == 1), (3, 0), "Black's moves");
        assert_eq!(walked(&[one, other], |line, ply| line == 0 || ply != 1), (8, 0), "a reply is missing");
        let far = |line, ply| line == 0 && ply == 0 || line == 1 && ply == 2;
        assert_eq!(walked(&[&["d4"], other], far), (2, 0), "two moves from d4's position");
        assert_eq!(walked(&[one], |_, ply| ply == 0 || ply > 3), (1, 1), "too far");
    }
}
