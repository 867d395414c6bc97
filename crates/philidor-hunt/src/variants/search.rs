//! A wrong answer followed to the position in which the moves are wrong, and that position made small.

use std::time::Duration;

use philidor::{GamePosition, Move};
use philidor_variants::AnyPosition;

use super::case::Case;
use super::changed::Change;
use super::question::VariantQuestion;
use super::suspect::VariantSuspect;
use crate::asking::difference::{Difference, Divide};
use crate::asking::limits::HuntLimits;
use crate::finding::halving::halve;
use crate::instant::Instant;
use crate::judging::case::Seen;
use crate::judging::class::Class;
use crate::judging::error_kind;
use crate::suspect::suspect_move::plain;
use crate::suspect::{Answer, Failure};

/// What differs from philidor's own count.
type Differs = Difference<Move>;

/// A suspect that is being asked.
pub(super) struct Search<'a> {
    pub(super) suspect: &'a mut dyn VariantSuspect,
    pub(super) limits: HuntLimits,
    pub(super) end: Instant,
    pub(super) questions: u64,
    pub(super) leaves: u128,
    pub(super) restarts: u64,
    is_broken: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(suspect: &'a mut dyn VariantSuspect, limits: HuntLimits) -> Search<'a> {
        let end = Instant::now() + limits.time;
        Search { suspect, limits, end, questions: 0, leaves: 0, restarts: 0, is_broken: false }
    }

    /// Whether the time is over, or the hunt was stopped.
    pub(super) fn is_over(&self) -> bool {
        self.limits.is_stopped() || self.time_left().is_zero()
    }

    pub(super) fn time_left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    /// What is wrong with the answer to a question.
    pub(super) fn ask(&mut self, question: &VariantQuestion) -> Result<Option<Differs>, Failure> {
        if self.limits.is_stopped() {
            return Err(Failure::Interrupted);
        }
        if std::mem::take(&mut self.is_broken) {
            self.restart()?;
        }
        self.questions += 1;
        let answer = self.suspect.ask(question, self.limits.answer_time);
        self.is_broken = answer.as_ref().is_err_and(Failure::needs_restart);
        let answer = answer?;
        self.leaves = self.leaves.saturating_add(answer.total);
        Ok(difference(question, &answer))
    }

    fn restart(&mut self) -> Result<(), Failure> {
        self.restarts += 1;
        self.suspect.restart()
    }

    /// The same of a suspect that has just been started.
    fn ask_afresh(&mut self, question: &VariantQuestion) -> Result<Option<Differs>, Failure> {
        self.is_broken = true;
        self.ask(question)
    }

    fn case(&self, question: VariantQuestion, seen: Seen, difference: Differs) -> Case {
        Case { question, seen, symptom: Ok(difference), takes_moves: self.suspect.takes_moves() }
    }

    /// A question without an answer.
    pub(super) fn failed(&self, question: VariantQuestion, failure: Failure) -> Case {
        let takes_moves = self.suspect.takes_moves();
        Case { question, seen: Seen::Alone, symptom: Err(failure), takes_moves }
    }

    /// Follows a wrong answer to where it comes from.
    pub(super) fn follow(
        &mut self,
        question: &VariantQuestion,
        difference: Differs,
    ) -> Result<Case, Failure> {
        let (question, difference) = self.descend(question.clone(), difference)?;
        for depth in 1..=question.depth {
            let alone = question.alone().at_depth(depth);
            // A suspect may refuse a position in which the game is over.
            if let Ok(Some(difference)) = self.ask(&alone) {
                let is_tree = depth > 1 && !difference.is_here();
                let seen = if is_tree { Seen::InTree } else { Seen::Alone };
                return Ok(self.case(alone, seen, difference));
            }
        }
        for moves in 1..=question.line.len() {
            let after = question.with_last_moves(moves);
            if let Some(difference) = self.ask(&after)? {
                return Ok(self.case(after, Seen::AfterMoves, difference));
            }
        }
        Ok(self.case(question, Seen::Once, difference))
    }

    /// Goes down as long as something is wrong there, by the wrong move with the fewest leaves.
    fn descend(
        &mut self,
        mut question: VariantQuestion,
        mut difference: Differs,
    ) -> Result<(VariantQuestion, Differs), Failure> {
        let takes_moves = self.suspect.takes_moves();
        while question.depth > 1 {
            if difference.is_here() {
                let shallow = question.at_depth(1);
                let same = self.ask(&shallow)?.filter(Difference::is_here);
                return Ok(same.map_or((question, difference), |same| (shallow, same)));
            }
            let moves = match difference.smallest_count() {
                Some(count) => vec![count.mv],
                // A total alone: any move may be the one.
                None => question.position().legal_moves(),
            };
            let mut deeper = None;
            for mv in moves {
                let below = question.below(mv, takes_moves);
                match self.ask(&below) {
                    Ok(Some(wrong)) => {
                        deeper = Some((below, wrong));
                        break;
                    }
                    Err(Failure::Unsupported(_)) | Ok(None) => {}
                    Err(failure) => return Err(failure),
                }
            }
            let Some(below) = deeper else { break };
            (question, difference) = below;
        }
        Ok((question, difference))
    }

    /// The smallest case found that shows the same class of bug in the same way; none if it does not show again when
    /// the suspect is started anew.
    pub(super) fn shrink(&mut self, case: &Case, class: Class) -> Option<Case> {
        let mut smallest = case.clone();
        loop {
            let size = smallest.size();
            self.remove_pieces(&mut smallest, class);
            for change in Change::all(&smallest.question.start) {
                self.try_change(&mut smallest, change, class);
            }
            if let Some(rest) = smallest.question.line.len().checked_sub(1).filter(|&rest| rest > 0) {
                let question = smallest.question.with_last_moves(rest);
                self.accept(&mut smallest, question, class);
            }
            for depth in 1..smallest.question.depth {
                let question = smallest.question.at_depth(depth);
                self.accept(&mut smallest, question, class);
            }
            if smallest.size() >= size || self.is_over() {
                break;
            }
        }
        self.show_again(&smallest, class, true).or_else(|| self.show_again(case, class, true))
    }

    fn remove_pieces(&mut self, smallest: &mut Case, class: Class) {
        let pieces = |case: &Case| -> Vec<philidor::Square> {
            case.question.start.board().occupied().into_iter().collect()
        };
        halve(
            smallest,
            |case| pieces(case).len(),
            |smallest, range| {
                let squares = pieces(smallest)[range].iter().copied().collect();
                self.try_change(smallest, Change::Pieces(squares), class)
            },
        );
    }

    fn try_change(&mut self, smallest: &mut Case, change: Change, class: Class) -> bool {
        let question = &smallest.question;
        let start = change.apply(&question.start, self.limits.strictness);
        let replayed = start.and_then(|start| replayed(question, start));
        replayed.is_some_and(|question| self.accept(smallest, question, class))
    }

    /// Takes a simpler question if the bug still shows.
    fn accept(&mut self, smallest: &mut Case, question: VariantQuestion, class: Class) -> bool {
        // Where the game is over there are no moves to look at, unless that is the bug.
        let is_over = |question: &VariantQuestion| question.position().variant_end().is_some();
        if self.is_over() || is_over(&question) && !is_over(&smallest.question) {
            return false;
        }
        let candidate = Case { question, ..smallest.clone() };
        match self.show_again(&candidate, class, false) {
            Some(case) => {
                *smallest = case;
                true
            }
            None => false,
        }
    }

    /// The case as it shows now, if it shows the same class of bug in the same way.
    fn show_again(&mut self, case: &Case, class: Class, afresh: bool) -> Option<Case> {
        let question = &case.question;
        let answer = if afresh { self.ask_afresh(question) } else { self.ask(question) };
        let symptom = match (answer, &case.symptom) {
            (Ok(Some(difference)), Ok(_)) => Ok(difference),
            (Err(failure), Err(known)) if error_kind::is_same(&failure, known) => Err(failure),
            _ => return None,
        };
        let case = Case { symptom, ..case.clone() };
        (case.class() == class && self.is_same_way(&case)).then_some(case)
    }

    /// Whether the bug still needs what it needed: a line, or a tree.
    fn is_same_way(&mut self, case: &Case) -> bool {
        let question = &case.question;
        match case.seen {
            Seen::AfterMoves => !matches!(self.ask(&question.alone()), Ok(Some(_))),
            Seen::InTree => {
                let Some(count) =
                    case.symptom.as_ref().ok().filter(|it| !it.is_here()).map(Difference::smallest_count)
                else {
                    return false;
                };
                let below = count.map(|count| question.below(count.mv, false));
                let above = (1..question.depth).map(|depth| question.at_depth(depth));
                let others: Vec<VariantQuestion> = below.into_iter().chain(above).collect();
                others.iter().all(|other| !matches!(self.ask(other), Ok(Some(_))))
            }
            _ => true,
        }
    }
}

