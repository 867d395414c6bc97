//! Files of games written one after another, as splitting makes them.
//!
//! None replaces another file. Files left over from an earlier run with more files would look like part of this one, so
//! a run with the same names is refused.

use std::io::Write;
use std::path::{Path, PathBuf};

use philidor_host::WholeFile;
use serde::Serialize;

use crate::error::FileError;
use crate::formats::binary;
use crate::parts::format::Format;

/// A file that was written.
#[derive(Clone, Debug, Serialize)]
pub struct GameFile {
    /// Its name.
    pub file: String,
    /// How many games it has.
    pub games: u64,
}

/// The files, of which one is open at a time.
#[derive(Default)]
pub(super) struct FileSeries {
    open: Option<WholeFile>,
    /// All of them, the open one last.
    written: Vec<GameFile>,
}

impl FileSeries {
    /// How many files have been begun.
    pub(super) fn len(&self) -> usize {
        self.written.len()
    }

    /// How many games the open file has; `None` before the first file.
    pub(super) fn games(&self) -> Option<u64> {
        self.written.last().map(|file| file.games)
    }

    /// Finishes the open file and begins another.
    pub(super) fn begin(&mut self, path: &Path, format: Format) -> Result<(), FileError> {
        self.finish_open()?;
        refuse_existing(path)?;
        let mut file = WholeFile::create(path)?;
        if format == Format::Binary {
            file.write_all(binary::HEAD)?;
        }
        self.open = Some(file);
        self.written.push(GameFile { file: path.display().to_string(), games: 0 });
        Ok(())
    }

    /// Writes a game to the open file.
    pub(super) fn write(&mut self, text: &[u8]) -> Result<(), FileError> {
        if let (Some(file), Some(written)) = (&mut self.open, self.written.last_mut()) {
            file.write_all(text)?;
            written.games += 1;
        }
        Ok(())
    }

    fn finish_open(&mut self) -> Result<(), FileError> {
        Ok(self.open.take().map_or(Ok(()), WholeFile::finish)?)
    }

    /// All files, the open one included.
    pub(super) fn finish(mut self) -> Result<Vec<GameFile>, FileError> {
        self.finish_open()?;
        Ok(self.written)
    }

    /// The files before the open one, which is removed: it would look whole.
    pub(super) fn abandon_open(mut self) -> Vec<GameFile> {
        if self.open.take().is_some() {
            self.written.pop();
        }
        self.written
    }
}

/// An error if a file exists.
pub(super) fn refuse_existing(path: &Path) -> Result<(), FileError> {
    if path.try_exists()? { Err(FileError::Exists(path.display().to_string())) } else { Ok(()) }
}

/// The path of a file of games whose name begins with a prefix: `part-0001.pgn` for `part` and `0001`.
pub(super) fn path_of(prefix: &Path, name: &str, format: Format) -> PathBuf {
    let extension = match format {
        Format::Pgn => "pgn",
        Format::Json => "json",
        Format::Uci => "uci",
        Format::Epd | Format::Fen => "epd",
        Format::Binary => "bin",
    };
    let mut path = prefix.as_os_str().to_owned();
    path.push(format!("-{name}.{extension}"));
    PathBuf::from(path)
}
