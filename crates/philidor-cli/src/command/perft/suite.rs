//! A suite: positions with counts that are known, one position a line.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;id startpos ;D1 20 ;D2 400
//! └────────────────────────── FEN ──────────────────────┘      └ name ┘  └ leaves by depth ┘
//! ```
//!
//! Blank lines and lines that begin with `#` say nothing. Whatever else a line holds is read, or the whole line is
//! refused: a suite that skips what it does not understand passes for the wrong reason.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use philidor::perft::{Subtrees, Table};
use philidor::{Cpu, Position};
use serde::Serialize;

use super::ledger::{Counter, Ending, Ledger, Method};
use super::progress::{Progress, Unit};
use super::{INTERRUPTED, Output, table};
use crate::args::PerftArgs;
use crate::quantity::Grouped;
use crate::refusal::{self, Visible};

/// Trees up to this number of leaves are counted on one thread: to start others takes as long.
const SMALL: u128 = 1_000_000;

/// A line that was read.
#[derive(Debug)]
pub(in crate::command) struct Entry {
    pub(in crate::command) name: String,
    pub(in crate::command) position: Position,
    pub(in crate::command) counts: Vec<(u32, u128)>,
}

/// A count that is not the expected one, as it is told to a program.
#[derive(Serialize)]
struct Mismatch<'a> {
    line: usize,
    name: &'a str,
    fen: String,
    depth: u32,
    expected: u128,
    counted: u128,
}

/// A line that is none of a suite, as it is told to a program.
#[derive(Serialize)]
struct Unreadable<'a> {
    line: usize,
    error: &'a str,
}

/// The last line, as it is told to a program.
#[derive(Serialize, Default)]
struct Summary {
    passed: u64,
    failed: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

/// Which counts of a suite are wanted.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::command) struct Limits {
    pub(in crate::command) depth: Option<u32>,
    pub(in crate::command) leaves: Option<u64>,
}

impl Limits {
    pub(in crate::command) fn admit(self, depth: u32, leaves: u128) -> bool {
        self.depth.is_none_or(|limit| depth <= limit)
            && self.leaves.is_none_or(|limit| leaves <= u128::from(limit))
    }
}

pub(super) fn run(
    path: &Path,
    args: &PerftArgs,
    method: &Method,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let text = read(path)?;
    let limits = Limits { depth: args.depth_limit, leaves: args.nodes_limit };
    judge(&text, &path.display().to_string(), limits, method, &|| table(args, 0), output)
}

/// Counts a suite on so many threads, in the fastest way.
pub(in crate::command) fn verify(
    text: &[u8],
    name: &str,
    limits: Limits,
    threads: usize,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let method = Method { cpu: Cpu::best(), threads, plain: false, table: None };
    judge(text, name, limits, &method, &|| Ok(None), output)
}

fn judge(
    text: &[u8],
    name: &str,
    limits: Limits,
    method: &Method,
    table: &dyn Fn() -> anyhow::Result<Option<Arc<Table>>>,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    // Only now, so that Ctrl-C still ends the program while somebody types.
    let counter = Counter::new()?;
    let mut lines = entries(text);
    for entry in lines.iter_mut().filter_map(|(_, entry)| entry.as_mut().ok()) {
        entry.counts.retain(|&(depth, leaves)| limits.admit(depth, leaves));
    }
    let expected = lines.iter().filter_map(|(_, entry)| entry.as_ref().ok()).flat_map(|entry| &entry.counts);
    let length = expected.fold(0, |sum: u128, &(_, leaves)| sum.saturating_add(leaves));
    let progress = Progress::new(Unit::Leaves, u64::try_from(length).unwrap_or(u64::MAX), 0);

    let mut summary = Summary::default();
    'lines: for (line, entry) in &lines {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                summary.failed += 1;
                progress.aside(|| tell_unreadable(&Unreadable { line: *line, error }, output))?;
                continue;
            }
        };
        // Castling rooks differ from line to line, so that each has a table of its own.
        let method = Method { table: table()?, ..method.clone() };
        for &(depth, expected) in &entry.counts {
            let threads = if expected <= SMALL { 1 } else { method.threads };
            let method = Method { threads, ..method.clone() };
            let Some(counted) = count(entry, depth, &method, &counter, &progress)? else {
                summary.interrupted = true;
                break 'lines;
            };
            if counted == expected {
                summary.passed += 1;
                continue;
            }
            summary.failed += 1;
            let (name, fen) = (entry.name.as_str(), entry.position.to_string());
            let mismatch = Mismatch { line: *line, name, fen, depth, expected, counted };
            progress.aside(|| tell_mismatch(&mismatch, output))?;
        }
    }
    progress.clear();
    tell_summary(&summary, output)?;
    output.writer.flush()?;
    if !summary.interrupted && summary.passed + summary.failed == 0 {
        anyhow::bail!("{name} has no count within the limits");
    }
    Ok(match summary {
        Summary { interrupted: true, .. } => ExitCode::from(INTERRUPTED),
        Summary { failed: 0, .. } => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// The leaves of a tree, if nobody interrupts.
fn count(
    entry: &Entry,
    depth: u32,
    method: &Method,
    counter: &Counter,
    progress: &Progress,
) -> anyhow::Result<Option<u128>> {
    if depth == 0 {
        return Ok(Some(1));
    }
    let subtrees = Arc::new(Subtrees::new(&entry.position, depth));
    let ledger = Ledger::new(vec![None; subtrees.len()], None, progress.clone());
    let ending = counter.count(method, &subtrees, &ledger)?;
    Ok((ending == Ending::Counted).then(|| ledger.counts().iter().flatten().sum()))
}

fn tell_mismatch(mismatch: &Mismatch<'_>, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        output.write_json(mismatch)?;
    } else {
        let Mismatch { line, name, depth, expected, counted, .. } = *mismatch;
        let bad = output.paint.bad();
        let (expected, counted) = (Grouped(expected), Grouped(counted));
        let name = Visible(name);
        writeln!(
            output.writer,
            "{bad}line {line}{bad:#}: {name}, depth {depth}: expected {expected}, counted {counted}"
        )?;
    }
    Ok(output.writer.flush()?)
}

fn tell_unreadable(unreadable: &Unreadable<'_>, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        output.write_json(unreadable)?;
    } else {
        let (bad, line) = (output.paint.bad(), unreadable.line);
        writeln!(output.writer, "{bad}line {line}{bad:#}: unreadable: {}", Visible(unreadable.error))?;
    }
    Ok(output.writer.flush()?)
}

