//! A book, read from its file position by position, since a book may have gigabytes.

use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use philidor_books::BookEntry;
use philidor_host::Visible;

/// The longest book in bytes; the largest in use have a few hundred millions.
const LONGEST: u64 = 4 << 30;

/// How much is read at a time.
const BLOCK: usize = 1 << 16;

/// No position has that many entries.
const MAX_ENTRIES_OF_KEY: usize = 4096;

/// Why a file is not a book, or cannot be read.
pub enum BookFileError {
    /// It cannot be read.
    Read {
        /// The file.
        name: String,
        /// What the system says.
        error: io::Error,
    },
    /// It is not a book.
    NoBook {
        /// The file.
        name: String,
        /// Why.
        fault: BookFault,
    },
}

/// How a file fails to be a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookFault {
    /// Its number of bytes, which is not a multiple of the 16 bytes of a record.
    Length(u64),
    /// It has more bytes than any book.
    TooLong,
    /// Keys do not ascend.
    NotSorted,
    /// A position has more entries than moves.
    TooManyEntries,
}

impl fmt::Display for BookFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookFault::Length(length) => {
                write!(f, "a book has records of 16 bytes, and {length} is not a multiple of that")
            }
            BookFault::TooLong => write!(f, "it has more than {} MiB, the limit", LONGEST >> 20),
            BookFault::NotSorted => {
                f.write_str("not a Polyglot book, since its entries are not sorted by key")
            }
            BookFault::TooManyEntries => write!(
                f,
                "not a Polyglot book: more than {MAX_ENTRIES_OF_KEY} entries of one position, the limit"
            ),
        }
    }
}

impl fmt::Display for BookFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookFileError::Read { name, .. } => write!(f, "cannot read {}", Visible(name)),
            BookFileError::NoBook { name, fault } => write!(f, "{}: {fault}", Visible(name)),
        }
    }
}

philidor::debug_is_the_sentence!(BookFileError);

impl Error for BookFileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            BookFileError::Read { error, .. } => Some(error),
            BookFileError::NoBook { .. } => None,
        }
    }
}

/// A book that is being read.
pub struct BookFile<R = File> {
    name: String,
    reader: BufReader<R>,
    length: u64,
    /// The entry with which the next position begins.
    next: Option<BookEntry>,
}

impl BookFile {
    /// Opens a book.
    ///
    /// # Errors
    ///
    /// What the system reports, or what is wrong with the first entry.
    pub fn open(path: &Path) -> Result<BookFile, BookFileError> {
        let name = path.display().to_string();
        let opened = File::open(path).and_then(|file| Ok((file.metadata()?.len(), file)));
        match opened {
            // Reported first, since it says the most about files of other kinds.
            Ok((length, _)) if !length.is_multiple_of(BookEntry::BYTES as u64) => {
                Err(BookFileError::NoBook { name, fault: BookFault::Length(length) })
            }
            Ok((_, file)) => BookFile::new(name, file),
            Err(error) => Err(BookFileError::Read { name, error }),
        }
    }
}

impl<R: Read> BookFile<R> {
    pub(crate) fn new(name: String, reader: R) -> Result<BookFile<R>, BookFileError> {
        let reader = BufReader::with_capacity(BLOCK, reader);
        let mut file = BookFile { name, reader, length: 0, next: None };
        file.next = file.entry()?;
        Ok(file)
    }

    /// The key of the next position; `None` at the end.
    pub fn next_key(&self) -> Option<u64> {
        self.next.map(|entry| entry.key)
    }

    /// The entries of the next position, in their order; none at the end.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not a book.
    pub fn next_position(&mut self) -> Result<Vec<BookEntry>, BookFileError> {
        let mut entries = Vec::new();
        while let Some(entry) = self.next {
            if entries.first().is_some_and(|first: &BookEntry| first.key != entry.key) {
                break;
            }
            entries.push(entry);
            if entries.len() > MAX_ENTRIES_OF_KEY {
                return Err(self.fault(BookFault::TooManyEntries));
            }
            self.next = self.entry()?;
            if self.next.is_some_and(|next| next.key < entry.key) {
                return Err(self.fault(BookFault::NotSorted));
            }
        }
        Ok(entries)
    }

    /// The next entry.
    fn entry(&mut self) -> Result<Option<BookEntry>, BookFileError> {
        let mut bytes = [0; BookEntry::BYTES];
        let mut read = 0;
        while let Some(rest) = bytes.get_mut(read..).filter(|rest| !rest.is_empty()) {
            match self.reader.read(rest) {
                Ok(0) => break,
                Ok(length) => read += length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(BookFileError::Read { name: self.name.clone(), error }),
            }
        }
        self.length += read as u64;
        if self.length > LONGEST {
            return Err(self.fault(BookFault::TooLong));
        }
        match read {
            0 => Ok(None),
            BookEntry::BYTES => Ok(Some(BookEntry::from_bytes(bytes))),
            _ => {
                // The length of the whole file may show what it is.
                let rest =
                    io::copy(&mut (&mut self.reader).take(LONGEST), &mut io::sink()).unwrap_or_default();
                Err(self.fault(BookFault::Length(self.length + rest)))
            }
        }
    }

    fn fault(&self, fault: BookFault) -> BookFileError {
        BookFileError::NoBook { name: self.name.clone(), fault }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(keys: &[u64]) -> Vec<u8> {
        keys.iter().flat_map(|&key| (u128::from(key) << 64).to_be_bytes()).collect()
    }

    fn positions(bytes: impl Read) -> Result<Vec<(u64, usize)>, String> {
        let text = |error: BookFileError| error.to_string();
        let mut file = BookFile::new("b".to_owned(), bytes).map_err(text)?;
        let mut positions = Vec::new();
        while let Some(key) = file.next_key() {
            positions.push((key, file.next_position().map_err(text)?.len()));
        }
        Ok(positions)
    }

    #[test]
    fn a_book_is_sorted_whole_and_ends() {
        assert_eq!(positions(&*records(&[1, 7, 7, 9])), Ok(vec![(1, 1), (7, 2), (9, 1)]));
        assert_eq!(positions(&b""[..]), Ok(vec![]));
        assert!(positions(&*records(&[9, 7])).is_err_and(|error| error.contains("not sorted")));
        assert!(positions(&records(&[7])[1..]).is_err_and(|error| error.contains("15 is not a multiple")));
        let endless = positions(io::repeat(0)).expect_err("no end");
        assert!(endless.contains("more than 4096 entries"), "{endless}");
    }
}
