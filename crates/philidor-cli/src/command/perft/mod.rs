//! `philidor perft`: counts the tree of legal moves, and shows how far it is.
//!
//! `ledger.rs` counts so that it can be broken off, `checkpoint.rs` keeps what was counted, `suite/` counts what
//! others have counted before, `verification.rs` counts again in another way, `statistics.rs` says what the last half-moves are, `unique.rs` and `sum.rs` make
//! frontiers and count on from them, `progress.rs` draws the bar.

mod checkpoint;
mod generator;
mod ledger;
mod progress;
mod statistics;
mod suite;
mod sum;
mod unique;
mod verification;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use philidor::perft::{Subtrees, Table};
use philidor::{CastlingMode, Cpu, Position};
use philidor_files::ending::{INTERRUPTED, threads};
use serde::{Serialize, Serializer};

use self::checkpoint::{Checkpoint, Resumed};
pub(super) use self::ledger::Counter;
use self::ledger::{Ending, Ledger, Method};
pub(super) use self::progress::{Progress, Unit};
use self::verification::{Second, Verification};
use super::{Output, WrongUsage};
use crate::args::PerftArgs;
use crate::named;
use crate::quantity::{Grouped, Span, per_second};
use crate::size::Size;

/// The seed of the keys unless one is given.
const SEED: u64 = 1;

/// A count, as it is written for a program.
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
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    verification: Option<Verification>,
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
    let cpu = if args.generator.is_some() { Cpu::best() } else { args.cpu().map_err(WrongUsage)? };
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
    let workers = workers(threads, known.iter().filter(|count| count.is_none()).count());

    let with_table = Method { table: table(args, 0)?, ..method.clone() };
    let first = count(&counter, with_table, &subtrees, known, checkpoint)?;
    let verification = match args.verify.filter(|_| first.ending == Ending::Counted) {
        Some(share) => {
            let table = table(args, 1)?.map(|table| (table, seed(args, 1)));
            let choice = args.seed.unwrap_or_else(any_seed);
            let second = Second::new(&method, subtrees.len(), share, choice, table);
            Some(second.verify(&counter, &subtrees, &position, &first.counts)?)
        }
        None => None,
    };

    // No move is played at depth 0: the position itself is the leaf.
    let nodes = if depth == 0 { 1 } else { first.leaves() };
    let interruption = Interruption {
        interrupted: true,
        parts_counted: first.counts.iter().flatten().count(),
        parts: subtrees.len(),
    };
    let verification_ending = verification.as_ref().map(|verification| verification.ending);
    let was_interrupted = [Some(first.ending), verification_ending].contains(&Some(Ending::Interrupted));
    let differs = verification.as_ref().is_some_and(Verification::differs);
    let answer = Answer {
        depth,
        fen: position.to_string(),
        generator: None,
        nodes,
        seconds: first.time.as_secs_f64(),
        nodes_per_second: per_second(nodes - resumed, first.time),
        threads: workers,
        hash_bytes: args.hash.map(|Size(bytes)| bytes),
        seed: args.seed,
        verification,
        resumed_nodes: args.checkpoint.is_some().then_some(resumed),
        interrupted: was_interrupted.then_some(interruption),
        moves: args.divide.then(|| in_uci(&position, &subtrees, &first.counts)),
    };
    if output.json {
        output.write_json(&answer)?
    } else {
        answer.verification.as_ref().map_or(Ok(()), Verification::outcome)?;
        tell(&answer, args, first.time, cpu.name(), output)?
    }
    Ok(match (differs, was_interrupted) {
        (true, _) => ExitCode::FAILURE,
        (false, true) => ExitCode::from(INTERRUPTED),
        (false, false) => ExitCode::SUCCESS,
    })
}

/// How many threads count so many parts: one without a part is not started, and the calling one is always there.
fn workers(threads: usize, parts: usize) -> usize {
    threads.min(parts).max(1)
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
    table_of(size, seed(args, run)).map(Some)
}

/// The seed of the table of a run.
fn seed(args: &PerftArgs, run: u64) -> u64 {
    args.seed.unwrap_or(SEED).wrapping_add(run)
}

/// A seed that differs from call to call and is short enough to be typed.
fn any_seed() -> u64 {
    // The standard library seeds its hash maps from the system.
    RandomState::new().build_hasher().finish() % 1_000_000
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
    if let Some(resumed) = answer.resumed_nodes.filter(|&resumed| resumed > 0) {
        write!(output.writer, ", {} leaves from the checkpoint", Grouped(resumed))?;
    }
    writeln!(output.writer, "{label:#}")?;
    if let Some(verification) = &answer.verification {
        let word = if verification.verified { "verified" } else { "not verified" };
        writeln!(output.writer, "{label}{word}: {verification}{label:#}")?;
    }
    let nodes = Grouped(nodes);
    match answer.interrupted {
        None => writeln!(output.writer, "perft {depth}: {result}{nodes}{result:#}")?,
        Some(Interruption { parts_counted, parts, .. }) => {
            let bad = output.paint.bad();
            writeln!(
                output.writer,
                "{bad}interrupted:{bad:#} {nodes} leaves in {parts_counted} of {parts} parts"
            )?;
        }
    }
    Ok(())
}
