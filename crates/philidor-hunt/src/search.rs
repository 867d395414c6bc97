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
use std::time::Instant;

use super::agenda::{Claim, Item};
use super::case::{Case, Symptom, Way};
use super::class::Class;
use super::doubt::Doubt;
use super::found::{Found, rank, unite};
use super::interview::{Interview, SoFar};
use super::obstacle;
use super::progress::{Progress, Stage};
use super::reason::Reason;
use super::refusal;
use super::suspect::{Failure, Question};
use super::verdict;

/// After this number of cases of a class, others that look the same are not verified with a new start.
const VERIFIED: usize = 3;

/// After this number of questions in a row without an answer the hunt is given up, if nothing was ever counted.
const MOST_FAILURES: usize = 8;

/// The same for a suspect that did count before.
const MOST_FAILURES_LATER: usize = 200;

/// How many kinds of errors are findings.
const MOST_ERRORS: usize = 10;

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
pub(super) fn search(
    interview: &mut Interview,
    agenda: &[Item],
    observe: &mut dyn FnMut(&Progress),
) -> Result<Outcome, Failure> {
    let progress = Progress { stage: Stage::Asking, asked: 0, questions: agenda.len(), right: 0, wrong: 0 };
    let mut search = Search {
        outcome: Outcome::default(),
        failed: HashSet::new(),
        failures: 0,
        doubt: Doubt::default(),
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
    outcome.doubt = search.doubt.words();
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
    let advice = interview.terms.other_ways.as_ref().map_or_else(String::new, |advice| format!(". {advice}"));
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
    doubt: Doubt,
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
            let Some(difference) = difference else {
                if !self.doubt.is_settled() {
                    self.doubt.note_right(question, interview.count(question));
                }
                return Ok(None);
            };
            self.doubt.note_wrong(question, &difference);
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
            && let Some(obstacle) = obstacle::of(&asked.start)
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
        if self.failures >= if has_counted { MOST_FAILURES_LATER } else { MOST_FAILURES } {
            let is_found = self.outcome.findings.iter().any(|finding| finding.reports(&failure));
            let last = format!("; the last: {}", interview.terms.words(&failure));
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
            None if errors == MOST_ERRORS => {}
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
mod tests {
    use std::time::Duration;

    use philidor::{MoveType, PieceType};

    use super::*;
    use crate::reason::Fault;
    use crate::suspect::fake::Fake;

    fn items(fens: &[&str]) -> Vec<Item> {
        let item = |(index, fen): (usize, &&str)| Item {
            name: format!("position {index}"),
            question: Question::new(fen.parse().expect("a position"), 1),
            cost: 1,
            claim: None,
        };
        fens.iter().enumerate().map(item).collect()
    }

    fn outcome(fake: Fake, items: &[Item]) -> Outcome {
        search(&mut Interview::of(fake), items, &mut |_| ()).expect("it starts")
    }

    const POSITIONS: [&str; 4] = [
        "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1",
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1",
    ];

    #[test]
    fn a_right_suspect_has_no_findings() {
        let outcome = outcome(Fake::without(|_, _| false), &items(&POSITIONS));
        assert_eq!((outcome.right, outcome.wrong, outcome.findings.len()), (4, 0, 0));
    }

    #[test]
    fn a_finding_for_each_class_with_as_many_hits_as_there_are() {
        let fake = Fake::without(|_, mv| {
            mv.move_type() == MoveType::EnPassant || mv.promotion() == Some(PieceType::Knight)
        });
        let outcome = outcome(fake, &items(&POSITIONS));
        let found: Vec<_> = outcome.findings.iter().map(|finding| (finding.class, finding.hits)).collect();
        assert_eq!(found, [(Class::EnPassant, 2), (Class::Promotion, 1)]);
        assert_eq!((outcome.right, outcome.wrong), (1, 3));
        assert!(outcome.findings.iter().all(|finding| finding.reasons[0].class == finding.class));
    }

    /// A suspect that answers about another position, or at another depth.
    fn confused(ask: fn(&Question) -> Question) -> Fake {
        Fake::new(move || {
            move |question: &Question, _| {
                let counts = philidor::perft::divide(&ask(question).position(), ask(question).depth);
                Ok(counts.into_iter().map(|(mv, leaves)| (mv.notation(), leaves)).collect())
            }
        })
    }

    #[test]
    fn a_suspect_that_is_wrong_about_everything_is_doubted() {
        let positions = items(&[POSITIONS; 3].concat());
        let doubt = |fake: Fake| outcome(fake, &positions).doubt.unwrap_or_default();
        let start = doubt(confused(|question| Question::new(philidor::Position::default(), question.depth)));
        assert!(
            start.starts_with("none of 12 answers is right") && start.contains("start position"),
            "{start}"
        );
        let deep = doubt(confused(|question| question.at_depth(question.depth + 1)));
        assert!(deep.contains("one half-move more"), "{deep}");
        let few = doubt(Fake::new(|| |_: &Question, told: Vec<_>| Ok(told.into_iter().skip(3).collect())));
        assert!(few.contains("is it given the position"), "{few}");
        // One right answer is enough to be taken at its word.
        let no_castling = doubt(Fake::without(|_, mv| mv.castling_side().is_some()));
        assert_eq!(no_castling, "");
    }

    /// There are positions without a move, for which that is right.
    #[test]
    fn a_suspect_that_always_answers_nothing_is_doubted() {
        let mates = ["R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"];
        let nothing = Fake::new(|| |_: &Question, _: Vec<_>| Ok(Vec::new()));
        let outcome = outcome(nothing, &items(&[&mates[..], &[POSITIONS; 3].concat()].concat()));
        let doubt = outcome.doubt.unwrap_or_default();
        assert_eq!((outcome.right, outcome.wrong), (2, 12));
        assert!(
            doubt.starts_with("12 of 14 answers are wrong") && doubt.contains("every answer is 0"),
            "{doubt}"
        );
    }

    #[test]
    fn a_suspect_that_never_answers_is_doubted_and_other_ways_are_named() {
        let asked = |other_ways: Option<&str>| {
            let garbage = Fake::new(|| |_: &Question, _| Err(Failure::Garbage("moo".to_owned())));
            let mut interview = Interview::of(garbage);
            interview.terms.other_ways = other_ways.map(str::to_owned);
            let outcome = search(&mut interview, &items(&POSITIONS), &mut |_| ()).expect("it starts");
            outcome.doubt.expect("doubted")
        };
        let words = "none of 4 questions was answered, so it may be asked in a way that it does not know";
        assert_eq!(asked(None), words);
        assert_eq!(asked(Some("Try lines.")), format!("{words}. Try lines."));
    }

    /// An engine that ignores `go perft` says nothing, which is right for a mate.
    #[test]
    fn a_suspect_that_answers_only_where_there_is_nothing_to_count_is_doubted() {
        let ignoring = Fake::new(|| {
            |_: &Question, told: Vec<_>| {
                if told.is_empty() { Ok(told) } else { Err(Failure::Silent(Duration::from_secs(1))) }
            }
        });
        let mate = ["R5k1/5ppp/8/8/8/8/8/7K b - - 0 1"];
        let outcome = outcome(ignoring, &items(&[&mate[..], &POSITIONS].concat()));
        let doubt = outcome.doubt.unwrap_or_default();
        assert_eq!((outcome.right, outcome.unanswered.len()), (1, 4));
        assert!(doubt.starts_with("4 of the questions had no answer"), "{doubt}");
    }

    #[test]
    fn a_suspect_that_refuses_the_first_question_is_asked_another() {
        let castling = ["4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"; 3];
        let some = refusing(|it| (!it.start.castling_rights().is_empty()).then(|| "error rook".to_owned()));
        let some = outcome(some, &items(&[&castling[..], &POSITIONS].concat()));
        assert_eq!((some.right, some.unanswered.len()), (3, 4));
        let all = refusing(|_| Some("error what?".to_owned()));
        let all = search(&mut Interview::of(all), &items(&castling), &mut |_| ());
        assert_eq!(all.err(), Some(Failure::Unsupported("error what?".to_owned())));
    }

    #[test]
    fn a_suspect_that_does_not_answer_is_given_up_after_a_while() {
        let fake = Fake::new(|| |_: &Question, _| Err(Failure::Garbage("moo".to_owned())));
        let positions = items(&[POSITIONS[0]; MOST_FAILURES + 5]);
        let outcome = outcome(fake, &positions);
        // Its finding says why.
        assert_eq!(outcome.given_up.as_deref(), Some("8 questions in a row had no answer"));
        assert!(outcome.unanswered.iter().all(|(_, failure)| outcome.findings[0].reports(failure)));
        assert_eq!((outcome.unanswered.len(), outcome.not_asked), (MOST_FAILURES, 5));
        assert_eq!(
            outcome.findings.iter().map(|finding| finding.class).collect::<Vec<_>>(),
            [Class::Unanswered]
        );
    }

    #[test]
    fn a_failure_is_noted_and_the_search_goes_on() {
        let fake = Fake::new(|| {
            |question: &Question, told| {
                let is_castling = !question.start.castling_rights().is_empty();
                if is_castling { Err(Failure::Silent(Duration::from_secs(1))) } else { Ok(told) }
            }
        });
        let outcome = outcome(fake, &items(&POSITIONS));
        assert_eq!((outcome.right, outcome.wrong, outcome.unanswered.len()), (3, 0, 1));
        assert_eq!(outcome.given_up, None);
    }

    #[test]
    fn a_suspect_for_which_games_are_over_early_has_one_finding() {
        // With three pieces it lists nothing: neither several moves of a kind or of two, nor a single one.
        let fake = Fake::without(|position, _| position.board().occupied().len() < 4);
        let over = [
            "4k3/P6P/8/8/8/8/8/4K3 w - - 0 1",
            "7k/8/8/8/8/8/8/K7 w - - 0 1",
            "1K6/8/8/4B3/4k3/8/8/8 b - - 0 1",
            "k7/2R5/8/8/8/8/8/7K b - - 0 1",
        ];
        let outcome = outcome(fake, &items(&over));
        let found: Vec<_> = outcome.findings.iter().map(|finding| (finding.class, finding.hits)).collect();
        assert_eq!(found, [(Class::NoMoves, 3)]);
        assert_eq!(outcome.findings[0].reasons.len(), 1);
    }

    #[test]
    fn a_kind_of_move_that_is_missing_everywhere_comes_before_positions_without_any() {
        let fake = Fake::without(|_, mv| mv.played_piece() == PieceType::King);
        let outcome =
            outcome(fake, &items(&["7k/8/8/8/8/8/8/K7 w - - 0 1", "4k3/P6P/8/8/8/8/8/4K3 w - - 0 1"]));
        let classes: Vec<_> = outcome.findings.iter().map(|finding| finding.class).collect();
        assert_eq!(classes, [Class::KingStep, Class::NoMoves]);
    }

    /// A suspect that answers some questions by an error.
    fn refusing(error: fn(&Question) -> Option<String>) -> Fake {
        Fake::new(move || {
            move |question: &Question, told| match error(question) {
                Some(text) => Err(Failure::Unsupported(text)),
                None => Ok(told),
            }
        })
    }

    /// The answer may come to an end with a move of this kind.
    fn played(fen: &str, mv: &str) -> Vec<Item> {
        let mut items = items(&[fen]);
        let start = items[0].question.start;
        items[0].question.line = vec![start.parse_uci(mv).expect("a move")];
        items
    }

    const EN_PASSANT: &str = "4k3/1p6/8/2pP4/8/8/8/4K3 w - c6 0 1";

    #[test]
    fn a_move_that_is_refused_is_a_missing_move() {
        let fake = refusing(|question| {
            let mv = question.line.first().filter(|mv| mv.move_type() == MoveType::EnPassant)?;
            Some(format!("error {} is not legal", mv.notation()))
        });
        let outcome = outcome(fake, &played(EN_PASSANT, "d5c6"));
        assert_eq!((outcome.wrong, outcome.unanswered.len()), (1, 0));
        let [finding] = outcome.findings.as_slice() else { panic!("{:?}", outcome.findings) };
        assert_eq!((finding.class, finding.case.way), (Class::EnPassant, Way::Played));
        assert_eq!(finding.case.question.fen(), "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1");
        let [reason] = finding.reasons.as_slice() else { panic!("{:?}", finding.reasons) };
        assert_eq!((reason.fault, reason.text.as_str()), (Fault::Refused, "d5c6"));
        assert!(reason.words.contains("d5c6 is not legal"), "{}", reason.words);
    }

    /// The move is given only because a wrong count is followed down.
    #[test]
    fn a_move_that_is_refused_on_the_way_down_is_a_missing_move() {
        let fake = Fake::new(|| {
            |question: &Question, mut told: Vec<(String, u128)>| {
                let is_refused = question.line.iter().any(|mv| mv.move_type() == MoveType::EnPassant);
                if is_refused {
                    return Err(Failure::Unsupported("error d5c6 is not legal".to_owned()));
                }
                for (_, leaves) in told.iter_mut().filter(|(text, _)| question.depth > 1 && text == "d5c6") {
                    *leaves = 0;
                }
                Ok(told)
            }
        });
        let mut items = items(&[EN_PASSANT]);
        items[0].question.depth = 2;
        let outcome = outcome(fake, &items);
        assert_eq!((outcome.wrong, outcome.unanswered.len()), (1, 0));
        let [finding] = outcome.findings.as_slice() else { panic!("{:?}", outcome.findings) };
        assert_eq!((finding.class, finding.case.way), (Class::EnPassant, Way::Played));
        assert_eq!(finding.reasons[0].fault, Fault::Refused);
    }

    /// What has no answer is named, and not the question that was followed down to it.
    #[test]
    fn an_error_on_the_way_down_is_one_of_that_position() {
        let wrong = "4k3/8/8/8/8/8/3p4/4K2R w K - 0 1";
        let fake = Fake::new(|| {
            |question: &Question, mut told: Vec<(String, u128)>| {
                if question.position().castling_rights().is_empty() {
                    return Err(Failure::Unsupported("error TypeError".to_owned()));
                }
                told[0].1 += u128::from(question.depth > 1);
                Ok(told)
            }
        });
        let mut items = items(&[wrong]);
        items[0].question.depth = 2;
        let outcome = outcome(fake, &items);
        let [(asked, failure)] = outcome.unanswered.as_slice() else { panic!("{:?}", outcome.unanswered) };
        assert!(asked.depth == 1 && asked.position().castling_rights().is_empty(), "{asked:?}");
        assert!(outcome.findings.iter().any(|finding| finding.reports(failure)), "{:?}", outcome.findings);
    }

    #[test]
    fn a_move_that_is_neither_listed_nor_played_is_missing() {
        let fake = Fake::new(|| {
            |question: &Question, mut told: Vec<(String, u128)>| {
                told.retain(|(text, _)| text != "d5c6");
                let is_refused = question.line.iter().any(|mv| mv.move_type() == MoveType::EnPassant);
                if is_refused { Err(Failure::Unsupported("error d5c6".to_owned())) } else { Ok(told) }
            }
        });
        let outcome = outcome(fake, &played(EN_PASSANT, "d5c6"));
        let [finding] = outcome.findings.as_slice() else { panic!("{:?}", outcome.findings) };
        assert_eq!((finding.class, finding.case.way), (Class::EnPassant, Way::Alone));
        assert_eq!((finding.reasons[0].fault, outcome.unanswered.len()), (Fault::Missing, 0));
    }

    /// Whether a pawn may promote somewhere in a tree.
    fn is_promoting(position: &philidor::Position, depth: u32) -> bool {
        depth > 0
            && position.legal_moves().iter().any(|&mv| {
                let mut child = *position;
                child.play(mv);
                mv.promotion().is_some() || is_promoting(&child, depth - 1)
            })
    }

    #[test]
    fn each_kind_of_error_is_a_finding_in_a_simple_position() {
        let fake = refusing(|question| {
            let position = question.position();
            let is_promoting = is_promoting(&position, question.depth);
            let square = position.king(philidor::Color::White);
            match (is_promoting, position.castling_rights().is_empty()) {
                (true, _) => Some(format!("error TypeError: null at {square}")),
                (_, false) => Some(format!("error ValueError: no rook for {square}")),
                _ => None,
            }
        });
        let positions = [
            "4k3/3p4/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/P2p4/8/8/8/8/8/4K3 b - - 0 1",
            "4k3/3p4/8/8/8/8/8/R3K3 w Q - 0 1",
            "4k3/3p4/8/8/8/8/P7/R3K3 w Q - 0 1",
        ];
        let mut items = items(&positions);
        items[1].question.depth = 2;
        let outcome = outcome(fake, &items);
        let mut found: Vec<_> = outcome
            .findings
            .iter()
            .map(|it| (it.class, it.hits, it.case.question.fen(), it.case.question.depth))
            .collect();
        found.sort_by_key(|it| it.1);
        let [promotion, castling] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(castling, &(Class::Unanswered, 2, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".to_owned(), 1));
        // After Black's move, which alone is asked at depth 1.
        let is_simple = promotion.2.contains("/P") && promotion.2.ends_with("/8/8/8/8/8/4K3 w - - 0 1");
        assert!(is_simple, "{promotion:?}");
        assert_eq!((promotion.0, promotion.1, promotion.3), (Class::Unanswered, 1, 1));
        assert_eq!(outcome.unanswered.len(), 3);
    }

    #[test]
    fn a_position_that_no_game_reaches_may_be_refused() {
        let impossible = "4k3/8/8/7b/8/8/2p5/R2K2N1 w - - 0 1";
        let careful = refusing(|question| {
            let is_impossible = question.position().checkers().has_several();
            is_impossible.then(|| "error these two pieces cannot check at once".to_owned())
        });
        let outcome = outcome(careful, &items(&[&POSITIONS[..], &[impossible]].concat()));
        let [refused] = outcome.refused.as_slice() else { panic!("{:?}", outcome.refused) };
        assert_eq!(
            (refused.question.fen().as_str(), refused.obstacle),
            (impossible, "no move gives this double check")
        );
        assert_eq!((outcome.right, outcome.findings.len(), outcome.unanswered.len()), (4, 0, 0));
    }

    #[test]
    fn an_error_that_names_a_feature_or_comes_with_depth_alone_is_no_finding() {
        let deep = refusing(|question| (question.depth > 2).then(|| "error too deep".to_owned()));
        let mut asked = items(&POSITIONS);
        asked[3].question.depth = 3;
        let deep = outcome(deep, &asked);
        assert_eq!((deep.findings.len(), deep.unanswered.len()), (0, 1));
        let without_castling = refusing(|question| {
            let has_rights = !question.start.castling_rights().is_empty();
            has_rights.then(|| "error Chess960 is not supported".to_owned())
        });
        let feature = outcome(without_castling, &items(&POSITIONS));
        assert_eq!((feature.findings.len(), feature.unanswered.len()), (0, 1));
    }

    #[test]
    fn a_suspect_that_has_counted_may_be_cut_short_by_the_end() {
        let cut = || Err(Failure::OutOfTime(Duration::from_secs(1)));
        let fake = Fake::new(move || {
            move |question: &Question, told| {
                if question.start.castling_rights().is_empty() { Ok(told) } else { cut() }
            }
        });
        let cut_later = outcome(fake, &items(&POSITIONS));
        assert_eq!((cut_later.right, cut_later.not_asked, cut_later.unanswered.len()), (3, 1, 0));

        let cut_at_once = outcome(Fake::new(move || move |_: &Question, _| cut()), &items(&POSITIONS));
        assert_eq!((cut_at_once.not_asked, cut_at_once.unanswered.len()), (0, 4));
        assert!(cut_at_once.findings.is_empty() && cut_later.findings.is_empty());
    }
}
