//! A misreading: if a suspect is wrong about everything, it is more likely that questions or answers are misread than
//! that its whole generator is wrong.
//!
//! An adapter that forgets to set up the position answers about the start position, one that takes `depth` for the
//! depth below each move answers one ply too deep, and one that never reaches its generator answers 0. Such a habit
//! explains every answer, even those that happen to be right:
//!
//! ```text
//! right     0 0 0 1 1 20 20 8 …      mates first, then longer lists
//! answers   0 0 0 0 0  0  0 0 …      always 0: the three right ones say nothing for the suspect
//! ```
//!
//! What was right counts, not how much was wrong. One right answer that no habit explains clears a suspect. So does a
//! wrong one in which most moves have the right leaves, since a program that lists them knows the position and the
//! depth. Such a doubt comes first in a report, before anything that was found in these answers.

use philidor::perft::perft;
use philidor::{Position, Setup};

use super::answer_notes::AnswerNotes;
use crate::asking::difference::Difference;
use crate::suspect::Question;

/// How many wrong answers prove a habit if others were right: one alone may fit by chance.
const MIN_WRONG: usize = 2;

/// How many wrong answers are looked at for what they have in common.
const MAX_COMPARED: usize = 24;

/// Larger trees are not counted at another depth, nor the start position to more plies.
const MAX_LEAVES: u128 = 1_000_000;
const MAX_PLIES: u32 = 5;

/// What all answers may have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Habit {
    StartPosition,
    TooDeep,
    NotDeepEnough,
    /// Always this many half-moves.
    Depth(u32),
    OtherSide,
    Late,
    Constant,
    /// The right moves with numbers that are not their leaves.
    OtherNumbers,
}

/// Those that say more come first.
const HABITS: [Habit; 10] = [
    Habit::StartPosition,
    Habit::TooDeep,
    Habit::NotDeepEnough,
    Habit::Depth(1),
    Habit::Depth(2),
    Habit::Depth(3),
    Habit::OtherSide,
    Habit::Late,
    Habit::Constant,
    Habit::OtherNumbers,
];

/// An answer, and what it is compared with.
struct Evidence<'a> {
    question: &'a Question,
    /// What was asked before it since the suspect was started.
    before: Option<&'a Question>,
    counted: u128,
    expected: u128,
    /// What is wrong with it, if anything.
    difference: Option<&'a Difference>,
}

impl Habit {
    /// Whether a suspect with this habit would give this answer; `None` if that is not cheap to know.
    fn explains(self, evidence: &Evidence<'_>, first: u128) -> Option<bool> {
        let Evidence { question, before, counted, expected, difference } = *evidence;
        let depth = question.depth;
        let leaves = match self {
            Habit::Constant => first,
            Habit::OtherNumbers => return Some(difference.map_or(expected == 0, has_other_numbers)),
            Habit::StartPosition if depth > MAX_PLIES => return None,
            Habit::StartPosition => perft(&Position::default(), depth),
            Habit::Late => {
                let before = before.filter(|before| before.depth <= MAX_PLIES)?;
                perft(&before.position(), before.depth)
            }
            _ if expected > MAX_LEAVES => return None,
            Habit::TooDeep => perft(&question.position(), depth.saturating_add(1)),
            Habit::NotDeepEnough => perft(&question.position(), depth.saturating_sub(1)),
            Habit::Depth(plies) if plies > depth.saturating_add(1) => return None,
            Habit::Depth(plies) => perft(&question.position(), plies),
            Habit::OtherSide => perft(&with_other_side_to_move(&question.position())?, depth.min(MAX_PLIES)),
        };
        Some(leaves == counted)
    }

    fn message(self, first: u128) -> String {
        match self {
            Habit::Constant => format!("every answer is {first}, whatever the position"),
            Habit::StartPosition => {
                "the answers are those of the start position, so the positions seem to be ignored".to_owned()
            }
            Habit::TooDeep => "the answers are those of one half-move more than was asked".to_owned(),
            Habit::NotDeepEnough => "the answers are those of one half-move less than was asked".to_owned(),
            Habit::Depth(plies) => {
                let s = if plies == 1 { "" } else { "s" };
                format!("the answers are those of {plies} half-move{s}, so the depth seems to be ignored")
            }
            Habit::OtherSide => "the answers are those of the other side to move".to_owned(),
            Habit::Late => "each answer is that of the question before".to_owned(),
            Habit::OtherNumbers => {
                "the moves are right and their numbers are not, so these may be of another column".to_owned()
            }
        }
    }
}

/// The position with the other side to move, if it is one.
fn with_other_side_to_move(position: &Position) -> Option<Position> {
    let mut setup: Setup = position.to_setup();
    setup.state.side_to_move = !setup.state.side_to_move;
    setup.state.en_passant = None;
    setup.try_into().ok()
}

