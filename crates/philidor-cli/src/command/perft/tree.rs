//! `philidor perft DEPTH`: the leaves of one tree, counted in parts, resumed from a checkpoint and verified if asked
//! to.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use philidor::perft::Subtrees;
use philidor::{CastlingMode, Position};
use philidor_host::ending::INTERRUPTED;
use philidor_host::{Cut, Size, note};

use super::table;
use super::verification::{Second, Verification};
use crate::args::PerftArgs;
use philidor_program::counting::checkpoint::{Checkpoint, Resumed};
use philidor_program::counting::interruptible::{Ending, InterruptibleCount};
use philidor_program::counting::ledger::Ledger;
use philidor_program::counting::options::CountOptions;
use philidor_program::counting::progress::{Progress, Unit};
use philidor_program::counting::report::{self, Interruption, PerftReport};
use philidor_program::quantity::{Several, per_second, sum_of};
use philidor_program::terminal::output::Output;

/// The tree to count.
struct Tree {
    position: Position,
    depth: u32,
    subtrees: Arc<Subtrees>,
}

/// What one count over the tree has found.
struct Count {
    counts: Vec<Option<u128>>,
    ending: Ending,
    time: Duration,
}

pub(super) fn run(
    args: &PerftArgs,
    options: &CountOptions,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let tree = Tree::new(args)?;
    let run = InterruptibleCount::new()?;
    let (checkpoint, known) = tree.known(args.checkpoint.as_deref())?;
    let too_many = || format!("perft {} has more leaves than 128 bits can count", tree.depth);
    let resumed = sum_of(known.iter().flatten()).with_context(too_many)?;
    let workers = options.workers(known.iter().filter(|count| count.is_none()).count());

    let with_table = CountOptions { table: table::requested(args, 0)?, ..options.clone() };
    let first = count(&run, with_table, &tree.subtrees, known, checkpoint)?;
    let verification = verify(args, options, &run, &tree, &first)?;

    let nodes = tree.leaves(&first).with_context(too_many)?;
    let interruption = tree.interruption(&first, verification.as_ref());
    let report = PerftReport {
        depth: tree.depth,
        fen: tree.position.to_string(),
        variant: None,
        generator: None,
        nodes,
        seconds: first.time.as_secs_f64(),
        nodes_per_second: per_second(nodes - resumed, first.time),
        threads: workers,
        hash_bytes: args.counting.hash.map(|Size(bytes)| bytes),
        seed: args.seed,
        verification,
        resumed_nodes: args.checkpoint.is_some().then_some(resumed),
        interrupted: interruption,
        moves: args.divide.then(|| tree.in_uci(&first.counts)),
    };
    report::write(&report, args.counting.hash, first.time, options.cpu.name(), output)?;
    Ok(match &report {
        PerftReport { verification: Some(found), .. } if found.differs() => ExitCode::FAILURE,
        PerftReport { interrupted: Some(_), .. } => ExitCode::from(INTERRUPTED),
        _ => ExitCode::SUCCESS,
    })
}

impl Tree {
    fn new(args: &PerftArgs) -> anyhow::Result<Tree> {
        let position = args.position.read()?;
        let depth = args.depth;
        Ok(Tree { position, depth, subtrees: Arc::new(Subtrees::new(&position, depth)) })
    }

    /// A checkpoint to write into if there is a file for it, and what is known before anything is counted.
    fn known(&self, path: Option<&Path>) -> anyhow::Result<(Option<Checkpoint>, Vec<Option<u128>>)> {
        let Some(path) = path else { return Ok((None, vec![None; self.subtrees.len()])) };
        let opened = Checkpoint::open(path, &self.position, self.depth, &self.subtrees);
        let (checkpoint, Resumed { counts, damaged, cut }) =
            opened.with_context(|| format!("cannot use the checkpoint {}", path.display()))?;
        if damaged > 0 {
            let lines = Several(damaged as u128, "damaged line");
            note(&format!("warning: {} has {lines}; what they say is counted again", path.display()));
        }
        if cut > 0 {
            note(&format!("{}: {}", path.display(), Cut { bytes: cut, of: "a line" }));
        }
        Ok((Some(checkpoint), counts))
    }

    /// No move is played at depth 0: the position itself is the leaf. `None` if 128 bits cannot count the leaves.
    fn leaves(&self, count: &Count) -> Option<u128> {
        if self.depth == 0 { Some(1) } else { sum_of(count.counts.iter().flatten()) }
    }

    /// How far the count was, if Ctrl-C ended it or its verification.
    fn interruption(&self, count: &Count, verification: Option<&Verification>) -> Option<Interruption> {
        let endings = [Some(count.ending), verification.map(|verification| verification.ending)];
        endings.contains(&Some(Ending::Interrupted)).then(|| Interruption {
            interrupted: true,
            parts_counted: count.counts.iter().flatten().count(),
            parts: self.subtrees.len(),
        })
    }

    /// The moves whose parts are all counted.
    fn in_uci(&self, counts: &[Option<u128>]) -> Vec<(String, u128)> {
        let mode = CastlingMode::detect(&self.position);
        let division = self.subtrees.divide(counts).into_iter();
        let counted = division.filter_map(|(mv, count)| Some((mv, count?)));
        counted.map(|(mv, count)| (self.position.to_uci_in(mv, mode).to_string(), count)).collect()
    }
}

/// Counts the parts that are not known.
fn count(
    run: &InterruptibleCount,
    options: CountOptions,
    subtrees: &Arc<Subtrees>,
    known: Vec<Option<u128>>,
    checkpoint: Option<Checkpoint>,
) -> anyhow::Result<Count> {
    let done = known.iter().flatten().count() as u64;
    let progress = Progress::new(Unit::Parts, subtrees.len() as u64, done);
    let ledger = Ledger::new(known, checkpoint, progress.clone());
    let start = Instant::now();
    let ending = run.count(&options, subtrees, &ledger);
    let time = start.elapsed();
    progress.clear();
    Ok(Count { counts: ledger.counts(), ending: ending?, time })
}

/// Counts a share again with other options, if that is asked for and the first count is complete.
fn verify(
    args: &PerftArgs,
    options: &CountOptions,
    run: &InterruptibleCount,
    tree: &Tree,
    first: &Count,
) -> anyhow::Result<Option<Verification>> {
    let Some(share) = args.verify.filter(|_| first.ending == Ending::Counted) else { return Ok(None) };
    let table = table::requested(args, 1)?.map(|table| (table, table::seed(args, 1)));
    let choice = args.seed.unwrap_or_else(any_seed);
    let second = Second::new(options, tree.subtrees.len(), share, choice, table);
    second.verify(run, &tree.subtrees, &tree.position, &first.counts).map(Some)
}

/// A seed that differs from call to call and is short enough to be typed.
fn any_seed() -> u64 {
    // The standard library seeds its hash maps from the system.
    RandomState::new().build_hasher().finish() % 1_000_000
}
