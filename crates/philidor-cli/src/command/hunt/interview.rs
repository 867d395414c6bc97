//! A suspect and everything it was asked: what it says must be the same whenever it is asked.
//!
//! Every question since the last start is kept, for a program that leaks state answers wrong because of one of them.

use std::time::Instant;

use serde::Serialize;

use super::difference::Difference;
use super::suspect::{Failure, Question, Suspect, is_interrupted};

/// So many questions are kept; older ones have to be forgotten some time.
const REMEMBERED: usize = 1 << 16;

/// A suspect that is being asked.
pub(super) struct Interview {
    suspect: Box<dyn Suspect>,
    /// The questions since the last start.
    asked: Vec<Question>,
    is_broken: bool,
    /// All questions, and the leaves of their trees.
    pub(super) questions: u64,
    pub(super) leaves: u128,
    pub(super) restarts: u64,
    began: Instant,
    /// After this no more is asked.
    until: Instant,
}

/// What a suspect was asked until some moment.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct SoFar {
    seconds: f64,
    questions: u64,
    leaves: u128,
}

impl Interview {
    pub(super) fn new(suspect: Box<dyn Suspect>, until: Instant) -> Interview {
        Interview {
            suspect,
            asked: Vec::new(),
            is_broken: false,
            questions: 0,
            leaves: 0,
            restarts: 0,
            began: Instant::now(),
            until,
        }
    }

    pub(super) fn name(&self) -> String {
        self.suspect.name()
    }

    /// What to type to put these questions to the suspect.
    pub(super) fn script(&self, questions: &[Question]) -> Vec<String> {
        self.suspect.script(questions)
    }

    pub(super) fn takes_lines(&self) -> bool {
        self.suspect.takes_lines()
    }

    pub(super) fn so_far(&self) -> SoFar {
        let Interview { questions, leaves, .. } = *self;
        SoFar { seconds: self.began.elapsed().as_secs_f64(), questions, leaves }
    }

    pub(super) fn is_interrupted(&self) -> bool {
        is_interrupted()
    }

    /// Whether the time is over, or Ctrl-C was pressed.
    pub(super) fn is_over(&self) -> bool {
        is_interrupted() || Instant::now() >= self.until
    }

    /// Gives it so much time from now.
    pub(super) fn extend(&mut self, until: Instant) {
        self.until = until;
    }

    /// The questions since the last start.
    pub(super) fn asked(&self) -> &[Question] {
        &self.asked
    }

    /// What is wrong with the answer to a question, if anything is.
    pub(super) fn ask(&mut self, question: &Question) -> Result<Option<Difference>, Failure> {
        if is_interrupted() {
            return Err(Failure::Interrupted);
        }
        if self.is_broken {
            self.restart()?;
        }
        if self.asked.len() == REMEMBERED {
            self.asked.drain(..REMEMBERED / 2);
        }
        self.asked.push(question.clone());
        self.questions += 1;
        let answer = self.suspect.ask(question).map_err(|failure| {
            self.is_broken |= failure.needs_restart();
            if matches!(failure, Failure::Unsupported(_)) {
                // It was not put, or means nothing to the suspect; so it need not be put again to see a bug.
                self.asked.pop();
            }
            // Ctrl-C kills the suspect, which is not its own fault.
            if is_interrupted() { Failure::Interrupted } else { failure }
        })?;
        self.leaves += answer.total;
        Ok(Difference::of(question, &answer))
    }

    /// The same, of a suspect that was asked only this before.
    pub(super) fn ask_after(
        &mut self,
        before: &[Question],
        question: &Question,
    ) -> Result<Option<Difference>, Failure> {
        self.restart()?;
        for earlier in before {
            // Only what comes after it matters; a suspect that fails here has failed in the same way before.
            self.ask(earlier)?;
        }
        self.ask(question)
    }

    /// The same, of a suspect that was asked nothing before.
    pub(super) fn ask_afresh(&mut self, question: &Question) -> Result<Option<Difference>, Failure> {
        self.ask_after(&[], question)
    }

    fn restart(&mut self) -> Result<(), Failure> {
        if is_interrupted() {
            return Err(Failure::Interrupted);
        }
        self.asked.clear();
        self.restarts += 1;
        self.suspect.restart()?;
        self.is_broken = false;
        Ok(())
    }
}
