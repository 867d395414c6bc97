//! `philidor perft --verify`: what was counted is counted again in another way, subtree by subtree.
//!
//! ```text
//! first count      9,467 │ 422,333 │ 15,833,292 │ …      in the way that was asked for
//! second count     9,467 │ 422,333 │ 15,833,290 │ …      small subtrees by the chain generator, which shares no
//!                                       ▲                line with the bitboards; larger ones at another CPU level
//!                     the moves to it, its FEN, both counts, and what plain play says
//! ```
//!
//! Two counts by the same code have the same faults, whatever their keys. The levels above `portable` count eight
//! boards at once and `portable` counts one after the other; what they share is the bitboard generator, which the chain
//! generator and plain play of the small subtrees test.
//!
//! The cut itself is tested, too: the chain generator plays to every subtree, chosen or not, and has to arrive at the
//! same position.

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use anyhow::ensure;
use philidor::chain::ChainBoard;
use philidor::perft::{Perft, Subtrees, Table, perft_with};
use philidor::{CastlingMode, Cpu, Move, MoveDigest, MoveGenerator, MoveKind, Position};
use serde::Serialize;

use super::ledger::{Counter, Ending, Ledger, Method, Note};
use super::progress::{Progress, Unit};
use crate::args::Share;
use crate::quantity::Grouped;

/// Subtrees up to this number of leaves are counted again by the chain generator, which is slow.
const SMALL: u128 = 100_000;

/// Up to this number of leaves, plain play says which of two counts is right.
const DECIDABLE: u128 = 50_000_000;

/// How many differences are shown; a fault that is everywhere need not be listed everywhere.
const SHOWN: usize = 10;

/// What a second count has found.
#[derive(Debug, Serialize)]
pub(super) struct Verification {
    /// Whether all chosen subtrees were counted again and agree.
    pub(super) verified: bool,
    /// How many were counted again.
    verified_parts: usize,
    /// From which number they were chosen at random.
    #[serde(skip_serializing_if = "Option::is_none")]
    verify_seed: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<Difference>,
    #[serde(skip)]
    parts: usize,
    #[serde(skip)]
    by_generator: usize,
    #[serde(skip)]
    means: String,
    #[serde(skip)]
    pub(super) ending: Ending,
}

/// A subtree with two counts.
#[derive(Debug, Serialize)]
struct Difference {
    moves: Vec<String>,
    fen: String,
    depth: u32,
    first: u128,
    second: u128,
    second_way: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    plain: Option<u128>,
}

/// How the second count goes.
pub(super) struct Second {
    method: Method,
    seed: Option<u64>,
    /// The parts to count again, in ascending order.
    chosen: Vec<usize>,
    choice_seed: Option<u64>,
}

impl Second {
    /// A share of the parts, counted in another way than the first.
    pub(super) fn new(
        first: &Method,
        parts: usize,
        share: Share,
        choice_seed: u64,
        table: Option<(Arc<Table>, u64)>,
    ) -> Second {
        let (chosen, choice_seed) = match share {
            share if share == Share::ALL => ((0..parts).collect(), None),
            share => (choose(parts, share.of(parts), choice_seed), Some(choice_seed)),
        };
        let seed = table.as_ref().map(|&(_, seed)| seed);
        let method = Method { table: table.map(|(table, _)| table), ..other_way(first) };
        Second { seed: seed.filter(|_| !method.plain), method, chosen, choice_seed }
    }

    /// Counts again, and compares.
    pub(super) fn verify(
        self,
        counter: &Counter,
        subtrees: &Arc<Subtrees>,
        root: &Position,
        first: &[Option<u128>],
    ) -> anyhow::Result<Verification> {
        check_the_cut(subtrees, root)?;
        let mut known = first.to_vec();
        self.chosen.iter().for_each(|&part| known[part] = None);
        let is_small: Vec<bool> =
            first.iter().map(|count| count.is_some_and(|count| count <= SMALL)).collect();
        let progress =
            Progress::new(Unit::Parts, subtrees.len() as u64, (first.len() - self.chosen.len()) as u64);
        let ledger = Ledger::new(known, None, progress.clone());
        let (method, cut, small) = (self.method.clone(), Arc::clone(subtrees), is_small.clone());
        let ending = counter.fill(&ledger, move |missing, note| {
            let (small, large): (Vec<usize>, Vec<usize>) = missing.iter().partition(|&&part| small[part]);
            count_by_generator::<ChainBoard>(&cut, &small, method.threads, note);
            method.perft().count_subtrees(&cut, &large, note);
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
        let way = |part: usize| if is_small[part] { "by the chain generator" } else { means.as_str() };
        let pair = |part: usize| Some((part, first[part]?, second[part]?));
        let differing = counted.iter().filter_map(|&part| pair(part)).filter(|(_, one, other)| one != other);
        let differences: Vec<Difference> = differing
            .filter_map(|(part, one, other)| difference(subtrees, root, part, one, other, way(part)))
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
        let plain = if self.method.plain { "by plain play " } else { "" };
        let seed = self.seed.map(|seed| format!(" with seed {seed}")).unwrap_or_default();
        format!("{plain}at level {}{seed}", self.method.cpu)
    }
}

impl Verification {
    /// An error that names the subtrees that differ.
    pub(super) fn outcome(&self) -> anyhow::Result<()> {
        ensure!(self.differences.is_empty(), "{}", Differences(self));
        Ok(())
    }

    pub(super) fn differs(&self) -> bool {
        !self.differences.is_empty()
    }
}

impl fmt::Display for Verification {
    /// What was counted again, and how.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verification { verified_parts, parts, by_generator, means, .. } = self;
        write!(f, "{verified_parts} of {parts} subtrees counted again: ")?;
        match (by_generator, verified_parts - by_generator) {
            (by_generator, 0) => write!(f, "{by_generator} by the chain generator")?,
            (0, others) => write!(f, "{others} {means}")?,
            (by_generator, others) => write!(f, "{by_generator} by the chain generator, {others} {means}")?,
        }
        self.verify_seed.map_or(Ok(()), |seed| write!(f, "; chosen with seed {seed}"))
    }
}

/// The text of an error: every subtree on a line of its own.
struct Differences<'a>(&'a Verification);

