//! A suite: positions with counts that are known, usually one position a line.
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

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use philidor::perft::{Statistics, Subtrees, Table};
use philidor::{Position, Unrepresentable};
use serde::Serialize;

use super::ledger::{Counter, Ending, Ledger, Method};
use super::progress::{Progress, Unit};
use super::statistics::{self, Kinds};
use philidor_files::ending::INTERRUPTED;

use super::{Output, generator, table};
use crate::args::{Generator, PerftArgs};
use crate::named;
use crate::quantity::Grouped;
use crate::refusal::{self, Visible};

/// Trees up to this number of leaves are counted on one thread: to start others takes as long.
const SMALL: u128 = 1_000_000;

/// How much of a file is looked at before the rest is read.
const BEGINNING: u64 = 1 << 16;

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
pub(in crate::command) struct Unreadable<'a> {
    pub(in crate::command) line: usize,
    pub(in crate::command) error: &'a str,
}

/// The kinds of moves of one count, as they are written for a program.
#[derive(Serialize)]
struct OfPosition<'a> {
    line: usize,
    name: &'a str,
    fen: String,
    depth: u32,
    #[serde(flatten)]
    kinds: Kinds,
}

/// The last line, as it is told to a program.
#[derive(Serialize, Default)]
struct Summary {
    passed: u64,
    failed: u64,
    #[serde(skip_serializing_if = "is_zero")]
    skipped: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
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

/// How the counts of a suite are taken.
enum Counting<'a> {
    /// In the fastest way, or the plain one.
    Leaves(&'a dyn Fn() -> anyhow::Result<Option<Arc<Table>>>),
    /// By a generator that plays every leaf.
    Generator(Generator),
    /// With the kinds of the last half-moves.
    Statistics,
}

/// What was counted.
enum Counted {
    Leaves(u128),
    Statistics(Statistics),
    /// A position that the generator cannot hold.
    Skipped,
    Interrupted,
}

pub(super) fn run(
    path: &Path,
    args: &PerftArgs,
    method: &Method,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let text = read(path)?;
    let limits = Limits { depth: args.depth_limit, leaves: args.nodes_limit };
    let table = || table(args, 0);
    let counting = match args.generator {
        Some(generator) => Counting::Generator(generator),
        None if args.stats => Counting::Statistics,
        None => Counting::Leaves(&table),
    };
    // Only now, so that Ctrl-C still ends the program while somebody types.
    let counter = Counter::new()?;
    let mut lines = entries(&text);
    for entry in lines.iter_mut().filter_map(|(_, entry)| entry.as_mut().ok()) {
        entry.counts.retain(|&(depth, leaves)| limits.admit(depth, leaves));
    }
    let summary = judge(&lines, &counting, method, &counter, output)?;
    tell_summary(&summary, output)?;
    output.writer.flush()?;
    if !summary.interrupted && summary.passed + summary.failed == 0 {
        match summary.skipped {
            0 => bail!("{} has no count within the limits", path.display()),
            _ => bail!("the generator can hold no position of {}", path.display()),
        }
    }
    Ok(match summary {
        Summary { interrupted: true, .. } => ExitCode::from(INTERRUPTED),
        Summary { failed: 0, .. } => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// Counts every line, and reports what differs.
fn judge(
    lines: &[(usize, Result<Entry, String>)],
    counting: &Counting<'_>,
    method: &Method,
    counter: &Counter,
    output: &mut Output<'_>,
) -> anyhow::Result<Summary> {
    let progress = progress(lines);
    let mut summary = Summary::default();
    for (line, entry) in lines {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                summary.failed += 1;
                progress.aside(|| tell_unreadable(&Unreadable { line: *line, error }, output))?;
                continue;
            }
        };
        // Castling rooks differ from line to line, so that each has a table of its own.
        let table = if let Counting::Leaves(table) = counting { table()? } else { None };
        let method = Method { table, ..method.clone() };
        for &(depth, expected) in &entry.counts {
            let counted =
                match counting.count(&entry.position, depth, expected, &method, counter, &progress)? {
                    Counted::Leaves(leaves) => leaves,
                    Counted::Statistics(statistics) => {
                        progress.aside(|| tell_statistics(*line, entry, depth, &statistics, output))?;
                        statistics.nodes.into()
                    }
                    Counted::Skipped => {
                        summary.skipped += 1;
                        continue;
                    }
                    Counted::Interrupted => {
                        summary.interrupted = true;
                        progress.clear();
                        return Ok(summary);
                    }
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
    Ok(summary)
}

/// A bar of the leaves that are expected.
fn progress(lines: &[(usize, Result<Entry, String>)]) -> Progress {
    let expected = lines.iter().filter_map(|(_, entry)| entry.as_ref().ok()).flat_map(|entry| &entry.counts);
    let length = expected.fold(0, |sum: u128, &(_, leaves)| sum.saturating_add(leaves));
    Progress::new(Unit::Leaves, u64::try_from(length).unwrap_or(u64::MAX), 0)
}

impl Counting<'_> {
    fn count(
        &self,
        position: &Position,
        depth: u32,
        expected: u128,
        method: &Method,
        counter: &Counter,
        progress: &Progress,
    ) -> anyhow::Result<Counted> {
        if depth == 0 && !matches!(self, Counting::Statistics) {
            return Ok(Counted::Leaves(1));
        }
        let threads = if expected <= SMALL { 1 } else { method.threads };
        let method = Method { threads, ..method.clone() };
        Ok(match self {
            Counting::Leaves(_) => leaves(position, depth, &method, counter, progress)?
                .map_or(Counted::Interrupted, Counted::Leaves),
            Counting::Statistics => statistics::of_suite(position, depth, &method, counter, progress)
                .map_or(Counted::Interrupted, Counted::Statistics),
            Counting::Generator(generator) => {
                match generator::leaves(*generator, position, depth, threads, counter, progress) {
                    Err(Unrepresentable { .. }) => Counted::Skipped,
                    Ok(counted) => counted.map_or(Counted::Interrupted, Counted::Leaves),
                }
            }
        })
    }
}

/// The leaves of a tree, unless Ctrl-C comes first.
fn leaves(
    position: &Position,
    depth: u32,
    method: &Method,
    counter: &Counter,
    progress: &Progress,
) -> anyhow::Result<Option<u128>> {
    let subtrees = Arc::new(Subtrees::new(position, depth));
    let ledger = Ledger::new(vec![None; subtrees.len()], None, progress.clone());
    let ending = counter.count(method, &subtrees, &ledger)?;
    Ok((ending == Ending::Counted).then(|| ledger.counts().iter().flatten().sum()))
}

/// What the last half-moves of one count are, in one line.
fn tell_statistics(
    line: usize,
    entry: &Entry,
    depth: u32,
    statistics: &Statistics,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    if output.json {
        let fen = entry.position.to_string();
        return output.write_json(&OfPosition {
            line,
            name: &entry.name,
            fen,
            depth,
            kinds: Kinds(*statistics),
        });
    }
    write!(output.writer, "{}, depth {depth}:", Visible(&entry.name))?;
    let kinds = Statistics::NAMES.iter().zip(statistics.to_counts()).take(5);
    let sums = [(&"checks", statistics.checks()), (&"mates", statistics.mates())];
    for (index, (name, count)) in kinds.chain(sums).enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(output.writer, "{comma} {name} {}", Grouped(count.into()))?;
    }
    Ok(writeln!(output.writer)?)
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

pub(in crate::command) fn tell_unreadable(
    unreadable: &Unreadable<'_>,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
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
    let Summary { passed, failed, skipped, .. } = summary;
    write!(output.writer, "{paint}{passed} passed, {failed} failed{paint:#}")?;
    if *skipped > 0 {
        write!(output.writer, ", {skipped} skipped, which the generator cannot hold")?;
    }
    Ok(writeln!(output.writer)?)
}

/// A whole suite, from a file or standard input. A file of another form is refused as a whole.
pub(in crate::command) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let shown = || format!("cannot read {}", path.display());
    let mut source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path).with_context(shown)?)
    };
    let mut bytes = Vec::new();
    // A device without end has no line: its beginning says so.
    source.by_ref().take(BEGINNING).read_to_end(&mut bytes).with_context(shown)?;
    if let Some(form) = other_form(&bytes) {
        bail!("{} is not a suite: it looks like {form}", path.display());
    }
    source.read_to_end(&mut bytes).with_context(shown)?;
    let lines = entries(&bytes);
    if let [(line, Err(error)), _, _, ..] = lines.as_slice()
        && lines.iter().all(|(_, entry)| entry.is_err())
    {
        bail!(
            "{} is not a suite: none of its {} lines can be read, such as line {line}: {}",
            path.display(),
            lines.len(),
            Visible(error)
        );
    }
    Ok(bytes)
}

