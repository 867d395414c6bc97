//! The search: from question to question, each wrong answer followed, one small example kept of each class.
//!
//! ```text
//! agenda ──► ask ──wrong──► follow ──► verdict ──► a bug of its class, or one more hit of it
//!    ▲                                                  └──► shrink, once for each class
//!    └──────────────────── in turns ─────────────────────────────┘
//! ```
//!
//! How long either takes cannot be known in advance. So the search gets most of the time that is left, then the
//! examples found since are made small, and if that leaves time, the search resumes.

use std::collections::HashSet;

use philidor_host::clock::Instant;

use super::bug::{Bug, rank, ranked};
use super::descent;
use super::hunted_position::HuntedPosition;
use super::outcome::{Outcome, Refused, WrongClaim, mute};
use super::progress::{Progress, Stage};
use super::refusal::{refused_move, refused_position};
use crate::asking::agenda::Item;
use crate::asking::difference::Difference;
use crate::asking::interview::{Interview, Wait};
use crate::judging::answer_notes::AnswerNotes;
use crate::judging::case::{Case, Seen, Symptom};
use crate::judging::class::Class;
use crate::judging::error_kind;
use crate::suspect::{Failure, Question};

/// How many cases of a class are verified with a new start; later ones that look the same are not.
const MAX_VERIFIED: usize = 3;

/// How many questions in a row may have no answer before the hunt is given up, if nothing was ever counted.
const MAX_FAILURES: usize = 8;

/// The same for a suspect that did count before.
const MAX_FAILURES_LATER: usize = 200;

/// How many kinds of errors are bugs.
const MAX_ERRORS: usize = 10;

/// A tree is not counted if a ply above its leaves has more nodes than this, and than this many times what the suite
/// says.
const MAX_NODES: u128 = 1_000_000;
const MAX_GROWTH: u128 = 8;

/// How much of the time is for the search, in percent; the rest is for shrinking.
const SEARCH_PERCENT: u32 = 65;

/// Asks everything, until the time is over.
pub(crate) fn search<P: HuntedPosition>(
    interview: &mut Interview<'_, P>,
    agenda: &[Item<P>],
    observe: &mut dyn FnMut(&Progress),
) -> Result<Outcome<P>, Failure> {
    let progress = Progress { stage: Stage::Asking, asked: 0, questions: agenda.len(), right: 0, wrong: 0 };
    let mut search = Search {
        outcome: Outcome::default(),
        failed: HashSet::new(),
        failures: 0,
        notes: P::Notes::default(),
        progress,
        observe,
    };
    let mut items = agenda.iter();
    while items.len() > 0 && !interview.is_over() {
        let round = Instant::now();
        let share = interview.time_left() * SEARCH_PERCENT / 100;
        while !interview.is_over() && search.outcome.given_up.is_none() {
            // As long as nothing is found, no time is needed for shrinking.
            if round.elapsed() > share && search.has_large_bugs() {
                break;
            }
            let Some(item) = items.next() else { break };
            search.put(interview, item)?;
            search.report_progress(Stage::Asking);
        }
        search.report_progress(Stage::Shrinking);
        search.shrink(interview);
        if search.outcome.given_up.is_some() {
            break;
        }
    }
    search.outcome.not_asked += items.len();
    let mut outcome = search.outcome;
    // A bug about which our own generators disagree is not reported.
    let (unproven, proven): (Vec<Bug<P>>, Vec<Bug<P>>) =
        outcome.bugs.into_iter().partition(|bug| bug.is_unproven);
    outcome.bugs = ranked(proven);
    let hits: usize = unproven.iter().map(|bug| bug.hits).sum();
    outcome.wrong = outcome.wrong.saturating_sub(hits);
    outcome.interrupted = interview.is_interrupted();
    outcome.misread = search.notes.message();
    if let Some((_, failure)) = outcome.unanswered.last().filter(|_| !outcome.has_counted(interview)) {
        // A suspect that refuses everything cannot be hunted.
        if failure.is_refusal() {
            return Err(failure.clone());
        }
        outcome.misread = Some(mute(interview, &outcome));
    }
    Ok(outcome)
}

struct Search<'a, P: HuntedPosition> {
    outcome: Outcome<P>,
    /// The positions that were wrong once; deeper counts would be wrong for the same reason.
    failed: HashSet<String>,
    /// Questions without an answer, in a row.
    failures: usize,
    notes: P::Notes,
    progress: Progress,
    observe: &'a mut dyn FnMut(&Progress),
}

