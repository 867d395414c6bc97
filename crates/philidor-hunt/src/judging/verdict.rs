//! The verdict: which rules a case breaks, judged from everything that is wrong in it.
//!
//! For a single position `reason.rs` looks at each wrong move. After a line, moves are wrong because the line was
//! played wrong, so the line shows the rule: `h1` was captured, and the right to castle is still there.

use philidor::perft::perft;
use philidor::{CastlingRights, CastlingSide, Color, Move, MoveType, PieceType, Position, Square};
use philidor_host::{Several, Visible};

use super::case::{Case, Seen, Symptom};
use super::class::Class;
use super::collision;
use super::move_ignored;
use super::no_moves;
use super::reason::{self, Mistake, Reason};
use super::unnamed_promotion;
use crate::asking::difference::{Difference, Invented};
use crate::suspect::suspect_move::SuspectMove;
use crate::suspect::{Failure, Question};

/// Everything that is wrong in a case, the same class perhaps more than once.
pub(crate) fn reasons(case: &Case) -> Vec<Reason> {
    let difference = match &case.symptom {
        Symptom::Failed(failure) => {
            let refused = refused(&case.question, failure).filter(|_| case.seen == Seen::AfterMoves);
            return vec![refused.unwrap_or_else(|| whole(Class::Unanswered, failure_words(failure)))];
        }
        Symptom::Wrong(difference) => difference,
    };
    match case.seen {
        Seen::Alone => judge_position(&case.question, difference),
        Seen::AfterMoves => match move_ignored::words(&case.question, difference) {
            Some(words) => vec![whole(Class::MoveIgnored, words)],
            None => judge_position(&case.question, difference)
                .into_iter()
                .map(|reason| judge_line(&case.question, reason))
                .collect(),
        },
        Seen::InTree if is_sum_wrong(difference) => {
            vec![judge_total(&case.question.position(), case.question.depth, difference)]
        }
        // Whether moves are taken back at all, or positions remembered, cannot be known.
        Seen::InTree if !case.takes_moves => vec![whole(Class::BadPlay, tree_words(case, difference))],
        Seen::InTree => vec![match collision::confused(&case.question, difference) {
            Some((wrong, other)) => whole(Class::Leak, confused_words(wrong, other)),
            None => whole(Class::BadUndo, tree_words(case, difference)),
        }],
        Seen::AfterQuestions => vec![whole(
            Class::Leak,
            "asked first, the suspect answers this right; after what is asked before, wrong: it remembers a \
            count, or a state, that belongs to another position, side to move, right to castle or depth"
                .to_owned(),
        )],
        Seen::Once => vec![whole(Class::Leak, "seen once, and not again with the same questions".to_owned())],
    }
}

/// What is special about the last move of a line, which is refused.
fn refused(question: &Question, failure: &Failure) -> Option<Reason> {
    let (&mv, line) = question.line.split_last()?;
    let before = question.after(line.len());
    let (class, words) = reason::missing(&before, mv, false);
    let text = before.to_uci_in(mv, question.castling_mode()).to_string();
    let words = format!("{words}; {}", failure_words(failure));
    Some(Reason { class, text, mistake: Mistake::Refused, words })
}

fn failure_words(failure: &Failure) -> String {
    match failure {
        Failure::Unsupported(text) => format!("the answer is `{}`", Visible(text)),
        _ => failure.to_string(),
    }
}

/// Whether a right total comes with parts that do not add up to it.
fn is_sum_wrong(difference: &Difference) -> bool {
    difference.counted == difference.expected && difference.sum.is_some_and(|sum| sum != difference.counted)
}

fn whole(class: Class, words: String) -> Reason {
    Reason { class, text: String::new(), mistake: Mistake::Counted, words }
}

