//! A suspect and everything it was asked: what it says must be the same whenever it is asked.
//!
//! Every question since the last start is kept: if a program leaks state, one of them caused its wrong answer.

use std::sync::Arc;
use std::time::Duration;

use philidor::Position;
use philidor_host::clock::Instant;
use serde::Serialize;

use super::difference::Difference;
use super::limits::HuntLimits;
use super::reference::{Contradiction, Effort, Reference};
use crate::suspect::counted_position::CountedPosition;
use crate::suspect::{Failure, Question, Suspect};

/// How many questions are kept; older ones are forgotten.
const MAX_ASKED: usize = 1 << 16;

/// How many contradictions of philidor are kept; one is enough to report.
const MAX_CONTRADICTIONS: usize = 20;

/// A suspect that is being asked.
pub struct Interview<'a, P: CountedPosition = Position> {
    suspect: Box<dyn Suspect<P> + 'a>,
    reference: Reference<P>,
    /// Where philidor contradicts itself.
    pub(crate) contradictions: Vec<Contradiction<P>>,
    /// The questions since the last start.
    asked: Vec<Question<P>>,
    is_broken: bool,
    /// Whether the last question was about a game that is over, and was refused.
    pub(crate) has_refused_end: bool,
    /// The last question without an answer.
    without_answer: Option<Question<P>>,
    /// All questions, and the leaves of their trees.
    pub(crate) questions: u64,
    pub(crate) leaves: u128,
    pub(crate) restarts: u64,
    began: Instant,
    pub(crate) limits: HuntLimits,
    /// After this nothing more is looked for; what was found is still verified.
    end: Instant,
}

/// How long to wait for an answer, unless the limit for answers comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// Until the hunt ends: afterwards it is of no use.
    UntilEnd,
    /// Beyond the end, too: it verifies what was found.
    BeyondEnd,
}

/// What a suspect was asked up to some moment.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct SoFar {
    /// Since the beginning of the hunt.
    pub seconds: f64,
    /// The questions that were put.
    pub questions: u64,
    /// The leaves that were counted in the answers.
    pub leaves: u128,
}

