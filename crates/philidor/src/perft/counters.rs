//! Every way of counting, as one list for checking the law of counting.
//!
//! The law: *every counter agrees with plain play.* A counter is a name and a function from a position and a depth to
//! the number of leaves. They differ in all options, and in sizes that are not options:
//!
//! ```text
//! levels × batches of 64, 16 and 8 │ tables of three sizes × two seeds │ threads │ divided, reported, resumed
//! plain at every level             │ any generator by the trait        │ statistics │ frontiers by paths and sums
//! eight positions at a time        │                                   │            │
//! ```
//!
//! A new way of counting joins the list and does not get tests of its own kind. `tests/all/counting.rs` checks the list
//! on random positions; `fuzz/fuzz_targets/counting.rs` does so over positions made by the fuzzer. Both check with
//! [`coverage`](super::coverage) that the places they name were passed.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::Mutex;

use super::batch::with_batches_of;
use super::counted::{self, count_at};
use super::unique::with_runs_of;
use super::{Frontier, Perft, Subtrees, Table, divide_with, frontier, perft_by_two_plies, perft_with};
use crate::cpu::{Cpu, PortableBatches};
use crate::movegen::{MoveGenerator, counts_at, counts_in_portable_lanes};
use crate::position::Position;
use crate::types::Move;

/// A function from a position and a depth to the leaves. `None` if a counter cannot hold the position.
type Count = Box<dyn Fn(&Position, u32) -> Option<u128> + Send + Sync>;

/// A way of counting.
pub struct Counter {
    /// Its name in failure messages.
    pub name: String,
    count: Count,
}

impl Counter {
    fn new(
        name: impl Into<String>,
        count: impl Fn(&Position, u32) -> Option<u128> + Send + Sync + 'static,
    ) -> Counter {
        Counter { name: name.into(), count: Box::new(count) }
    }

    /// The leaves of a tree. A counter that contradicts itself returns [`u128::MAX`].
    #[must_use]
    pub fn count(&self, position: &Position, depth: u32) -> Option<u128> {
        (self.count)(position, depth)
    }
}

/// Counts by plain play: every leaf is listed, played and taken back, at the level that every CPU has.
#[must_use]
pub fn by_plain_play(position: &Position, depth: u32) -> u128 {
    Perft::new().cpu(Cpu::Portable).plain().count(position, depth)
}

/// Asserts the law for a position: each counter agrees with plain play. Returns how many could hold the position.
///
/// # Panics
///
/// If one does not; the message has the position, the depth, the counter and both counts.
pub fn agree<'a>(position: &Position, depth: u32, counters: impl IntoIterator<Item = &'a Counter>) -> usize {
    agree_on(by_plain_play(position, depth), position, depth, counters)
}

/// Like [`agree`], with the count by plain play already known.
///
/// # Panics
///
/// Like [`agree`].
pub fn agree_on<'a>(
    expected: u128,
    position: &Position,
    depth: u32,
    counters: impl IntoIterator<Item = &'a Counter>,
) -> usize {
    let counts = counters.into_iter().filter_map(|counter| Some((counter, counter.count(position, depth)?)));
    counts
        .map(|(counter, counted)| {
            assert_eq!(counted, expected, "{} at depth {depth} of {position}", counter.name)
        })
        .count()
}

