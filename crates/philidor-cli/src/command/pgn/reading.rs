//! The outcome of reading one part of a file: what was made of its games, and the reports about them.

use std::fmt;
use std::io::Write;

use serde::Serialize;

use super::part::Part;

/// The outcome of reading one part of a file.
pub(super) struct Reading<T> {
    /// What `make` made of its games.
    pub(super) made: T,
    pub(super) games: u64,
    pub(super) bad_games: u64,
    /// Reports of bad games and warnings, one per line; as text they take little memory.
    pub(super) reports: Vec<u8>,
    pub(super) bytes: u64,
}

impl<T> Reading<T> {
    /// A part of which nothing has been read yet.
    pub(super) fn of(part: &Part<'_>, made: T) -> Reading<T> {
        Reading { made, games: 0, bad_games: 0, reports: Vec::new(), bytes: part.bytes.len() as u64 }
    }

    /// Reports a bad game with a line of text.
    pub(super) fn report(&mut self, line: fmt::Arguments<'_>) {
        self.bad_games += 1;
        self.warn(line);
    }

    /// Reports a bad game with an object.
    pub(super) fn report_json(&mut self, bad: &impl Serialize) {
        self.bad_games += 1;
        self.warn_json(bad);
    }

    /// Warns about a good game with a line of text.
    pub(super) fn warn(&mut self, line: fmt::Arguments<'_>) {
        // Writing to a vector cannot fail.
        let _ = writeln!(self.reports, "{line}");
    }

    /// Warns about a good game with an object.
    pub(super) fn warn_json(&mut self, good: &impl Serialize) {
        // As above.
        let _ = serde_json::to_writer(&mut self.reports, good);
        self.reports.push(b'\n');
    }
}