/// Whether the moves are right and most of their leaves are wrong.
fn has_other_numbers(difference: &Difference) -> bool {
    let Difference { sum, expected, counted, counts, .. } = difference;
    let listed = sum.is_some() && !difference.is_here();
    listed && expected != counted && 2 * counts.len() > difference.listed
}

/// Whether more than half of the moves are listed with their leaves, and more of them than of others.
fn is_mostly_right(difference: &Difference) -> bool {
    let Difference { listed, missing, counts, invented, .. } = difference;
    let right = listed.saturating_sub(counts.len());
    right > missing.len() + counts.len() && right > invented.len()
}

/// What is noted about the answers.
#[derive(Clone, Debug)]
pub struct Misread {
    right: usize,
    wrong: usize,
    /// Whether a wrong answer was mostly right.
    is_understood: bool,
    /// The first answer.
    first: Option<u128>,
    /// The habits that may explain all answers, and how many wrong ones each is known to explain.
    habits: Vec<(Habit, usize)>,
}

impl Default for Misread {
    fn default() -> Misread {
        Misread {
            right: 0,
            wrong: 0,
            is_understood: false,
            first: None,
            habits: HABITS.map(|habit| (habit, 0)).to_vec(),
        }
    }
}

impl Misread {
    fn compare(&mut self, evidence: &Evidence<'_>, unless_known: bool) {
        let first = *self.first.get_or_insert(evidence.counted);
        // Nothing was asked before the first question of a program: that speaks neither for a late answer nor against.
        let is_first = |habit| habit == Habit::Late && evidence.before.is_none();
        self.habits.retain_mut(|(habit, proven)| {
            let explains = habit.explains(evidence, first);
            *proven += usize::from(explains == Some(true) && evidence.difference.is_some());
            explains.unwrap_or(unless_known || is_first(*habit))
        });
    }
}

impl AnswerNotes<Position> for Misread {
    fn is_settled(&self) -> bool {
        self.right > 0 && self.habits.is_empty()
    }

    fn note_right(&mut self, question: &Question, before: Option<&Question>, leaves: u128) {
        self.right += 1;
        // A habit that is not looked into does not explain it.
        let evidence = Evidence { question, before, counted: leaves, expected: leaves, difference: None };
        self.compare(&evidence, false);
    }

    fn note_wrong(&mut self, question: &Question, before: Option<&Question>, difference: &Difference) {
        self.wrong += 1;
        self.is_understood |= is_mostly_right(difference);
        if self.wrong <= MAX_COMPARED {
            let Difference { counted, expected, .. } = *difference;
            let evidence = Evidence { question, before, counted, expected, difference: Some(difference) };
            self.compare(&evidence, true);
        }
    }