/// What a file is that is certainly no suite, by its beginning.
fn other_form(bytes: &[u8]) -> Option<&'static str> {
    let text = bytes.trim_ascii_start();
    if bytes.contains(&0) {
        Some("a binary file")
    } else if text.starts_with(b"[Event ") || text.starts_with(b"[Site ") {
        Some("PGN")
    } else if text.starts_with(b"{") || text.starts_with(b"[") {
        Some("JSON")
    } else if text.starts_with(b"<") {
        Some("HTML or XML")
    } else {
        None
    }
}

/// The positions, each with the number of its line, or in the form of blocks that of the line `epd`; and the lines
/// that cannot be read.
pub(in crate::command) fn entries(bytes: &[u8]) -> Vec<(usize, Result<Entry, String>)> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut entries = Vec::new();
    let mut block = Block::default();
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
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
        } else if let Some((word, rest)) = block_line(text) {
            block.take(number, word, rest, &mut entries);
        } else if !text.starts_with('#') {
            entries.push((number, entry(text)));
        }
    }
    block.end(&mut entries);
    entries
}

/// The word and the rest of a line that belongs to a block.
fn block_line(text: &str) -> Option<(&str, &str)> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    ["id", "epd", "perft"].contains(&word).then_some((word, rest.trim()))
}

