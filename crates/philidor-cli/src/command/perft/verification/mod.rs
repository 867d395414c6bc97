//! `philidor perft --verify`: what was counted is counted again in another way, subtree by subtree.
//!
//! ```text
//! first count      9,467 │ 422,333 │ 15,833,292 │ …      as it was asked for
//! second count     9,467 │ 422,333 │ 15,833,290 │ …      small subtrees by the chain generator, which shares no
//!                                       ▲                line with the bitboards; larger ones at another CPU level
//!                     the moves to it, its FEN, both counts, and what plain play says
//! ```
//!
//! Two counts by the same code have the same faults, whatever their keys. The levels above `portable` count eight
//! boards at once, `portable` one after another; they share the bitboard generator, which the chain generator and plain
//! play test on the small subtrees.
//!
//! The cut itself is tested, too: the chain generator plays to every subtree, chosen or not, and has to arrive at the
//! same position.
//!
//! `sample.rs` chooses the parts, `cut.rs` tests the cut, `findings.rs` says what was found.

mod cut;
mod findings;
mod sample;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use philidor::cpu::Cpu;
use philidor::perft::{Subtrees, Table, perft_with};
use philidor::{MoveGenerator, Position};
use philidor_historic::chain::ChainBoard;
use philidor_host::threads;

use self::findings::Difference;
use crate::args::Share;
use philidor_program::counting::interruptible::{Ending, InterruptibleCount};
use philidor_program::counting::ledger::{Ledger, Note};
use philidor_program::counting::options::CountOptions;
use philidor_program::counting::progress::{Progress, Unit};

pub(super) use self::findings::Verification;

/// Subtrees up to this number of leaves are counted again by the chain generator, which is slow.
const SMALL: u128 = 100_000;

/// The second count.
pub(super) struct Second {
    options: CountOptions,
    seed: Option<u64>,
    /// The parts to count again, in ascending order.
    chosen: Vec<usize>,
    choice_seed: Option<u64>,
}

impl Second {
    /// A share of the parts, counted in another way than the first.
    pub(super) fn new(
        first: &CountOptions,
        parts: usize,
        share: Share,
        choice_seed: u64,
        table: Option<(Arc<Table>, u64)>,
    ) -> Second {
        let (chosen, choice_seed) = match share {
            share if share == Share::ALL => ((0..parts).collect(), None),
            share => (sample::choose(parts, share.of(parts), choice_seed), Some(choice_seed)),
        };
        let seed = table.as_ref().map(|&(_, seed)| seed);
        let options = CountOptions { table: table.map(|(table, _)| table), ..other_options(first) };
        Second { seed: seed.filter(|_| !options.plain), options, chosen, choice_seed }
    }

    /// Counts again, and compares.
    pub(super) fn verify(
        self,
        run: &InterruptibleCount,
        subtrees: &Arc<Subtrees>,
        root: &Position,
        first: &[Option<u128>],
    ) -> anyhow::Result<Verification> {
        cut::check(subtrees, root)?;
        let mut known = first.to_vec();
        self.chosen.iter().for_each(|&part| known[part] = None);
        let is_small: Vec<bool> =
            first.iter().map(|count| count.is_some_and(|count| count <= SMALL)).collect();
        let progress =
            Progress::new(Unit::Parts, subtrees.len() as u64, (first.len() - self.chosen.len()) as u64);
        let ledger = Ledger::new(known, None, progress.clone());
        let (options, cut, small) = (self.options.clone(), Arc::clone(subtrees), is_small.clone());
        let ending = run.fill(&ledger, move |missing, note| {
            let (small, large): (Vec<usize>, Vec<usize>) = missing.iter().partition(|&&part| small[part]);
            count_by_generator::<ChainBoard>(&cut, &small, options.threads, note);
            options.perft().count_subtrees(&cut, &large, note);
        });
        progress.clear();
        Ok(self.report(subtrees, root, first, &ledger.counts(), &is_small, ending?))
    }

    fn report(
        &self,
        subtrees: &Subtrees,
        root: &Position,
        first: &[Option<u128>],
        second: &[Option<u128>],
        is_small: &[bool],
        ending: Ending,
    ) -> Verification {
        let means = self.means();
        let counted: Vec<usize> =
            self.chosen.iter().copied().filter(|&part| second[part].is_some()).collect();
        let means_of = |part: usize| if is_small[part] { "by the chain generator" } else { means.as_str() };
        let pair = |part: usize| Some((part, first[part]?, second[part]?));
        let differing = counted.iter().filter_map(|&part| pair(part)).filter(|(_, one, other)| one != other);
        let differences: Vec<Difference> = differing
            .filter_map(|(part, one, other)| {
                findings::difference(subtrees, root, part, one, other, means_of(part))
            })
            .collect();
        Verification {
            verified: ending == Ending::Counted && differences.is_empty(),
            verified_parts: counted.len(),
            verify_seed: self.choice_seed,
            parts: first.len(),
            by_generator: counted.iter().filter(|&&part| is_small[part]).count(),
            differences,
            ending,
            means,
        }
    }