    fn message(&self) -> Option<String> {
        let Misread { right, wrong, is_understood, .. } = *self;
        let speaks = right > 0 || is_understood;
        // A single answer is always constant.
        let least = |habit| if speaks || habit == Habit::Constant { MIN_WRONG } else { 1 };
        let mut habits = self.habits.iter().filter(|&&(habit, proven)| proven >= least(habit));
        let habit = habits.next().map(|&(habit, _)| habit);
        if wrong == 0 || speaks && habit.is_none() {
            return None;
        }
        let how_many = match (right, wrong) {
            (0, 1) => "the only answer is wrong".to_owned(),
            (0, _) => format!("none of {wrong} answers is right"),
            (_, 1) => format!("1 of {} answers is wrong, and the others right by chance", right + wrong),
            _ => format!("{wrong} of {} answers are wrong, and the others right by chance", right + wrong),
        };
        let why = match habit {
            Some(habit) => habit.message(self.first.unwrap_or_default()),
            None => "is it given the position, and does it count the leaves of that depth?".to_owned(),
        };
        Some(format!("{how_many}, so it may be asked or read wrongly: {why}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATE: &str = "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1";
    const PAWN: &str = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";

    /// What is thought of a suspect that was asked about a mate, then often about a pawn.
    fn asked(answer: impl Fn(&Question) -> u128) -> Option<String> {
        let mut misread = Misread::default();
        for fen in [MATE].into_iter().chain([PAWN; 10]) {
            let question = Question::new(fen.parse().expect("a position"), 2);
            note(&mut misread, &question, answer(&question), perft(&question.start, 2));
        }
        misread.message()
    }

    fn note(misread: &mut Misread, question: &Question, counted: u128, expected: u128) {
        match counted == expected {
            true => misread.note_right(question, None, counted),
            false => {
                misread.note_wrong(question, None, &Difference { counted, expected, ..Difference::default() })
            }
        }
    }

    #[test]
    fn an_answer_that_is_right_by_a_habit_does_not_clear_a_suspect() {
        let zero = asked(|_| 0).expect("doubted");
        assert!(
            zero.starts_with("10 of 11 answers are wrong") && zero.contains("every answer is 0"),
            "{zero}"
        );
        let seven = asked(|_| 7).expect("doubted");
        assert!(seven.starts_with("none of 11") && seven.contains("every answer is 7"), "{seven}");
        let deep = asked(|question| perft(&question.start, question.depth + 1)).expect("doubted");
        assert!(deep.contains("one half-move more"), "{deep}");
    }

    #[test]
    fn an_answer_that_no_habit_explains_clears_a_suspect() {
        assert_eq!(asked(|question| u128::from(question.start.checkers().is_empty())), None);
        assert_eq!(asked(|question| perft(&question.start, question.depth)), None);
    }

    #[test]
    fn large_trees_are_not_counted_for_a_doubt() {
        let mut misread = Misread::default();
        for depth in [60, u32::MAX] {
            note(&mut misread, &Question::new(Position::default(), depth), 1, u128::MAX);
        }
        // All but the one that needs no count may still explain them, and only the one that was seen is named.
        assert!(misread.habits.iter().map(|&(habit, _)| habit).eq(HABITS[..9].iter().copied()));
        assert!(misread.message().is_some_and(|words| words.contains("every answer is 1")));
        let before = Question::new(Position::default(), 1);
        misread.note_right(&Question::new(Position::default(), 60), Some(&before), u128::MAX);
        assert!(misread.is_settled());
    }

    /// A few answers are enough: what matters is that none of them is right except by chance.
    #[test]
    fn every_habit_is_named_after_three_answers() {
        const FENS: [&str; 3] = ["8/8/4k3/8/8/3K4/P7/8 w - - 0 1", PAWN, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"];
        let asked = |answer: &dyn Fn(&Question, Option<&Question>) -> u128| {
            let (mut misread, mut before) = (Misread::default(), None::<Question>);
            for (fen, depth) in FENS.into_iter().zip([2, 3, 2]) {
                let question = Question::new(fen.parse().expect("a position"), depth);
                let (counted, expected) = (answer(&question, before.as_ref()), perft(&question.start, depth));
                match counted == expected {
                    true => misread.note_right(&question, before.as_ref(), counted),
                    false => {
                        let difference = Difference { counted, expected, ..Difference::default() };
                        misread.note_wrong(&question, before.as_ref(), &difference);
                    }
                }
                before = Some(question);
            }
            misread.message().unwrap_or_default()
        };
        type Answer<'a> = &'a dyn Fn(&Question, Option<&Question>) -> u128;
        let habits: [(Answer<'_>, &str); 9] = [
            (&|_, _| 0, "every answer is 0"),
            (&|_, _| 20, "every answer is 20"),
            (&|asked, _| perft(&Position::default(), asked.depth), "those of the start position"),
            (&|asked, _| perft(&asked.start, asked.depth + 1), "one half-move more"),
            (&|asked, _| perft(&asked.start, asked.depth - 1), "one half-move less"),
            (&|asked, _| perft(&asked.start, 1), "those of 1 half-move, so the depth"),
            // One of three is right.
            (&|asked, _| perft(&asked.start, 3), "those of 3 half-moves, so the depth"),
            (
                &|_, before| before.map_or(7, |before| perft(&before.start, before.depth)),
                "the question before",
            ),
            (
                &|asked, _| with_other_side_to_move(&asked.start).map_or(0, |it| perft(&it, asked.depth)),
                "the other side",
            ),
        ];
        for (answer, words) in habits {
            let misread = asked(answer);
            assert!(misread.contains(words), "{words}: {misread}");
        }
        assert!(asked(&|asked, _| asked.start.key().into()).starts_with("none of 3 answers is right"));
        // One that is right, and which no habit explains, is enough.
        assert_eq!(asked(&|asked, _| perft(&asked.start, asked.depth) + u128::from(asked.depth == 3)), "");
    }

    #[test]
    fn most_moves_right_speak_for_a_suspect_and_their_numbers_alone_against_it() {
        let question = Question::new(PAWN.parse().expect("a position"), 2);
        let reference = philidor::perft::divide(&question.start, 2);
        let asked = |spoil: &dyn Fn(usize, u128) -> Option<u128>| {
            let given = reference.iter().enumerate();
            let given: Vec<_> =
                given.filter_map(|(at, (mv, leaves))| Some((mv.notation(), spoil(at, *leaves)?))).collect();
            let total = given.iter().map(|(_, leaves)| leaves).sum();
            let answer = crate::suspect::Answer { total, divide: Some(given) };
            let mut misread = Misread::default();
            misread.note_wrong(
                &question,
                None,
                &Difference::between(&question, &answer, &reference).expect("wrong"),
            );
            misread.message()
        };
        assert_eq!(asked(&|at, leaves| (at > 0).then_some(leaves)), None);
        assert_eq!(asked(&|at, leaves| Some(leaves + u128::from(at == 0))), None);
        let column = asked(&|at, _| Some(1_000 + at as u128)).expect("doubted");
        assert!(
            column.starts_with("the only answer is wrong") && column.contains("another column"),
            "{column}"
        );
        let few = asked(&|at, leaves| (at < 2).then_some(leaves)).expect("doubted");
        assert!(few.contains("is it given the position"), "{few}");
    }
}
