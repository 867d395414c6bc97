//! Suspects that are closures, searched for bugs of one kind each.

use std::time::Duration;

use philidor::{MoveType, PieceType};

use super::*;
use crate::judging::reason::Mistake;
use crate::suspect::fake::Fake;

fn items(fens: &[&str]) -> Vec<Item> {
    let item = |(index, fen): (usize, &&str)| Item {
        name: format!("position {index}"),
        question: Question::new(fen.parse().expect("a position"), 1),
        cost: 1,
        claim: None,
        deeper: None,
    };
    fens.iter().enumerate().map(item).collect()
}

fn outcome(fake: Fake, items: &[Item]) -> Outcome {
    search(&mut Interview::for_test(fake), items, &mut |_| ()).expect("it starts")
}

const POSITIONS: [&str; 4] = [
    "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1",
    "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1",
];

#[test]
fn a_bug_for_each_class_with_as_many_hits_as_there_are() {
    let fake = Fake::without(|_, mv| {
        mv.move_type() == MoveType::EnPassant || mv.promotion() == Some(PieceType::Knight)
    });
    let outcome = outcome(fake, &items(&POSITIONS));
    let found: Vec<_> = outcome.bugs.iter().map(|bug| (bug.class, bug.hits)).collect();
    assert_eq!(found, [(Class::EnPassant, 2), (Class::Promotion, 1)]);
    assert_eq!((outcome.right, outcome.wrong), (1, 3));
    assert!(outcome.bugs.iter().all(|bug| bug.reasons[0].class == bug.class));
}

#[test]
fn a_few_answers_are_enough_for_a_doubt() {
    let misread = |fake: Fake| outcome(fake, &items(&POSITIONS)).misread.unwrap_or_default();
    let always =
        |leaves| misread(Fake::new(move || move |_: &Question, _| Ok(vec![("e2e4".to_owned(), leaves)])));
    assert!(
        always(21).starts_with("none of 4 answers is right") && always(21).contains("every answer is 21")
    );
    // The start position has this many moves.
    assert!(always(20).starts_with("none of 4 answers is right") && always(20).contains("start position"));
    // It gives the answer to the question before, even while a wrong answer is followed.
    let late = misread(Fake::new(|| {
        let mut before = vec![("e2e4".to_owned(), 1)];
        move |_: &Question, given| Ok(std::mem::replace(&mut before, given))
    }));
    assert!(late.starts_with("none of 4") && late.contains("the question before"), "{late}");
}

/// An engine that ignores `go perft` says nothing, which is right for a mate.
#[test]
fn a_suspect_that_answers_only_where_there_is_nothing_to_count_is_doubted() {
    let ignoring = Fake::new(|| {
        |_: &Question, given: Vec<_>| {
            if given.is_empty() { Ok(given) } else { Err(Failure::Silent(Duration::from_secs(1))) }
        }
    });
    let mate = ["R5k1/5ppp/8/8/8/8/8/7K b - - 0 1"];
    let outcome = outcome(ignoring, &items(&[&mate[..], &POSITIONS].concat()));
    let misread = outcome.misread.unwrap_or_default();
    assert_eq!((outcome.right, outcome.unanswered.len()), (1, 4));
    assert!(misread.starts_with("4 of the questions had no answer"), "{misread}");
}

#[test]
fn a_suspect_that_refuses_the_first_question_is_asked_another() {
    let castling = ["4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"; 3];
    let some = refusing(|it| (!it.start.castling_rights().is_empty()).then(|| "error rook".to_owned()));
    let some = outcome(some, &items(&[&castling[..], &POSITIONS].concat()));
    assert_eq!((some.right, some.unanswered.len()), (3, 4));
    let all = refusing(|_| Some("error what?".to_owned()));
    let all = search(&mut Interview::for_test(all), &items(&castling), &mut |_| ());
    assert_eq!(all.err(), Some(Failure::Unsupported("error what?".to_owned())));
}

#[test]
fn a_suspect_that_does_not_answer_is_given_up_after_a_while() {
    let fake = Fake::new(|| |_: &Question, _| Err(Failure::Garbage("moo".to_owned())));
    let positions = items(&[POSITIONS[0]; MAX_FAILURES + 5]);
    let outcome = outcome(fake, &positions);
    // Its bug says why.
    assert_eq!(outcome.given_up.as_deref(), Some("8 questions in a row had no answer"));
    assert!(outcome.unanswered.iter().all(|(_, failure)| outcome.bugs[0].reports(failure)));
    assert_eq!((outcome.unanswered.len(), outcome.not_asked), (MAX_FAILURES, 5));
    assert_eq!(outcome.bugs.iter().map(|bug| bug.class).collect::<Vec<_>>(), [Class::Unanswered]);
}

