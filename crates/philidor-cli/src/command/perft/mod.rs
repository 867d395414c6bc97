//! `philidor perft`: counts the tree of legal moves, and shows how far it is.
//!
//! `ledger.rs` counts so that it can be broken off, `checkpoint.rs` keeps what was counted, `suite.rs` counts what
//! others have counted before, `statistics.rs` says what the last half-moves are, `unique.rs` and `sum.rs` make
//! frontiers and count on from them, `progress.rs` draws the bar.

mod checkpoint;
mod generator;
mod ledger;
mod progress;
mod statistics;
pub(super) mod suite;
mod sum;
mod unique;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use philidor::perft::{Subtrees, Table};
use philidor::{CastlingMode, Cpu, Position};
use serde::{Serialize, Serializer};

use self::checkpoint::{Checkpoint, Resumed};
use self::ledger::{Counter, Ending, Ledger, Method};
use self::progress::{Progress, Unit};
use super::{INTERRUPTED, Output, threads};
use crate::args::PerftArgs;
use crate::named;
use crate::quantity::{Grouped, Span, per_second};
use crate::size::Size;

/// The seed of the keys unless one is given.
const SEED: u64 = 1;

/// A count, as it is told to a program.
#[derive(Serialize)]
struct Answer {
    depth: u32,
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    generator: Option<&'static str>,
    nodes: u128,
    seconds: f64,
    nodes_per_second: u128,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    hash_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resumed_nodes: Option<u128>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    interrupted: Option<Interruption>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_map")]
    moves: Option<Vec<(String, u128)>>,
}

/// How far a count was when Ctrl-C came.
#[derive(Clone, Copy, Serialize)]
struct Interruption {
    interrupted: bool,
    parts_counted: usize,
    parts: usize,
}

/// Writes the counts of the moves as one object, in their order.
fn as_map<S: Serializer>(moves: &Option<Vec<(String, u128)>>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(moves.iter().flatten().map(|(uci, count)| (uci, count)))
}

/// What one count over the tree has found.
struct Count {
    counts: Vec<Option<u128>>,
    ending: Ending,
    time: Duration,
}

impl Count {
    fn leaves(&self) -> u128 {
        self.counts.iter().flatten().sum()
    }
}

