//! The verdict: which rules a case breaks, judged from everything that is wrong in it.
//!
//! For a single position `reason.rs` looks at each wrong move. After a line the same moves are wrong because the line was
//! played wrong, so that the line tells the rule: `h1` was captured, and the right to castle is still there.

use philidor::{Color, Move, MoveType, PieceType, Position, Square};

use super::case::{Case, Symptom, Way};
use super::class::Class;
use super::difference::Difference;
use super::reason::{self, MoveReport, Reason};
use super::suspect::Question;

/// Everything that is wrong in a case, the same class perhaps more than once.
pub(super) fn of(case: &Case) -> Vec<Reason> {
    let difference = match &case.symptom {
        Symptom::Failed(failure) => {
            return vec![whole(Class::Unanswered, failure.to_string())];
        }
        Symptom::Wrong(difference) => difference,
    };
    match case.way {
        Way::Alone => of_position(&case.question, difference),
        Way::Played => of_position(&case.question, difference)
            .into_iter()
            .map(|reason| of_line(&case.question, reason))
            .collect(),
        Way::Tree => vec![whole(Class::BadUndo, tree_words(case, difference))],
        Way::After => vec![whole(
            Class::Leak,
            "asked first, the suspect answers this right; after what is asked before, wrong: it remembers a count, or \
            a state, that belongs to another position, side to move, right to castle or depth"
                .to_owned(),
        )],
        Way::Once => vec![whole(Class::Leak, "seen once, and not again with the same questions".to_owned())],
    }
}

fn whole(class: Class, words: String) -> Reason {
    Reason { class, text: String::new(), fault: MoveReport::Counted, words }
}

/// What is wrong with the moves of one position.
fn of_position(question: &Question, difference: &Difference) -> Vec<Reason> {
    let position = question.position();
    let uci = |mv: Move| {
        let mode = if question.chess960 {
            philidor::CastlingMode::Chess960
        } else {
            philidor::CastlingMode::Standard
        };
        position.uci(mv, mode).to_string()
    };
    let mut reasons = Vec::new();
    let mut add = |(class, words), text: String, fault| reasons.push(Reason { class, text, fault, words });
    if let Some(unnamed) = promotions_without_a_letter(&position, difference) {
        let words = "which man the pawn becomes is not told".to_owned();
        add((Class::Output, words), unnamed, MoveReport::Odd);
    } else {
        for text in &difference.invented {
            add(reason::of_invented(&position, text), text.clone(), MoveReport::Invented);
        }
        // Counted, but not told.
        let is_counted = difference.told == difference.expected && difference.sum != Some(difference.told);
        for &mv in &difference.missing {
            let verdict = match is_counted {
                true => (Class::Output, "the total counts it".to_owned()),
                false => reason::of_missing(&position, mv),
            };
            add(verdict, uci(mv), MoveReport::Missing);
        }
    }
    for &mv in &difference.repeated {
        add((Class::Output, "it is told more than once".to_owned()), uci(mv), MoveReport::Repeated);
    }
    for (text, mv) in &difference.odd {
        let words = format!("this is how {} is written", uci(*mv));
        add((Class::Output, words), text.clone(), MoveReport::Odd);
    }
    if reasons.is_empty() {
        reasons.push(of_total(&position, question.depth, difference));
    }
    reasons
}

/// The one text under which all promotions of a pawn to a square are told, if it is that.
fn promotions_without_a_letter(position: &Position, difference: &Difference) -> Option<String> {
    let first = difference.invented.first()?;
    let same = |mv: &&Move| {
        mv.promotion().is_some() && first == &format!("{}{}", mv.orig_square(), mv.dest_square())
    };
    let missing = difference.missing.iter().filter(same).count();
    let told = difference.invented.iter().filter(|text| *text == first).count();
    let all = position.legal_moves().iter().filter(same).count();
    (missing > 0 && told == missing && missing == all).then(|| first.clone())
}

/// What a total alone can tell.
fn of_total(position: &Position, depth: u32, difference: &Difference) -> Reason {
    let Difference { expected, told, sum, .. } = difference;
    if let Some(sum) = sum {
        return whole(Class::Output, format!("the total is told as {told}, and its parts are {sum}"));
    }
    let possible = reason::possible(position, told < expected);
    let plain = [Class::PieceMoves, Class::KingStep];
    let special: Vec<Class> = possible.iter().copied().filter(|class| !plain.contains(class)).collect();
    let class = match (special.as_slice(), possible.as_slice()) {
        (&[class], _) | (&[], &[class]) if depth == 1 => class,
        _ => Class::Count,
    };
    let names: Vec<&str> = possible.iter().map(|class| class.name()).collect();
    let words = format!(
        "{told} instead of {expected}; the suspect does not tell which moves. It may be {}",
        if names.is_empty() { "anything".to_owned() } else { names.join(", ") }
    );
    whole(class, words)
}