fn tell_summary(summary: &Summary, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        return output.write_json(summary);
    }
    if summary.interrupted {
        writeln!(output.writer, "interrupted")?;
    }
    let paint = if summary.failed == 0 { output.paint.good() } else { output.paint.bad() };
    writeln!(output.writer, "{paint}{} passed, {} failed{paint:#}", summary.passed, summary.failed)?;
    Ok(())
}

/// A whole file, or standard input.
pub(in crate::command) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let taken = if path == Path::new("-") {
        io::stdin().read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    taken.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(bytes)
}

/// The lines that say something, each with its number.
pub(in crate::command) fn entries(bytes: &[u8]) -> Vec<(usize, Result<Entry, String>)> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let lines = bytes.split(|&byte| byte == b'\n').enumerate();
    let said = lines.filter_map(|(index, line)| {
        let entry = match str::from_utf8(line) {
            Ok(text) if text.trim().is_empty() || text.trim_start().starts_with('#') => return None,
            Ok(text) => entry(text),
            Err(error) => Err(format!("byte {} is not UTF-8", error.valid_up_to() + 1)),
        };
        Some((index + 1, entry))
    });
    said.collect()
}

fn entry(line: &str) -> Result<Entry, String> {
    let mut parts = line.split(';').map(str::trim);
    let fen = parts.next().unwrap_or_default();
    let position = refusal::read(fen).map_err(|refusal| refusal.sentence())?;
    let mut entry = Entry { name: fen.to_owned(), position, counts: Vec::new() };
    for part in parts.filter(|part| !part.is_empty()) {
        match part.split_once(char::is_whitespace) {
            Some(("id", name)) => entry.name = name.trim().trim_matches('"').to_owned(),
            Some((depth, leaves)) => {
                entry.counts.push(count_of(depth, leaves.trim()).ok_or_else(|| odd(part))?)
            }
            None => return Err(odd(part)),
        }
    }
    if entry.counts.is_empty() {
        return Err("there is no count, such as `;D1 20`".to_owned());
    }
    Ok(entry)
}

fn odd(part: &str) -> String {
    format!("`{part}` is neither a count, such as `D1 20`, nor a name, such as `id startpos`")
}

/// A depth and the leaves there.
fn count_of(depth: &str, leaves: &str) -> Option<(u32, u128)> {
    let depth: u8 = depth.strip_prefix('D')?.parse().ok()?;
    Some((depth.into(), leaves.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

    #[test]
    fn spaces_around_semicolons_mean_nothing() {
        for form in
            [" ;D1 5 ;D2 25", ";D1 5;D2 25", "  ; D1  5 ; D2 25 ;", ";D1 5 ;D2 25\r", "\t;D1\t5\t;D2\t25"]
        {
            let entry = entry(&format!("{BARE}{form}")).expect(form);
            assert_eq!((entry.name.as_str(), entry.counts), (BARE, vec![(1, 5), (2, 25)]), "{form:?}");
        }
    }

    #[test]
    fn a_line_has_a_name_if_it_gives_one() {
        for form in ["id two kings", "id \"two kings\""] {
            assert_eq!(entry(&format!("{BARE} ;{form} ;D1 5")).expect(form).name, "two kings");
        }
    }

    #[test]
    fn a_line_is_read_as_a_whole_or_not_at_all() {
        for form in ["", ";", ";id a", ";D1", ";D1 x", ";D1 -5", ";d1 5", ";D 5", ";D256 1", ";D1 5 ;D2"] {
            assert!(entry(&format!("{BARE} {form}")).is_err(), "{form}");
        }
        assert!(entry("nonsense ;D1 5").is_err());
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
