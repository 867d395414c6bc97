//! The main line of each game of chess, for programs that keep games in a form of their own.

use std::ops::ControlFlow;

use philidor::GameResult;
use philidor::{Move, Position};

use crate::error::FileError;
use crate::formats::any::try_each_replay;
use crate::parts::chunk::Chunk;
use crate::parts::files::Files;
use crate::parts::read_options::ReadOptions;
use crate::parts::replay::Replay;
use crate::reading::files::{Summary, read_files, report_aside};

/// The main line of a game of chess, with its tags and its result.
#[derive(Clone, Copy)]
pub struct GameRecord<'a>(&'a Replay);

impl std::fmt::Debug for GameRecord<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameRecord")
            .field("start", &self.start())
            .field("moves", &self.moves())
            .field("result", &self.result())
            .finish_non_exhaustive()
    }
}

impl<'a> GameRecord<'a> {
    /// The value of a tag, if the game has it.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&'a str> {
        self.0.tag(name)
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> Position {
        self.0.start()
    }

    /// The moves; those of a file that is read leniently may have [null moves](Move::is_null) among them.
    #[must_use]
    pub fn moves(&self) -> &'a [Move] {
        self.0.moves()
    }

    /// The result at the end of the moves.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.0.result
    }
}

/// Has `row` append to a buffer what is kept of each game, on several threads, and passes what it has appended to
/// `take`, game by game in the order of the files, until `take` breaks. A game of a variant counts as bad.
///
/// # Errors
///
/// What ends the reading. Files that cannot be read, and bad games, are reported on standard error and counted.
///
/// ```
/// use std::ops::ControlFlow;
/// use philidor_games::{Files, records};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("games.pgn");
/// std::fs::write(&path, "1. e4 e5 2. Nf3 *\n\n1. d4 1-0\n")?;
/// let files = Files { paths: vec![path], ..Files::default() };
/// let mut lengths = Vec::new();
/// let summary = records(&files, &|game, row| row.push(game.moves().len() as u8), &mut |row| {
///     lengths.extend_from_slice(row);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((summary.games, lengths), (2, vec![3, 1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn records(
    files: &Files,
    row: &(dyn Fn(&GameRecord<'_>, &mut Vec<u8>) + Sync),
    take: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<Summary, FileError> {
    let make = |chunk: &Chunk<'_>| {
        try_each_replay(chunk, Rows::default(), |game, _, rows| {
            row(&GameRecord(game.chess("and only games of chess are read")?), &mut rows.bytes);
            rows.ends.push(rows.bytes.len());
            Ok(Vec::new())
        })
    };
    read_files(files, ReadOptions::new(files), make, report_aside, |rows, _| {
        Ok(rows.iter().try_for_each(&mut *take))
    })
}

/// The rows of the games of a chunk, one after the other.
#[derive(Default)]
struct Rows {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Rows {
    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| self.bytes.get(start..end).unwrap_or_default())
    }
}