/// The same question from another start, if the line can be played from there.
fn replayed(question: &VariantQuestion, start: AnyPosition) -> Option<VariantQuestion> {
    let mut position = start;
    let replay = |text: String| {
        let mv = position.parse_uci(text.as_bytes()).ok()?;
        position.play_unchecked(mv);
        Some(mv)
    };
    let line: Option<Vec<Move>> = question.moves().into_iter().map(replay).collect();
    let chess960 = question.chess960 && start.is_chess960();
    Some(VariantQuestion { start, line: line?, depth: question.depth, chess960 })
}

/// The leaves below each legal move.
fn reference(position: &AnyPosition, depth: u32) -> Divide<Move> {
    let below = |mv| (mv, u128::from(position.after(mv).perft(depth.saturating_sub(1))));
    position.legal_moves().into_iter().map(below).collect()
}

/// What is wrong with an answer, if anything.
fn difference(question: &VariantQuestion, answer: &Answer) -> Option<Differs> {
    let (position, mode) = (question.position(), question.castling_mode());
    let reference = reference(&position, question.depth);
    Difference::of(answer, &reference, |text| {
        let read =
            position.parse_uci(text.as_bytes()).or_else(|_| position.parse_uci(plain(text).as_bytes()));
        let mv = read.or_else(|_| position.parse_san(text.as_bytes())).ok()?;
        let at = reference.iter().position(|(known, _)| known.digest() == mv.digest())?;
        Some((at, position.to_uci_in(mv, mode) != text))
    })
}
