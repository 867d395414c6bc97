//! The suites that `verify` and `hunt` are given: files, in which names and FENs are read as arguments are.
//!
//! `philidor-suites` reads their lines; `format.rs` recognizes files of another format.

mod format;

use std::io::{Cursor, Read};
use std::path::Path;

use crate::positions::{Door, read_fen, read_position};
use anyhow::{Context, bail, ensure};
use philidor::Position;
use philidor::perft::perft;
use philidor_host::{Input, Visible, note, read_whole};
pub use philidor_suites::{Entry, SuiteLimits, quoted};
use serde::Serialize;

use crate::quantity::Several;
use crate::terminal::output::Output;

/// How much of a file is looked at before the rest is read.
const BEGINNING: u64 = 1 << 16;

/// Limits of a suite in bytes and lines: each line may become a position, or a sentence that says why not.
const LONGEST: u64 = 64 << 20;
const MAX_LINES: usize = 1 << 19;

/// A suite, read.
pub struct Suite {
    /// As it is in its file.
    pub text: Vec<u8>,
    /// Its positions, and its lines that cannot be read.
    pub entries: NumberedEntries,
}

/// The positions of a suite with the numbers of their lines, and the lines that cannot be read.
pub type NumberedEntries = Vec<(usize, Result<Entry, String>)>;

/// A line that cannot be read, as it is written for a program.
#[derive(Serialize)]
pub struct Unreadable<'a> {
    /// Its number.
    pub line: usize,
    /// Why it cannot be read.
    pub error: &'a str,
}

impl Suite {
    /// A whole suite, from a file or standard input. A file of another format is refused as a whole, and so is one of
    /// which no line can be read, however many it has.
    pub fn read(path: &Path, door: Door) -> anyhow::Result<Suite> {
        let suite = Suite::parse(bytes(path)?, door);
        if let Some((line, Err(error))) = suite.entries.first()
            && suite.entries.iter().all(|(_, entry)| entry.is_err())
        {
            bail!("no line of {} is a position with counts; line {line}: {}", path.display(), Visible(error));
        }
        Ok(suite)
    }

    /// The suite without the counts beyond the limits, even where the file has smaller numbers than there are leaves:
    /// each tree is counted ply by ply, and where one has too many leaves, deeper counts are left out with a note.
    pub fn within(mut self, limits: SuiteLimits) -> Suite {
        for (line, entry) in &mut self.entries {
            let Ok(entry) = entry else { continue };
            entry.counts.retain(|&(depth, leaves)| limits.admit(depth, leaves));
            let Some((ply, limit)) = limits.leaves.and_then(|limit| Some((overflow(entry, limit)?, limit)))
            else {
                continue;
            };
            entry.counts.retain(|&(depth, _)| {
                if depth > ply {
                    note(&format!(
                        "line {line}: depth {depth} is left out: at depth {ply} there are more than {}",
                        Several(limit.into(), "leaf")
                    ));
                }
                depth <= ply
            });
        }
        self
    }

    /// The suite that a text holds.
    pub fn parse(text: Vec<u8>, door: Door) -> Suite {
        let lines =
            philidor_suites::Suite::read_with(&text, &|text: &str| position(text, door)).lines.into_iter();
        let entries =
            lines.map(|line| (line.number, line.entry.map_err(|error| error.to_string()))).collect();
        Suite { text, entries }
    }
}

/// The first ply before the deepest that is asked for with more leaves than the limit.
fn overflow(entry: &Entry, limit: u64) -> Option<u32> {
    let deepest = entry.counts.iter().map(|&(depth, _)| depth).max().unwrap_or_default();
    for depth in 1..deepest {
        match perft(&entry.position, depth) {
            // Deeper trees have none either.
            0 => break,
            leaves if leaves > limit.into() => return Some(depth),
            _ => {}
        }
    }
    None
}

/// The position of a FEN or of a name; the faults of a FEN in one line.
fn position(text: &str, door: Door) -> Result<Position, String> {
    if text.contains('/') {
        read_fen(text, door).map_err(|refusal| refusal.sentence())
    } else {
        read_position(text, door).map_err(|error| error.to_string())
    }
}

/// What a file holds, unless it certainly is not a suite.
fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let shown = || format!("cannot read {}", path.display());
    let mut source = Input::open(path).with_context(shown)?.reader;
    let mut bytes = Vec::new();
    // A device without end has no line: its beginning says so.
    source.by_ref().take(BEGINNING).read_to_end(&mut bytes).with_context(shown)?;
    if let Some(format) = format::other(&bytes) {
        bail!("{} is not a suite: it looks like {format}", path.display());
    }
    let bytes = read_whole(Cursor::new(bytes).chain(source), LONGEST).with_context(shown)?;
    let ends = bytes.iter().filter(|&&byte| matches!(byte, b'\n' | b'\r')).count();
    let lines = ends - bytes.windows(2).filter(|pair| *pair == b"\r\n").count();
    ensure!(
        lines <= MAX_LINES,
        "{}: it has more than {MAX_LINES} lines, the limit of a suite",
        path.display()
    );
    Ok(bytes)
}

/// Reports a line that cannot be read.
pub fn write_unreadable(unreadable: &Unreadable<'_>, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        output.write_json(unreadable)?;
    } else {
        let (bad, line) = (output.paint.bad(), unreadable.line);
        writeln!(output.writer, "{bad}line {line}{bad:#}: unreadable: {}", Visible(unreadable.error))?;
    }
    Ok(output.writer.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_holds_for_what_is_counted_and_not_for_what_is_said() {
        let counts = |text: &str, limits: SuiteLimits| {
            let entries = Suite::parse(text.into(), Door::Strict).within(limits).entries;
            entries.into_iter().map(|(_, entry)| entry.expect("a position").counts).collect::<Vec<_>>()
        };
        let limits = SuiteLimits::up_to_leaves(1_000);
        let text = "startpos ;D1 20 ;D3 103 ;D4 5 ;D5 1000000 ;D92 103\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D2 9";
        assert_eq!(counts(text, limits), [vec![(1, 20), (3, 103)], vec![(2, 9)]]);
        assert_eq!(counts("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1 ;D92 0", limits), [[(92, 0)]]);
        assert_eq!(counts("startpos ;D92 103", SuiteLimits::default()), [[(92, 103)]]);
    }
}
