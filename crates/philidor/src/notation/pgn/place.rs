//! Places in a file: offsets while all goes well, lines and columns once somebody has to be told.

use memchr::{memchr_iter, memrchr};

/// A place in a file. Lines end with a line feed, whether or not a carriage return is before it.
///
/// ```
/// use philidor::pgn::Place;
/// let place = Place::default().after("1. e4\n1... é".as_bytes());
/// assert_eq!(place, Place { offset: 13, line: 2, column: 7 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Bytes from the start of the file.
    pub offset: u64,
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in characters of UTF-8; in Latin-1 nearly every byte counts as one.
    pub column: u64,
}

impl Default for Place {
    /// The start of a file.
    fn default() -> Place {
        Place { offset: 0, line: 1, column: 1 }
    }
}

impl Place {
    /// The place behind bytes that begin here.
    #[must_use]
    pub fn after(self, bytes: &[u8]) -> Place {
        let lines = memchr_iter(b'\n', bytes).count() as u64;
        let (column, rest) = match memrchr(b'\n', bytes) {
            Some(newline) => (1, bytes.get(newline + 1..).unwrap_or_default()),
            None => (self.column, bytes),
        };
        // What continues a character of UTF-8 is told by its top bits alone, so that counts of parts add up.
        let characters = rest.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
        Place {
            offset: self.offset + bytes.len() as u64,
            line: self.line + lines,
            column: column + characters as u64,
        }
    }
}
