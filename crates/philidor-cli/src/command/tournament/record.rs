//! The PGN of a match: continued, and written game by game, so that a kill loses none that is over.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, bail};
use philidor_engine::tournament::Resumption;

/// A file to which games are added.
pub(super) struct Record {
    file: File,
}

impl Record {
    /// A new file, or one that is to be continued, with its games.
    pub(super) fn open(path: &Path, resume: bool) -> anyhow::Result<(Record, Resumption)> {
        let name = || path.display().to_string();
        // A pipe or a device has no games, and reading it may never end.
        let bytes = match fs::metadata(path) {
            Ok(kind) if kind.is_file() => fs::read(path).with_context(name)?,
            _ => Vec::new(),
        };
        if !resume && !bytes.is_empty() {
            bail!("{} exists: --resume continues it", name());
        }
        let resumption = Resumption::read(&bytes).with_context(name)?;
        let file = File::options().create(true).append(true).open(path).with_context(name)?;
        // Half a game at the end, if the last run was killed at the wrong moment.
        if resumption.whole_bytes() < bytes.len() {
            file.set_len(resumption.whole_bytes() as u64).with_context(name)?;
        }
        Ok((Record { file }, resumption))
    }

    /// Adds a game, at once and as a whole.
    pub(super) fn add(&mut self, pgn: &str) -> io::Result<()> {
        self.file.write_all(pgn.as_bytes())?;
        self.file.flush()
    }
}