/// A position whose counts stand on lines of their own.
#[derive(Default)]
struct Block {
    /// The line of the first word.
    line: usize,
    name: Option<String>,
    position: Option<(String, Position)>,
    counts: Vec<(u32, u128)>,
    /// A line of it was refused, and with it the block.
    is_refused: bool,
}

impl Block {
    /// Takes in a line; a second name or position begins another block.
    fn take(
        &mut self,
        line: usize,
        word: &str,
        rest: &str,
        entries: &mut Vec<(usize, Result<Entry, String>)>,
    ) {
        let again = match word {
            "id" => self.name.is_some() || self.position.is_some(),
            "epd" => self.position.is_some(),
            _ => false,
        };
        if again {
            self.end(entries);
        }
        if self.line == 0 || word == "epd" {
            self.line = line;
        }
        if let Err(error) = self.note(word, rest) {
            self.is_refused = true;
            entries.push((line, Err(error)));
        }
    }

    fn note(&mut self, word: &str, rest: &str) -> Result<(), String> {
        match word {
            "id" => self.name = Some(unquoted(rest)),
            "epd" => {
                let position = position(rest)?;
                self.position = Some((rest.to_owned(), position));
            }
            _ => {
                let (depth, leaves) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let count = depth.parse::<u8>().ok().zip(leaves.trim().parse().ok());
                let (depth, leaves) =
                    count.ok_or_else(|| format!("`perft {rest}` is not a count, such as `perft 1 20`"))?;
                self.counts.push((depth.into(), leaves));
            }
        }
        Ok(())
    }

    /// Makes an entry of what was taken in, and begins anew.
    fn end(&mut self, entries: &mut Vec<(usize, Result<Entry, String>)>) {
        let Block { line, name, position, counts, is_refused } = std::mem::take(self);
        if line == 0 || is_refused {
            return;
        }
        let entry = match position {
            None => Err("this block has no position, such as `epd FEN`".to_owned()),
            Some(_) if counts.is_empty() => Err("this block has no count, such as `perft 1 20`".to_owned()),
            Some((fen, position)) => Ok(Entry { name: name.unwrap_or(fen), position, counts }),
        };
        entries.push((line, entry));
    }
}

