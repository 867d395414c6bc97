//! The engine's own opening book, `OwnBook` and `BookFile`: a Polyglot book, held in memory.

use std::fs::File;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};

use philidor::{Game, Move};
use philidor_books::Book;
use philidor_engine::{OptionError, SearchLimits, UciOption};
use philidor_host::{Grouped, read_whole};

/// Whether moves come from the book.
const OWN_BOOK: &str = "OwnBook";

/// The path of the book.
const BOOK_FILE: &str = "BookFile";

/// The limit of a book in bytes, which memory has to hold: 33 million entries.
const LONGEST: u64 = 512 << 20;

/// A book that is asked before the engine, once a user has turned it on and has named a file.
#[derive(Default)]
pub(super) struct OwnBook {
    is_on: bool,
    book: Option<Book<Vec<u8>>>,
    /// What people should know.
    notices: Vec<String>,
}

impl OwnBook {
    pub(super) fn options() -> [UciOption; 2] {
        [UciOption::check(OWN_BOOK, false), UciOption::text(BOOK_FILE, "")]
    }

    /// Sets an option of the book; `None` if the book has no such option.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Option<Result<(), OptionError>> {
        let option = OwnBook::options().into_iter().find(|option| option.is_named(name))?;
        Some(option.accept(value).and_then(|value| match option.name.as_str() {
            OWN_BOOK => {
                self.is_on = value == "true";
                Ok(())
            }
            _ => self.set_file(option.name, value),
        }))
    }

    /// Reads another book; none, if the path is empty.
    fn set_file(&mut self, name: String, path: String) -> Result<(), OptionError> {
        if path.is_empty() {
            self.book = None;
            return Ok(());
        }
        match read(&path) {
            Ok(book) => {
                let entries = if book.len() == 1 { "entry" } else { "entries" };
                self.notices.push(format!("{path} has {} {entries}", Grouped(book.len() as u128)));
                self.book = Some(book);
                Ok(())
            }
            Err(reason) => Err(OptionError::Unusable { name, text: path, reason }),
        }
    }

    pub(super) fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// A move of the book, chosen at random by the weights. None for an analysis, a search for a mate, or while the
    /// engine ponders.
    pub(super) fn choose(&self, game: &Game, limits: &SearchLimits) -> Option<Move> {
        let is_game = !limits.infinite && !limits.ponder && limits.mate.is_none();
        let book = self.book.as_ref().filter(|_| self.is_on && is_game)?;
        let random = RandomState::new().build_hasher().finish();
        book.choose(game.position(), random).filter(|&mv| limits.allows(mv))
    }
}

fn read(path: &str) -> Result<Book<Vec<u8>>, String> {
    let bytes =
        File::open(path).and_then(|file| read_whole(file, LONGEST)).map_err(|error| error.to_string())?;
    let book = Book::new(bytes).map_err(|error| error.to_string())?;
    if book.is_sorted() { Ok(book) } else { Err("its entries are not sorted by their keys".to_owned()) }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_book_without_end_is_refused() {
        let set = OwnBook::default().set_option(BOOK_FILE, "/dev/zero").expect("an option of the book");
        let error = set.expect_err("no end").to_string();
        assert!(error.contains("it has more than 512 MiB, the limit"), "{error}");
    }
}