impl fmt::Display for Differences<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verification { differences, verified_parts, .. } = self.0;
        write!(f, "two ways of counting differ in {} of {verified_parts} subtrees:", differences.len())?;
        for difference in differences.iter().take(SHOWN) {
            write!(f, "\n  {difference}")?;
        }
        match differences.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "\n  … and {more} more"),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { moves, fen, depth, first, second, second_way, plain } = self;
        let (first, second) = (Grouped(*first), Grouped(*second));
        write!(f, "after {}, depth {depth}: {first} first, {second} {second_way}", moves.join(" "))?;
        match plain {
            Some(plain) => write!(f, ", {} by plain play", Grouped(*plain))?,
            None => write!(f, "; too large for plain play to decide")?,
        }
        write!(f, "\n    {fen}")
    }
}

/// A subtree that has two counts, and what plain play says of it.
fn difference(
    subtrees: &Subtrees,
    root: &Position,
    part: usize,
    first: u128,
    second: u128,
    second_way: &str,
) -> Option<Difference> {
    let depth = subtrees.depth_of_parts();
    let mut position = *root;
    let mode = CastlingMode::of_start(root);
    let mut moves = Vec::new();
    for mv in subtrees.line(part)? {
        moves.push(position.uci(mv, mode).to_string());
        position = position.after(mv);
    }
    let is_small = first.max(second) <= DECIDABLE;
    let plain = is_small.then(|| Perft::new().cpu(Cpu::Portable).plain().count(&position, depth));
    Some(Difference {
        moves,
        fen: position.to_string(),
        depth,
        first,
        second,
        second_way: second_way.to_owned(),
        plain,
    })
}

/// An error if another generator does not reach the positions of the parts, in their order.
fn check_the_cut(subtrees: &Subtrees, root: &Position) -> anyhow::Result<()> {
    // A tree without parts is at least one whose first moves can be compared.
    let plies = subtrees.line(0).map_or(1, |line| line.len() as u32);
    let mode = CastlingMode::of_start(root);
    let mut walk = Walk { subtrees, mode, line: Vec::new(), reached: 0 };
    walk.go(root, &mut ChainBoard::new(root), plies)?;
    let parts =
        if subtrees.is_empty() { u128::from(root.legal_move_count()) } else { subtrees.len() as u128 };
    ensure!(
        walk.reached == parts,
        "two generators differ at depth {plies}: the tree was cut into {parts} subtrees, and the chain generator \
         finds {}",
        walk.reached
    );
    Ok(())
}

/// A walk over the cut tree by the chain generator, in the order of the parts.
struct Walk<'a> {
    subtrees: &'a Subtrees,
    mode: CastlingMode,
    /// The moves played so far, in UCI.
    line: Vec<String>,
    /// How many ends of the walk are reached.
    reached: u128,
}

