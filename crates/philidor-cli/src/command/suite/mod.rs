//! A suite: positions with known counts, usually one position a line. `perft --suite`, `verify` and `hunt` read it here.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;id startpos ;D1 20 ;D2 400
//! └────────────────────────── FEN ──────────────────────┘      └ name ┘  └ leaves by depth ┘
//! ```
//!
//! EPD puts the semicolons after the counts, and a name may stand for the position. Other libraries write blocks:
//!
//! ```text
//! id gentle                                  kiwipete ;D1 48 ;D2 2039
//! epd 4k3/8/8/8/8/8/8/4K3 w - -              4k3/8/8/8/8/8/8/4K3 w - - D1 5; D2 25;
//! perft 1 5
//! perft 2 25
//! ```
//!
//! Blank lines and lines that begin with `#` say nothing. Whatever else a line holds is read, or the whole line is
//! refused: a suite that skips what it does not understand passes for the wrong reason.
//!
//! `form.rs` tells files of another form, `line.rs` reads a line, `block.rs` a block, `operations.rs` divides a line at
//! its semicolons.

mod block;
mod form;
mod line;
mod operations;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, bail};
use philidor::Position;
use serde::Serialize;

use self::block::Block;
pub(super) use self::operations::quoted;
use super::Output;
use crate::refusal::{self, Visible};

/// How long an error gets that repeats words of a line.
const LONGEST_ERROR: usize = 400;

/// How much of a file is looked at before the rest is read.
const BEGINNING: u64 = 1 << 16;

/// A suite, read.
pub(super) struct Suite {
    /// As it stands in its file.
    pub(super) text: Vec<u8>,
    pub(super) entries: Lines,
}

/// The positions of a suite with the numbers of their lines, and the lines that cannot be read.
pub(super) type Lines = Vec<(usize, Result<Entry, String>)>;

/// A line that was read.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) position: Position,
    pub(super) counts: Vec<(u32, u128)>,
}

/// A line that is none of a suite, as it is written for a program.
#[derive(Serialize)]
pub(super) struct Unreadable<'a> {
    pub(super) line: usize,
    pub(super) error: &'a str,
}

/// Which counts of a suite are wanted.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Limits {
    pub(super) depth: Option<u32>,
    pub(super) leaves: Option<u64>,
}

impl Limits {
    pub(super) fn admit(self, depth: u32, leaves: u128) -> bool {
        self.depth.is_none_or(|limit| depth <= limit)
            && self.leaves.is_none_or(|limit| leaves <= u128::from(limit))
    }
}

impl Suite {
    /// A whole suite, from a file or standard input. A file of another form is refused as a whole, and so is one of
    /// which no line can be read, however many it has.
    pub(super) fn read(path: &Path) -> anyhow::Result<Suite> {
        let suite = Suite::of(bytes(path)?);
        if let Some((line, Err(error))) = suite.entries.first()
            && suite.entries.iter().all(|(_, entry)| entry.is_err())
        {
            bail!("no line of {} is a position with counts; line {line}: {}", path.display(), Visible(error));
        }
        Ok(suite)
    }

    /// The suite that a text holds.
    pub(super) fn of(text: Vec<u8>) -> Suite {
        Suite { entries: entries(&text), text }
    }
}

/// What a file holds, unless it certainly is not a suite.
fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let shown = || format!("cannot read {}", path.display());
    let mut source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path).with_context(shown)?)
    };
    let mut bytes = Vec::new();
    // A device without end has no line: its beginning says so.
    source.by_ref().take(BEGINNING).read_to_end(&mut bytes).with_context(shown)?;
    if let Some(form) = form::other(&bytes) {
        bail!("{} is not a suite: it looks like {form}", path.display());
    }
    source.read_to_end(&mut bytes).with_context(shown)?;
    Ok(bytes)
}

/// The lines of a text, whether they end with a line feed, a carriage return, or both.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n').flat_map(|line| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        line.split(|&byte| byte == b'\r')
    })
}

