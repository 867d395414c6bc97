//! Doubt: if a suspect is wrong about everything, the questions or the answers are more likely misread than its whole
//! generator wrong.
//!
//! An adapter that forgets to set up the position answers about the start position, one that takes `depth` for the
//! depth below each move answers one ply too deep, and one that never reaches its generator answers 0. Such a habit
//! explains every answer, also those that happen to be right:
//!
//! ```text
//! truth     0 0 0 1 1 20 20 8 …      mates first, then longer lists
//! answers   0 0 0 0 0  0  0 0 …      always 0: the three right ones say nothing for the suspect
//! ```
//!
//! It is said before anything that is found in these answers.

use philidor::Position;
use philidor::perft::perft;

use super::difference::Difference;
use super::suspect::Question;

/// As many wrong answers give rise to doubt, if no right one speaks against it.
const ENOUGH: usize = 10;

/// How many wrong answers are looked at for what they have in common.
const MOST_COMPARED: usize = 24;

/// Trees with more leaves are not counted at another depth, and the start position not to more plies.
const MOST_LEAVES: u128 = 1_000_000;
const MOST_PLIES: u32 = 5;

/// What all answers may have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Habit {
    StartPosition,
    TooDeep,
    NotDeepEnough,
    Constant,
}

/// Those that say more come first.
const HABITS: [Habit; 4] = [Habit::StartPosition, Habit::TooDeep, Habit::NotDeepEnough, Habit::Constant];

impl Habit {
    /// What a suspect with this habit counts, if that is cheap to know.
    fn count(self, question: &Question, truth: u128, first: u128) -> Option<u128> {
        match self {
            Habit::Constant => Some(first),
            Habit::StartPosition if question.depth > MOST_PLIES => None,
            Habit::StartPosition => Some(perft(&Position::default(), question.depth)),
            Habit::TooDeep | Habit::NotDeepEnough if truth > MOST_LEAVES => None,
            Habit::TooDeep => Some(perft(&question.position(), question.depth.saturating_add(1))),
            Habit::NotDeepEnough => Some(perft(&question.position(), question.depth.saturating_sub(1))),
        }
    }

    fn words(self, first: u128) -> String {
        match self {
            Habit::Constant => format!("every answer is {first}, whatever the position"),
            Habit::StartPosition => {
                "the answers are those of the start position, so the positions seem to be ignored".to_owned()
            }
            Habit::TooDeep => "the answers are those of one half-move more than was asked".to_owned(),
            Habit::NotDeepEnough => "the answers are those of one half-move less than was asked".to_owned(),
        }
    }
}

/// What is noted of the answers.
#[derive(Clone, Debug)]
pub(super) struct Doubt {
    right: usize,
    wrong: usize,
    /// The first answer.
    first: Option<u128>,
    /// The habits that explain all answers.
    habits: Vec<Habit>,
}

impl Default for Doubt {
    fn default() -> Doubt {
        Doubt { right: 0, wrong: 0, first: None, habits: HABITS.to_vec() }
    }
}

impl Doubt {
    /// Whether no answer could change it any more.
    pub(super) fn is_settled(&self) -> bool {
        self.right > 0 && self.habits.is_empty()
    }

    /// Takes note of a right answer: the leaves of the tree.
    pub(super) fn note_right(&mut self, question: &Question, leaves: u128) {
        self.right += 1;
        // A habit that is not looked into does not explain it.
        self.compare(question, leaves, leaves, false);
    }

    /// Takes note of a wrong answer.
    pub(super) fn note_wrong(&mut self, question: &Question, difference: &Difference) {
        self.wrong += 1;
        if self.wrong <= MOST_COMPARED {
            self.compare(question, difference.told, difference.expected, true);
        }
    }

    fn compare(&mut self, question: &Question, told: u128, truth: u128, unless_known: bool) {
        let first = *self.first.get_or_insert(told);
        let explains =
            |habit: &Habit| habit.count(question, truth, first).map_or(unless_known, |count| count == told);
        self.habits.retain(explains);
    }

    /// Why the suspect is doubted, if it is: enough answers are wrong, and the right ones are so by a habit.
    pub(super) fn words(&self) -> Option<String> {
        let Doubt { right, wrong, .. } = *self;
        let habit = self.habits.first();
        if wrong < ENOUGH || right > 0 && habit.is_none() {
            return None;
        }
        let how_many = match right {
            0 => format!("none of {wrong} answers is right"),
            _ => format!("{wrong} of {} answers are wrong, and the others right by chance", right + wrong),
        };
        let why = match habit {
            Some(habit) => habit.words(self.first.unwrap_or_default()),
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
        let mut doubt = Doubt::default();
        for fen in [MATE].into_iter().chain([PAWN; ENOUGH]) {
            let question = Question::new(fen.parse().expect("a position"), 2);
            note(&mut doubt, &question, answer(&question), perft(&question.start, 2));
        }
        doubt.words()
    }

    fn note(doubt: &mut Doubt, question: &Question, told: u128, expected: u128) {
        match told == expected {
            true => doubt.note_right(question, told),
            false => doubt.note_wrong(question, &Difference { told, expected, ..Difference::default() }),
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
        let mut doubt = Doubt::default();
        for depth in [60, u32::MAX] {
            note(&mut doubt, &Question::new(Position::default(), depth), 1, u128::MAX);
        }
        assert_eq!(doubt.habits, HABITS);
        note(&mut doubt, &Question::new(Position::default(), 60), u128::MAX, u128::MAX);
        assert!(doubt.is_settled());
    }
}
