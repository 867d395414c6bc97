//! What is wrong with a record of a file, and at which byte.

use std::error::Error;
use std::fmt;
use std::io;

use super::Format;

/// A game or position that cannot be read.
#[non_exhaustive]
pub struct DataError {
    /// The format of the file.
    pub format: Format,
    /// The number of the record, counted from 1.
    pub record: u64,
    /// The byte of the file where the record begins.
    pub begin: u64,
    /// The byte that is wrong; it is the same where the whole record is.
    pub offset: u64,
    /// What is wrong.
    pub kind: DataErrorKind,
}

/// What can be wrong with a record.
#[derive(Debug)]
#[non_exhaustive]
pub enum DataErrorKind {
    /// The file could not be read.
    Io(io::Error),
    /// The file ends within the record.
    Torn,
    /// These bytes are not a position; the text says why.
    Board(String),
    /// A move is not legal.
    IllegalMove {
        /// Which half-move of the game, counted from 1.
        number: usize,
    },
    /// A line is not `FEN | score | result`; the text says why.
    Text(String),
    /// A block of binpack does not begin as one, ends within a game, or is cut off by the end of the file.
    Block(String),
}

impl DataErrorKind {
    /// Whether nothing can be read after it.
    pub(super) const fn is_last(&self) -> bool {
        matches!(self, DataErrorKind::Io(_) | DataErrorKind::Torn)
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DataError { format, record, offset, kind, .. } = self;
        write!(f, "{} {record}, byte {offset}: ", format.noun())?;
        match kind {
            DataErrorKind::Io(error) => write!(f, "{error}"),
            DataErrorKind::Torn => write!(f, "the file ends within this {}", format.noun()),
            DataErrorKind::Board(text) => write!(f, "no position: {text}"),
            DataErrorKind::IllegalMove { number } => write!(f, "half-move {number} is not legal"),
            DataErrorKind::Text(text) | DataErrorKind::Block(text) => f.write_str(text),
        }
    }
}

philidor::debug_is_the_sentence!(DataError);

impl Error for DataError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            DataErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}
