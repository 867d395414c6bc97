//! The errors that end reading and writing.

use std::error::Error;
use std::fmt;
use std::io;

use philidor_host::{Several, Visible};

/// Why files were not read or written to the end.
pub enum FileError {
    /// A file cannot be opened, read or written.
    File(philidor_host::FileError),
    /// Files of different formats were to be written as one.
    DifferentFormats,
    /// Binary games would be written to a terminal, and the user has not insisted on that.
    BinaryForTerminal,
    /// What can be read only once, such as standard input or a pipe, would have to be read again.
    ReadTwice {
        /// Its path, or the name of the stream.
        name: String,
    },
    /// A file that is read more than once has changed in between.
    Changed,
    /// Games cannot be kept in a temporary file, or cannot be read from it.
    Temporary {
        /// Where the file was to be.
        folder: String,
        /// What the system says.
        error: io::Error,
    },
    /// A file that should be sorted is not.
    NotSorted {
        /// The file.
        name: String,
        /// The number, counting good games from 1, of the first game that should come before the one in front of it.
        number: u64,
    },
    /// A file would replace one of an earlier run.
    Exists(String),
    /// A file does not appear, since an input cannot be read to its end.
    NotWritten {
        /// The file.
        name: String,
    },
    /// An output would replace an input, and games of it would be lost.
    WouldLose {
        /// The output.
        name: String,
        /// How many games are bad or lost.
        games: u64,
    },
    /// An output would replace an input by games in another format.
    OtherFormat {
        /// The input.
        name: String,
    },
}

impl FileError {
    /// Whether what was asked for cannot be done with any content of the files.
    pub const fn is_wrong_usage(&self) -> bool {
        matches!(
            self,
            FileError::BinaryForTerminal | FileError::ReadTwice { .. } | FileError::OtherFormat { .. }
        )
    }
}

impl From<philidor_host::FileError> for FileError {
    fn from(error: philidor_host::FileError) -> FileError {
        FileError::File(error)
    }
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> FileError {
        FileError::File(error.into())
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::File(error) => error.fmt(f),
            FileError::DifferentFormats => {
                f.write_str("the files have different formats: `philidor pgn convert` makes one of them")
            }
            FileError::BinaryForTerminal => {
                f.write_str("binary games are not written to a terminal: -o FILE writes a file, -o - insists")
            }
            FileError::ReadTwice { name } => {
                let name = Visible(name);
                write!(f, "{name} can be read only once, and this needs it twice: give the name of a file")
            }
            FileError::Changed => f.write_str("a file has changed while it was read"),
            FileError::Temporary { folder, .. } => {
                write!(f, "cannot keep games in a temporary file in {}", Visible(folder))
            }
            FileError::NotSorted { name, number } => write!(
                f,
                "{} is not sorted: its good game {number} comes before the one in front of it; `philidor pgn sort` \
                 sorts it",
                Visible(name)
            ),
            FileError::NotWritten { name } => {
                write!(f, "{} is not written, since an input cannot be read to its end", Visible(name))
            }
            FileError::WouldLose { name, games } => {
                let games = Several((*games).into(), "game");
                write!(f, "{} stays as it was, since {games} of an input would be lost", Visible(name))
            }
            FileError::OtherFormat { name } => write!(
                f,
                "{}: an input is not replaced by games in another format: give the output another name",
                Visible(name)
            ),
            FileError::Exists(name) => {
                let name = Visible(name);
                write!(f, "{name} exists: remove the files of the earlier run or choose another prefix")
            }
        }
    }
}

philidor::debug_is_the_sentence!(FileError);

impl Error for FileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            FileError::Temporary { error, .. } => Some(error),
            // Such an error is shown as the file's own, so its source is that of the latter.
            FileError::File(error) => error.source(),
            _ => None,
        }
    }
}
