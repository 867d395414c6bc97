//! The PGN of a match: continued, and written game by game, so that a kill loses none that is over.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use philidor::Position;
use philidor_host::{Cut, Several, append_alone, note, read_whole};
use philidor_pgn::GameTree;
use philidor_uci::tournament::Resumption;

/// The longest file that is continued: about half a million games.
const LONGEST: u64 = 1 << 30;

/// A file to which games are added.
pub(super) struct Record {
    file: File,
    path: PathBuf,
    /// How long the file is, and how many of these bytes are whole games.
    lengths: [u64; 2],
    /// The line feeds that the last game lacks.
    missing: usize,
}

/// The first line of each game.
fn opening(event: &str) -> String {
    let mut tree = GameTree::new(Position::default());
    // Every event is a value that a tag can have, or else no game is written.
    let _ = tree.tags.set("Event", event);
    tree.to_string().split_inclusive('\n').next().unwrap_or_default().to_owned()
}

impl Record {
    /// A new file, or one that is to be continued, with its games. Nothing of it is changed yet, and no other match
    /// writes into it as long as this one does.
    pub(super) fn open(path: &Path, resume: bool, event: &str) -> anyhow::Result<(Record, Resumption)> {
        let name = || path.display().to_string();
        let file = append_alone(path).with_context(name)?;
        // A pipe or a device has no games, and reading it may never end.
        let known = file.metadata().with_context(name)?;
        let bytes = if known.is_file() && known.len() > 0 {
            ensure!(resume, "{} exists: --resume continues it", name());
            read_whole(&file, LONGEST).with_context(name)?
        } else {
            Vec::new()
        };
        let resumption = Resumption::read(&bytes).with_context(name)?;
        resumption.expect_event(event).with_context(name)?;
        let torn = bytes.get(resumption.whole_bytes()..).unwrap_or_default();
        let opening = opening(event);
        ensure!(
            torn.starts_with(opening.as_bytes()) || opening.as_bytes().starts_with(torn),
            "{}: what it ends with, {}, does not begin as a game of the event `{event}` does",
            name(),
            Several(torn.len() as u128, "byte")
        );
        let ends = |end: &[u8]| bytes.ends_with(end);
        let missing = if bytes.is_empty() || !torn.is_empty() || ends(b"\n\n") {
            0
        } else {
            2 - usize::from(ends(b"\n"))
        };
        let lengths = [bytes.len(), resumption.whole_bytes()].map(|length| length as u64);
        Ok((Record { file, path: path.to_owned(), lengths, missing }, resumption))
    }

    /// Cuts half a game at the end, if the last run was killed at the wrong moment. It is known to belong to this
    /// match.
    pub(super) fn cut(&mut self) -> anyhow::Result<()> {
        let [length, whole] = self.lengths;
        let name = || self.path.display().to_string();
        self.file.write_all(&b"\n\n"[..self.missing]).with_context(name)?;
        if whole < length {
            self.file.set_len(whole).with_context(name)?;
            note(&format!("{}: {}", self.path.display(), Cut { bytes: length - whole, of: "a game" }));
        }
        Ok(())
    }

    /// Adds a game, at once and as a whole.
    pub(super) fn add(&mut self, pgn: &str) -> io::Result<()> {
        self.file.write_all(pgn.as_bytes())?;
        self.file.flush()
    }
}
