//! A case: a question about a variant that got a wrong answer or none, and the rules that are broken in it.

use philidor::{GamePosition, Move};
use philidor_host::{Several, Visible};

use super::aftermath;
use super::question::VariantQuestion;
use super::rule;
use crate::asking::difference::{Difference, Invented};
use crate::judging::case::Seen;
use crate::judging::class::Class;
use crate::judging::reason::{Fault, Reason};
use crate::suspect::Failure;

/// A wrong answer, or none, and how to get it.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) question: VariantQuestion,
    pub(super) seen: Seen,
    pub(super) symptom: Result<Difference<Move>, Failure>,
    /// Whether the suspect is given moves, which shows whether it plays or counts wrong.
    pub(super) takes_moves: bool,
}

impl Case {
    /// How hard it is to look at: where it is seen, its depth, its moves, its pieces.
    pub(super) fn size(&self) -> (Seen, u32, usize, bool, u32) {
        let VariantQuestion { start, line, depth, chess960, .. } = &self.question;
        let held: u32 = philidor::Color::ALL.map(|color| start.pocket(color).len()).iter().sum();
        (self.seen, *depth, line.len(), *chess960, start.board().occupied().len() + held)
    }

    /// Everything that is wrong, the same class perhaps more than once.
    pub(super) fn reasons(&self) -> Vec<Reason> {
        let difference = match &self.symptom {
            Err(failure) => return vec![whole(Class::Unanswered, failure.to_string())],
            Ok(difference) => difference,
        };
        match self.seen {
            Seen::Alone => judge_position(&self.question, difference),
            Seen::AfterMoves => {
                let reasons = judge_position(&self.question, difference);
                reasons.into_iter().map(|reason| aftermath::judge(&self.question, reason)).collect()
            }
            Seen::InTree => vec![judge_tree(self, difference)],
            _ => vec![whole(Class::Leak, "seen once, and not again with the same questions".to_owned())],
        }
    }

    /// The class that most of the reasons have; one of the variant before those of chess.
    pub(super) fn class(&self) -> Class {
        let classes: Vec<Class> = self.reasons().iter().map(|reason| reason.class).collect();
        let often = |class: &Class| classes.iter().filter(|other| *other == class).count();
        let best = classes.iter().max_by_key(|class| (class.is_of_variants(), often(class)));
        best.copied().unwrap_or(Class::Count)
    }
}

fn whole(class: Class, words: String) -> Reason {
    Reason { class, text: String::new(), fault: Fault::Counted, words }
}

/// What is wrong with the moves of one position.
fn judge_position(question: &VariantQuestion, difference: &Difference<Move>) -> Vec<Reason> {
    let position = question.position();
    let uci = |mv: Move| position.to_uci_in(mv, question.castling_mode()).to_string();
    let is_counted = difference.counted == difference.expected && difference.sum != Some(difference.counted);
    let lists_none = difference.listed == 0 && difference.invented.is_empty() && difference.missing.len() > 1;
    if let Some((class, words)) = rule::missing_all(&position).filter(|_| lists_none) {
        return vec![whole(class, words)];
    }
    let mut reasons = Vec::new();
    let mut add = |(class, words), text: String, fault| reasons.push(Reason { class, text, fault, words });
    for Invented { text, .. } in &difference.invented {
        add(rule::invented(&position, text), text.clone(), Fault::Invented);
    }
    for &mv in &difference.missing {
        let verdict = if is_counted {
            (Class::Output, "the total counts it".to_owned())
        } else {
            rule::missing(&position, mv, has_other_promotion(&position.legal_moves(), difference, mv))
        };
        add(verdict, uci(mv), Fault::Missing);
    }
    for &(mv, times) in &difference.repeated {
        add((Class::Output, format!("it is listed {times} times")), uci(mv), Fault::Repeated);
    }
    for (text, mv) in &difference.odd {
        add((Class::Output, format!("this is how {} is written", uci(*mv))), text.clone(), Fault::Odd);
    }
    if reasons.is_empty() {
        reasons.push(judge_total(question, difference));
    }
    reasons
}

/// Whether a promotion is missing while another of the same pawn to the same square is not.
fn has_other_promotion(legal: &[Move], difference: &Difference<Move>, mv: Move) -> bool {
    let same = |other: &&Move| {
        other.promotion().is_some()
            && (other.origin(), other.destination()) == (mv.origin(), mv.destination())
    };
    mv.promotion().is_some()
        && difference.missing.iter().filter(same).count() < legal.iter().filter(same).count()
}

/// What a total alone can show: the classes to which moves that are missing could belong.
fn judge_total(question: &VariantQuestion, difference: &Difference<Move>) -> Reason {
    let Difference { expected, counted, sum, .. } = difference;
    if let Some(sum) = sum.filter(|sum| sum != counted) {
        let words = format!("the total is given as {counted}, and its parts add up to {sum}");
        return whole(Class::Output, words);
    }
    let position = question.position();
    if *expected == 0 && position.variant_end().is_some() {
        let (class, words) = rule::invented(&position, "a1a2");
        return whole(class, words);
    }
    let moves = Several(*expected, if question.depth == 1 { "move" } else { "leaf" });
    let mut possible: Vec<Class> =
        position.legal_moves().into_iter().map(|mv| rule::missing(&position, mv, false).0).collect();
    possible.sort_unstable();
    possible.dedup();
    let names: Vec<&str> = possible.iter().map(|class| class.name()).collect();
    let maybe = match (names.is_empty(), counted < expected) {
        (false, true) => format!("; moves of these classes may be missing: {}", names.join(", ")),
        _ => String::new(),
    };
    let words = format!("{counted} counted for {moves}; the suspect does not list its moves{maybe}");
    whole(Class::Count, words)
}

/// A tree that is wrong although each position in it is answered right.
fn judge_tree(case: &Case, difference: &Difference<Move>) -> Reason {
    let position = case.question.position();
    let Some(count) = difference.smallest_count() else { return judge_total(&case.question, difference) };
    let text = position.to_uci_in(count.mv, case.question.castling_mode()).to_string();
    let class = aftermath::suspected(&position, count.mv).filter(|_| !case.takes_moves);
    let words = format!(
        "each position of the tree is right by itself, but the tree is not: {} instead of {} after {}",
        count.counted,
        count.expected,
        Visible(&text)
    );
    let otherwise = if case.takes_moves { Class::BadUndo } else { Class::BadPlay };
    Reason { class: class.unwrap_or(otherwise), text, fault: Fault::Counted, words }
}
