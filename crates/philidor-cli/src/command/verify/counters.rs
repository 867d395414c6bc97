//! The list of all counters, each a name and a function, and the one that the arguments may ask for.
//!
//! `philidor verify` compares them all; whatever counter the library gains gets a line here. A counter has a limit,
//! since most are three to a hundred times slower than the fastest, and few faults need more leaves than that to show.
//! The fastest one has none.
//!
//! Not compared here, but by the tests of the library (`perft/counters.rs` there): batches of other sizes, tables of
//! other sizes, and frontiers made at levels other than the best. Checkpoints in files are tested with the command.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use philidor::cpu::Cpu;
use philidor::perft::{Frontier, Perft, Subtrees, Table, frontier, perft_with};
use philidor::{MoveGenerator, Position};
use philidor_historic::chain::ChainBoard;
use philidor_historic::mailbox::MailboxBoard;
use philidor_host::Size;
use philidor_program::positions::Generator;

use philidor_program::arguments::counting::CountArgs;
use philidor_program::counting::options::CountOptions;
use philidor_program::counting::tables;

/// The most leaves for a counter: for counters that count the last half-move from sets, for counters that look at each
/// of its moves, and for counters that play each of them.
pub(super) const COUNTED: u128 = 20_000_000;
const LOOKED_AT: u128 = 2_000_000;
const PLAYED: u128 = 300_000;

/// A table so small that most of its entries are replaced again and again.
const TABLE: usize = 1 << 14;

/// The leaves at a depth, counted on some threads; `None` where the counter cannot count them, as a generator that does
/// not know Chess960.
type Count = Box<dyn Fn(&Position, u32, usize) -> Option<u128> + Send + Sync>;

/// A way of counting.
pub(super) struct Counter {
    pub(super) name: String,
    /// Larger counts are left to others.
    pub(super) limit: u128,
    /// Whether it counts one tree on several threads.
    pub(super) shares: bool,
    pub(super) count: Count,
}

impl Counter {
    pub(super) fn new(
        name: impl Into<String>,
        limit: u128,
        count: impl Fn(&Position, u32) -> Option<u128> + Send + Sync + 'static,
    ) -> Counter {
        let count: Count = Box::new(move |position, depth, _| count(position, depth));
        Counter { name: name.into(), limit, shares: false, count }
    }

    /// A counter that takes all counts, and shares a tree out between threads.
    pub(super) fn on_threads(
        name: impl Into<String>,
        count: impl Fn(&Position, u32, usize) -> u128 + Send + Sync + 'static,
    ) -> Counter {
        let count: Count = Box::new(move |position, depth, threads| Some(count(position, depth, threads)));
        Counter { name: name.into(), limit: u128::MAX, shares: true, count }
    }
}

/// The fastest counter alone.
pub(super) fn fastest() -> Vec<Counter> {
    let count = |position: &Position, depth, threads| Perft::new().threads(threads).count(position, depth);
    vec![Counter::on_threads(format!("{} counted", Cpu::best()), count)]
}

/// The counter that the arguments ask for, if they ask for one; it takes all counts.
///
/// # Errors
///
/// The environment names no level of this CPU, or the table does not fit.
pub(super) fn asked_for(args: &CountArgs) -> anyhow::Result<Option<Counter>> {
    if let Some(generator) = args.generator {
        let name = format!("{} generator", generator.name());
        return Ok(Some(match generator {
            Generator::Bitboard => by_generator::<Position>(name, u128::MAX),
            Generator::Chain => by_generator::<ChainBoard>(name, u128::MAX),
            Generator::Mailbox => by_generator::<MailboxBoard>(name, u128::MAX),
        }));
    }
    if !args.plain && args.cpu.is_none() && args.hash.is_none() {
        return Ok(None);
    }
    let options = CountOptions::new(args)?;
    let mut name = format!("{} {}", options.cpu, if args.plain { "plain" } else { "counted" });
    if let Some(size) = args.hash {
        tables::ensure_that_it_fits(size)?;
        name += &format!(", table of {size}");
    }
    let (hash, all) = (args.hash, options.threads);
    Ok(Some(Counter::on_threads(name, move |position, depth, threads| {
        // A table of its own: castling rooks differ from position to position. Trees that are counted at the same time
        // share the memory.
        let bytes = |Size(bytes)| usize::try_from(bytes).unwrap_or(usize::MAX) / all * threads;
        let table = hash.map(|size| Arc::new(Table::new(bytes(size), 1)));
        CountOptions { threads, table, ..options.clone() }.perft().count(position, depth)
    })))
}

/// Every counter, the fastest first.
pub(super) fn all() -> Vec<Counter> {
    let mut counters = fastest();
    counters.extend(Cpu::available().flat_map(at_level));
    counters.extend(by_parts());
    counters.extend([
        by_generator::<Position>("bitboard generator", PLAYED),
        by_generator::<ChainBoard>("chain generator", PLAYED),
        by_generator::<MailboxBoard>("mailbox generator", PLAYED),
    ]);
    counters
}