fn unquoted(name: &str) -> String {
    name.trim().trim_matches('"').to_owned()
}

/// A position and its counts in one line: `FEN ;D1 20 ;D2 400`, or as EPD has it, `FEN D1 20; D2 400;`.
fn entry(line: &str) -> Result<Entry, String> {
    let mut parts = line.split(';').map(str::trim);
    let (text, first) = split_position(parts.next().unwrap_or_default());
    let position = position(text)?;
    let mut entry = Entry { name: text.to_owned(), position, counts: Vec::new() };
    for part in [first].into_iter().chain(parts).filter(|part| !part.is_empty()) {
        match part.split_once(char::is_whitespace) {
            Some(("id", name)) => entry.name = unquoted(name),
            // What EPD says of the clocks does not change a count, nor do comments.
            Some((
                "hmvc" | "fmvn" | "c0" | "c1" | "c2" | "c3" | "c4" | "c5" | "c6" | "c7" | "c8" | "c9",
                _,
            )) => {}
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

/// The position before the first semicolon, and the operation that follows it there, as in EPD.
fn split_position(text: &str) -> (&str, &str) {
    let fields = if text.split_whitespace().next().is_some_and(|word| word.contains('/')) { 4 } else { 1 };
    let words = text.split_whitespace().skip(fields);
    let operation = words.map(|word| word.as_ptr() as usize - text.as_ptr() as usize).find(|&start| {
        let word = text[start..].split_whitespace().next().unwrap_or_default();
        let is_depth =
            word.strip_prefix('D').is_some_and(|depth| depth.bytes().all(|byte| byte.is_ascii_digit()));
        is_depth || ["id", "hmvc", "fmvn", "c0"].contains(&word)
    });
    let (position, operation) = text.split_at(operation.unwrap_or(text.len()));
    (position.trim(), operation.trim())
}

/// The position that a FEN stands for, or EPD's four fields of it, or a name.
fn position(text: &str) -> Result<Position, String> {
    if text.contains('/') {
        let whole =
            if text.split_whitespace().count() == 4 { format!("{text} 0 1") } else { text.to_owned() };
        refusal::read(&whole).map_err(|refusal| refusal.sentence())
    } else if text.contains(char::is_whitespace) {
        Err(format!("`{text}` is neither a FEN nor the name of a position"))
    } else {
        named::position(text).map_err(|error| error.to_string())
    }
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
    fn epd_has_its_semicolons_after_the_counts() {
        for text in [
            "4k3/8/8/8/8/8/8/4K3 w - - D1 5; D2 25;",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 D1 5; D2 25;",
            "4k3/8/8/8/8/8/8/4K3 w - - hmvc 0; fmvn 1; D1 5; D2 25; c0 \"no comment\";",
            "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;D2 25",
        ] {
            let entry = entry(text).expect(text);
            assert_eq!(
                (entry.position.to_string().as_str(), entry.counts),
                (BARE, vec![(1, 5), (2, 25)]),
                "{text}"
            );
        }
        let named = entry("4k3/8/8/8/8/8/8/4K3 w - - id \"two kings\"; D1 5;").expect("an entry");
        assert_eq!(named.name, "two kings");
    }

    #[test]
    fn a_line_may_begin_with_one_of_our_names() {
        for text in ["kiwipete ;D1 48", "kiwipete D1 48;", "kiwipete;D1 48"] {
            let entry = entry(text).expect(text);
            assert_eq!((entry.name.as_str(), entry.position.legal_move_count()), ("kiwipete", 48), "{text}");
        }
        assert!(entry("kiwi ;D1 48").is_err_and(|error| error.contains("neither a FEN nor the name")));
    }

    #[test]
    fn files_of_another_form_are_known_by_their_beginning() {
        for (text, form) in [
            (&b"\n[Event \"x\"]\n"[..], Some("PGN")),
            (b" {\"positions\":[]}", Some("JSON")),
            (b"<html>", Some("HTML or XML")),
            (b"\x7fELF\0\0", Some("a binary file")),
            (b"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5", None),
            (b"", None),
        ] {
            assert_eq!(other_form(text), form);
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
