//! How games are read.

use std::num::NonZero;

use philidor_pgn::{Letters, Limits};

use super::files::Files;
use super::format::Format;

/// The target size of a chunk.
const CHUNK: usize = 1 << 20;

/// The target size of a chunk that is worked on by the thread that read it: several fit into the cache of a core.
const OWN_CHUNK: usize = 128 << 10;

/// How games are read.
#[derive(Clone, Copy)]
pub(crate) struct ReadOptions {
    /// Whether faulty games are kept up to their fault.
    pub(crate) lenient: bool,
    pub(crate) letters: Letters,
    pub(crate) limits: Limits,
    /// Whether bad games are reported as objects.
    pub(crate) json: bool,
    /// Whether each game is a chunk of its own, since it takes longer than a chunk of a file takes to read.
    pub(crate) by_game: bool,
    /// The format that all files have to have, if there is one: that of the output which replaces one of them.
    pub(crate) only: Option<Format>,
}

/// How deep comments may nest, if they do.
const NESTING: usize = 64;

impl ReadOptions {
    pub(crate) fn new(files: &Files) -> ReadOptions {
        let limits = Limits::new().with_comment_nesting(if files.nested_comments { NESTING } else { 1 });
        let limits = if files.lenient { limits.lenient() } else { limits };
        let Files { lenient, letters, .. } = *files;
        ReadOptions { lenient, letters, limits, json: false, by_game: false, only: None }
    }

    /// The target size of a chunk of PGN for a number of threads.
    pub(crate) fn size_of_pgn(self, threads: NonZero<usize>) -> usize {
        match threads.get() {
            _ if self.by_game => 1,
            1 => OWN_CHUNK,
            _ => CHUNK,
        }
    }

    /// The target size of a chunk of any other format.
    pub(crate) fn size(self) -> usize {
        if self.by_game { 1 } else { CHUNK }
    }
}
