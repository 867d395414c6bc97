//! `philidor perft --suite`: counts what others have counted, and compares.
//!
//! `crate::suite` reads the file; `report.rs` writes what differs.

mod report;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;
use philidor::perft::{Statistics, Subtrees, Table};
use philidor::{Position, Unrepresentable};
use philidor_games::Generator;

use self::report::{Summary, write_mismatch, write_statistics, write_summary};
use crate::args::PerftArgs;
use crate::command::perft::{generator, statistics};
use crate::counting::interruptible::{Ending, InterruptibleCount};
use crate::counting::ledger::Ledger;
use crate::counting::options::CountOptions;
use crate::counting::progress::{Progress, Unit};
use crate::counting::tables;
use crate::suite::mismatch::{self, Mismatch};
use crate::suite::{Limits, NumberedEntries, Suite, Unreadable, write_unreadable};
use crate::terminal::output::Output;

/// Trees up to this number of leaves are counted on one thread: to start others takes as long.
const SMALL: u128 = 1_000_000;

/// How the trees of a suite are counted.
enum Counting<'a> {
    /// As fast as possible, or plainly.
    Leaves(&'a dyn Fn() -> anyhow::Result<Option<Arc<Table>>>),
    /// By a generator that plays every leaf.
    Generator(Generator),
    /// With the kinds of the last half-moves.
    Statistics,
}

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
    options: &CountOptions,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let limits = Limits::default().with_depth(args.depth_limit).with_leaves(args.nodes_limit);
    let lines = Suite::read(path, args.position.door.into())?.within(limits).entries;
    let table = || tables::requested(args, 0);
    let counting = match args.generator {
        Some(generator) => Counting::Generator(generator),
        None if args.stats => Counting::Statistics,
        None => Counting::Leaves(&table),
    };
    // Only now, so that Ctrl-C still ends the program while standard input is read.
    let run = InterruptibleCount::new()?;
    let summary = judge(&lines, &counting, options, &run, output)?;
    write_summary(&summary, output)?;
    output.writer.flush()?;
    if !summary.interrupted && summary.passed + summary.failed == 0 {
        match summary.skipped {
            0 => bail!("{} has no count within the limits", path.display()),
            _ => bail!("the generator can hold no position of {}", path.display()),
        }
    }
    Ok(mismatch::code(summary.interrupted, summary.failed))
}

/// Counts every line, and reports what differs.
fn judge(
    lines: &NumberedEntries,
    counting: &Counting<'_>,
    options: &CountOptions,
    run: &InterruptibleCount,
    output: &mut Output<'_>,
) -> anyhow::Result<Summary> {
    let progress = progress(lines);
    let mut summary = Summary::default();
    for (line, entry) in lines {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                summary.failed += 1;
                progress.aside(|| write_unreadable(&Unreadable { line: *line, error }, output))?;
                continue;
            }
        };
        // Castling rooks differ from line to line, so that each has a table of its own.
        let table = if let Counting::Leaves(table) = counting { table()? } else { None };
        let options = CountOptions { table, ..options.clone() };
        for &(depth, expected) in &entry.counts {
            let counted = match counting.count(&entry.position, depth, expected, &options, run, &progress)? {
                Counted::Leaves(leaves) => leaves,
                Counted::Statistics(statistics) => {
                    progress.aside(|| write_statistics(*line, entry, depth, &statistics, output))?;
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
            let mismatch = Mismatch::new(*line, entry, depth, expected, counted);
            progress.aside(|| write_mismatch(&mismatch, output))?;
        }
    }
    progress.clear();
    Ok(summary)
}

/// A bar of the leaves that are expected.
fn progress(lines: &NumberedEntries) -> Progress {
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
        options: &CountOptions,
        run: &InterruptibleCount,
        progress: &Progress,
    ) -> anyhow::Result<Counted> {
        if depth == 0 && !matches!(self, Counting::Statistics) {
            return Ok(Counted::Leaves(1));
        }
        let threads = if expected <= SMALL { 1 } else { options.threads };
        let options = CountOptions { threads, ..options.clone() };
        Ok(match self {
            Counting::Leaves(_) => leaves(position, depth, &options, run, progress)?
                .map_or(Counted::Interrupted, Counted::Leaves),
            Counting::Statistics => statistics::of_suite(position, depth, &options, run, progress)
                .map_or(Counted::Interrupted, Counted::Statistics),
            Counting::Generator(generator) => {
                match generator::leaves(*generator, position, depth, threads, run, progress) {
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
    options: &CountOptions,
    run: &InterruptibleCount,
    progress: &Progress,
) -> anyhow::Result<Option<u128>> {
    let subtrees = Arc::new(Subtrees::new(position, depth));
    let ledger = Ledger::new(vec![None; subtrees.len()], None, progress.clone());
    let ending = run.count(options, &subtrees, &ledger)?;
    Ok((ending == Ending::Counted).then(|| ledger.counts().iter().flatten().sum()))
}