impl<'a, P: CountedPosition> Interview<'a, P> {
    pub(crate) fn new(
        suspect: Box<dyn Suspect<P> + 'a>,
        reference: Reference<P>,
        limits: HuntLimits,
    ) -> Interview<'a, P> {
        let now = Instant::now();
        Interview {
            suspect,
            reference: reference.stopped_by(Arc::clone(&limits.stop)),
            contradictions: Vec::new(),
            asked: Vec::new(),
            is_broken: false,
            has_refused_end: false,
            without_answer: None,
            questions: 0,
            leaves: 0,
            restarts: 0,
            began: now,
            end: now + limits.time,
            limits,
        }
    }

    /// With time enough for any test.
    #[cfg(test)]
    pub(crate) fn for_test(suspect: impl Suspect<P> + 'a) -> Interview<'a, P> {
        Interview::for_test_with(suspect, Reference::default())
    }

    /// The same, with another reference.
    #[cfg(test)]
    pub(crate) fn for_test_with(suspect: impl Suspect<P> + 'a, reference: Reference<P>) -> Interview<'a, P> {
        let limit = Duration::from_secs(600);
        let limits = HuntLimits { time: limit, answer_time: limit, ..HuntLimits::default() };
        Interview::new(Box::new(suspect), reference, limits)
    }

    pub(crate) fn name(&self) -> String {
        self.suspect.name()
    }

    /// How the suspect is started.
    pub(crate) fn command(&self) -> String {
        self.suspect.command()
    }

    /// What to type to put these questions to the suspect.
    pub(crate) fn script(&self, questions: &[Question<P>]) -> Vec<String> {
        self.suspect.script(questions)
    }

    pub(crate) fn takes_moves(&self) -> bool {
        self.suspect.takes_moves()
    }

    pub(crate) fn so_far(&self) -> SoFar {
        let Interview { questions, leaves, .. } = *self;
        SoFar { seconds: self.began.elapsed().as_secs_f64(), questions, leaves }
    }

    /// Whether the hunt was stopped from outside.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.limits.is_stopped()
    }

    /// Whether the time is over, or the hunt was stopped.
    pub(crate) fn is_over(&self) -> bool {
        self.is_interrupted() || self.time_left().is_zero()
    }

    pub(crate) fn time_left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    /// The questions since the last start.
    pub(crate) fn asked(&self) -> &[Question<P>] {
        &self.asked
    }

    /// The last question without an answer, unless it was taken before.
    pub(crate) fn take_unanswered(&mut self) -> Option<Question<P>> {
        self.without_answer.take()
    }

    /// What is wrong with the answer to a question, if anything.
    pub(crate) fn ask(&mut self, question: &Question<P>, wait: Wait) -> Result<Option<Difference>, Failure> {
        if self.is_interrupted() {
            return Err(Failure::Interrupted);
        }
        if self.is_broken {
            self.restart()?;
        }
        if self.asked.len() == MAX_ASKED {
            self.asked.drain(..MAX_ASKED / 2);
        }
        self.asked.push(question.clone());
        self.questions += 1;
        self.has_refused_end = false;
        let most = self.limits.answer_time;
        let limit = match wait {
            Wait::UntilEnd => most.min(self.time_left()),
            Wait::BeyondEnd => most,
        };
        let answered = self.suspect.ask(question, limit);
        if answered.as_ref().is_err_and(Failure::is_refusal) && question.position().is_won() {
            // There is nothing to count, and a suspect may say so.
            self.asked.pop();
            self.has_refused_end = true;
            return Ok(None);
        }
        let answer = answered.map_err(|failure| {
            self.without_answer = Some(question.clone());
            self.is_broken |= failure.needs_restart();
            if failure.is_refusal() {
                // It was not put, or means nothing to the suspect, so it is not needed to see a bug again.
                self.asked.pop();
            }
            // The end of the hunt cut the wait short, which is not the suspect's fault.
            let is_cut = limit < most && self.time_left().is_zero();
            match failure {
                // Nor is it that the suspect was killed when the hunt was stopped.
                _ if self.is_interrupted() => Failure::Interrupted,
                Failure::Silent(_) | Failure::Slow(_) if is_cut => Failure::OutOfTime(limit),
                failure => failure,
            }
        })?;
        self.leaves = self.leaves.saturating_add(answer.total);
        let reference = self.reference.divide(&question.position(), question.depth);
        let difference = Difference::between(question, &answer, &reference);
        if let Some(difference) = &difference {
            self.recount(question, difference, Effort::Moderate)?;
        }
        Ok(difference)
    }

    /// Recounts what differs in an answer, and returns whether that proves it wrong.
    fn recount(
        &mut self,
        question: &Question<P>,
        difference: &Difference,
        effort: Effort,
    ) -> Result<bool, Failure> {
        let recounted = self.reference.recount(question, difference, effort);
        recounted.map_err(|contradiction| self.note(*contradiction))
    }

    /// Whether an answer is wrong for certain. The fast count alone is not enough for that.
    pub(crate) fn proves(&mut self, question: &Question<P>, difference: &Difference) -> bool {
        self.recount(question, difference, Effort::Thorough).unwrap_or(false)
    }

    /// The leaves of a question's tree.
    pub(crate) fn count(&mut self, question: &Question<P>) -> u128 {
        self.reference.count(&question.position(), question.depth)
    }

    /// The same, unless a ply above the leaves has more nodes than `most`: then the error is the depth of that ply.
    pub(crate) fn count_within(&mut self, question: &Question<P>, most: u128) -> Result<u128, u32> {
        self.reference.count_within(&question.position(), question.depth, most)
    }

    /// Recounts a whole tree, and returns whether it finished.
    pub(crate) fn recount_all(&mut self, question: &Question<P>) -> Result<bool, Failure> {
        self.reference.recount_all(question).map_err(|contradiction| self.note(*contradiction))
    }

    /// Keeps a contradiction, once for each question.
    fn note(&mut self, contradiction: Contradiction<P>) -> Failure {
        let is_known = self.contradictions.iter().any(|known| known.question == contradiction.question);
        if !is_known && self.contradictions.len() < MAX_CONTRADICTIONS {
            self.contradictions.push(contradiction);
        }
        Failure::Contradicted
    }

    /// What is wrong with the answer of a suspect that was started anew and asked only the questions `before` it.
    pub(crate) fn ask_after(
        &mut self,
        before: &[Question<P>],
        question: &Question<P>,
        wait: Wait,
    ) -> Result<Option<Difference>, Failure> {
        self.restart()?;
        for earlier in before {
            // Only what comes after it matters; a suspect that fails here has failed in the same way before.
            self.ask(earlier, wait)?;
        }
        self.ask(question, wait)
    }

    /// What is wrong with the answer of a suspect that was started anew.
    pub(crate) fn ask_afresh(
        &mut self,
        question: &Question<P>,
        wait: Wait,
    ) -> Result<Option<Difference>, Failure> {
        self.ask_after(&[], question, wait)
    }

    fn restart(&mut self) -> Result<(), Failure> {
        if self.is_interrupted() {
            return Err(Failure::Interrupted);
        }
        self.asked.clear();
        self.restarts += 1;
        // That it was killed when the hunt was stopped is not its fault.
        let restarted = self.suspect.restart();
        restarted.map_err(|failure| if self.is_interrupted() { Failure::Interrupted } else { failure })?;
        self.is_broken = false;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suspect::Answer;
    use crate::suspect::fake::Fake;

    /// A suspect that never answers, and is not waited for.
    struct Silent;

    impl Suspect for Silent {
        fn name(&self) -> String {
            "silent".to_owned()
        }

        fn ask(&mut self, _: &Question, limit: Duration) -> Result<Answer, Failure> {
            Err(Failure::Silent(limit))
        }
    }

    #[test]
    fn huge_counts_are_added_up_without_wrapping() {
        let fake = Fake::new(|| {
            |_: &Question, mut given: Vec<(String, u128)>| {
                given.truncate(1);
                given[0].1 = u128::MAX;
                Ok(given)
            }
        });
        let mut interview = Interview::for_test(fake);
        for _ in 0..2 {
            let wrong =
                interview.ask(&Question::new(Position::default(), 1), Wait::UntilEnd).expect("an answer");
            assert_eq!(wrong.map(|difference| difference.counted), Some(u128::MAX));
        }
        assert_eq!(interview.leaves, u128::MAX);
    }

    #[test]
    fn what_is_of_no_use_after_the_end_is_not_waited_for_beyond_it() {
        let question = Question::new(Position::default(), 1);
        let [minute, hour] = [60, 3600].map(Duration::from_secs);
        let ask = |limit, time| {
            let limits = HuntLimits { time, answer_time: limit, ..HuntLimits::default() };
            let mut interview = Interview::new(Box::new(Silent), Reference::default(), limits);
            assert_eq!(interview.ask(&question, Wait::BeyondEnd), Err(Failure::Silent(limit)));
            interview.ask(&question, Wait::UntilEnd)
        };
        let nearly_over = ask(hour, minute);
        assert!(matches!(nearly_over, Err(Failure::Silent(time)) if time <= minute), "{nearly_over:?}");
        assert_eq!(ask(hour, Duration::ZERO), Err(Failure::OutOfTime(Duration::ZERO)));
        assert_eq!(ask(minute, hour), Err(Failure::Silent(minute)));
    }
}