pub(super) fn run(args: &PerftArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let cpu = if args.generator.is_some() { Cpu::best() } else { args.cpu() };
    let threads = threads(args.threads).get();
    let method = Method { cpu, threads, plain: args.plain, table: None };
    if let Some(path) = &args.suite {
        return suite::run(path, args, &method, output);
    }
    if let Some(path) = &args.sum {
        return sum::run(path, args, &method, output);
    }
    if args.unique {
        return unique::run(args, output);
    }
    if let Some(generator) = args.generator {
        return generator::run(generator, args, &method, output);
    }
    if args.stats {
        return statistics::run(args, &method, output);
    }
    let position = named::position(&args.position.fen)?;
    let depth = args.depth.unwrap_or_default();
    let counter = Counter::new()?;
    let subtrees = Arc::new(Subtrees::new(&position, depth));
    let (checkpoint, known) = match &args.checkpoint {
        Some(path) => open(path, &position, depth, &subtrees)?,
        None => (None, vec![None; subtrees.len()]),
    };
    let resumed: u128 = known.iter().flatten().sum();

    let with_table = Method { table: table(args, 0)?, ..method.clone() };
    let first = count(&counter, with_table, &subtrees, known, checkpoint)?;
    let mut verified = None;
    if args.verify && first.ending == Ending::Counted {
        let with_table = Method { table: table(args, 1)?, ..method };
        let second = count(&counter, with_table, &subtrees, vec![None; subtrees.len()], None)?;
        verified = Some(second.ending == Ending::Counted);
        compare(&position, &subtrees, &first.counts, &second.counts)?;
    }

    // No move is played at depth 0: the position itself is the leaf.
    let nodes = if depth == 0 { 1 } else { first.leaves() };
    let interruption = Interruption {
        interrupted: true,
        parts_counted: first.counts.iter().flatten().count(),
        parts: subtrees.len(),
    };
    let was_interrupted = first.ending == Ending::Interrupted || verified == Some(false);
    let answer = Answer {
        depth,
        fen: position.to_string(),
        generator: None,
        nodes,
        seconds: first.time.as_secs_f64(),
        nodes_per_second: per_second(nodes - resumed, first.time),
        threads,
        hash_bytes: args.hash.map(|Size(bytes)| bytes),
        seed: args.seed,
        verified,
        resumed_nodes: args.checkpoint.is_some().then_some(resumed),
        interrupted: was_interrupted.then_some(interruption),
        moves: args.divide.then(|| in_uci(&position, &subtrees, &first.counts)),
    };
    if output.json {
        output.write_json(&answer)?
    } else {
        tell(&answer, args, first.time, cpu.name(), output)?
    }
    Ok(if was_interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Counts the parts that are not known.
fn count(
    counter: &Counter,
    method: Method,
    subtrees: &Arc<Subtrees>,
    known: Vec<Option<u128>>,
    checkpoint: Option<Checkpoint>,
) -> anyhow::Result<Count> {
    let done = known.iter().flatten().count() as u64;
    let progress = Progress::new(Unit::Parts, subtrees.len() as u64, done);
    let ledger = Ledger::new(known, checkpoint, progress.clone());
    let start = Instant::now();
    let ending = counter.count(&method, subtrees, &ledger);
    let time = start.elapsed();
    progress.clear();
    Ok(Count { counts: ledger.counts(), ending: ending?, time })
}

/// A checkpoint to write into, and what it knew.
fn open(
    path: &Path,
    position: &Position,
    depth: u32,
    subtrees: &Subtrees,
) -> anyhow::Result<(Option<Checkpoint>, Vec<Option<u128>>)> {
    let opened = Checkpoint::open(path, position, depth, subtrees);
    let (checkpoint, resumed) =
        opened.with_context(|| format!("cannot use the checkpoint {}", path.display()))?;
    let Resumed { counts, damaged } = resumed;
    if damaged > 0 {
        eprintln!("warning: {} has {damaged} damaged lines; their parts are counted again", path.display());
    }
    Ok((Some(checkpoint), counts))
}

/// The table that the arguments ask for, if it fits, with keys that differ from run to run.
fn table(args: &PerftArgs, run: u64) -> anyhow::Result<Option<Arc<Table>>> {
    let Some(size) = args.hash else { return Ok(None) };
    table_of(size, args.seed.unwrap_or(SEED).wrapping_add(run)).map(Some)
}

/// A table of so many MiB, none if they are none.
pub(super) fn table_of_mebibytes(mebibytes: usize) -> anyhow::Result<Option<Arc<Table>>> {
    if mebibytes == 0 {
        return Ok(None);
    }
    table_of(Size((mebibytes as u64) << 20), SEED).map(Some)
}

/// A table of a size, if it fits.
fn table_of(size: Size, seed: u64) -> anyhow::Result<Arc<Table>> {
    if let Some(available) = available_memory().filter(|&available| size > available) {
        let fitting = available.0 >> 20;
        anyhow::bail!("a table of {size} does not fit in memory: {fitting}M would");
    }
    let bytes = usize::try_from(size.0).context("no such table can be addressed")?;
    Ok(Arc::new(Table::new(bytes, seed)))
}

/// The memory that the system could give to a program, if it tells.
fn available_memory() -> Option<Size> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(Size(kibibytes << 10))
}

/// An error if two counts of one part differ.
fn compare(
    position: &Position,
    subtrees: &Subtrees,
    first: &[Option<u128>],
    second: &[Option<u128>],
) -> anyhow::Result<()> {
    // What an interrupted run has not counted differs from nothing.
    let differing = first.iter().zip(second).filter(|(one, other)| other.is_some() && one != other).count();
    if differing == 0 {
        return Ok(());
    }
    let [one, other] = [first, second].map(|counts| in_uci(position, subtrees, counts));
    let total = |counts: &[Option<u128>]| Grouped(counts.iter().flatten().sum());
    let mut text = format!(
        "the counts with two seeds differ in {differing} of {} parts: {} and {}",
        first.len(),
        total(first),
        total(second)
    );
    for ((uci, one), (_, other)) in one.iter().zip(&other).filter(|(one, other)| one != other) {
        text += &format!("\n  {uci}: {one} and {other}");
    }
    anyhow::bail!(text)
}

/// The moves whose parts are all counted.
fn in_uci(position: &Position, subtrees: &Subtrees, counts: &[Option<u128>]) -> Vec<(String, u128)> {
    let uci = |mv| position.uci(mv, CastlingMode::of_start(position)).to_string();
    let division = subtrees.divide(counts).into_iter();
    division.filter_map(|(mv, count)| Some((uci(mv), count?))).collect()
}

/// The answer for people: the total last, where the eye falls. The means are a CPU level, or a generator.
fn tell(
    answer: &Answer,
    args: &PerftArgs,
    time: Duration,
    means: &str,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    let Answer { depth, nodes, nodes_per_second, threads, .. } = *answer;
    if let Some(moves) = &answer.moves {
        for (uci, count) in moves {
            writeln!(output.writer, "{uci}: {count}")?;
        }
        writeln!(output.writer)?;
    }
    let label = output.paint.label();
    let result = output.paint.result();
    let plural = if threads == 1 { "" } else { "s" };
    let rate = Grouped(nodes_per_second);
    let time = Span(time);
    write!(output.writer, "{label}{time}, {rate} leaves/s, {threads} thread{plural}, {means}")?;
    if let Some(size) = args.hash {
        write!(output.writer, ", table of {size}")?;
    }
    if answer.verified == Some(true) {
        write!(output.writer, ", two seeds agree")?;
    }
    if let Some(resumed) = answer.resumed_nodes.filter(|&resumed| resumed > 0) {
        write!(output.writer, ", {} leaves from the checkpoint", Grouped(resumed))?;
    }
    writeln!(output.writer, "{label:#}")?;
    let nodes = Grouped(nodes);
    match answer.interrupted {
        None => writeln!(output.writer, "perft {depth}: {result}{nodes}{result:#}")?,
        Some(Interruption { parts_counted, parts, .. }) => {
            let bad = output.paint.bad();
            write!(
                output.writer,
                "{bad}interrupted:{bad:#} {nodes} leaves in {parts_counted} of {parts} parts"
            )?;
            let unverified = if answer.verified.is_some() { ", not verified" } else { "" };
            writeln!(output.writer, "{unverified}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_counts_that_differ_are_an_error_that_names_the_move() {
        let position = Position::default();
        let subtrees = Subtrees::new(&position, 2);
        let right = vec![Some(20); subtrees.len()];
        let mut wrong = right.clone();
        assert!(compare(&position, &subtrees, &right, &wrong).is_ok());
        wrong[3] = None;
        assert!(compare(&position, &subtrees, &right, &wrong).is_ok(), "not counted is not different");
        let mut wrong = right.clone();
        wrong[3] = Some(21);
        let uci = in_uci(&position, &subtrees, &right)[3].0.clone();
        let error = compare(&position, &subtrees, &right, &wrong).expect_err("they differ").to_string();
        let expected = format!("differ in 1 of 20 parts: 400 and 401\n  {uci}: 20 and 21");
        assert!(error.ends_with(&expected), "{error}");
    }
}
