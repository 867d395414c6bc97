//! The search: from question to question, each wrong answer followed, one small example kept of each class.
//!
//! ```text
//! agenda ──► ask ──wrong──► follow ──► verdict ──► a finding of its class, or one more hit of it
//!    ▲                                                  └──► shrink, once for each class
//!    └──────────────────── in turns ─────────────────────────────┘
//! ```
//!
//! How long either takes cannot be known. So the search gets most of the time that is left, then the examples found
//! since are made small, and if that took less than the rest, the search goes on.

use std::collections::HashSet;

use super::found::{Found, rank, unite};
use super::progress::{Progress, Stage};
use crate::asking::agenda::{Claim, Item};
use crate::asking::interview::{Interview, SoFar};
use crate::instant::Instant;
use crate::judging::case::{Case, Symptom, Way};
use crate::judging::class::Class;
use crate::judging::misread::Misread;
use crate::judging::reason::Reason;
use crate::judging::refusal;
use crate::judging::unreachable;
use crate::judging::verdict;
use crate::suspect::{Failure, Question};

/// After this number of cases of a class, others that look the same are not verified with a new start.
const VERIFIED: usize = 3;

/// After this number of questions in a row without an answer the hunt is given up, if nothing was ever counted.
const MAX_FAILURES: usize = 8;

/// The same for a suspect that did count before.
const MAX_FAILURES_LATER: usize = 200;

/// How many kinds of errors are findings.
const MAX_ERRORS: usize = 10;

/// Trees are not counted whose upper plies have more nodes than this, or than this many times what the suite says.
const LARGE: u128 = 1_000_000;
const GROWTH: u128 = 8;

/// How much of the time is for the search, in percent; the rest is for shrinking.
const SEARCH_PERCENT: u32 = 65;

/// A count of the suite that philidor does not find, in three ways.
#[derive(Clone, Debug)]
pub(crate) struct WrongClaim {
    pub(crate) name: String,
    pub(crate) question: Question,
    pub(crate) claim: Claim,
    /// None if the tree grows so far beyond the claim that it was neither counted nor asked.
    pub(crate) counted: Option<u128>,
}

/// A question about a position that no game reaches, which the suspect refuses.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    pub(crate) question: Question,
    pub(crate) failure: Failure,
    /// Why no game reaches it.
    pub(crate) obstacle: &'static str,
}

/// Everything that came out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    /// The most informative first.
    pub(crate) findings: Vec<Found>,
    pub(crate) right: usize,
    pub(crate) wrong: usize,
    /// What it took until the first wrong answer was followed.
    pub(crate) first_wrong: Option<SoFar>,
    /// Questions of Chess960 that the suspect cannot be asked.
    pub(crate) not_supported: usize,
    /// Questions that were not asked, because time ran out.
    pub(crate) not_asked: usize,
    /// Questions without an answer.
    pub(crate) unanswered: Vec<(Question, Failure)>,
    /// Questions that the suspect refuses, with an error, and may: about positions that no game reaches.
    pub(crate) refused: Vec<Refused>,
    /// Counts of the suite that are not philidor's.
    pub(crate) suite: Vec<WrongClaim>,
    /// Whether it was stopped from outside.
    pub(crate) interrupted: bool,
    /// Why the search ended early, if the suspect is the reason.
    pub(crate) given_up: Option<String>,
    /// Why the suspect may be asked or read wrongly, if it is wrong about everything.
    pub(crate) doubt: Option<String>,
}