/// What is wrong with the moves of one position.
pub(super) fn judge_position(question: &Question, difference: &Difference) -> Vec<Reason> {
    let position = question.position();
    let uci = |mv: Move| position.to_uci_in(mv, question.castling_mode()).to_string();
    let unnamed = unnamed_promotion::promotions(difference);
    let is_unnamed_text = |text: &String| unnamed.iter().any(|unnamed| unnamed.text == *text);
    let is_unnamed_move = |mv: &Move| unnamed.iter().any(|unnamed| unnamed.has(*mv));
    let lists_none = no_moves::lists_none(question, difference);
    if lists_none && no_moves::class(&position) == Class::NoMoves {
        return vec![no_moves(&position)];
    }
    let us = position.side_to_move();
    let of_them = |it: &Invented| reason::invented(&position, &it.text).0 == Class::WrongSide;
    let wrong_side = difference.invented.iter().any(of_them).then(|| format!("it is {us}'s turn"));
    // Counted, but not listed.
    let is_counted = difference.counted == difference.expected && difference.sum != Some(difference.counted);

    let mut reasons = Vec::new();
    let mut add =
        |(class, words), text: String, mistake| reasons.push(Reason { class, text, mistake, words });
    for unnamed in &unnamed {
        add((Class::Promotion, unnamed.words(&uci)), unnamed.text.clone(), Mistake::Odd);
    }
    for Invented { text, times } in
        difference.invented.iter().filter(|it| !lists_none && !is_unnamed_text(&it.text))
    {
        let (class, mut words) = reason::invented(&position, text);
        if *times > 1 {
            words = format!("{words}; {}", listed(*times));
        }
        add((class, words), text.clone(), Mistake::Invented);
    }
    for &mv in difference.missing.iter().filter(|mv| !is_unnamed_move(mv)) {
        let verdict = if is_counted {
            (Class::Output, "the total counts it".to_owned())
        } else if let Some(wrong_side) = &wrong_side {
            (Class::WrongSide, wrong_side.clone())
        } else {
            let is_promotion = has_other_promotion(&position, difference, mv);
            reason::missing(&position, mv, is_promotion)
        };
        add(verdict, uci(mv), Mistake::Missing);
    }
    for &(mv, times) in &difference.repeated {
        let class = if stands_for_others(difference, mv) { Class::Promotion } else { Class::Output };
        add((class, listed(times)), uci(mv), Mistake::Repeated);
    }
    for (text, mv) in &difference.odd {
        let words = format!("this is how {} is written", uci(*mv));
        add((Class::Output, words), text.clone(), Mistake::Odd);
    }
    if reasons.is_empty() {
        reasons.push(judge_total(&position, question.depth, difference));
    }
    reasons
}

fn listed(times: usize) -> String {
    match times {
        2 => "it is listed twice".to_owned(),
        times => format!("it is listed {times} times"),
    }
}

/// That no move is listed, which says nothing about any of them.
pub(crate) fn no_moves(position: &Position) -> Reason {
    whole(Class::NoMoves, no_moves::words(position))
}

/// Whether a promotion is missing while another of the same pawn to the same square is not.
fn has_other_promotion(position: &Position, difference: &Difference, mv: Move) -> bool {
    let same = |other: &&Move| {
        other.promotion().is_some()
            && (other.orig_square(), other.dest_square()) == (mv.orig_square(), mv.dest_square())
    };
    let legal = position.legal_moves();
    mv.promotion().is_some()
        && difference.missing.iter().filter(same).count() < legal.iter().filter(same).count()
}

/// Whether a repeated promotion stands in for others of the same pawn to the same square.
fn stands_for_others(difference: &Difference, mv: Move) -> bool {
    let squares = |mv: &Move| (mv.orig_square(), mv.dest_square());
    let is_other = |other: &Move| other.promotion().is_some() && squares(other) == squares(&mv);
    mv.promotion().is_some() && difference.missing.iter().any(is_other)
}

/// What a total alone can show.
fn judge_total(position: &Position, depth: u32, difference: &Difference) -> Reason {
    let Difference { expected, counted, sum, .. } = difference;
    if sum == &Some(*counted) && *counted == perft(position, depth + 1) {
        return whole(Class::Count, format!("the leaves are those of depth {}, one ply too deep", depth + 1));
    }
    if sum == &Some(*counted) {
        let moves = Several(*expected, "move");
        let words = format!("each move has one leaf at depth 1, and {counted} are counted for {moves}");
        return whole(Class::Count, words);
    }
    if let Some(sum) = sum {
        return whole(
            Class::Output,
            format!("the total is given as {counted}, and its parts add up to {sum}"),
        );
    }
    let possible = reason::possible(position, counted < expected);
    let plain = [Class::PieceMoves, Class::KingStep];
    let special: Vec<Class> = possible.iter().copied().filter(|class| !plain.contains(class)).collect();
    let class = match (special.as_slice(), possible.as_slice()) {
        (&[class], _) | (&[], &[class]) if depth == 1 => class,
        _ => Class::Count,
    };
    let names: Vec<&str> = possible.iter().map(|class| class.name()).collect();
    let words = format!(
        "{counted} instead of {expected}; the suspect does not list its moves. It may be {}",
        if names.is_empty() { "anything".to_owned() } else { names.join(", ") }
    );
    whole(class, words)
}

