//! A suspect for tests: philidor's own counts, spoiled by a function.

use std::time::Duration;

use philidor::perft::divide;
use philidor::{Move, Position};

use super::{Answer, Failure, Question, Suspect};

/// What spoils an answer; it may remember whatever it likes.
type Spoil = Box<dyn FnMut(&Question, Vec<(String, u128)>) -> Result<Vec<(String, u128)>, Failure>>;

/// A suspect without a program.
pub(crate) struct Fake {
    make: Box<dyn Fn() -> Spoil>,
    spoil: Spoil,
}

impl Fake {
    /// A suspect whose right answers are spoiled; a restart makes the spoiler anew.
    pub(crate) fn new<F>(make: impl Fn() -> F + 'static) -> Fake
    where
        F: FnMut(&Question, Vec<(String, u128)>) -> Result<Vec<(String, u128)>, Failure> + 'static,
    {
        let make = Box::new(move || Box::new(make()) as Spoil);
        Fake { spoil: make(), make }
    }

    /// A suspect that leaves out moves, wherever in a tree.
    pub(crate) fn without(is_left_out: fn(&Position, Move) -> bool) -> Fake {
        Fake::new(move || {
            move |question: &Question, _: Vec<(String, u128)>| {
                let position = question.position();
                let moves = position.legal_moves();
                let kept = moves.iter().filter(|&&mv| !is_left_out(&position, mv));
                let given = kept.map(|&mv| {
                    let mut child = position;
                    child.play_unchecked(mv);
                    (mv.notation(), count(&child, question.depth - 1, is_left_out))
                });
                Ok(given.collect())
            }
        })
    }
}

fn count(position: &Position, depth: u32, is_left_out: fn(&Position, Move) -> bool) -> u128 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    let kept = moves.iter().filter(|&&mv| !is_left_out(position, mv));
    let counts = kept.map(|&mv| {
        let mut child = *position;
        child.play_unchecked(mv);
        count(&child, depth - 1, is_left_out)
    });
    counts.sum()
}

impl Suspect for Fake {
    fn name(&self) -> String {
        "fake".to_owned()
    }

    fn ask(&mut self, question: &Question, _: Duration) -> Result<Answer, Failure> {
        let reference = divide(&question.position(), question.depth);
        let reference = reference.into_iter().map(|(mv, leaves)| (mv.notation(), leaves)).collect();
        let given = (self.spoil)(question, reference)?;
        Ok(Answer { total: given.iter().map(|(_, leaves)| leaves).sum(), divide: Some(given) })
    }

    fn restart(&mut self) -> Result<(), Failure> {
        self.spoil = (self.make)();
        Ok(())
    }

    fn script(&self, questions: &[Question]) -> Vec<String> {
        questions.iter().map(|question| format!("{} {}", question.fen(), question.depth)).collect()
    }

    fn takes_moves(&self) -> bool {
        true
    }
}
