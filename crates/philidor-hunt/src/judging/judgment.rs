//! A single answer judged: what a hunt says of a position, for callers that ask by themselves and have one answer.
//!
//! ```text
//! question, answer ──► which moves are invented or missing, and why; below which moves leaves are miscounted
//! ```
//!
//! Where only counts differ, the fault is further down: the caller asks again about the position after such a move.

use philidor::{CastlingMode, Move, Position};
use serde::Serialize;

use super::reason::{self, Mistake, Reason};
use super::verdict::judge_position;
use crate::asking::difference::{Difference, WrongCount};
use crate::suspect::counted_position::read_move;
use crate::suspect::{Answer, Question};

/// What is wrong with an answer. See [`judge`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Judgment {
    /// The leaves of the whole tree.
    pub expected: u128,
    /// The leaves that were counted.
    pub counted: u128,
    /// What is wrong with the moves of the position itself, or with the total.
    pub reasons: Vec<Reason>,
    /// The moves below which leaves are miscounted.
    pub counts: Vec<WrongLeaves>,
}

/// A legal move whose leaves were counted wrong. See [`Judgment::counts`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct WrongLeaves {
    /// The move, as UCI writes it.
    #[serde(rename = "move")]
    pub text: String,
    /// The leaves below it.
    pub expected: u128,
    /// The leaves that were counted.
    pub counted: u128,
}

/// What is wrong with an answer to a question; `None` if it is right. The caller counts the reference, the leaves below
/// each legal move: by `philidor::perft::divide`, or in a way that can be stopped.
///
/// ```
/// use philidor::perft::divide;
/// use philidor_hunt::{Answer, Question, judge};
///
/// let question = Question::new("4k3/8/8/8/8/8/7r/R3K2R w KQ - 0 1".parse()?, 1);
/// let reference = divide(&question.start, 1);
/// let listed = reference.iter().map(|&(mv, leaves)| (mv.notation(), leaves));
/// let right: Answer = listed.clone().collect();
/// assert_eq!(judge(&question, &right, &reference), None);
///
/// let wrong: Answer = listed.chain([("e1d2".to_owned(), 1)]).collect();
/// let judgment = judge(&question, &wrong, &reference).expect("the king steps into an attack");
/// assert_eq!(judgment.reasons[0].words, "d2 is attacked by the rook on h2");
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[must_use]
pub fn judge(question: &Question, answer: &Answer, reference: &[(Move, u128)]) -> Option<Judgment> {
    let position = question.position();
    let difference = Difference::between(question, answer, &reference.to_vec())?;
    // Where counts of moves differ and the moves themselves do not, the fault is further down.
    let is_below = question.depth > 1 && !difference.is_here() && !difference.counts.is_empty();
    let leaves = |count: &WrongCount| WrongLeaves {
        text: position.to_uci_in(count.mv, question.castling_mode()).to_string(),
        expected: count.expected,
        counted: count.counted,
    };
    Some(Judgment {
        expected: difference.expected,
        counted: difference.counted,
        reasons: if is_below { Vec::new() } else { judge_position(question, &difference) },
        counts: difference.counts.iter().map(leaves).collect(),
    })
}

/// Why a text is not a legal move, naming the squares and pieces that matter; `None` if it is one. Moves are written as
/// UCI writes them.
///
/// ```
/// use philidor::Position;
/// use philidor_hunt::why_illegal;
///
/// let position: Position = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1".parse()?;
/// let reason = why_illegal(&position, "e2c3").expect("the knight is pinned");
/// assert_eq!((reason.class.name(), why_illegal(&position, "e1d1")), ("pin", None));
/// assert!(reason.words.starts_with("the knight on e2 is pinned to its king on e1 by the rook on e8"));
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[must_use]
pub fn why_illegal(position: &Position, text: &str) -> Option<Reason> {
    if read_move(position, CastlingMode::detect(position), text).is_some() {
        return None;
    }
    let (class, words) = reason::invented(position, text);
    Some(Reason { class, text: text.to_owned(), mistake: Mistake::Invented, words })
}

#[cfg(test)]
mod tests {
    use philidor::perft::divide;

    use super::*;

    #[test]
    fn where_only_counts_differ_the_fault_is_further_down() {
        let question = Question::new(Position::default(), 3);
        let reference = divide(&question.start, 3);
        let given = |wrong: &str| -> Answer {
            let leaves = |mv: Move, leaves| if mv.notation() == wrong { leaves - 1 } else { leaves };
            reference.iter().map(|&(mv, count)| (mv.notation(), leaves(mv, count))).collect()
        };
        assert_eq!(judge(&question, &given("none"), &reference), None);
        let judgment = judge(&question, &given("g1f3"), &reference).expect("one leaf is missing");
        let count = WrongLeaves { text: "g1f3".to_owned(), expected: 440, counted: 439 };
        assert_eq!((judgment.counts, judgment.reasons), (vec![count], vec![]));
        assert_eq!((judgment.expected, judgment.counted), (8_902, 8_901));
        let total = judge(&question, &Answer::from_total(8_900), &reference).expect("two leaves are missing");
        assert_eq!((total.counts.len(), total.reasons.len()), (0, 1));
    }
}