impl Walk<'_> {
    /// Plays every line of so many plies on both boards. The position only says in which order, and on its moves both
    /// generators have to agree; where they lead is for the other board to say.
    fn go(&mut self, position: &Position, board: &mut ChainBoard, plies: u32) -> anyhow::Result<()> {
        if plies == 0 {
            return self.compare(board);
        }
        let moves = position.legal_moves();
        let found: HashSet<MoveDigest> =
            board.legal_moves_of(MoveKind::All).into_iter().map(Move::digest).collect();
        let same = found.len() == moves.len() && moves.iter().all(|mv| found.contains(&mv.digest()));
        ensure!(
            same,
            "two generators differ {}: the bitboards have {} moves, and the chain generator {}\n    {position}",
            self.place(),
            moves.len(),
            found.len()
        );
        for &mv in moves.iter() {
            self.line.push(position.uci(mv, self.mode).to_string());
            board.play(mv);
            self.go(&position.after(mv), board, plies - 1)?;
            board.undo(mv, ());
            self.line.pop();
        }
        Ok(())
    }

    /// An error if the part that comes next is not the position that was reached.
    fn compare(&mut self, board: &ChainBoard) -> anyhow::Result<()> {
        let part = self.reached as usize;
        self.reached += 1;
        if let Some(position) = self.subtrees.position(part) {
            ensure!(
                ChainBoard::new(position) == *board,
                "subtree {part} is not the position that the chain generator reaches {}\n    {position}",
                self.place()
            );
        }
        Ok(())
    }

    /// The place in the tree, in words.
    fn place(&self) -> String {
        if self.line.is_empty() { "at the root".to_owned() } else { format!("after {}", self.line.join(" ")) }
    }
}

/// The way that shares as little as possible with a first one and is not hopelessly slower.
fn other_way(first: &Method) -> Method {
    let (cpu, plain) = match (first.plain, first.cpu) {
        (true, cpu) => (cpu, false),
        (false, Cpu::Portable) => (Cpu::best(), Cpu::best() == Cpu::Portable),
        (false, _) => (Cpu::Portable, false),
    };
    Method { cpu, plain, threads: first.threads, table: None }
}

/// So many of the parts, at random.
fn choose(parts: usize, number: usize, seed: u64) -> Vec<usize> {
    let mut random = SplitMix(seed);
    let mut chosen = HashSet::new();
    // Floyd's sample: each step adds one part that is not chosen yet.
    for last in parts - number..parts {
        let any = (random.next() % (last as u64 + 1)) as usize;
        if !chosen.insert(any) {
            chosen.insert(last);
        }
    }
    let mut chosen: Vec<usize> = chosen.into_iter().collect();
    chosen.sort_unstable();
    chosen
}

/// The generator of random numbers by Steele, Lea and Flood (2014).
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }
}

/// Counts some parts by a generator that plays every leaf.
fn count_by_generator<G: MoveGenerator>(
    subtrees: &Subtrees,
    parts: &[usize],
    threads: usize,
    note: &Note<'_>,
) {
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
    thread::scope(|scope| {
        for _ in 0..threads.min(parts.len()) {
            scope.spawn(work);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first() -> Method {
        Method { cpu: Cpu::best(), threads: 2, plain: false, table: None }
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
        count_by_generator::<ChainBoard>(&subtrees, &second.chosen, 2, &note);
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
    fn the_line_to_a_deep_subtree_is_told() {
        let wrong = verify(5, Some((399, 1)), Share::ALL);
        let said = wrong.outcome().expect_err("they differ").to_string();
        assert!(said.contains("in 1 of 400 subtrees:\n  after h2h4 h7h5, depth 3: 1 first, "), "{said}");
    }

    #[test]
    fn a_share_is_counted_again_and_nothing_else() {
        let some = verify(5, None, "1%".parse().expect("a share"));
        assert_eq!((some.verified_parts, some.verify_seed, some.verified), (4, Some(7), true));
        for (parts, number) in [(1, 1), (400, 4), (400, 400), (10, 9)] {
            let chosen = choose(parts, number, 3);
            assert_eq!(chosen.len(), number);
            assert!(chosen.is_sorted_by(|one, other| one < other) && chosen.iter().all(|&part| part < parts));
        }
        assert_ne!(choose(400, 4, 1), choose(400, 4, 2));
    }

    /// The second way is never the first one.
    #[test]
    fn the_second_way_is_another() {
        for cpu in Cpu::available() {
            for plain in [false, true] {
                let first = Method { cpu, plain, ..first() };
                let second = other_way(&first);
                assert_ne!((second.cpu, second.plain), (first.cpu, first.plain));
            }
        }
    }

    /// Both kinds of second counts agree with the first, and with the whole.
    #[test]
    fn the_cut_is_counted_again_too() {
        let root = Position::default();
        for depth in [0, 1, 3, 5] {
            assert!(check_the_cut(&Subtrees::new(&root, depth), &root).is_ok());
        }
        let other: Position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a position");
        assert!(check_the_cut(&Subtrees::new(&root, 3), &other).is_err());
    }

    /// As many subtrees, and the moves to them the same, but other positions.
    #[test]
    fn every_subtree_is_the_position_that_another_generator_reaches() {
        let root = Position::default();
        for other in [
            "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1",
        ] {
            let other: Position = other.parse().expect("a position");
            let said =
                check_the_cut(&Subtrees::new(&other, 1), &root).expect_err("other positions").to_string();
            assert!(
                said.starts_with("subtree 0 is not the position that the chain generator reaches after "),
                "{said}"
            );
        }
        // In their order: 20 subtrees of White's first moves and 20 of Black's.
        let black: Position =
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1".parse().expect("a position");
        assert!(check_the_cut(&Subtrees::new(&black, 1), &root).is_err());
    }
}
