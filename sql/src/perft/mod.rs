//! `philidor-sql perft`: a tree too large for one evening, divided at a frontier into units that are counted one by
//! one.
//!
//! ```text
//! start ──expand, GROUP BY──► ply 1 ──► … ──► frontier ──► unit-0000.parquet …
//!                                                               │ one statement each
//!                                                               ▼
//!                             total ◄──sum── counts.jsonl ◄── sum(paths * perft(position, rest))
//! ```
//!
//! A position that several paths lead to is counted once. Counts are kept here, not in the engine, so that only the
//! current unit is lost when a machine, a cluster or the power fails. Counting a frontier shared among volunteers is
//! how perft(12) and beyond were found. A random part is counted twice, as the Grand Chess Tree does with all of it.
//!
//! `folder.rs` keeps the plan, the units and their counts; `frontier.rs` makes the frontier, `unit.rs` the units;
//! `count.rs` is the statement of a unit, `engine.rs` what runs it.

mod count;
mod engine;
mod folder;
mod frontier;
mod unit;

use std::io::{Write, stdout};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use anyhow::bail;
use datafusion::logical_expr::ScalarUDF;
use futures::StreamExt;
use philidor_host::{Several, progress};
use philidor_program::positions::{Door, read_position};
use serde_json::json;

use self::engine::Engine;
use self::folder::{Folder, Plan};
use self::unit::{Unit, UnitCount};
use crate::args::PerftArgs;
use crate::ending::Ending;

/// Counts, or resumes a count.
pub(crate) async fn run(args: &PerftArgs, functions: Vec<Arc<ScalarUDF>>) -> anyhow::Result<Ending> {
    let start = read_position(&args.fen, Door::Strict)?;
    let engine = Engine::open(&args.session, &functions).await?;
    let begun = Instant::now();
    let plan = Plan::new(&start, args);
    let mut folder = Folder::open(args.results.as_deref(), &plan)?;
    if !folder.has_frontier()
        && frontier::make(&engine, &start, &mut folder, &plan).await? == Ending::Interrupted
    {
        return Ok(Ending::Interrupted);
    }
    let missing = folder.missing();
    if count_units(args, &engine, &mut folder, missing, None).await? == Ending::Interrupted {
        return Ok(Ending::Interrupted);
    }
    let mut rechecked = 0;
    if let Some(share) = args.recheck {
        let seed = args.seed.unwrap_or_else(arbitrary_seed);
        let again = chosen(folder.units(), share, seed);
        rechecked = again.len();
        if !args.json {
            writeln!(
                stdout(),
                "counting {rechecked} of {} again with seed {seed}",
                Several(folder.units().into(), "unit")
            )?;
        }
        if count_units(args, &engine, &mut folder, again, Some(seed)).await? == Ending::Interrupted {
            return Ok(Ending::Interrupted);
        }
    }
    let (positions, nodes) = folder.total()?;
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        let line = json!({
            "depth": plan.depth, "fen": plan.fen, "frontier": plan.plies, "positions": positions,
            "units": plan.units, "rechecked": rechecked, "seconds": seconds,
            "nodes": nodes.to_string(), // a string, since most JSON readers keep only 53 bits of a number
        });
        writeln!(stdout(), "{line}")?;
    } else {
        writeln!(
            stdout(),
            "{} at ply {}, {seconds:.3} s",
            Several(positions.into(), "position"),
            plan.plies
        )?;
        writeln!(stdout(), "{nodes}")?;
    }
    Ok(Ending::Done)
}

/// Counts these units and notes each count; one with a seed is compared with the known one first. An error or Ctrl-C
/// ends them all.
async fn count_units(
    args: &PerftArgs,
    engine: &Engine,
    folder: &mut Folder,
    units: Vec<u32>,
    seed: Option<u32>,
) -> anyhow::Result<Ending> {
    let bar =
        progress::bar(Some(units.len() as u64), "{wide_bar} unit {pos} of {len}  {elapsed}, {eta} to go");
    let jobs: Vec<Unit> = units.into_iter().map(|number| folder.unit(number, seed)).collect();
    let counted = futures::stream::iter(jobs).map(|unit| count::count(unit, engine));
    let mut counted = counted.buffer_unordered(args.at_once as usize);
    let mut outcome = Ok(Ending::Done);
    // To the end of all units that have begun, also after an interruption: each of them lets the cluster know.
    while let Some(count) = counted.next().await {
        match count.and_then(|count| count.map(|count| note(folder, count)).transpose()) {
            Ok(Some(())) => bar.inc(1),
            Ok(None) => outcome = outcome.map(|_| Ending::Interrupted),
            Err(error) => {
                engine.interruption.raise();
                outcome = outcome.and(Err(error));
            }
        }
    }
    bar.finish_and_clear();
    outcome
}

/// Notes a count, after comparing one with a seed with the known one.
fn note(folder: &mut Folder, count: UnitCount) -> anyhow::Result<()> {
    if let (Some(seed), Some(known)) = (count.seed, folder.count(count.unit))
        && (known.nodes, known.positions) != (count.nodes, count.positions)
    {
        bail!(
            "unit {} has {} leaves, but with the keys of seed {seed} {}: one of the two counts is wrong",
            count.unit,
            known.nodes,
            count.nodes
        );
    }
    folder.note(count)
}

/// A seed that differs each time. It need not be unpredictable.
fn arbitrary_seed() -> u32 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.subsec_nanos() ^ since.as_secs() as u32
}

/// A share of the units, at least one: those with the smallest mixed numbers.
fn chosen(units: u32, share: f64, seed: u32) -> Vec<u32> {
    let wanted = ((f64::from(units) * share).round() as usize).max(1);
    let mut all: Vec<u32> = (0..units).collect();
    all.sort_by_key(|&unit| mix(u64::from(seed) << 32 | u64::from(unit)));
    all.truncate(wanted);
    all.sort_unstable();
    all
}

/// The finalizer of SplitMix64 (Guy Steele, Doug Lea, Christine Flood, 2014): a bijection that leaves no pattern.
fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_has_its_size_and_depends_on_the_seed() {
        assert_eq!(chosen(200, 0.01, 1).len(), 2);
        assert_eq!(chosen(10, 0.01, 1).len(), 1);
        assert_eq!(chosen(10, 1.0, 7), (0..10).collect::<Vec<_>>());
        assert_eq!(chosen(1000, 0.1, 1), chosen(1000, 0.1, 1));
        assert_ne!(chosen(1000, 0.1, 1), chosen(1000, 0.1, 2));
    }
}