/// What the last moves have to do with it.
fn judge_line(question: &Question, reason: Reason) -> Reason {
    let position = question.position();
    let Some(&last) = question.line.last() else { return reason };
    let played = format!("after {}", last.notation());
    let invented = reason.mistake == Mistake::Invented;
    if invented && let Some(right) = right_of_lost_rook(question, &position, &reason.text) {
        return castling_after(question, right, reason);
    }
    let (class, words) = match reason.class {
        Class::CastlingRight if invented => {
            return match reason::right_wanted(&position, &reason.text) {
                Some(right) => castling_after(question, right, reason),
                None => reason,
            };
        }
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
            _ if matches!(class, Class::Output | Class::NoMoves) => (class, reason.words),
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
    let (Some(origin), Some(destination)) = (square(0..2), square(2..4)) else { return false };
    let is_pawn = position.piece_at(origin).is_some_and(|piece| piece.piece_type == PieceType::Pawn);
    is_pawn && origin.file() != destination.file() && position.piece_at(destination).is_none()
}

/// The right to castle that the start has and the end does not, if a king goes to where that rook stood.
///
/// In Chess960 castling is written as the king taking its own rook. If another piece stands there, it looks like any
/// step of a king that is too long.
fn right_of_lost_rook(question: &Question, end: &Position, text: &str) -> Option<CastlingRights> {
    let mv = SuspectMove::read(end, text)?;
    let (us, start) = (end.side_to_move(), &question.start);
    let is_lost = |side: &CastlingSide| {
        start.castling_rights().has(us, *side)
            && !end.castling_rights().has(us, *side)
            && start.castling_rooks().square(us, *side) == mv.destination
    };
    let side = CastlingSide::ALL.into_iter().find(is_lost)?;
    (question.chess960 && start.king(us) == mv.origin).then(|| CastlingRights::new(us, side))
}

/// Which move of the line took the right to castle.
fn castling_after(question: &Question, wanted: CastlingRights, reason: Reason) -> Reason {
    let color = question.position().side_to_move();
    let mut position = question.start;
    for &mv in &question.line {
        let mover = position.side_to_move();
        let had = position.castling_rights();
        position.play_unchecked(mv);
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

fn confused_words(wrong: Move, other: Move) -> String {
    format!(
        "each position of the tree is answered right by itself, and in the tree {} has the count of {}: the positions \
        after them are taken for each other",
        wrong.notation(),
        other.notation()
    )
}

/// What is wrong with a tree whose positions are all right by themselves, and which special moves it has.
fn tree_words(case: &Case, difference: &Difference) -> String {
    let position = case.question.position();
    let depth = case.question.depth;
    let below = difference.smallest_count();
    let example = below.map_or_else(String::new, |count| {
        format!(
            ", for instance {} instead of {} after {}",
            count.counted,
            count.expected,
            count.mv.notation()
        )
    });
    let why = match case.takes_moves {
        true => "taking back some move leaves something behind",
        false => {
            "some move is played wrong, or taken back wrong. A suspect that is given a FEN and the moves that follow \
            would show which"
        }
    };
    let kinds = special_moves(&position, depth);
    let kinds = if kinds.is_empty() { "quiet moves only".to_owned() } else { kinds.join(", ") };
    format!(
        "each position of the tree is right by itself, but the tree is not{example}: {why}. In this tree there \
        are: {kinds}"
    )
}

/// How many positions of a tree are looked into for special moves; a larger one has all kinds anyway.
const MAX_POSITIONS: u32 = 20_000;

/// The kinds of special moves in the upper plies of a tree.
fn special_moves(position: &Position, depth: u32) -> Vec<&'static str> {
    let mut kinds = [false; 4];
    look(position, depth, &mut MAX_POSITIONS.clone(), &mut kinds);
    let names = ["captures", "en-passant captures", "castling", "promotions"];
    names.into_iter().zip(kinds).filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect()
}

fn look(position: &Position, depth: u32, left: &mut u32, kinds: &mut [bool; 4]) {
    if depth == 0 || *left == 0 || kinds.iter().all(|is_there| *is_there) {
        return;
    }
    *left -= 1;
    for &mv in position.legal_moves().iter() {
        kinds[0] |= mv.is_capture() && mv.move_type() != MoveType::EnPassant;
        kinds[1] |= mv.move_type() == MoveType::EnPassant;
        kinds[2] |= mv.castling_side().is_some();
        kinds[3] |= mv.move_type() == MoveType::Promotion;
        look(&position.after(mv), depth - 1, left, kinds);
    }
}

#[cfg(test)]
mod tests {
    use philidor::perft::divide;

    use super::*;
    use crate::suspect::Answer;

    /// What is wrong in a list of moves, each counted once.
    fn difference(question: &Question, given: &[&str]) -> Difference {
        let given: Vec<(String, u128)> = given.iter().map(|&text| (text.to_owned(), 1)).collect();
        let answer = Answer { total: given.len() as u128, divide: Some(given) };
        let reference = divide(&question.position(), question.depth);
        Difference::between(question, &answer, &reference).expect("a difference")
    }

    /// The classes of what is listed after a line.
    fn classes(start: &str, line: &[&str], given: &[&str], chess960: bool) -> Vec<Class> {
        let mut question: Question = Question::new(start.parse().expect("a position"), 1);
        question.chess960 = chess960;
        for text in line {
            let mv = question.position().parse_uci(text).expect("a move");
            question.line.push(mv);
        }
        let difference = difference(&question, given);
        let seen = if line.is_empty() { Seen::Alone } else { Seen::AfterMoves };
        let case = Case::new(question, seen, Symptom::Wrong(difference));
        super::reasons(&case).into_iter().map(|reason| reason.class).collect()
    }

    #[test]
    fn a_pinned_piece_that_leaves_a_check_open_breaks_another_rule_than_the_pin() {
        let blocks = ["e4d5", "e4d4", "e4d3", "e4f4", "e4f3", "e4f5"];
        let given: Vec<&str> = blocks.into_iter().chain(["e5e6"]).collect();
        let found = classes("4r1k1/8/8/3pP3/4K3/8/8/8 w - - 0 1", &[], &given, false);
        assert!(found.contains(&Class::CheckEvasion) && !found.contains(&Class::Pin), "{found:?}");
    }

    /// What is reported of a list of moves, each counted once: class, fault and move.
    fn reasons(fen: &str, given: &[&str]) -> Vec<(Class, Mistake, String)> {
        let question = Question::new(fen.parse().expect("a position"), 1);
        judge_position(&question, &difference(&question, given))
            .into_iter()
            .map(|it| (it.class, it.mistake, it.text))
            .collect()
    }

    #[test]
    fn a_list_without_any_move_breaks_the_rule_of_the_missing_ones() {
        let en_passant = ("8/8/8/8/3pP3/1Q1N4/8/k6K b - e3 0 1", Class::EnPassant, "d4e3");
        let check = ("4k3/8/8/8/8/8/4PP2/r3K3 w - - 0 1", Class::CheckEvasion, "e1d2");
        for (fen, class, mv) in [en_passant, check] {
            for given in [[].as_slice(), &["0000"]] {
                assert_eq!(reasons(fen, given), [(class, Mistake::Missing, mv.to_owned())], "{given:?}");
            }
        }
        // All of one kind that has a rule of its own.
        let promotions = reasons("8/P6k/8/8/8/1q6/8/K7 w - - 0 1", &[]);
        let of_promotion =
            promotions.iter().filter(|it| (it.0, it.1) == (Class::Promotion, Mistake::Missing)).count();
        assert_eq!((of_promotion, promotions.len()), (4, 4), "{promotions:?}");
    }

    #[test]
    fn a_list_without_any_move_says_nothing_about_the_missing_ones() {
        let fens = [
            "7k/8/8/8/8/8/8/K7 w - - 0 1",
            "K7/8/3k4/8/8/8/8/5N2 w - - 0 1",
            "1K6/8/8/4B3/4k3/8/8/8 b - - 0 1",
            "8/1K6/8/5B2/8/8/8/1k6 b - - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        ];
        for fen in fens {
            assert_eq!(reasons(fen, &[]), [(Class::NoMoves, Mistake::Counted, String::new())], "{fen}");
            let question = Question::new(fen.parse().expect("a position"), 1);
            let answer = Answer { total: 0, divide: None };
            let reference = divide(&question.start, 1);
            let difference = Difference::between(&question, &answer, &reference).expect("a difference");
            let found: Vec<Class> =
                judge_position(&question, &difference).iter().map(|it| it.class).collect();
            assert_eq!(found, [Class::NoMoves], "{fen}");
        }
    }

    #[test]
    fn a_move_where_there_is_none_breaks_its_own_rule() {
        let mate = "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1";
        assert_eq!(reasons(mate, &["g8f8"]), [(Class::KingStep, Mistake::Invented, "g8f8".to_owned())]);
        assert_eq!(reasons(mate, &["g7g6"]), [(Class::CheckEvasion, Mistake::Invented, "g7g6".to_owned())]);
    }

    #[test]
    fn a_promotion_without_its_letter_is_one_finding() {
        let king = ["a1a2", "a1b1", "a1b2"];
        let pawn = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
        let unnamed = |text: &str| (Class::Promotion, Mistake::Odd, text.to_owned());
        for times in [1, 4] {
            let given: Vec<&str> = king.into_iter().chain(vec!["a7a8"; times]).collect();
            assert_eq!(reasons(pawn, &given), [unnamed("a7a8")], "{times}");
        }
        let queen: Vec<&str> = king.into_iter().chain(["a7a8", "a7a8r", "a7a8b", "a7a8n"]).collect();
        assert_eq!(reasons(pawn, &queen), [unnamed("a7a8")]);
        // With another pawn, and with another mistake.
        let two = "1n6/P6k/8/8/8/8/8/K7 w - - 0 1";
        let found = reasons(two, &["a1a2", "a1b1", "a7a8", "a7b8"]);
        let missing = (Class::KingStep, Mistake::Missing, "a1b2".to_owned());
        assert_eq!(found, [unnamed("a7a8"), unnamed("a7b8"), missing]);
    }

    #[test]
    fn a_promotion_that_captures_the_checker_and_has_no_letter_is_no_matter_of_output() {
        let king = ["c6b5", "c6c5", "c6d5", "c6b6", "c6d6", "c6b7"];
        let given: Vec<&str> = king.into_iter().chain(["c7b8"]).collect();
        let found = reasons("1n2k3/2P5/2K5/8/8/8/8/8 w - - 0 1", &given);
        assert!(found.contains(&(Class::Promotion, Mistake::Odd, "c7b8".to_owned())), "{found:?}");
        assert!(found.iter().all(|(class, ..)| *class != Class::Output), "{found:?}");
    }

    #[test]
    fn a_promotion_listed_in_the_place_of_others_is_one_finding() {
        let others = ["c6b6", "c6c5", "c6d5", "c6b5", "c6d6", "c6d7"];
        let given: Vec<&str> = others.into_iter().chain(["c7c8q"; 4]).collect();
        let found = reasons("8/k1P5/2K5/8/8/8/8/8 w - - 0 1", &given);
        let named = |fault| {
            found
                .iter()
                .filter(|it| it.1 == fault && it.0 == Class::Promotion)
                .map(|it| it.2.as_str())
                .collect()
        };
        let [missing, repeated]: [Vec<&str>; 2] = [Mistake::Missing, Mistake::Repeated].map(named);
        assert_eq!((missing, repeated), (vec!["c7c8r", "c7c8b", "c7c8n"], vec!["c7c8q"]), "{found:?}");
        assert!(found.iter().all(|(class, ..)| *class != Class::Output), "{found:?}");
        // Another move that is repeated is a matter of output, and so is a promotion beside which none is missing.
        let all = ["c7c8q", "c7c8r", "c7c8b", "c7c8n"];
        let given: Vec<&str> = others.into_iter().chain(all).chain(["c7c8q", "c6b5"]).collect();
        let found = reasons("8/k1P5/2K5/8/8/8/8/8 w - - 0 1", &given);
        let repeated: Vec<Class> =
            found.iter().filter(|it| it.1 == Mistake::Repeated).map(|it| it.0).collect();
        assert_eq!(repeated, [Class::Output, Class::Output], "{found:?}");
    }

    #[test]
    fn a_move_that_is_listed_several_times_has_one_reason() {
        let listed = |mv: &str, times: usize| {
            let king = ["e1d1", "e1d2", "e1e2", "e1f2", "e1f1"];
            let given: Vec<&str> = king.into_iter().chain(vec![mv; times]).collect();
            let question = Question::new("4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a position"), 1);
            let reasons = judge_position(&question, &difference(&question, &given));
            let [reason] = reasons.as_slice() else { panic!("{reasons:?}") };
            reason.words.clone()
        };
        assert!(listed("a1a1", 2).ends_with("; it is listed twice"), "{}", listed("a1a1", 2));
        assert!(!listed("a1a1", 1).contains("listed"), "{}", listed("a1a1", 1));
        assert_eq!(listed("e1d1", 3), "it is listed 4 times");
    }

    #[test]
    fn an_answer_for_the_position_before_means_that_a_move_was_ignored() {
        let start = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let before = ["e1d1", "e1d2", "e1e2", "e1f2", "e1f1", "e1g1"];
        let rook = ["h1g1", "h1f1", "h1h2", "h1h3", "h1h4", "h1h5", "h1h6", "h1h7", "h1h8"];
        let given: Vec<&str> = before.into_iter().chain(rook).collect();
        assert_eq!(classes(start, &["e1g1"], &given, false), [Class::MoveIgnored]);
        // Not if one of the moves is different.
        let other: Vec<&str> = given.iter().copied().filter(|&mv| mv != "h1h8").chain(["e8e7"]).collect();
        assert!(!classes(start, &["e1g1"], &other, false).contains(&Class::MoveIgnored));
    }

    #[test]
    fn castling_with_a_captured_rook_is_named_so_in_either_game() {
        let chess960 = ["f1e1", "f1e2", "f1f2", "f1g2", "f1g1", "f1a1"];
        let found = classes("4k3/6b1/8/8/8/8/8/R4K2 b A - 0 1", &["g7a1"], &chess960, true);
        assert_eq!(found, [Class::CastlingRookCaptured]);
        let standard = ["e8d8", "e8d7", "e8e7", "e8f7", "e8f8", "e8c8"];
        let found = classes("r3k3/8/8/8/8/8/6B1/4K3 w q - 0 1", &["g2a8"], &standard, false);
        assert_eq!(found, [Class::CastlingRookCaptured]);
    }

    #[test]
    fn a_large_tree_is_not_searched_to_its_end_for_special_moves() {
        let kings = "7k/8/8/8/8/8/8/K7 w - - 0 1".parse().expect("a position");
        assert!(special_moves(&kings, 60).is_empty());
    }

    #[test]
    fn every_listed_text_has_a_reason() {
        let positions = [
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false),
            ("4k3/P7/8/1pP5/8/8/6p1/4K2R b K - 0 1", false),
            ("8/8/8/8/k2Pp2Q/8/8/4K3 b - d3 0 1", false),
            ("1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1", true),
            ("4k3/8/5n2/8/8/3q4/8/R3K2R w KQ - 0 1", false),
        ];
        for (fen, chess960) in positions {
            let position: Position = fen.parse().expect("a position");
            let question = Question { chess960, ..Question::new(position, 1) };
            let mut texts: Vec<String> = ["", "O-O", "O-O-O", "0000", "e1", "Nf3+", "é2e4", "e9i1", "P@e4"]
                .map(str::to_owned)
                .to_vec();
            for origin in Square::ALL {
                for destination in Square::ALL {
                    texts.extend(["", "q", "k"].map(|promotion| format!("{origin}{destination}{promotion}")));
                }
            }
            for given in texts.chunks(500) {
                let given: Vec<&str> = given.iter().map(String::as_str).collect();
                let difference = difference(&question, &given);
                for seen in [Seen::Alone, Seen::AfterMoves, Seen::InTree, Seen::AfterQuestions, Seen::Once] {
                    let case = Case::new(question.clone(), seen, Symptom::Wrong(difference.clone()));
                    assert!(!super::reasons(&case).is_empty(), "{fen} {seen:?}");
                }
            }
        }
    }

    #[test]
    fn an_en_passant_square_that_stays_is_named_so() {
        let start = "4k3/8/8/1Pp5/8/8/8/4K3 w - c6 0 1";
        let given = ["e1d1", "e1d2", "e1e2", "e1f2", "e1f1", "b5b6", "b5c6"];
        let found = classes(start, &["e1e2", "e8e7", "e2e1", "e7e8"], &given, false);
        assert_eq!(found, [Class::EnPassant]);
    }
}
