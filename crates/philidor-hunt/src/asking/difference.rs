//! What differs between an answer and the reference, which is philidor's own count (`reference.rs`).
//!
//! ```text
//! suspect         reference
//! e1g1: 1         –               invented
//! –               e5d6: 1         missing
//! a2a3: 2 ×       a2a3: 1         repeated
//! e7e8Q: 1        e7e8q: 1        odd: the right move in the wrong words
//! b1c3: 19        b1c3: 20        a count, to be examined one ply deeper
//! –               h5f7: 0         nothing: some programs leave out the moves without leaves
//! e1e2: 0         –               nothing: others list all pseudo-legal moves, and count only the legal ones
//! ```
//!
//! A move without leaves adds nothing to the tree, whether it is listed or not. At depth 1 each legal move is a leaf,
//! so a program that takes a legal move for an illegal one, or the reverse, is found out there.

use std::collections::HashMap;

use philidor::Move;

use crate::suspect::counted_position::{CountedPosition, Divide, read_move};
use crate::suspect::{Answer, Question};

/// The leaves of a whole tree.
pub(crate) fn sum(counts: &[(Move, u128)]) -> u128 {
    counts.iter().fold(0, |sum: u128, (_, leaves)| sum.saturating_add(*leaves))
}

/// Everything that is wrong with an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Moves that are not legal and have leaves, each once.
    pub(crate) invented: Vec<Invented>,
    /// Legal moves that are not listed and have leaves.
    pub(crate) missing: Vec<Move>,
    /// Legal moves that are listed more than once, and how often.
    pub(crate) repeated: Vec<(Move, usize)>,
    /// Legal moves in the wrong words, each once.
    pub(crate) odd: Vec<(String, Move)>,
    /// How many legal moves are listed.
    pub(crate) listed: usize,
    /// Legal moves with a wrong number of leaves below them.
    pub(crate) counts: Vec<WrongCount>,
    /// The sum of the leaves below each move, if the answer has them.
    pub(crate) sum: Option<u128>,
    /// The leaves of the whole tree.
    pub(crate) expected: u128,
    /// The leaves that the suspect counted.
    pub(crate) counted: u128,
}

/// A listed move that is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Invented {
    /// As the suspect writes it.
    pub(crate) text: String,
    pub(crate) times: usize,
}

/// A move with a wrong number of leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WrongCount {
    pub(crate) mv: Move,
    pub(crate) expected: u128,
    pub(crate) counted: u128,
}

impl Difference {
    /// What is wrong with an answer, if anything.
    pub(crate) fn between<P: CountedPosition>(
        question: &Question<P>,
        answer: &Answer,
        reference: &Divide,
    ) -> Option<Difference> {
        let mut difference =
            Difference { counted: answer.total, expected: sum(reference), ..Difference::default() };
        if let Some(given) = &answer.divide {
            let (position, mode) = (question.position(), question.castling_mode());
            difference.compare(given, reference, |text| {
                let (mv, is_odd) = read_move(&position, mode, text)?;
                let at = reference.iter().position(|(known, _)| known.digest() == mv.digest())?;
                Some((at, is_odd))
            });
        }
        (!difference.is_empty()).then_some(difference)
    }

    fn compare(
        &mut self,
        given: &[(String, u128)],
        reference: &Divide,
        read: impl Fn(&str) -> Option<(usize, bool)>,
    ) {
        // A sum that saturates stays wrong, since no right counts add up to that much.
        self.sum = Some(given.iter().fold(0, |sum: u128, (_, leaves)| sum.saturating_add(*leaves)));
        let mut often: HashMap<&str, usize> = HashMap::new();
        for (text, _) in given {
            *often.entry(text.as_str()).or_default() += 1;
        }
        // For each legal move, its leaves and how often it is listed.
        let mut seen: Vec<Option<(u128, usize)>> = vec![None; reference.len()];
        for (text, leaves) in given {
            // A text is reported once.
            let mut times = || often.remove(text.as_str());
            let Some((at, is_odd)) = read(text) else {
                if *leaves > 0 {
                    self.invented.extend(times().map(|times| Invented { text: text.clone(), times }));
                }
                continue;
            };
            if is_odd && times().is_some() {
                self.odd.push((text.clone(), reference[at].0));
            }
            seen[at].get_or_insert((*leaves, 0)).1 += 1;
        }
        for (&(mv, expected), listed) in reference.iter().zip(seen) {
            let Some((counted, times)) = listed else {
                self.missing.extend((expected > 0).then_some(mv));
                continue;
            };
            self.listed += 1;
            if times > 1 {
                self.repeated.push((mv, times));
            }
            if counted != expected {
                self.counts.push(WrongCount { mv, expected, counted });
            }
        }
    }

    fn is_empty(&self) -> bool {
        !self.is_here() && self.counts.is_empty() && self.expected == self.counted
    }

    /// Whether the moves of the position itself are wrong, and not only the counts below them.
    pub(crate) fn is_here(&self) -> bool {
        !(self.invented.is_empty()
            && self.missing.is_empty()
            && self.repeated.is_empty()
            && self.odd.is_empty())
    }

    /// The right counts of the moves whose counts are wrong.
    pub(crate) fn expected_counts(&self) -> Divide {
        self.counts.iter().map(|count| (count.mv, count.expected)).collect()
    }

