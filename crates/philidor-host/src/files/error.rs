//! Why a file cannot be opened, read or written.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};

use crate::text::Visible;

/// Why a file was not read or written to the end.
#[derive(Debug)]
pub enum FileError {
    /// A file cannot be opened.
    Open {
        /// The file.
        name: String,
        /// What the system says.
        error: io::Error,
    },
    /// A file cannot be read.
    Read {
        /// The file.
        name: String,
        /// What the system says.
        error: io::Error,
    },
    /// Results cannot be written.
    Write(io::Error),
}

impl FileError {
    /// Whether the reader of the results has closed the pipe, as `| head` does.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, FileError::Write(error) if error.kind() == ErrorKind::BrokenPipe)
    }

    /// Whether a FEN was given in place of the name of a file: eight ranks, blanks, and no such file.
    pub fn is_fen(&self) -> bool {
        match self {
            FileError::Open { name, error } | FileError::Read { name, error } => {
                let has_form = name.contains(' ') && name.matches('/').count() == 7;
                has_form && error.kind() == ErrorKind::NotFound
            }
            FileError::Write(_) => false,
        }
    }
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> FileError {
        FileError::Write(error)
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Open { name, .. } | FileError::Read { name, .. } if self.is_fen() => {
                let name = Visible(name);
                write!(f, "`{name}` is a FEN, not a file; pipe it: echo '{name}', and `-` as the file")
            }
            FileError::Open { name, .. } => write!(f, "cannot open {}", Visible(name)),
            FileError::Read { name, .. } => write!(f, "cannot read {}", Visible(name)),
            FileError::Write(error) => error.fmt(f),
        }
    }
}

impl Error for FileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            FileError::Open { .. } | FileError::Read { .. } if self.is_fen() => None,
            FileError::Open { error, .. } | FileError::Read { error, .. } => Some(error),
            // Such an error is shown as the system's error itself, so its source is that of the latter.
            FileError::Write(error) => error.source(),
        }
    }
}
