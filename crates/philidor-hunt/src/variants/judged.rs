//! The rules of a variant that a wrong answer breaks.

use philidor::{GamePosition, Move};
use philidor_host::{Several, Visible};
use philidor_variants::AnyPosition;

use super::aftermath;
use super::rule;
use crate::asking::difference::{Difference, Invented};
use crate::judging::answer_notes::AnswerNotes;
use crate::judging::case::{Case, Seen, Symptom};
use crate::judging::class::Class;
use crate::judging::judged::Judged;
use crate::judging::reason::{Mistake, Reason};
use crate::suspect::Question;
use crate::suspect::counted_position::CountedPosition;

/// How many answers were right, and how many wrong.
#[derive(Debug, Default)]
pub struct Answers {
    right: usize,
    wrong: usize,
    variant: &'static str,
}

impl AnswerNotes<AnyPosition> for Answers {
    fn is_settled(&self) -> bool {
        self.right > 0
    }

    fn note_right(&mut self, _: &Question<AnyPosition>, _: Option<&Question<AnyPosition>>, _: u128) {
        self.right += 1;
    }

    fn note_wrong(
        &mut self,
        question: &Question<AnyPosition>,
        _: Option<&Question<AnyPosition>>,
        _: &Difference,
    ) {
        self.wrong += 1;
        self.variant = question.start.uci_variant();
    }

    fn message(&self) -> Option<String> {
        let answers = match (self.right, self.wrong) {
            (0, 1) => "the only answer is wrong".to_owned(),
            (0, 2..) => format!("none of {} answers is right", self.wrong),
            _ => return None,
        };
        let variant = self.variant;
        Some(format!("{answers}, so it may be asked or read wrongly: does it play {variant}?"))
    }
}

impl Judged for AnyPosition {
    type Notes = Answers;

    fn reasons(case: &Case<AnyPosition>) -> Vec<Reason> {
        let difference = match &case.symptom {
            Symptom::Failed(failure) => return vec![whole(Class::Unanswered, failure.to_string())],
            Symptom::Wrong(difference) => difference,
        };
        each_kind_first(match case.seen {
            Seen::Alone => judge_position(&case.question, difference),
            Seen::AfterMoves => {
                let reasons = judge_position(&case.question, difference);
                reasons.into_iter().map(|reason| aftermath::judge(&case.question, reason)).collect()
            }
            Seen::InTree => vec![judge_tree(case, difference)],
            Seen::AfterQuestions => {
                vec![whole(
                    Class::Leak,
                    "right when asked first, wrong after what is asked before".to_owned(),
                )]
            }
            Seen::Once => {
                vec![whole(Class::Leak, "seen once, and not again with the same questions".to_owned())]
            }
        })
    }

    /// The class that most of the reasons have; one of the variant before those of chess.
    fn classes(case: &Case<AnyPosition>) -> Vec<Class> {
        let classes: Vec<Class> = Self::reasons(case).iter().map(|reason| reason.class).collect();
        let often = |class: &Class| classes.iter().filter(|other| *other == class).count();
        let best = classes.iter().max_by_key(|class| (class.is_of_variants(), often(class)));
        vec![best.copied().unwrap_or(Class::Count)]
    }
}

/// The same reasons, but of many drops of one piece all except the first come last.
fn each_kind_first(reasons: Vec<Reason>) -> Vec<Reason> {
    let kind = |reason: &Reason| {
        let dropped = reason.text.split_once('@').map(|(piece, _)| piece.to_owned());
        dropped.map(|piece| (reason.class, reason.mistake, piece))
    };
    let mut seen = Vec::new();
    let is_first = |reason: &Reason| {
        kind(reason).is_none_or(|kind| {
            let is_new = !seen.contains(&kind);
            seen.push(kind);
            is_new
        })
    };
    let (first, others): (Vec<Reason>, Vec<Reason>) = reasons.into_iter().partition(is_first);
    first.into_iter().chain(others).collect()
}

fn whole(class: Class, words: String) -> Reason {
    Reason { class, text: String::new(), mistake: Mistake::Counted, words }
}

/// What is wrong with the moves of one position.
fn judge_position(question: &Question<AnyPosition>, difference: &Difference) -> Vec<Reason> {
    let position = question.position();
    let uci = |mv: Move| position.to_uci_in(mv, question.castling_mode()).to_string();
    let is_counted = difference.counted == difference.expected && difference.sum != Some(difference.counted);
    let lists_none = difference.listed == 0 && difference.invented.is_empty() && difference.missing.len() > 1;
    if let Some((class, words)) = rule::missing_all(&position).filter(|_| lists_none) {
        return vec![whole(class, words)];
    }
    let mut reasons = Vec::new();
    let mut add =
        |(class, words), text: String, mistake| reasons.push(Reason { class, text, mistake, words });
    for Invented { text, .. } in &difference.invented {
        add(rule::invented(&position, text), text.clone(), Mistake::Invented);
    }
    for &mv in &difference.missing {
        let verdict = if is_counted {
            (Class::Output, "the total counts it".to_owned())
        } else {
            rule::missing(&position, mv, has_other_promotion(&position.legal_moves(), difference, mv))
        };
        add(verdict, uci(mv), Mistake::Missing);
    }
    for &(mv, times) in &difference.repeated {
        add((Class::Output, format!("it is listed {times} times")), uci(mv), Mistake::Repeated);
    }
    for (text, mv) in &difference.odd {
        add((Class::Output, format!("this is how {} is written", uci(*mv))), text.clone(), Mistake::Odd);
    }
    if reasons.is_empty() {
        reasons.push(judge_total(question, difference));
    }
    reasons
}

/// Whether a promotion is missing while another of the same pawn to the same square is not.
fn has_other_promotion(legal: &[Move], difference: &Difference, mv: Move) -> bool {
    let same = |other: &&Move| {
        other.promotion().is_some()
            && (other.origin(), other.destination()) == (mv.origin(), mv.destination())
    };
    mv.promotion().is_some()
        && difference.missing.iter().filter(same).count() < legal.iter().filter(same).count()
}

/// What a total alone can show: the classes to which moves that are missing could belong.
fn judge_total(question: &Question<AnyPosition>, difference: &Difference) -> Reason {
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
fn judge_tree(case: &Case<AnyPosition>, difference: &Difference) -> Reason {
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
    Reason { class: class.unwrap_or(otherwise), text, mistake: Mistake::Counted, words }
}