#[test]
fn a_suspect_for_which_games_are_over_early_has_one_bug() {
    // With three pieces or fewer it lists nothing, whether several moves of one kind or of two are legal, or only one.
    let fake = Fake::without(|position, _| position.board().occupied().len() < 4);
    let over = [
        "4k3/P6P/8/8/8/8/8/4K3 w - - 0 1",
        "7k/8/8/8/8/8/8/K7 w - - 0 1",
        "1K6/8/8/4B3/4k3/8/8/8 b - - 0 1",
        "k7/2R5/8/8/8/8/8/7K b - - 0 1",
    ];
    let outcome = outcome(fake, &items(&over));
    let found: Vec<_> = outcome.bugs.iter().map(|bug| (bug.class, bug.hits)).collect();
    assert_eq!(found, [(Class::NoMoves, 3)]);
    assert_eq!(outcome.bugs[0].reasons.len(), 1);
}

#[test]
fn a_kind_of_move_that_is_missing_everywhere_comes_before_positions_without_any() {
    let fake = Fake::without(|_, mv| mv.played_piece() == PieceType::King);
    let outcome = outcome(fake, &items(&["7k/8/8/8/8/8/8/K7 w - - 0 1", "4k3/P6P/8/8/8/8/8/4K3 w - - 0 1"]));
    let classes: Vec<_> = outcome.bugs.iter().map(|bug| bug.class).collect();
    assert_eq!(classes, [Class::KingStep, Class::NoMoves]);
}

/// A suspect that answers some questions by an error.
fn refusing(error: fn(&Question) -> Option<String>) -> Fake {
    Fake::new(move || {
        move |question: &Question, given| match error(question) {
            Some(text) => Err(Failure::Unsupported(text)),
            None => Ok(given),
        }
    })
}

/// A question about the position after a move.
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
    let [bug] = outcome.bugs.as_slice() else { panic!("{:?}", outcome.bugs) };
    assert_eq!((bug.class, bug.case.seen), (Class::EnPassant, Seen::AfterMoves));
    assert_eq!(bug.case.question.fen(), "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1");
    let [reason] = bug.reasons.as_slice() else { panic!("{:?}", bug.reasons) };
    assert_eq!((reason.mistake, reason.text.as_str()), (Mistake::Refused, "d5c6"));
    assert!(reason.words.contains("d5c6 is not legal"), "{}", reason.words);
}

#[test]
fn a_move_that_is_refused_in_chess960_is_a_missing_move() {
    let fake = refusing(|question| {
        let mv = question.line.first().filter(|mv| mv.castling_side().is_some())?;
        Some(format!("error {} is not legal", mv.notation()))
    });
    let mut items = items(&["4k3/8/8/8/8/8/8/1K1R4 w D - 0 1"]);
    let question = &mut items[0].question;
    let castling = question.start.legal_moves().into_iter().find(|mv| mv.castling_side().is_some());
    (question.chess960, question.line) = (true, castling.into_iter().collect());
    let outcome = outcome(fake, &items);
    assert_eq!((outcome.wrong, outcome.unanswered.len()), (1, 0));
    let [bug] = outcome.bugs.as_slice() else { panic!("{:?}", outcome.bugs) };
    assert_eq!((bug.class, bug.case.seen), (Class::Chess960Castling, Seen::AfterMoves));
    assert_eq!((bug.reasons[0].mistake, bug.reasons[0].text.as_str()), (Mistake::Refused, "b1d1"));
}

/// The move is given only because a wrong count is followed down.
#[test]
fn a_move_that_is_refused_on_the_way_down_is_a_missing_move() {
    let fake = Fake::new(|| {
        |question: &Question, mut given: Vec<(String, u128)>| {
            let is_refused = question.line.iter().any(|mv| mv.move_type() == MoveType::EnPassant);
            if is_refused {
                return Err(Failure::Unsupported("error d5c6 is not legal".to_owned()));
            }
            for (_, leaves) in given.iter_mut().filter(|(text, _)| question.depth > 1 && text == "d5c6") {
                *leaves = 0;
            }
            Ok(given)
        }
    });
    let mut items = items(&[EN_PASSANT]);
    items[0].question.depth = 2;
    let outcome = outcome(fake, &items);
    assert_eq!((outcome.wrong, outcome.unanswered.len()), (1, 0));
    let [bug] = outcome.bugs.as_slice() else { panic!("{:?}", outcome.bugs) };
    assert_eq!((bug.class, bug.case.seen), (Class::EnPassant, Seen::AfterMoves));
    assert_eq!(bug.reasons[0].mistake, Mistake::Refused);
}

