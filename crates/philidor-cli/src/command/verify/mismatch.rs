//! A count of a suite that is not the expected one.

use std::io;

use philidor_host::Visible;
use serde::Serialize;

use philidor_program::quantity::Grouped;
use philidor_program::suite::Entry;
use philidor_program::terminal::output::Output;

/// A count that is not the expected one, as it is written for a program.
#[derive(Debug, Serialize)]
pub(super) struct Mismatch {
    line: usize,
    name: String,
    fen: String,
    depth: u32,
    expected: u128,
    counted: u128,
}

impl Mismatch {
    /// A count of a position, which is in this line of its suite.
    pub(super) fn new(line: usize, entry: &Entry, depth: u32, expected: u128, counted: u128) -> Mismatch {
        let (name, fen) = (entry.name.clone(), entry.position.to_string());
        Mismatch { line, name, fen, depth, expected, counted }
    }

    /// Writes it for people; the line has no end yet.
    pub(super) fn write(&self, output: &mut Output<'_>) -> io::Result<()> {
        let Mismatch { line, name, depth, expected, counted, .. } = self;
        let bad = output.paint.bad();
        let (name, expected, counted) = (Visible(name), Grouped(*expected), Grouped(*counted));
        write!(
            output.writer,
            "{bad}line {line}{bad:#}: {name}, depth {depth}: expected {expected}, counted {counted}"
        )
    }
}
