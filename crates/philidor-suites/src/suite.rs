//! A whole suite: its lines and blocks, read in their order.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use philidor::{Position, PositionError};

use crate::block::{self, Block};
use crate::entry::{Entry, Line, ReadPosition};
use crate::error::{LineError, SuiteError};
use crate::{built_in::ALL, line};

/// Positions with known counts, as they were read.
///
/// ```
/// use philidor::perft::perft;
/// use philidor_suites::{STANDARD, Suite};
///
/// for (_, entry) in Suite::read(STANDARD.as_bytes()).entries()? {
///     for &(depth, leaves) in entry.counts.iter().filter(|(depth, _)| *depth < 3) {
///         assert_eq!(perft(&entry.position, depth), leaves, "{}", entry.name);
///     }
/// }
/// # Ok::<(), philidor_suites::SuiteError>(())
/// ```
///
/// A line that cannot be read is named:
///
/// ```
/// use philidor_suites::Suite;
///
/// let suite = Suite::read(b"# two kings\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;id bare ;D1 5 ;D2 25\nnonsense\n");
/// let [first, second] = suite.lines.as_slice() else { panic!("two lines") };
/// assert_eq!((first.number, first.entry.as_ref().map(|entry| entry.counts.len())), (2, Ok(2)));
/// assert!(second.entry.is_err());
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Suite {
    /// The lines that hold something, in their order.
    pub lines: Vec<Line>,
}

impl Suite {
    /// Reads a suite whose positions are FENs.
    #[must_use]
    pub fn read(text: &[u8]) -> Suite {
        Suite::read_with(text, &|fen| fen.parse().map_err(|error: PositionError| error.to_string()))
    }

    /// Reads a suite whose positions are read by a function: it is given a FEN of six fields, or a word without
    /// slashes, which may be a name. What it returns as an error becomes [`LineError::Refused`].
    #[must_use]
    pub fn read_with(text: &[u8], position: &dyn Fn(&str) -> Result<Position, String>) -> Suite {
        Suite { lines: lines_of(text, position) }
    }

    /// The positions with the numbers of their lines.
    ///
    /// # Errors
    ///
    /// A line cannot be read; the first such line.
    pub fn entries(self) -> Result<Vec<(usize, Entry)>, SuiteError> {
        let entries = self.lines.into_iter().map(|Line { number, entry }| match entry {
            Ok(entry) => Ok((number, entry)),
            Err(error) => Err(SuiteError { line: number, error }),
        });
        entries.collect()
    }

    /// The suites of [`ALL`] in one.
    #[must_use]
    pub fn built_in() -> Suite {
        Suite::read(ALL.join("\n").as_bytes())
    }
}

/// The lines of a text, whether they end with a line feed, a carriage return, or both.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n').flat_map(|line| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        line.split(|&byte| byte == b'\r')
    })
}

fn lines_of(bytes: &[u8], read: &ReadPosition<'_>) -> Vec<Line> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut entries = Vec::new();
    let mut block = Block::default();
    for (index, line) in lines(bytes).enumerate() {
        let number = index + 1;
        let text = match str::from_utf8(line) {
            Ok(text) => text.trim(),
            Err(error) => {
                entries.push(Line { number, entry: Err(LineError::NotUtf8(error.valid_up_to() + 1)) });
                continue;
            }
        };
        if text.is_empty() {
            block.end(&mut entries);
        } else if let Some(words) = block::line(text) {
            block.take(number, words, read, &mut entries);
        } else if !text.starts_with('#') {
            entries.push(Line { number, entry: line::entry(text, read) });
        }
    }
    block.end(&mut entries);
    entries
}

/// A reader for tests, which knows two names.
#[cfg(test)]
pub(crate) fn named(text: &str) -> Result<Position, String> {
    let fen = match text {
        "startpos" => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "kiwipete" => "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        fen if fen.contains('/') => fen,
        _ => return Err("no such name".to_owned()),
    };
    fen.parse().map_err(|_| format!("{fen} is refused"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

    /// What the lines of a text say: number, name and counts, or the error.
    fn read_lines(text: &str) -> Vec<String> {
        let entries = lines_of(text.as_bytes(), &named).into_iter();
        let lines = entries.map(|Line { number: line, entry }| match entry {
            Ok(Entry { name, counts, .. }) => format!("{line}: {name} {counts:?}"),
            Err(error) => format!("{line}: {error}"),
        });
        lines.collect()
    }

    #[test]
    fn blocks_are_read_as_other_libraries_write_them() {
        let text = format!(
            "# a comment\nid two kings\nepd 4k3/8/8/8/8/8/8/4K3 w - -\nperft 1 5\n# another\nperft 2 25\n\n\
             epd {BARE}\r\nperft 1 5\r\n\r\nid \"three\"\nepd kiwipete\nperft 1 48\nid four\nepd {BARE}\nperft 3 1"
        );
        let four = format!("8: {BARE} [(1, 5)]");
        assert_eq!(
            read_lines(&text),
            ["3: two kings [(1, 5), (2, 25)]", four.as_str(), "12: three [(1, 48)]", "15: four [(3, 1)]"]
        );
    }

    #[test]
    fn a_block_with_a_fault_is_refused_once() {
        for (block, line, fault) in [
            ("id a\nepd x\nperft 1 5", 2, "no such name"),
            ("id a\nperft 1 5", 1, "this block has no position"),
            ("id a\nepd kiwipete", 2, "this block has no count"),
            ("epd kiwipete\nperft one 48", 2, "`perft one 48` is not a count"),
            ("epd kiwipete\nperft 1 48 9", 2, "`perft 1 48 9` is not a count"),
        ] {
            let lines = read_lines(&format!("{block}\n\nepd kiwipete\nperft 1 48\n"));
            assert_eq!(lines.len(), 2, "{lines:?}");
            assert!(lines[0].starts_with(&format!("{line}: ")) && lines[0].contains(fault), "{lines:?}");
        }
    }

    #[test]
    fn lines_end_as_any_system_ends_them() {
        let counted = ["1: kiwipete [(1, 48)]", "3: startpos [(1, 20)]"];
        for end in ["\n", "\r\n", "\r"] {
            assert_eq!(
                read_lines(&["kiwipete ;D1 48", "# a comment", "startpos D1 20;", ""].join(end)),
                counted,
                "{end:?}"
            );
        }
    }

    #[test]
    fn an_error_does_not_repeat_a_whole_line() {
        let long = "k".repeat(10_000);
        for line in [
            format!("{long} {long} ;D1 5"),
            format!("{long}/8/8/8/8/8/8/8 w - - 0 1 ;D1 5"),
            format!("{BARE} {long} ;D1 5"),
            format!("{BARE} ;{long}"),
            format!("{BARE} ;D1 {long}"),
            format!("epd kiwipete\nperft {long}"),
        ] {
            let lines = read_lines(&line);
            assert!(lines.iter().all(|line| line.chars().count() < 420 && line.contains('…')), "{lines:?}");
        }
    }

    #[test]
    fn lines_keep_their_numbers() {
        let text = format!("\u{feff}# a suite\n\n{BARE} ;D1 5\r\n\t\n\u{1}\n{BARE} ;D2 25");
        let mut bytes = text.into_bytes();
        bytes.extend_from_slice(b"\n\xff");
        let numbers: Vec<_> =
            lines_of(&bytes, &named).iter().map(|line| (line.number, line.entry.is_ok())).collect();
        assert_eq!(numbers, [(3, true), (5, false), (6, true), (7, false)]);
    }
}