/// The question without an answer is named, and not the one that was followed down to it.
#[test]
fn an_error_on_the_way_down_is_one_of_that_position() {
    let wrong = "4k3/8/8/8/8/8/3p4/4K2R w K - 0 1";
    let fake = Fake::new(|| {
        |question: &Question, mut given: Vec<(String, u128)>| {
            if question.position().castling_rights().is_empty() {
                return Err(Failure::Unsupported("error TypeError".to_owned()));
            }
            given[0].1 += u128::from(question.depth > 1);
            Ok(given)
        }
    });
    let mut items = items(&[wrong]);
    items[0].question.depth = 2;
    let outcome = outcome(fake, &items);
    let [(asked, failure)] = outcome.unanswered.as_slice() else { panic!("{:?}", outcome.unanswered) };
    assert!(asked.depth == 1 && asked.position().castling_rights().is_empty(), "{asked:?}");
    assert!(outcome.bugs.iter().any(|bug| bug.reports(failure)), "{:?}", outcome.bugs);
}

#[test]
fn a_move_that_is_neither_listed_nor_played_is_missing() {
    let fake = Fake::new(|| {
        |question: &Question, mut given: Vec<(String, u128)>| {
            given.retain(|(text, _)| text != "d5c6");
            let is_refused = question.line.iter().any(|mv| mv.move_type() == MoveType::EnPassant);
            if is_refused { Err(Failure::Unsupported("error d5c6".to_owned())) } else { Ok(given) }
        }
    });
    let outcome = outcome(fake, &played(EN_PASSANT, "d5c6"));
    let [bug] = outcome.bugs.as_slice() else { panic!("{:?}", outcome.bugs) };
    assert_eq!((bug.class, bug.case.seen), (Class::EnPassant, Seen::Alone));
    assert_eq!((bug.reasons[0].mistake, outcome.unanswered.len()), (Mistake::Missing, 0));
}

/// Whether a pawn may promote somewhere in a tree.
fn is_promoting(position: &philidor::Position, depth: u32) -> bool {
    depth > 0
        && position.legal_moves().iter().any(|&mv| {
            let mut child = *position;
            child.play_unchecked(mv);
            mv.promotion().is_some() || is_promoting(&child, depth - 1)
        })
}

#[test]
fn each_kind_of_error_is_a_bug_in_a_simple_position() {
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
        .bugs
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
fn an_error_that_names_a_feature_or_comes_with_depth_alone_is_no_bug() {
    let deep = refusing(|question| (question.depth > 2).then(|| "error too deep".to_owned()));
    let mut asked = items(&POSITIONS);
    asked[3].question.depth = 3;
    let deep = outcome(deep, &asked);
    assert_eq!((deep.bugs.len(), deep.unanswered.len()), (0, 1));
    let without_castling = refusing(|question| {
        let has_rights = !question.start.castling_rights().is_empty();
        has_rights.then(|| "error Chess960 is not supported".to_owned())
    });
    let feature = outcome(without_castling, &items(&POSITIONS));
    assert_eq!((feature.bugs.len(), feature.unanswered.len()), (0, 1));
}

#[test]
fn a_suspect_that_has_counted_may_be_cut_short_by_the_end() {
    let cut = || Err(Failure::OutOfTime(Duration::from_secs(1)));
    let fake = Fake::new(move || {
        move |question: &Question, given| {
            if question.start.castling_rights().is_empty() { Ok(given) } else { cut() }
        }
    });
    let cut_later = outcome(fake, &items(&POSITIONS));
    assert_eq!((cut_later.right, cut_later.not_asked, cut_later.unanswered.len()), (3, 1, 0));

    let cut_at_once = outcome(Fake::new(move || move |_: &Question, _| cut()), &items(&POSITIONS));
    assert_eq!((cut_at_once.not_asked, cut_at_once.unanswered.len()), (0, 4));
    assert!(cut_at_once.bugs.is_empty() && cut_later.bugs.is_empty());
}
