//! Which files of games are read, and how: what a user asks for.

use std::num::NonZero;
use std::path::PathBuf;

use philidor_pgn::Letters;

use super::format::Format;

/// Files of games, and how they are read.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// Packed or not; `-` is standard input.
    pub paths: Vec<PathBuf>,
    /// How many threads; by default one for each core.
    pub threads: Option<NonZero<usize>>,
    /// The format of all files; by default each is recognized.
    pub from: Option<Format>,
    /// Whether faulty games of PGN are kept up to their fault.
    pub lenient: bool,
    /// The letters of the pieces in PGN.
    pub letters: Letters,
    /// Whether comments in braces may contain others.
    pub nested_comments: bool,
}
