//! The reference: philidor's own counts, and the others that have to agree before a suspect is accused.
//!
//! Every answer is compared with the fast count. That may be wrong, too, so where an answer differs from it, the counts
//! that differ are counted again by plain play, which shares nothing with it but the rules:
//!
//! ```text
//! fast      the bitboards; the leaves are counted, not played       every answer
//! chain     the board of 1989; every leaf is played                 answers that differ
//! mailbox   the board of 2024; every leaf is played                 answers that differ
//! plain     the bitboards; every leaf is played                     for Chess960, which the mailbox cannot hold
//! ```
//!
//! If they disagree among themselves, that is what the hunt reports, and the program is not accused.
//!
//! Plain play takes its time. On the way down a tree, the moves of a position are always listed again, but leaves are
//! counted again only while they are few. What is reported in the end is recounted whatever its size: of a divide, the
//! smallest count that differs, which is evidence enough; of a total alone, the whole tree.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use philidor::{Move, Position};

use super::difference::{Difference, sum};
use crate::suspect::Question;
use crate::suspect::counted_position::{CountedPosition, Divide};
use crate::suspect::witness::Witness;

/// Counts the leaves below each legal move of a position, at a depth in half-moves.
type Count<P> = dyn Fn(&P, u32) -> Divide;

/// How many leaves are recounted at most for an answer on the way down.
const MAX_RECOUNTED: u128 = 1_000_000;

/// Philidor's own counts.
pub(crate) struct Reference<P: CountedPosition = Position> {
    fast: Box<Count<P>>,
    /// The last count, which is often the next one wanted.
    last: Option<(P, u32, Divide)>,
    moderate: u128,
    /// Ends recounts that are not needed when it becomes true.
    stop: Arc<AtomicBool>,
}

/// How much is recounted of an answer that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// The moves, and counts as long as they are small.
    Moderate,
    /// Enough to prove that the answer is wrong, however long that takes.
    Thorough,
}

/// A disagreement between philidor's generators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Contradiction<P: CountedPosition = Position> {
    pub(crate) question: Question<P>,
    pub(crate) dispute: Dispute,
    /// What each counts, by its name.
    pub(crate) counts: Vec<(&'static str, u128)>,
}

/// What philidor's generators disagree about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Dispute {
    /// Which moves are legal: those that not all of them list. The counts are the numbers of moves.
    Moves(Vec<Move>),
    /// The leaves below a move.
    Leaves(Move),
}

impl<P: CountedPosition> Default for Reference<P> {
    fn default() -> Reference<P> {
        Reference::new(P::divide)
    }
}

impl<P: CountedPosition> Reference<P> {
    /// With another fast count, which may be wrong in a test.
    pub(crate) fn new(fast: impl Fn(&P, u32) -> Divide + 'static) -> Reference<P> {
        Reference { fast: Box::new(fast), last: None, moderate: MAX_RECOUNTED, stop: Arc::default() }
    }

    /// The same, which recounts no large trees once a flag is set.
    pub(crate) fn stopped_by(self, stop: Arc<AtomicBool>) -> Reference<P> {
        Reference { stop, ..self }
    }

    /// With other limits to what is recounted on the way down.
    #[cfg(test)]
    pub(crate) fn recounting(self, moderate: u128) -> Reference<P> {
        Reference { moderate, ..self }
    }

    /// The leaves below each legal move, counted fast.
    pub(crate) fn divide(&mut self, position: &P, depth: u32) -> Divide {
        if let Some((known, at, counts)) = &self.last
            && (known, *at) == (position, depth)
        {
            return counts.clone();
        }
        let counts = (self.fast)(position, depth);
        self.last = Some((*position, depth, counts.clone()));
        counts
    }

    /// The leaves of the tree, counted fast.
    pub(crate) fn count(&mut self, position: &P, depth: u32) -> u128 {
        sum(&self.divide(position, depth))
    }

    /// The same, unless a ply above the leaves has more nodes than `most`: then the error is the depth of that ply.
    pub(crate) fn count_within(&mut self, position: &P, depth: u32, most: u128) -> Result<u128, u32> {
        match (1..depth).find(|&depth| self.count(position, depth) > most) {
            Some(depth) => Err(depth),
            None => Ok(self.count(position, depth)),
        }
    }

