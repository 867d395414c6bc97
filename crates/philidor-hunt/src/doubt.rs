//! Doubt: if a suspect is wrong about everything, the questions or the answers are more likely misread than its whole
//! generator wrong.
//!
//! An adapter that forgets to set up the position answers about the start position, and one that takes `depth` for
//! the depth below each move answers one ply too deep. Every such answer is wrong in the same way, which is said before
//! anything that is found in them.

use philidor::Position;
use philidor::perft::perft;

use super::suspect::Question;

/// As many wrong answers without a right one give rise to doubt.
const ENOUGH: usize = 10;

/// How many answers are looked at for what they have in common.
const MOST_COMPARED: usize = 24;

/// What all wrong answers may have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Habit {
    StartPosition,
    TooDeep,
    NotDeepEnough,
}

const HABITS: [Habit; 3] = [Habit::StartPosition, Habit::TooDeep, Habit::NotDeepEnough];

impl Habit {
    /// What a suspect with this habit counts.
    fn count(self, question: &Question) -> u128 {
        match self {
            Habit::StartPosition => perft(&Position::default(), question.depth),
            Habit::TooDeep => perft(&question.position(), question.depth.saturating_add(1)),
            Habit::NotDeepEnough => perft(&question.position(), question.depth.saturating_sub(1)),
        }
    }

    fn words(self) -> &'static str {
        match self {
            Habit::StartPosition => {
                "the answers are those of the start position, so the positions seem to be ignored"
            }
            Habit::TooDeep => "the answers are those of one half-move more than was asked",
            Habit::NotDeepEnough => "the answers are those of one half-move less than was asked",
        }
    }
}

/// What is noted of the wrong answers, as long as none is right.
#[derive(Clone, Debug)]
pub(super) struct Doubt {
    wrong: usize,
    habits: Vec<Habit>,
}

impl Default for Doubt {
    fn default() -> Doubt {
        Doubt { wrong: 0, habits: HABITS.to_vec() }
    }
}

impl Doubt {
    /// Takes note of a wrong answer.
    pub(super) fn note(&mut self, question: &Question, told: u128) {
        self.wrong += 1;
        if self.wrong <= MOST_COMPARED {
            self.habits.retain(|habit| habit.count(question) == told);
        }
    }

    /// Why the suspect is doubted, after no answer was right, if there were enough.
    pub(super) fn words(&self) -> Option<String> {
        if self.wrong < ENOUGH {
            return None;
        }
        let why = match self.habits.first() {
            Some(habit) => habit.words(),
            None => "is it given the position, and does it count the leaves of that depth?",
        };
        Some(format!("none of {} answers is right, so it may be asked or read wrongly: {why}", self.wrong))
    }
}