/// All counters that this CPU has.
#[must_use]
pub fn all() -> Vec<Counter> {
    [
        by_batches(),
        by_eights(),
        by_two_plies(),
        by_levels(),
        by_tables(),
        by_threads(),
        by_parts(),
        by_statistics(),
        by_generator::<Position>("bitboards").into(),
        by_frontiers(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn levels() -> impl Iterator<Item = Cpu> {
    Cpu::available()
}

/// Batches on every level that counts by them, and on portable lanes, in sizes that fill soon.
#[must_use]
pub fn by_batches() -> Vec<Counter> {
    let mut counters = Vec::new();
    for children in [8, 16, 64] {
        counters.push(Counter::new(
            format!("portable lanes in batches of {children}"),
            move |position, depth| {
                Some(with_batches_of(children, || count_at(PortableBatches, position, depth)))
            },
        ));
        for cpu in levels().filter(|&cpu| cpu != Cpu::Portable) {
            counters.push(Counter::new(format!("{cpu} in batches of {children}"), move |position, depth| {
                Some(with_batches_of(children, || counted::count(cpu, None, position, depth)))
            }));
        }
    }
    counters
}

/// The leaf parents, made one by one and counted eight at a time.
fn by_eights() -> Vec<Counter> {
    let at_levels = levels().map(|cpu| {
        Counter::new(format!("{cpu}, eight positions at a time"), move |position, depth| {
            Some(in_eights(position, depth, &|positions, each| counts_at(cpu, positions, each)))
        })
    });
    let portable = Counter::new("portable lanes, eight positions at a time", |position, depth| {
        Some(in_eights(position, depth, &|positions, each| counts_in_portable_lanes(positions, each)))
    });
    at_levels.chain([portable]).collect()
}

/// Hands each position's count to a function.
type Counts<'a> = &'a dyn Fn(&[Position], &mut dyn FnMut(u32));

/// Makes the leaf parents, and adds up their counts.
fn in_eights(position: &Position, depth: u32, counts: Counts<'_>) -> u128 {
    let Some(above) = depth.checked_sub(1) else { return 1 };
    let mut positions = Vec::from([*position]);
    for _ in 0..above {
        let after = |position: &Position| {
            let moves = position.legal_moves();
            moves.into_iter().map(|mv| position.after(mv)).collect::<Vec<_>>()
        };
        positions = positions.iter().flat_map(after).collect();
    }
    let mut sum = 0;
    counts(&positions, &mut |count| sum += u128::from(count));
    sum
}

/// The last two half-moves counted by what each move disturbs.
fn by_two_plies() -> Vec<Counter> {
    Vec::from([Counter::new("two plies at once", |position, depth| {
        Some(perft_by_two_plies(position, depth.try_into().ok()?).into())
    })])
}

/// Every level, counted and plain.
fn by_levels() -> Vec<Counter> {
    let counted = levels().map(|cpu| {
        Counter::new(format!("{cpu}"), move |position, depth| {
            Some(Perft::new().cpu(cpu).count(position, depth))
        })
    });
    let plain = levels().map(|cpu| {
        Counter::new(format!("{cpu}, plain"), move |position, depth| {
            Some(Perft::new().cpu(cpu).plain().count(position, depth))
        })
    });
    counted.chain(plain).collect()
}

/// Tables in which hardly any, some, and most entries stay; each used for a lesser depth first, and twice.
fn by_tables() -> Vec<Counter> {
    let mut counters = Vec::new();
    for cpu in [Cpu::Portable, Cpu::best()] {
        for (bytes, seed) in [(Table::MIN_BYTES, 1), (1 << 13, 1), (1 << 13, 2), (1 << 18, u64::MAX)] {
            let name = format!("{cpu} with a table of {bytes} bytes, seed {seed}");
            counters.push(Counter::new(name, move |position, depth| {
                let table = Table::new(bytes, seed);
                let perft = Perft::new().cpu(cpu).table(&table);
                let _ = perft.count(position, depth.saturating_sub(1));
                let count = perft.count(position, depth);
                // Now the table has the children, except those that were overwritten.
                let again = sum_of(perft.divide(position, depth), depth);
                Some(if again == count { count } else { u128::MAX })
            }));
        }
        counters.push(Counter::new(
            format!("{cpu} with a table, in batches of 8"),
            move |position, depth| {
                let table = Table::new(1 << 14, 3);
                Some(with_batches_of(8, || counted::count(cpu, Some(&table), position, depth)))
            },
        ));
    }
    counters
}

fn by_threads() -> Vec<Counter> {
    let mut counters = Vec::new();
    for threads in [2, 3] {
        counters.push(Counter::new(format!("{threads} threads"), move |position, depth| {
            Some(Perft::new().threads(threads).count(position, depth))
        }));
        counters.push(Counter::new(format!("{threads} threads with a table"), move |position, depth| {
            let table = Table::new(1 << 14, 1);
            Some(Perft::new().threads(threads).table(&table).count(position, depth))
        }));
    }
    counters
}

/// The tree cut into parts: divided, reported, and counted in two sessions as from a checkpoint.
fn by_parts() -> Vec<Counter> {
    Vec::from([
        Counter::new("the sum of a divide", |position, depth| {
            Some(sum_of(Perft::new().divide(position, depth), depth))
        }),
        Counter::new("the sum of the reports", |position, depth| {
            let leaves = AtomicU64::new(u64::from(depth == 0));
            let count = Perft::new().count_reporting(position, depth, &|part| {
                leaves.fetch_add(part.leaves, Relaxed);
            });
            let leaves = u128::from(leaves.into_inner());
            Some(if leaves == count { count } else { u128::MAX })
        }),
        Counter::new("parts counted in two sessions", |position, depth| {
            Some(in_two_sessions(position, depth))
        }),
    ])
}

/// Counts half of the parts and stops, then those that are missing.
fn in_two_sessions(position: &Position, depth: u32) -> u128 {
    let subtrees = Subtrees::new(position, depth);
    let counts = Mutex::new(alloc::vec![None; subtrees.len()]);
    for session in 1..=2 {
        let missing: Vec<usize> = {
            let counts = counts.lock().expect("no thread panics");
            (0..subtrees.len()).filter(|&part| counts[part].is_none()).collect()
        };
        let enough = if session == 1 { subtrees.len() / 2 } else { subtrees.len() };
        Perft::new().count_subtrees(&subtrees, &missing, &|part, leaves| {
            let mut counts = counts.lock().expect("no thread panics");
            counts[part] = Some(leaves);
            let counted = counts.iter().flatten().count();
            if counted >= enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
    let counts = counts.into_inner().expect("no thread panics");
    let division = subtrees.divide(&counts).into_iter().filter_map(|(mv, count)| Some((mv, count?)));
    sum_of(division, depth)
}

/// The nodes of the statistics of the last half-move.
fn by_statistics() -> Vec<Counter> {
    let nodes = |cpu| {
        Counter::new(format!("{cpu}, statistics"), move |position, depth| {
            Some(u128::from(Perft::new().cpu(cpu).statistics(position, depth).nodes))
        })
    };
    levels().map(nodes).collect()
}

/// A generator by its own board: [`all`] has the bitboards, and whoever has another generator adds it.
#[must_use]
pub fn by_generator<G: MoveGenerator>(name: &str) -> [Counter; 2] {
    [
        Counter::new(format!("perft with {name}"), |position, depth| {
            Some(perft_with(&mut G::from_position(position).ok()?, depth))
        }),
        Counter::new(format!("divide with {name}"), |position, depth| {
            Some(sum_of(divide_with(&mut G::from_position(position).ok()?, depth), depth))
        }),
    ]
}

/// Distinct positions of a ply with the paths to each, and what is counted below them; in runs that fill and merge.
fn by_frontiers() -> Vec<Counter> {
    let sum = |frontier: &Frontier, depth: u32| {
        frontier.iter().map(|(position, paths)| paths * Perft::new().count(&position, depth)).sum::<u128>()
    };
    Vec::from([
        Counter::new("the paths of a frontier", |position, depth| Some(frontier(position, depth).paths())),
        Counter::new("the next paths of a frontier", |position, depth| {
            let before = frontier(position, depth.checked_sub(1)?);
            // In three passes or so.
            let bytes = before.count_children() as usize * Frontier::BYTES_PER_POSITION / 4;
            let distinct = before.count_next_ply(bytes) == before.next_ply().len() as u64;
            Some(if distinct { before.count_next_paths() } else { u128::MAX })
        }),
        Counter::new("a frontier of one ply, summed", move |position, depth| {
            Some(sum(&frontier(position, 1), depth.checked_sub(1)?))
        }),
        Counter::new("a frontier of two plies, written, read and summed", move |position, depth| {
            let text = frontier(position, depth.min(2)).to_string();
            let read = text.parse().expect("a frontier is read as it is written");
            Some(sum(&read, depth - depth.min(2)))
        }),
        Counter::new("a frontier put together from positions", |position, depth| {
            let frontier = frontier(position, depth);
            let again = Frontier::from_positions(frontier.iter()).expect("the positions of one frontier");
            Some(again.paths())
        }),
    ])
    .into_iter()
    .chain(levels().map(by_frontiers_at))
    .map(|Counter { name, count }| {
        Counter::new(name, move |position, depth| with_runs_of(64, || count(position, depth)))
    })
    .collect()
}

/// The plies of a frontier made at a level, and the last one counted without being made.
fn by_frontiers_at(cpu: Cpu) -> Counter {
    Counter::new(format!("the paths of a frontier at {cpu}"), move |position, depth| {
        let Some(before) = depth.checked_sub(1) else { return Some(Frontier::new(position).paths()) };
        let before = (0..before).fold(Frontier::new(position), |frontier, _| frontier.next_ply_at(cpu));
        let (next, counted) = (before.next_ply_at(cpu), before.count_all_children(cpu));
        let same = next.paths() == counted.paths && next == before.next_ply();
        Some(if same { counted.paths } else { u128::MAX })
    })
}

/// The sum of a divide; at depth 0, without one, the position itself is the leaf.
fn sum_of(division: impl IntoIterator<Item = (Move, u128)>, depth: u32) -> u128 {
    division.into_iter().fold(u128::from(depth == 0), |sum, (_, count)| sum.saturating_add(count))
}