    /// How the large subtrees are counted, in words.
    fn means(&self) -> String {
        let plain = if self.options.plain { "by plain play " } else { "" };
        let seed = self.seed.map(|seed| format!(" with seed {seed}")).unwrap_or_default();
        format!("{plain}at level {}{seed}", self.options.cpu)
    }
}

/// Options for a count that shares as little as possible with the first one without being hopelessly slower.
fn other_options(first: &CountOptions) -> CountOptions {
    let (cpu, plain) = match (first.plain, first.cpu) {
        (true, cpu) => (cpu, false),
        (false, Cpu::Portable) => (Cpu::best(), Cpu::best() == Cpu::Portable),
        (false, _) => (Cpu::Portable, false),
    };
    CountOptions { cpu, plain, threads: first.threads, table: None }
}

/// Counts some parts by a generator that plays every leaf.
fn count_by_generator<G: MoveGenerator>(subtrees: &Subtrees, parts: &[usize], count: usize, note: &Note<'_>) {
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || {
        while !stopped.load(Relaxed)
            && let Some(&part) = parts.get(next.fetch_add(1, Relaxed))
            && let Some(position) = subtrees.position(part)
            && let Ok(mut generator) = G::from_position(position)
        {
            let leaves = perft_with(&mut generator, subtrees.depth_of_parts());
            if let ControlFlow::Break(()) = note(part, leaves) {
                stopped.store(true, Relaxed);
            }
        }
    };
    threads::share(count.min(parts.len()), &work);
}

#[cfg(test)]
mod tests {
    use philidor::perft::Perft;

    use philidor_program::counting::report::Recount as _;

    use super::*;

    fn first() -> CountOptions {
        CountOptions { cpu: Cpu::best(), threads: 2, plain: false, table: None }
    }

    /// Counts the start position at a depth, with `leaves` in the place of what a part has, and verifies.
    fn verify(depth: u32, wrong: Option<(usize, u128)>, share: Share) -> Verification {
        let root = Position::default();
        let subtrees = Arc::new(Subtrees::new(&root, depth));
        let mut counts: Vec<Option<u128>> = (0..subtrees.len())
            .filter_map(|part| subtrees.position(part))
            .map(|position| Some(Perft::new().count(position, subtrees.depth_of_parts())))
            .collect();
        if let Some((part, leaves)) = wrong {
            counts[part] = Some(leaves);
        }
        let second = Second::new(&first(), counts.len(), share, 7, None);
        let ledger = Ledger::new(
            {
                let mut known = counts.clone();
                second.chosen.iter().for_each(|&part| known[part] = None);
                known
            },
            None,
            Progress::new(Unit::Parts, 0, 0),
        );
        let note = |part, leaves| ledger.note(part, leaves);
        // Where the system has no other thread, this one counts.
        threads::with_at_most(0, || count_by_generator::<ChainBoard>(&subtrees, &second.chosen, 2, &note));
        let is_small = vec![true; counts.len()];
        second.report(&subtrees, &root, &counts, &ledger.counts(), &is_small, Ending::Counted)
    }

    #[test]
    fn two_counts_that_differ_are_an_error_that_names_the_subtree() {
        assert!(verify(3, None, Share::ALL).outcome().is_ok());
        let wrong = verify(3, Some((3, 381)), Share::ALL);
        assert!(!wrong.verified);
        let said = wrong.outcome().expect_err("they differ").to_string();
        let expected = "two ways of counting differ in 1 of 20 subtrees:\n  after g1h3, depth 2: 381 first, 400 by the \
            chain generator, 400 by plain play\n    rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKB1R b KQkq - 1 1";
        assert_eq!(said, expected);
    }

    /// A wrong count in a deep part is found with the moves that lead there.
    #[test]
    fn the_line_to_a_deep_subtree_is_shown() {
        let wrong = verify(5, Some((399, 1)), Share::ALL);
        let said = wrong.outcome().expect_err("they differ").to_string();
        assert!(said.contains("in 1 of 400 subtrees:\n  after h2h4 h7h5, depth 3: 1 first, "), "{said}");
    }

    /// The second way is never the first one.
    #[test]
    fn the_second_way_is_another() {
        for cpu in Cpu::available() {
            for plain in [false, true] {
                let first = CountOptions { cpu, plain, ..first() };
                let second = other_options(&first);
                assert_ne!((second.cpu, second.plain), (first.cpu, first.plain));
            }
        }
    }
}