    /// The wrong count with the fewest leaves, which is the cheapest to look into.
    pub(crate) fn smallest_count(&self) -> Option<WrongCount> {
        self.counts.iter().copied().min_by_key(|count| count.expected.max(count.counted))
    }
}

#[cfg(test)]
mod tests {
    use philidor::Position;
    use philidor::perft::divide;

    use super::*;

    fn ask(fen: &str, given: &[(&str, u128)]) -> Option<Difference> {
        let start = fen.parse().expect("a position");
        let question = Question::new(start, 1);
        let given: Vec<_> = given.iter().map(|&(text, leaves)| (text.to_owned(), leaves)).collect();
        let total = given.iter().map(|(_, leaves)| leaves).sum();
        Difference::between(
            &question,
            &Answer { total, divide: Some(given) },
            &divide(&question.start, question.depth),
        )
    }

    const PAWN: &str = "8/P6k/8/8/8/8/8/K7 w - - 0 1";

    #[test]
    fn every_other_difference_has_a_name() {
        let given = [("a1a2", 1), ("a1a2", 1), ("a1b1", 2), ("a7a8Q", 1), ("a7a8", 1), ("a7a8r", 1)];
        let difference = ask(PAWN, &given).expect("much is wrong");
        assert_eq!(difference.invented, [Invented { text: "a7a8".to_owned(), times: 1 }]);
        let notations: Vec<_> = difference.missing.iter().map(|mv| mv.notation()).collect();
        assert_eq!(notations.len(), 3, "{notations:?}");
        assert_eq!(difference.repeated.len(), 1);
        assert_eq!(difference.odd.len(), 1);
        assert_eq!(difference.counts.len(), 1);
        assert!(difference.is_here());
        assert_eq!((difference.expected, difference.counted), (7, 7));
    }

    #[test]
    fn what_is_listed_several_times_differs_once() {
        let right = ["a1a2", "a1b1", "a1b2", "a7a8r", "a7a8b", "a7a8n"].map(|text| (text, 1));
        let given =
            [("a1a1", 1), ("a7a8Q", 1), ("a1a1", 1), ("a7a8Q", 1), ("a1b1", 1), ("a1a1", 1), ("a1b1", 1)];
        let difference = ask(PAWN, &[&right[..], &given].concat()).expect("much is wrong");
        assert_eq!(difference.invented, [Invented { text: "a1a1".to_owned(), times: 3 }]);
        let repeated: Vec<_> =
            difference.repeated.iter().map(|(mv, times)| (mv.notation(), *times)).collect();
        let expected = [("a1b1", 3), ("a7a8q", 2)].map(|(text, times)| (text.to_owned(), times));
        assert_eq!((repeated.len(), difference.odd.len()), (2, 1));
        assert!(expected.iter().all(|one| repeated.contains(one)), "{repeated:?}");
    }

    /// Of a divide that lists only the moves with leaves, and of one that lists all pseudo-legal moves.
    #[test]
    fn a_move_without_leaves_is_not_missed_and_not_invented() {
        // Qh1 and Qh2 are mate, and the king may not step to g7.
        let start: Position = "6rk/8/5K2/8/8/8/8/6Q1 w - - 0 1".parse().expect("a position");
        let question = Question::new(start, 2);
        let reference = divide(&question.start, 2);
        assert!(reference.iter().any(|(_, leaves)| *leaves == 0), "there is a mate: {reference:?}");
        let given = |least| {
            let listed = reference.iter().filter(move |(_, leaves)| *leaves >= least);
            listed.map(|(mv, leaves)| (mv.notation(), *leaves))
        };
        let differs = |answer: &Answer| Difference::between(&question, answer, &reference);
        assert_eq!(differs(&given(1).collect()), None, "the mate is left out");
        let pseudo_legal = given(0).chain([("f6g7".to_owned(), 0)]);
        assert_eq!(differs(&pseudo_legal.collect()), None, "what is not legal has no leaves");
        // At depth 1 the mate is a leaf.
        let shallow = Question::new(start, 1);
        let without = given(1).map(|(text, _)| (text, 1)).collect();
        let difference = Difference::between(&shallow, &without, &divide(&start, 1)).expect("it is missing");
        assert!(!difference.missing.is_empty(), "{difference:?}");
    }

    #[test]
    fn the_sum_of_huge_counts_does_not_wrap() {
        // Seven, and twice half of what fits into the type: wrapped, the sum would be the right total.
        let half = 1 << 127;
        let given = ["a1b1", "a1b2", "a7a8q", "a7a8r", "a7a8b"].map(|text| (text, 1)).to_vec();
        let given: Vec<_> =
            given.into_iter().chain([("a1a2", 2), ("a7a8n", half), ("a7a8n", half)]).collect();
        let question = Question::new(PAWN.parse().expect("a position"), 1);
        let given = given.iter().map(|&(text, leaves)| (text.to_owned(), leaves)).collect();
        let answer = Answer { total: 7, divide: Some(given) };
        let difference = Difference::between(&question, &answer, &divide(&question.start, question.depth))
            .expect("much is wrong");
        assert_eq!(difference.sum, Some(u128::MAX));
    }
}