/// The counters that are compiled for each level: leaves counted, leaves played, two tables, statistics.
fn at_level(cpu: Cpu) -> Vec<Counter> {
    let perft = Perft::new().cpu(cpu);
    let mut counters = vec![
        Counter::new(format!("{cpu} plain"), PLAYED, move |position, depth| {
            Some(perft.plain().count(position, depth))
        }),
        Counter::new(format!("{cpu} statistics"), LOOKED_AT, move |position, depth| {
            // The position itself is the leaf at depth 0, and no move leads to it.
            (depth > 0).then(|| perft.statistics(position, depth).nodes.into())
        }),
    ];
    if cpu != Cpu::best() {
        let count = move |position: &Position, depth| Some(perft.count(position, depth));
        counters.push(Counter::new(format!("{cpu} counted"), COUNTED, count));
    }
    counters.extend([1, 2].map(|seed| {
        Counter::new(format!("{cpu} table, seed {seed}"), COUNTED, move |position, depth| {
            // A table of its own: castling rooks differ from position to position.
            let table = Table::new(TABLE, seed);
            Some(Perft::new().cpu(cpu).table(&table).count(position, depth))
        })
    }));
    counters
}

/// The counters that add up what was counted in parts.
fn by_parts() -> [Counter; 7] {
    [
        Counter::new("three threads", COUNTED, |position, depth| {
            Some(Perft::new().threads(3).count(position, depth))
        }),
        Counter::new("three threads, one table", COUNTED, |position, depth| {
            let table = Table::new(TABLE, 3);
            Some(Perft::new().threads(3).table(&table).count(position, depth))
        }),
        Counter::new("three threads, statistics", LOOKED_AT, |position, depth| {
            (depth > 0).then(|| Perft::new().threads(3).statistics(position, depth).nodes.into())
        }),
        Counter::new("two sessions, one table", COUNTED, |position, depth| {
            (depth > 0).then(|| in_two_sessions(position, depth))
        }),
        Counter::new("divide", LOOKED_AT, |position, depth| {
            (depth > 0).then(|| Perft::new().divide(position, depth).iter().map(|(_, count)| count).sum())
        }),
        Counter::new("frontier", LOOKED_AT, |position, depth| {
            let half = depth / 2;
            let leaves = |position: &Position| Perft::new().count(position, depth - half);
            Some(frontier(position, half).iter().map(|(position, paths)| paths * leaves(&position)).sum())
        }),
        Counter::new("frontier, written and read", LOOKED_AT, |position, depth| {
            let half = depth / 2;
            let leaves = |position: &Position| Perft::new().count(position, depth - half);
            // What cannot be read back is not left out, but a wrong count.
            let read: Option<Frontier> = frontier(position, half).to_string().parse().ok();
            let sum = |read: &Frontier| read.iter().map(|(position, paths)| paths * leaves(&position)).sum();
            Some(read.as_ref().map_or(u128::MAX, sum))
        }),
    ]
}

/// Counts every other part of the tree, then the rest, as a run that resumes from a checkpoint.
fn in_two_sessions(position: &Position, depth: u32) -> u128 {
    let subtrees = Subtrees::new(position, depth);
    let (table, leaves) = (Table::new(TABLE, 4), Mutex::new(0_u128));
    let (first, second): (Vec<usize>, Vec<usize>) = (0..subtrees.len()).partition(|part| part % 2 == 0);
    for session in [first, second] {
        Perft::new().table(&table).count_subtrees(&subtrees, &session, &|_, counted| {
            let mut leaves = leaves.lock().unwrap_or_else(PoisonError::into_inner);
            *leaves = leaves.saturating_add(counted);
            ControlFlow::Continue(())
        });
    }
    leaves.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn by_generator<G: MoveGenerator>(name: impl Into<String>, limit: u128) -> Counter {
    Counter::new(name, limit, |position, depth| {
        G::from_position(position).ok().map(|mut generator| perft_with(&mut generator, depth))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_counter_has_a_name_of_its_own_and_counts() {
        let counters = all();
        let names: HashSet<&str> = counters.iter().map(|counter| counter.name.as_str()).collect();
        assert_eq!(names.len(), counters.len());
        let levels = Cpu::available().count();
        assert_eq!(counters.len(), 5 * levels + 10);
        for counter in counters {
            assert_eq!((counter.count)(&Position::default(), 3, 1), Some(8_902), "{}", counter.name);
        }
    }

    #[test]
    fn the_mailbox_generator_leaves_chess960_to_others() {
        let position: Position = "1k6/8/8/8/8/8/8/RK5R w HA - 0 1".parse().expect("a position");
        let counts = all()
            .into_iter()
            .filter_map(|counter| (counter.count)(&position, 1, 1).map(|count| (counter.name, count)));
        let counts: Vec<(String, u128)> = counts.collect();
        assert!(
            counts.iter().all(|&(_, count)| count == 25) && counts.len() == all().len() - 1,
            "{counts:?}"
        );
    }
}