/// What the last moves have to do with it.
fn of_line(question: &Question, reason: Reason) -> Reason {
    let position = question.position();
    let Some(&last) = question.line.last() else { return reason };
    let played = format!("after {}", last.notation());
    let invented = reason.fault == MoveReport::Invented;
    let (class, words) = match reason.class {
        Class::CastlingRight if invented => return castling_after(question, &position, reason),
        Class::CastlingRight | Class::Chess960Castling if !invented => {
            (Class::CastlingRight, format!("{played} the right to castle is still there: {}", reason.words))
        }
        Class::EnPassant if invented => {
            (Class::EnPassant, format!("{played} no en-passant capture is possible: {}", reason.words))
        }
        Class::EnPassant => (Class::EnPassant, format!("{played}: {}", reason.words)),
        Class::PieceMoves if invented && is_en_passant_form(&position, &reason.text) => {
            (Class::EnPassant, format!("{played} no en-passant capture is possible: {}", reason.words))
        }
        Class::WrongSide if last.move_type() != MoveType::Promotion => {
            (Class::WrongSide, format!("{played} {}", reason.words))
        }
        class => match last.move_type() {
            MoveType::EnPassant => (
                Class::EnPassant,
                format!("{played}, an en-passant capture, the board is wrong: {}", reason.words),
            ),
            MoveType::Promotion => {
                (Class::Promotion, format!("{played}, a promotion, the board is wrong: {}", reason.words))
            }
            _ if class == Class::Output => (class, reason.words),
            _ if steps_on_en_passant_square(question) => (
                Class::EnPassant,
                format!("{played}, onto the en-passant square, the board is wrong: {}", reason.words),
            ),
            _ => (Class::BadPlay, format!("{played} the position is wrong: {}", reason.words)),
        },
    };
    Reason { class, words, ..reason }
}

/// Whether the last move goes to the en-passant square, and captures nothing there.
fn steps_on_en_passant_square(question: &Question) -> bool {
    let Some((&last, given)) = question.line.split_last() else { return false };
    let before = Question { line: given.to_vec(), ..question.clone() }.position();
    before.en_passant() == Some(last.dest_square()) && last.move_type() != MoveType::EnPassant
}

/// Whether a text moves a pawn diagonally to an empty square.
fn is_en_passant_form(position: &Position, text: &str) -> bool {
    let square = |range| text.get(range).and_then(|text: &str| text.parse::<Square>().ok());
    let (Some(from), Some(to)) = (square(0..2), square(2..4)) else { return false };
    let is_pawn = position.piece_at(from).is_some_and(|man| man.piece_type == PieceType::Pawn);
    is_pawn && from.file() != to.file() && position.piece_at(to).is_none()
}

/// Which move of the line took the right to castle.
fn castling_after(question: &Question, end: &Position, reason: Reason) -> Reason {
    let Some(wanted) = reason::right_wanted(end, &reason.text) else { return reason };
    let color = end.side_to_move();
    let mut position = question.start;
    for &mv in &question.line {
        let mover = position.side_to_move();
        let had = position.castling_rights();
        position.play(mv);
        let lost = had.bits() & !position.castling_rights().bits() & wanted.bits();
        if lost == 0 {
            continue;
        }
        let (class, what) = if mover == color {
            (Class::CastlingRight, format!("the {} has moved", mv.played_piece()))
        } else {
            (Class::CastlingRookCaptured, format!("the rook on {} has been captured", mv.dest_square()))
        };
        let words = format!("after {} {} may not castle so: {what}", mv.notation(), name(color));
        return Reason { class, words, ..reason };
    }
    reason
}

fn name(color: Color) -> String {
    color.to_string()
}

/// What a tree is made of whose positions are all right by themselves.
fn tree_words(case: &Case, difference: &Difference) -> String {
    let position = case.question.position();
    let depth = case.question.depth;
    let below = difference.smallest_count();
    let example = below.map_or_else(String::new, |count| {
        format!(", for instance {} instead of {} after {}", count.told, count.expected, count.mv.notation())
    });
    let kinds = special_moves(&position, depth);
    let kinds = if kinds.is_empty() { "quiet moves only".to_owned() } else { kinds.join(", ") };
    format!(
        "each position of the tree is answered right by itself, and the tree is not{example}: taking back some move \
        leaves something behind. In this tree there are: {kinds}"
    )
}

/// The kinds of special moves in the upper plies of a tree.
fn special_moves(position: &Position, depth: u32) -> Vec<&'static str> {
    let mut kinds = [false; 4];
    look(position, depth, &mut kinds);
    let names = ["captures", "en-passant captures", "castling", "promotions"];
    names.into_iter().zip(kinds).filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect()
}

fn look(position: &Position, depth: u32, kinds: &mut [bool; 4]) {
    if depth == 0 {
        return;
    }
    for &mv in position.legal_moves().iter() {
        kinds[0] |= mv.captured_piece().is_some() && mv.move_type() != MoveType::EnPassant;
        kinds[1] |= mv.move_type() == MoveType::EnPassant;
        kinds[2] |= mv.castling_side().is_some();
        kinds[3] |= mv.move_type() == MoveType::Promotion;
        let mut child = *position;
        child.play(mv);
        look(&child, depth - 1, kinds);
    }
}
