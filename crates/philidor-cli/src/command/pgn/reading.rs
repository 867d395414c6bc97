//! What became of one part of a file: what was made of its games, and what is to be reported of them.

use std::fmt;
use std::io::Write;

use serde::Serialize;

use super::part::Part;

/// What became of one part of a file.
pub(super) struct Reading<T> {
    /// What was made of its games.
    pub(super) made: T,
    pub(super) games: u64,
    pub(super) bad_games: u64,
    /// The bad games and the warnings, a line each: as text they take no more room than it does.
    pub(super) told: Vec<u8>,
    pub(super) bytes: u64,
}

impl<T> Reading<T> {
    /// A part of which nothing is read yet.
    pub(super) fn of(part: &Part<'_>, made: T) -> Reading<T> {
        Reading { made, games: 0, bad_games: 0, told: Vec::new(), bytes: part.bytes.len() as u64 }
    }

    /// Tells of a bad game with a line of text.
    pub(super) fn tell(&mut self, line: fmt::Arguments<'_>) {
        self.bad_games += 1;
        self.warn(line);
    }

    /// Tells of a bad game with an object.
    pub(super) fn tell_json(&mut self, bad: &impl Serialize) {
        self.bad_games += 1;
        self.warn_json(bad);
    }

    /// Tells of a good game with a line of text.
    pub(super) fn warn(&mut self, line: fmt::Arguments<'_>) {
        // A vector takes everything.
        let _ = writeln!(self.told, "{line}");
    }

    /// Tells of a good game with an object.
    pub(super) fn warn_json(&mut self, good: &impl Serialize) {
        // As above.
        let _ = serde_json::to_writer(&mut self.told, good);
        self.told.push(b'\n');
    }
}