    /// Recounts, by plain play, what differs in an answer, and returns whether that proves the answer wrong.
    pub(crate) fn recount(
        &mut self,
        question: &Question<P>,
        difference: &Difference,
        effort: Effort,
    ) -> Result<bool, Box<Contradiction<P>>> {
        let fast = self.divide(&question.position(), question.depth);
        let mut trial = Trial::new(question, self.moderate, &self.stop);
        trial.list_moves(&fast)?;
        if difference.is_here() && effort == Effort::Thorough {
            return Ok(true);
        }
        let is_total = difference.sum.is_none();
        let disputed = if is_total { fast } else { difference.expected_counts() };
        trial.count_leaves(disputed, is_total, effort)
    }

    /// Recounts a whole tree by plain play, and returns whether it finished: then the count is right.
    pub(crate) fn recount_all(&mut self, question: &Question<P>) -> Result<bool, Box<Contradiction<P>>> {
        let fast = self.divide(&question.position(), question.depth);
        let mut trial = Trial::new(question, self.moderate, &self.stop);
        trial.list_moves(&fast)?;
        trial.count_leaves(fast, true, Effort::Thorough)
    }
}

/// Philidor's other generators, asked about one position.
struct Trial<'a, P: CountedPosition> {
    question: &'a Question<P>,
    witnesses: Vec<Box<dyn Witness>>,
    /// How many leaves they count unless they must count more.
    moderate: u128,
    stop: &'a AtomicBool,
}

impl<'a, P: CountedPosition> Trial<'a, P> {
    fn new(question: &'a Question<P>, moderate: u128, stop: &'a AtomicBool) -> Trial<'a, P> {
        Trial { question, witnesses: question.position().witnesses(), moderate, stop }
    }

    /// Checks that all of them list the moves of the fast count.
    fn list_moves(&mut self, fast: &Divide) -> Result<(), Box<Contradiction<P>>> {
        let fast: Vec<Move> = fast.iter().map(|(mv, _)| *mv).collect();
        let lists: Vec<Vec<Move>> = self.witnesses.iter_mut().map(|witness| witness.moves()).collect();
        let mut disputed: Vec<Move> = Vec::new();
        for list in &lists {
            disputed.extend(without(list, &fast).chain(without(&fast, list)));
        }
        disputed.sort_by_key(|mv| mv.digest());
        disputed.dedup_by_key(|mv| mv.digest());
        let is_longer = |list: &Vec<Move>| list.len() != fast.len();
        if disputed.is_empty() && !lists.iter().any(is_longer) {
            return Ok(());
        }
        let numbers = lists.iter().map(|list| list.len() as u128).collect();
        Err(self.contradiction(Dispute::Moves(disputed), fast.len() as u128, numbers))
    }

    /// Checks that all of them count the same leaves below these moves, the cheapest first. Returns whether enough
    /// moves were counted: one, or all.
    fn count_leaves(
        &mut self,
        mut disputed: Divide,
        needs_all: bool,
        effort: Effort,
    ) -> Result<bool, Box<Contradiction<P>>> {
        disputed.sort_by_key(|(_, leaves)| *leaves);
        if needs_all && effort == Effort::Moderate && sum(&disputed) > self.moderate {
            return Ok(false);
        }
        let mut spent: u128 = 0;
        for (index, (mv, leaves)) in disputed.into_iter().enumerate() {
            let is_needed = effort == Effort::Thorough && (needs_all || index == 0);
            spent = spent.saturating_add(leaves);
            if spent > self.moderate && (self.stop.load(Ordering::Relaxed) || !is_needed) {
                return Ok(index > 0 && !needs_all);
            }
            self.count_below(mv, leaves)?;
        }
        Ok(true)
    }

    fn count_below(&mut self, mv: Move, fast: u128) -> Result<(), Box<Contradiction<P>>> {
        let depth = self.question.depth;
        let counts: Vec<u128> =
            self.witnesses.iter_mut().map(|witness| witness.leaves_below(mv, depth)).collect();
        if counts.iter().all(|&count| count == fast) {
            return Ok(());
        }
        Err(self.contradiction(Dispute::Leaves(mv), fast, counts))
    }

    fn contradiction(&self, dispute: Dispute, fast: u128, others: Vec<u128>) -> Box<Contradiction<P>> {
        let names = self.witnesses.iter().map(|witness| witness.name());
        let counts = std::iter::once(("fast", fast)).chain(names.zip(others)).collect();
        Box::new(Contradiction { question: self.question.clone(), dispute, counts })
    }
}

