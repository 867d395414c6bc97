//! A count of a suite that is not the expected one, and the verdict on all its counts: what `perft --suite` and
//! `verify` have in common.

use std::io;
use std::process::ExitCode;

use philidor_host::Visible;
use philidor_host::ending::INTERRUPTED;
use serde::Serialize;

use super::Entry;
use crate::quantity::Grouped;
use crate::terminal::output::Output;

/// A count that is not the expected one, as it is written for a program.
#[derive(Debug, Serialize)]
pub(crate) struct Mismatch {
    line: usize,
    name: String,
    fen: String,
    depth: u32,
    expected: u128,
    counted: u128,
}

impl Mismatch {
    /// A count of a position, which is in this line of its suite.
    pub(crate) fn new(line: usize, entry: &Entry, depth: u32, expected: u128, counted: u128) -> Mismatch {
        let (name, fen) = (entry.name.clone(), entry.position.to_string());
        Mismatch { line, name, fen, depth, expected, counted }
    }

    /// Writes it for people; the line has no end yet.
    pub(crate) fn write(&self, output: &mut Output<'_>) -> io::Result<()> {
        let Mismatch { line, name, depth, expected, counted, .. } = self;
        let bad = output.paint.bad();
        let (name, expected, counted) = (Visible(name), Grouped(*expected), Grouped(*counted));
        write!(
            output.writer,
            "{bad}line {line}{bad:#}: {name}, depth {depth}: expected {expected}, counted {counted}"
        )
    }
}

/// Writes `N passed, M failed` for people; the line has no end yet.
pub(crate) fn write_verdict(passed: usize, failed: usize, output: &mut Output<'_>) -> io::Result<()> {
    let paint = if failed == 0 { output.paint.good() } else { output.paint.bad() };
    write!(output.writer, "{paint}{passed} passed, {failed} failed{paint:#}")
}

/// The exit code of a suite with this many failures.
pub(crate) fn code(interrupted: bool, failed: usize) -> ExitCode {
    match (interrupted, failed) {
        (true, _) => ExitCode::from(INTERRUPTED),
        (false, 0) => ExitCode::SUCCESS,
        (false, _) => ExitCode::FAILURE,
    }
}