/// The positions, each with the number of its line, or in the form of blocks that of the line `epd`; and the lines
/// that cannot be read.
fn entries(bytes: &[u8]) -> Lines {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut entries = Vec::new();
    let mut block = Block::default();
    for (index, line) in lines(bytes).enumerate() {
        let number = index + 1;
        let text = match str::from_utf8(line) {
            Ok(text) => text.trim(),
            Err(error) => {
                entries.push((number, Err(format!("byte {} is not UTF-8", error.valid_up_to() + 1))));
                continue;
            }
        };
        if text.is_empty() {
            block.end(&mut entries);
        } else if let Some((word, rest)) = block::line(text) {
            block.take(number, word, rest, &mut entries);
        } else if !text.starts_with('#') {
            entries.push((number, line::entry(text)));
        }
    }
    block.end(&mut entries);
    for error in entries.iter_mut().filter_map(|(_, entry)| entry.as_mut().err()) {
        *error = refusal::cut(error, LONGEST_ERROR).into_owned();
    }
    entries
}

/// Reports a line that cannot be read.
pub(super) fn tell_unreadable(unreadable: &Unreadable<'_>, output: &mut Output<'_>) -> anyhow::Result<()> {
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

    const BARE: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

    /// What the lines of a text say: number, name and counts, or the error.
    fn told(text: &str) -> Vec<String> {
        let entries = entries(text.as_bytes()).into_iter();
        let told = entries.map(|(line, entry)| match entry {
            Ok(Entry { name, counts, .. }) => format!("{line}: {name} {counts:?}"),
            Err(error) => format!("{line}: {error}"),
        });
        told.collect()
    }

    #[test]
    fn blocks_are_read_as_other_libraries_write_them() {
        let text = format!(
            "# a comment\nid two kings\nepd 4k3/8/8/8/8/8/8/4K3 w - -\nperft 1 5\n# another\nperft 2 25\n\n\
             epd {BARE}\r\nperft 1 5\r\n\r\nid \"three\"\nepd kiwipete\nperft 1 48\nid four\nepd {BARE}\nperft 3 1"
        );
        let four = format!("8: {BARE} [(1, 5)]");
        assert_eq!(
            told(&text),
            ["3: two kings [(1, 5), (2, 25)]", four.as_str(), "12: three [(1, 48)]", "15: four [(3, 1)]"]
        );
    }

    #[test]
    fn a_block_with_a_fault_is_refused_once() {
        for (block, line, fault) in [
            ("id a\nepd x\nperft 1 5", 2, "neither a FEN nor the name"),
            ("id a\nperft 1 5", 1, "this block has no position"),
            ("id a\nepd kiwipete", 2, "this block has no count"),
            ("epd kiwipete\nperft one 48", 2, "`perft one 48` is not a count"),
            ("epd kiwipete\nperft 1 48 9", 2, "`perft 1 48 9` is not a count"),
        ] {
            let told = told(&format!("{block}\n\nepd kiwipete\nperft 1 48\n"));
            assert_eq!(told.len(), 2, "{told:?}");
            assert!(told[0].starts_with(&format!("{line}: ")) && told[0].contains(fault), "{told:?}");
        }
    }

    #[test]
    fn lines_end_as_any_system_ends_them() {
        let counted = ["1: kiwipete [(1, 48)]", "3: startpos [(1, 20)]"];
        for end in ["\n", "\r\n", "\r"] {
            assert_eq!(
                told(&["kiwipete ;D1 48", "# a comment", "startpos D1 20;", ""].join(end)),
                counted,
                "{end:?}"
            );
        }
    }

    #[test]
    fn an_error_does_not_repeat_a_whole_line() {
        let long = "k".repeat(10_000);
        for line in [
            format!("{long} ;D1 5"),
            format!("{long} {long} ;D1 5"),
            format!("{long}/8/8/8/8/8/8/8 w - - 0 1 ;D1 5"),
            format!("{BARE} {long} ;D1 5"),
            format!("{BARE} ;{long}"),
            format!("{BARE} ;D1 {long}"),
            format!("epd kiwipete\nperft {long}"),
        ] {
            let told = told(&line);
            assert!(told.iter().all(|told| told.chars().count() < 420 && told.contains('…')), "{told:?}");
        }
    }

    #[test]
    fn lines_keep_their_numbers() {
        let text = format!("\u{feff}# a suite\n\n{BARE} ;D1 5\r\n\t\n\u{1}\n{BARE} ;D2 25");
        let mut bytes = text.into_bytes();
        bytes.extend_from_slice(b"\n\xff");
        let numbers: Vec<_> = entries(&bytes).iter().map(|(line, entry)| (*line, entry.is_ok())).collect();
        assert_eq!(numbers, [(3, true), (5, false), (6, true), (7, false)]);
    }
}