/// The moves of one list that another one lacks.
fn without<'a>(list: &'a [Move], other: &'a [Move]) -> impl Iterator<Item = Move> + 'a {
    list.iter().copied().filter(|mv| other.iter().all(|known| known.digest() != mv.digest()))
}

#[cfg(test)]
mod tests {
    use philidor::perft::divide;

    use super::*;
    use crate::suspect::Answer;

    /// Where the fast count was wrong once, four plies deep.
    const DENSE: &str = "5R2/2Nrb3/7k/6n1/2N5/4q3/K2N2p1/4q3 b - - 4 115";
    const CHESS960: &str = "1rk5/8/8/8/8/8/8/1RK5 w Bb - 0 1";

    fn question(fen: &str, depth: u32) -> Question {
        let start: Position = fen.parse().expect("a position");
        Question { chess960: start.is_chess960(), ..Question::new(start, depth) }
    }

    /// What differs if an answer has one leaf too many, as a divide or as a total alone.
    fn difference(question: &Question, reference: &mut Reference, is_total: bool) -> Difference {
        let mut counts = divide(&question.position(), question.depth);
        counts[0].1 += 1;
        let total = sum(&counts);
        let given = counts.iter().map(|(mv, leaves)| {
            (question.position().to_uci_in(*mv, question.castling_mode()).to_string(), *leaves)
        });
        let answer = Answer { total, divide: (!is_total).then(|| given.collect()) };
        Difference::between(question, &answer, &reference.divide(&question.position(), question.depth))
            .expect("it differs")
    }

    #[test]
    fn all_agree_where_the_count_was_wrong_once() {
        for (fen, depth) in [(DENSE, 4), (CHESS960, 4)] {
            let question = question(fen, depth);
            for is_total in [false, true] {
                let mut reference = Reference::default();
                let difference = difference(&question, &mut reference, is_total);
                assert_eq!(reference.recount(&question, &difference, Effort::Thorough), Ok(true), "{fen}");
            }
        }
    }

    #[test]
    fn there_are_two_others_for_every_position() {
        let names = |fen| question(fen, 1).start.witnesses().iter().map(|it| it.name()).collect::<Vec<_>>();
        assert_eq!((names(DENSE), names(CHESS960)), (vec!["chain", "mailbox"], vec!["chain", "plain"]));
    }

    #[test]
    fn a_list_that_lies_is_contradicted() {
        let question = question(DENSE, 2);
        let mut reference =
            Reference::new(|position, depth| divide(position, depth).into_iter().skip(1).collect());
        let missing = divide(&question.start, 2)[0].0;
        let contradiction = reference.recount_all(&question).expect_err("the others list one more");
        assert_eq!(contradiction.dispute, Dispute::Moves(vec![missing]));
        let moves = question.start.legal_moves().len() as u128;
        assert_eq!(contradiction.counts, [("fast", moves - 1), ("chain", moves), ("mailbox", moves)]);
    }

    #[test]
    fn large_trees_are_recounted_only_if_need_be() {
        let question = question("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4);
        let mut reference = Reference::default();
        let total = difference(&question, &mut reference, true);
        assert!(total.expected > MAX_RECOUNTED);
        assert_eq!(reference.recount(&question, &total, Effort::Moderate), Ok(false));
        let one = difference(&question, &mut reference, false);
        assert_eq!(reference.recount(&question, &one, Effort::Moderate), Ok(true));
    }

    #[test]
    fn a_tree_that_grows_too_large_is_not_counted() {
        let mut reference = Reference::default();
        let start = Position::default();
        assert_eq!(reference.count_within(&start, 3, 400), Ok(8_902));
        assert_eq!(reference.count_within(&start, 3, 399), Err(2));
        assert_eq!(reference.count_within(&start, 200, 399), Err(2));
    }
}