/// Asks everything, until the time is over.
pub(crate) fn search(
    interview: &mut Interview,
    agenda: &[Item],
    observe: &mut dyn FnMut(&Progress),
) -> Result<Outcome, Failure> {
    let progress = Progress { stage: Stage::Asking, asked: 0, questions: agenda.len(), right: 0, wrong: 0 };
    let mut search = Search {
        outcome: Outcome::default(),
        failed: HashSet::new(),
        failures: 0,
        misread: Misread::default(),
        progress,
        observe,
    };
    let mut items = agenda.iter();
    while items.len() > 0 && !interview.is_over() {
        let round = Instant::now();
        let share = interview.time_left() * SEARCH_PERCENT / 100;
        while !interview.is_over() && search.outcome.given_up.is_none() {
            // As long as nothing is found, no time is needed for shrinking.
            if round.elapsed() > share && search.has_large_findings() {
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
    // A finding about which our own generators disagree is not reported.
    let (unproven, proven): (Vec<Found>, Vec<Found>) =
        outcome.findings.into_iter().partition(|finding| finding.is_unproven);
    outcome.findings = proven;
    let hits: usize = unproven.iter().map(|finding| finding.hits).sum();
    outcome.wrong = outcome.wrong.saturating_sub(hits);
    // What was seen once only may be the trace of what is seen again.
    if outcome.findings.iter().any(|finding| finding.case.way != Way::Once) {
        outcome.findings.retain(|one| one.case.way != Way::Once || one.case.difference().is_none());
    }
    unite(&mut outcome.findings);
    outcome.findings.sort_by_key(rank);
    let explained: Vec<Class> = outcome
        .findings
        .iter()
        .filter(|one| one.is_explained_by(&outcome.findings))
        .map(|one| one.class)
        .collect();
    outcome.findings.sort_by_key(|finding| explained.contains(&finding.class));
    outcome.interrupted = interview.is_interrupted();
    outcome.doubt = search.misread.message();
    if let Some((_, failure)) = outcome.unanswered.last().filter(|_| !outcome.has_counted(interview)) {
        // A suspect that refuses everything cannot be hunted.
        if failure.is_refusal() {
            return Err(failure.clone());
        }
        outcome.doubt = Some(mute(interview, &outcome));
    }
    Ok(outcome)
}

/// Why a suspect is doubted that never counted anything.
fn mute(interview: &Interview, outcome: &Outcome) -> String {
    let how_many = match (outcome.unanswered.len(), outcome.right) {
        (1, 0) => "the question was not answered".to_owned(),
        (several, 0) => format!("none of {several} questions was answered"),
        (several, _) => {
            format!("{several} of the questions had no answer, and there is nothing to count in the others")
        }
    };
    let advice =
        interview.limits.other_ways.as_ref().map_or_else(String::new, |advice| format!(". {advice}"));
    format!("{how_many}, so it may be asked in a way that it does not know{advice}")
}

impl Outcome {
    /// Whether the suspect has ever counted something. To say nothing about a mate is right.
    fn has_counted(&self, interview: &Interview) -> bool {
        self.wrong > 0 || interview.leaves > 0
    }
}

/// A search on its way.
struct Search<'a> {
    outcome: Outcome,
    /// The positions that were wrong once; deeper counts would be wrong for the same reason.
    failed: HashSet<String>,
    /// Questions without an answer, in a row.
    failures: usize,
    misread: Misread,
    progress: Progress,
    observe: &'a mut dyn FnMut(&Progress),
}

impl Search<'_> {
    fn report_progress(&mut self, stage: Stage) {
        let Outcome { right, wrong, .. } = self.outcome;
        self.progress = Progress { stage, right, wrong, ..self.progress };
        (self.observe)(&self.progress);
    }

    fn has_large_findings(&self) -> bool {
        self.outcome.findings.iter().any(|finding| !finding.is_small)
    }

    /// Makes the examples small that are not yet, the most informative first, in case the time is too short for all.
    fn shrink(&mut self, interview: &mut Interview) {
        self.outcome.findings.sort_by_key(rank);
        for finding in self.outcome.findings.iter_mut().filter(|finding| !finding.is_small) {
            finding.shrink(interview);
        }
    }

    fn put(&mut self, interview: &mut Interview, item: &Item) -> Result<(), Failure> {
        self.progress.asked += 1;
        if self.failed.contains(&item.name) && item.claim.is_none() {
            return Ok(());
        }
        if !self.compare_suite(interview, item) || self.failed.contains(&item.name) {
            return Ok(());
        }
        let question = &item.question;
        let answer = interview.hurry(|interview| interview.ask(question)).and_then(|difference| {
            self.failures = 0;
            let before = interview.asked().iter().rev().nth(1).cloned();
            let Some(difference) = difference else {
                if !self.misread.is_settled() {
                    self.misread.note_right(question, before.as_ref(), interview.count(question));
                }
                return Ok(None);
            };
            self.misread.note_wrong(question, before.as_ref(), &difference);
            let findings = &self.outcome.findings;
            let is_known = |case: &Case| {
                let known = |reason: &Reason| {
                    let same = findings.iter().find(|finding| finding.class == reason.class);
                    let is_deep = matches!(reason.class, Class::BadUndo | Class::Leak);
                    same.is_some_and(|same| same.hits >= VERIFIED && (is_deep || same.case.way == Way::Alone))
                };
                verdict::of(case).iter().all(known)
            };
            Case::follow(interview, question, difference, &is_known).map(Some)
        });
        let case = match answer {
            Ok(None) => {
                self.outcome.right += 1;
                return Ok(());
            }
            Ok(Some(case)) => case,
            Err(failure) => {
                // Perhaps one that was asked to follow a wrong answer down.
                let asked = interview.take_unanswered().unwrap_or_else(|| question.clone());
                match interview.hurry(|interview| refusal::of_move(interview, &asked, &failure)) {
                    Some(case) => case,
                    None => return self.note(interview, item, asked, failure),
                }
            }
        };
        self.outcome.wrong += 1;
        self.outcome.first_wrong.get_or_insert_with(|| interview.so_far());
        self.failed.insert(item.name.clone());
        self.add(&item.name, &case);
        Ok(())
    }

    /// Compares what the suite says with what philidor counts. Whether the question can be asked.
    ///
    /// A count of the suite is wrong only if two more generators find the same as the fast count. Nothing is counted
    /// without end because a suite says that a deep tree is small: there a ply above the leaves is recounted, which has
    /// more nodes than the tree is said to have leaves.
    fn compare_suite(&mut self, interview: &mut Interview, item: &Item) -> bool {
        let Item { name, question, cost, claim } = item;
        let counted = interview.count_within(question, cost.saturating_mul(GROWTH).max(LARGE));
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
    fn add(&mut self, name: &str, case: &Case) {
        let mut classes: Vec<Class> = verdict::of(case).iter().map(|reason| reason.class).collect();
        classes.sort_unstable();
        classes.dedup();
        let error = refusal::kind_of(case);
        for class in classes {
            let is_known = |finding: &&mut Found| finding.is_about(class, error.as_deref());
            let finding = self.outcome.findings.iter_mut().find(is_known);
            match finding {
                Some(finding) => {
                    finding.hit(case);
                    // The first of a class was verified.
                    if !finding.is_small && (case.is_verified || case.way == Way::Alone) {
                        finding.offer(name, case);
                    }
                }
                None => self.outcome.findings.push(Found::new(class, name, case)),
            }
        }
    }

    /// Takes note of a question without an answer.
    fn note(
        &mut self,
        interview: &mut Interview,
        item: &Item,
        asked: Question,
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
            && let Some(obstacle) = unreachable::reason(&asked.start)
        {
            // Careful, and not wrong.
            self.failed.insert(item.name.clone());
            self.outcome.refused.push(Refused { question: asked, failure, obstacle });
            return Ok(());
        }
        self.failed.insert(item.name.clone());
        self.outcome.unanswered.push((asked.clone(), failure.clone()));
        self.failures += 1;
        self.find_unanswered(interview, item, asked, &failure);
        if self.failures >= if has_counted { MAX_FAILURES_LATER } else { MAX_FAILURES } {
            let is_found = self.outcome.findings.iter().any(|finding| finding.reports(&failure));
            let last = format!("; the last: {}", interview.limits.message(&failure));
            let last = if is_found { "" } else { last.as_str() };
            self.outcome.given_up = Some(format!("{} questions in a row had no answer{last}", self.failures));
        }
        Ok(())
    }

    /// Makes a finding of a question without an answer, or one more hit, if the suspect is wrong.
    fn find_unanswered(
        &mut self,
        interview: &mut Interview,
        item: &Item,
        asked: Question,
        failure: &Failure,
    ) {
        if let Some(kind) = refusal::kind(failure) {
            return self.add_error(interview, item, &asked, &kind);
        }
        // A suspect that is slow, or lacks something, is not wrong.
        if matches!(failure, Failure::Slow(_) | Failure::OutOfTime(_)) || failure.is_refusal() {
            return;
        }
        let again = interview.hurry(|interview| interview.ask_afresh(&asked));
        let way = if again.is_err() { Way::Alone } else { Way::Once };
        let case = Case {
            before: Vec::new(),
            question: asked,
            way,
            symptom: Symptom::Failed(failure.clone()),
            is_verified: true,
        };
        self.add(&item.name, &case);
    }

    /// One more hit for an error of some kind, if there is a position that shows it.
    fn add_error(&mut self, interview: &mut Interview, item: &Item, asked: &Question, kind: &str) {
        let findings = &mut self.outcome.findings;
        let errors = findings.iter().filter(|finding| finding.class == Class::Unanswered).count();
        let known = findings.iter_mut().find(|finding| finding.is_about(Class::Unanswered, Some(kind)));
        match known {
            Some(known) => known.hits += 1,
            None if errors == MAX_ERRORS => {}
            None => {
                let case = interview.hurry(|interview| refusal::of_position(interview, asked, kind));
                if let Some(case) = case {
                    self.add(&item.name, &case);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
