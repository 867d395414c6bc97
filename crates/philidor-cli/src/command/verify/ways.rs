//! The list of all ways to count, each a name and a function.
//!
//! `philidor verify` compares them all; whatever way the library gains gets a line here. A way has a limit, since most
//! are three to a hundred times slower than the fastest, and few faults need more leaves than that to show. The fastest
//! one has none.
//!
//! Not compared here, but by the tests of the library (`perft/counters.rs` there): batches of other sizes, tables of
//! other sizes, and frontiers made at levels other than the best. Checkpoints in files are tested with the command.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use philidor::chain::ChainBoard;
use philidor::mailbox::MailboxBoard;
use philidor::perft::{Frontier, Perft, Subtrees, Table, frontier, perft_with};
use philidor::{Cpu, MoveGenerator, Position};

/// The most leaves that a way counts: those that count the last half-move from sets, those that look at each move of
/// it, and those that play each.
const COUNTED: u128 = 20_000_000;
const LOOKED_AT: u128 = 2_000_000;
const PLAYED: u128 = 300_000;

/// A table so small that most of its entries are replaced again and again.
const TABLE: usize = 1 << 14;

/// The leaves at a depth; `None` where the way cannot count them, as a generator that does not know Chess960.
type Count = Box<dyn Fn(&Position, u32) -> Option<u128> + Send + Sync>;

/// A way to count.
pub(super) struct Way {
    pub(super) name: String,
    /// Larger counts are left to others.
    pub(super) limit: u128,
    pub(super) count: Count,
}

impl Way {
    pub(super) fn new(
        name: impl Into<String>,
        limit: u128,
        count: impl Fn(&Position, u32) -> Option<u128> + Send + Sync + 'static,
    ) -> Way {
        Way { name: name.into(), limit, count: Box::new(count) }
    }
}

/// The fastest way alone.
pub(super) fn fastest() -> Vec<Way> {
    vec![Way::new(format!("{} counted", Cpu::best()), u128::MAX, counted)]
}

fn counted(position: &Position, depth: u32) -> Option<u128> {
    Some(Perft::new().count(position, depth))
}

/// Every way, the fastest first.
pub(super) fn all() -> Vec<Way> {
    let mut ways = fastest();
    ways.extend(Cpu::available().flat_map(at_level));
    ways.extend(by_parts());
    ways.extend([
        by_generator::<Position>("bitboard generator"),
        by_generator::<ChainBoard>("chain generator"),
        by_generator::<MailboxBoard>("mailbox generator"),
    ]);
    ways
}

/// The ways that are compiled for each level: leaves counted, leaves played, two tables, statistics.
fn at_level(cpu: Cpu) -> Vec<Way> {
    let perft = Perft::new().cpu(cpu);
    let mut ways = vec![
        Way::new(format!("{cpu} plain"), PLAYED, move |position, depth| {
            Some(perft.plain().count(position, depth))
        }),
        Way::new(format!("{cpu} statistics"), LOOKED_AT, move |position, depth| {
            // The position itself is the leaf at depth 0, and no move leads to it.
            (depth > 0).then(|| perft.statistics(position, depth).nodes.into())
        }),
    ];
    if cpu != Cpu::best() {
        let count = move |position: &Position, depth| Some(perft.count(position, depth));
        ways.push(Way::new(format!("{cpu} counted"), COUNTED, count));
    }
    ways.extend([1, 2].map(|seed| {
        Way::new(format!("{cpu} table, seed {seed}"), COUNTED, move |position, depth| {
            // A table of its own: castling rooks differ from position to position.
            let table = Table::new(TABLE, seed);
            Some(Perft::new().cpu(cpu).table(&table).count(position, depth))
        })
    }));
    ways
}

/// The ways that add up what was counted in parts.
fn by_parts() -> [Way; 7] {
    [
        Way::new("three threads", COUNTED, |position, depth| {
            Some(Perft::new().threads(3).count(position, depth))
        }),
        Way::new("three threads, one table", COUNTED, |position, depth| {
            let table = Table::new(TABLE, 3);
            Some(Perft::new().threads(3).table(&table).count(position, depth))
        }),
        Way::new("three threads, statistics", LOOKED_AT, |position, depth| {
            (depth > 0).then(|| Perft::new().threads(3).statistics(position, depth).nodes.into())
        }),
        Way::new("two sessions, one table", COUNTED, |position, depth| {
            (depth > 0).then(|| in_two_sessions(position, depth))
        }),
        Way::new("divide", LOOKED_AT, |position, depth| {
            (depth > 0).then(|| Perft::new().divide(position, depth).iter().map(|(_, count)| count).sum())
        }),
        Way::new("frontier", LOOKED_AT, |position, depth| {
            let half = depth / 2;
            let leaves = |position: &Position| Perft::new().count(position, depth - half);
            Some(frontier(position, half).iter().map(|(position, paths)| paths * leaves(&position)).sum())
        }),
        Way::new("frontier, written and read", LOOKED_AT, |position, depth| {
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
            *leaves.lock().unwrap_or_else(PoisonError::into_inner) += counted;
            ControlFlow::Continue(())
        });
    }
    leaves.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn by_generator<G: MoveGenerator>(name: &str) -> Way {
    Way::new(name, PLAYED, |position, depth| {
        G::from_position(position).ok().map(|mut generator| perft_with(&mut generator, depth))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_way_has_a_name_of_its_own_and_counts() {
        let ways = all();
        let names: HashSet<&str> = ways.iter().map(|way| way.name.as_str()).collect();
        assert_eq!(names.len(), ways.len());
        let levels = Cpu::available().count();
        assert_eq!(ways.len(), 5 * levels + 10);
        for way in ways {
            assert_eq!((way.count)(&Position::default(), 3), Some(8_902), "{}", way.name);
        }
    }

    #[test]
    fn the_mailbox_generator_leaves_chess960_to_others() {
        let position: Position = "1k6/8/8/8/8/8/8/RK5R w HA - 0 1".parse().expect("a position");
        let counts =
            all().into_iter().filter_map(|way| (way.count)(&position, 1).map(|count| (way.name, count)));
        let counts: Vec<(String, u128)> = counts.collect();
        assert!(
            counts.iter().all(|&(_, count)| count == 25) && counts.len() == all().len() - 1,
            "{counts:?}"
        );
    }
}