impl<P: HuntedPosition> Search<'_, P> {
    fn report_progress(&mut self, stage: Stage) {
        let Outcome { right, wrong, .. } = self.outcome;
        self.progress = Progress { stage, right, wrong, ..self.progress };
        (self.observe)(&self.progress);
    }

    fn has_large_bugs(&self) -> bool {
        self.outcome.bugs.iter().any(|bug| !bug.is_small)
    }

    /// Shrinks the examples that are not small yet, the most informative first, in case the time is too short for all.
    fn shrink(&mut self, interview: &mut Interview<'_, P>) {
        self.outcome.bugs.sort_by_key(rank);
        for bug in self.outcome.bugs.iter_mut().filter(|bug| !bug.is_small) {
            bug.shrink(interview);
        }
    }

    fn put(&mut self, interview: &mut Interview<'_, P>, item: &Item<P>) -> Result<(), Failure> {
        self.progress.asked += 1;
        if self.failed.contains(&item.name) && item.claim.is_none() {
            return Ok(());
        }
        if !self.compare_suite(interview, item) {
            return Ok(());
        }
        for question in item.questions(interview) {
            self.put_question(interview, item, &question)?;
        }
        Ok(())
    }

    fn put_question(
        &mut self,
        interview: &mut Interview<'_, P>,
        item: &Item<P>,
        question: &Question<P>,
    ) -> Result<(), Failure> {
        if self.failed.contains(&item.name) {
            return Ok(());
        }
        let answer = interview.ask(question, Wait::UntilEnd);
        if interview.has_refused_end {
            return Ok(());
        }
        match answer.and_then(|difference| self.follow(interview, question, difference)) {
            Ok(None) => self.outcome.right += 1,
            Ok(Some(case)) => self.note_wrong(interview, item, &case),
            Err(failure) => {
                // The question without an answer may be one that was asked to follow a wrong answer down.
                let asked = interview.take_unanswered().unwrap_or_else(|| question.clone());
                match refused_move(interview, &asked, &failure) {
                    Some(case) => self.note_wrong(interview, item, &case),
                    None => return self.note_failure(interview, item, asked, failure),
                }
            }
        }
        Ok(())
    }

    /// Follows an answer, if it is wrong, to where it comes from.
    fn follow(
        &mut self,
        interview: &mut Interview<'_, P>,
        question: &Question<P>,
        difference: Option<Difference>,
    ) -> Result<Option<Case<P>>, Failure> {
        self.failures = 0;
        let before = interview.asked().iter().rev().nth(1).cloned();
        let Some(difference) = difference else {
            if !self.notes.is_settled() {
                self.notes.note_right(question, before.as_ref(), interview.count(question));
            }
            return Ok(None);
        };
        self.notes.note_wrong(question, before.as_ref(), &difference);
        let is_known = |case: &Case<P>| P::classes(case).iter().all(|&class| self.is_known(class));
        descent::follow(interview, question, difference, &is_known).map(Some)
    }

    /// Whether enough cases of this class were seen, each verified with a new start.
    fn is_known(&self, class: Class) -> bool {
        let same = self.outcome.bugs.iter().find(|bug| bug.class == class);
        let is_deep = |seen| class == Class::Leak || seen == Seen::InTree;
        same.is_some_and(|same| {
            same.hits >= MAX_VERIFIED && (is_deep(same.case.seen) || same.case.seen == Seen::Alone)
        })
    }

    fn note_wrong(&mut self, interview: &Interview<'_, P>, item: &Item<P>, case: &Case<P>) {
        self.outcome.wrong += 1;
        self.outcome.first_wrong.get_or_insert_with(|| interview.so_far());
        self.failed.insert(item.name.clone());
        self.add(&item.name, case);
    }

    /// Compares what the suite says with what philidor counts, and returns whether the question can be asked.
    ///
    /// A count of the suite is wrong only if two more generators find the same as the fast count. A suite that calls a
    /// deep tree small does not make philidor count without end: then a ply above the leaves is recounted, one with
    /// more nodes than the tree is said to have leaves.
    fn compare_suite(&mut self, interview: &mut Interview<'_, P>, item: &Item<P>) -> bool {
        let Item { name, question, cost, claim, .. } = item;
        let counted = interview.count_within(question, cost.saturating_mul(MAX_GROWTH).max(MAX_NODES));
        let Some(claim) = claim.filter(|claim| counted != Ok(claim.leaves)) else {
            return counted.is_ok();
        };
        let disputed = counted.map_or_else(|ply| question.at_depth(ply), |_| question.clone());
        match interview.recount_all(&disputed) {
            Ok(true) => {}
            // The hunt was stopped first.
            Ok(false) => {
                self.outcome.not_asked += 1;
                return false;
            }
            Err(_) => {
                self.failed.insert(name.clone());
                return false;
            }
        }
        let (name, question) = (name.clone(), question.clone());
        self.outcome.suite.push(WrongClaim { name, question, claim, counted: counted.ok() });
        counted.is_ok()
    }

    /// One more hit for each class that a case shows.
    fn add(&mut self, name: &str, case: &Case<P>) {
        let error = error_kind::shown_by(case);
        for class in P::classes(case) {
            let is_known = |bug: &&mut Bug<P>| bug.is_about(class, error.as_deref());
            let bug = self.outcome.bugs.iter_mut().find(is_known);
            match bug {
                Some(bug) => {
                    bug.hit(case);
                    // The first of a class was verified.
                    if !bug.is_small && (case.is_verified || case.seen == Seen::Alone) {
                        bug.offer(name, case);
                    }
                }
                None => self.outcome.bugs.push(Bug::new(class, name, case)),
            }
        }
    }

    /// Takes note of a question without an answer.
    fn note_failure(
        &mut self,
        interview: &mut Interview<'_, P>,
        item: &Item<P>,
        asked: Question<P>,
        failure: Failure,
    ) -> Result<(), Failure> {
        let has_counted = self.outcome.has_counted(interview);
        match &failure {
            Failure::NotStarted(_) => return Err(failure),
            Failure::NoPerft(_) if !has_counted => return Err(failure),
            // It says nothing about the suspect, and the interview has kept it.
            Failure::Contradicted => {
                self.failed.insert(item.name.clone());
                return Ok(());
            }
            // What was found so far is reported. A suspect that never counted anything is not clean, though.
            Failure::Interrupted => {
                self.outcome.not_asked += 1;
                return Ok(());
            }
            Failure::OutOfTime(_) if has_counted => {
                self.outcome.not_asked += 1;
                return Ok(());
            }
            Failure::Unsupported(_) if item.question.chess960 => {
                self.outcome.not_supported += 1;
                return Ok(());
            }
            _ => {}
        }
        if matches!(failure, Failure::Unsupported(_))
            && let Some(unreachable) = asked.start.why_unreachable()
        {
            // Careful, and not wrong.
            self.failed.insert(item.name.clone());
            self.outcome.refused.push(Refused { question: asked, failure, unreachable });
            return Ok(());
        }
        self.failed.insert(item.name.clone());
        self.outcome.unanswered.push((asked.clone(), failure.clone()));
        self.failures += 1;
        self.find_unanswered(interview, item, asked, &failure);
        if self.failures >= if has_counted { MAX_FAILURES_LATER } else { MAX_FAILURES } {
            let is_found = self.outcome.bugs.iter().any(|bug| bug.reports(&failure));
            let last = format!("; the last: {}", interview.limits.message(&failure));
            let last = if is_found { "" } else { last.as_str() };
            self.outcome.given_up = Some(format!("{} questions in a row had no answer{last}", self.failures));
        }
        Ok(())
    }

    /// Notes a bug, or one more hit of a known one, if a question without an answer means that the suspect is wrong.
    fn find_unanswered(
        &mut self,
        interview: &mut Interview<'_, P>,
        item: &Item<P>,
        asked: Question<P>,
        failure: &Failure,
    ) {
        if let Some(kind) = error_kind::of(failure) {
            return self.add_error(interview, item, &asked, &kind);
        }
        // A suspect that is slow, or lacks something, is not wrong.
        if matches!(failure, Failure::Slow(_) | Failure::OutOfTime(_)) || failure.is_refusal() {
            return;
        }
        let again = interview.ask_afresh(&asked, Wait::UntilEnd);
        let seen = if again.is_err() { Seen::Alone } else { Seen::Once };
        let case = Case::new(asked, seen, Symptom::Failed(failure.clone()));
        self.add(&item.name, &case);
    }

    /// One more hit for an error of some kind, if there is a position that shows it.
    fn add_error(
        &mut self,
        interview: &mut Interview<'_, P>,
        item: &Item<P>,
        asked: &Question<P>,
        kind: &str,
    ) {
        let bugs = &mut self.outcome.bugs;
        let errors = bugs.iter().filter(|bug| bug.class == Class::Unanswered).count();
        let known = bugs.iter_mut().find(|bug| bug.is_about(Class::Unanswered, Some(kind)));
        match known {
            Some(known) => known.hits += 1,
            None if errors == MAX_ERRORS => {}
            None => {
                let case = refused_position(interview, asked, kind);
                if let Some(case) = case {
                    self.add(&item.name, &case);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
