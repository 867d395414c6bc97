//! A move generator in this process, hunted in a few lines, as in the front page of the documentation.

use std::time::Duration;

use philidor::perft::{divide, perft};
use philidor::{Move, MoveType, Position};
use philidor_hunt::report::Conclusion;
use philidor_hunt::suite::SuiteLimits;
use philidor_hunt::{
    Agenda, Answer, Class, Failure, Hunt, HuntError, Question, Suspect, counting, dividing, listing,
};

/// The moves of a position, by a generator that may forget en passant.
fn moves(position: &Position, forgets: bool) -> Vec<Move> {
    let moves = position.legal_moves();
    moves.iter().copied().filter(|mv| !forgets || mv.move_type() != MoveType::EnPassant).collect()
}

/// What that generator counts below each move.
fn my_divide(fen: &str, depth: u32, forgets: bool) -> Vec<(String, u64)> {
    let position: Position = fen.parse().expect("a FEN");
    let below = |mv: Move| {
        let mut child = position;
        child.play_unchecked(mv);
        (mv.notation(), my_count(&child, depth - 1, forgets))
    };
    moves(&position, forgets).into_iter().map(below).collect()
}

fn my_count(position: &Position, depth: u32, forgets: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    my_divide(&position.to_string(), depth, forgets).iter().map(|(_, leaves)| leaves).sum()
}

/// All positions, to a few leaves each.
fn agenda() -> Agenda {
    Agenda::built_in(SuiteLimits::up_to_leaves(200))
}

#[test]
fn a_generator_that_forgets_en_passant_is_found_out() -> Result<(), HuntError> {
    let report = Hunt::new(agenda()).run(dividing(|fen, depth| my_divide(fen, depth, true)))?;
    assert_eq!(report.findings[0].class, Class::EnPassant, "{report}");
    assert!(report.to_string().contains("missing "), "{report}");
    Ok(())
}

#[test]
fn a_report_is_data() -> Result<(), Box<dyn std::error::Error>> {
    let report = Hunt::new(agenda()).run(dividing(|fen, depth| my_divide(fen, depth, true)))?;
    let data = serde_json::to_value(&report)?;
    assert_eq!((&data["findings"][0]["class"], &data["interrupted"]), (&"en-passant".into(), &false.into()));
    assert_eq!(data["findings"][0]["reasons"][0]["fault"], "missing", "{data}");
    Ok(())
}

#[test]
fn a_right_generator_comes_out_clean() -> Result<(), HuntError> {
    let report = Hunt::new(agenda()).run(dividing(|fen, depth| my_divide(fen, depth, false)))?;
    assert!(report.is_clean(), "{report}");
    assert!(report.not_supported > 0 && report.right > 1_000, "{report}");
    Ok(())
}

#[test]
fn a_list_of_moves_is_enough() -> Result<(), HuntError> {
    let lists = |forgets| {
        listing(move |fen| -> Vec<String> {
            let position: Position = fen.parse().expect("a FEN");
            moves(&position, forgets).iter().map(|mv| mv.notation()).collect()
        })
    };
    assert!(Hunt::new(agenda()).run(lists(false))?.is_clean());
    let report = Hunt::new(agenda()).run(lists(true).named("my lists"))?;
    assert_eq!(
        (report.findings[0].class, report.suspect.as_str()),
        (Class::EnPassant, "my lists"),
        "{report}"
    );
    Ok(())
}

#[test]
fn counts_alone_show_the_position() -> Result<(), HuntError> {
    let counts = |forgets| counting(move |fen, depth| my_count(&fen.parse().expect("a FEN"), depth, forgets));
    assert!(Hunt::new(agenda()).run(counts(false))?.is_clean());
    let report = Hunt::new(agenda()).run(counts(true))?;
    // The missing move is unknown, but every position found has an en-passant capture.
    assert_eq!(report.conclusion(), Conclusion::Wrong, "{report}");
    for finding in &report.findings {
        let position: Position = finding.fen.parse().expect("a FEN");
        assert!(moves(&position, true).len() < moves(&position, false).len(), "{report}");
    }
    Ok(())
}

/// A generator that copies positions, takes nothing back, and forgets the square that a double push passes.
fn forgets_square(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let below = |mv: Move| {
        let mut setup = position.after(mv).to_setup();
        setup.state.en_passant = None;
        let child = Position::try_from(setup).expect("a position");
        let leaves = match depth {
            1 => 1,
            _ => forgets_square(&child, depth - 1).iter().map(|(_, leaves)| leaves).sum(),
        };
        (mv, leaves)
    };
    position.legal_moves().into_iter().map(below).collect()
}

#[test]
fn what_is_played_wrong_is_not_laid_on_undo() -> Result<(), HuntError> {
    let start: Position = "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1".parse().expect("a position");
    let depth = SuiteLimits::default().with_depth(Some(2));
    let agenda = || Agenda::from_position(&start, depth, Duration::from_secs(600));
    let read = |fen: &str| fen.parse::<Position>().expect("a FEN");
    let divided = Hunt::new(agenda()).run(dividing(|fen, depth| forgets_square(&read(fen), depth)))?;
    let counted = Hunt::new(agenda()).run(counting(|fen, depth| {
        forgets_square(&read(fen), depth).iter().map(|(_, leaves)| leaves).sum::<u64>()
    }))?;
    for report in [divided, counted] {
        let classes: Vec<Class> = report.findings.iter().map(|finding| finding.class).collect();
        assert_eq!(classes, [Class::BadPlay], "{report}");
        let words = &report.findings[0].reasons[0].words;
        assert!(words.contains("some move is played wrong, or taken back wrong"), "{report}");
    }
    Ok(())
}

/// It forgets the same, and is given moves.
struct Forgetful;

impl Suspect for Forgetful {
    fn name(&self) -> String {
        "forgetful".to_owned()
    }

    fn ask(&mut self, question: &Question, _: Duration) -> Result<Answer, Failure> {
        let mut setup = question.position().to_setup();
        if !question.line.is_empty() {
            setup.state.en_passant = None;
        }
        let counts = forgets_square(&Position::try_from(setup).expect("a position"), question.depth);
        Ok(counts.into_iter().map(|(mv, leaves)| (mv.notation(), leaves)).collect())
    }

    fn takes_moves(&self) -> bool {
        true
    }
}

#[test]
fn what_shows_after_moves_is_seen_by_giving_the_moves() -> Result<(), HuntError> {
    let start: Position = "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1".parse().expect("a position");
    let depth = SuiteLimits::default().with_depth(Some(2));
    let report = Hunt::new(Agenda::from_position(&start, depth, Duration::from_secs(600))).run(Forgetful)?;
    let finding = &report.findings[0];
    assert_eq!((finding.class, finding.line.as_slice()), (Class::EnPassant, ["a2a4".to_owned()].as_slice()));
    let from = finding.start.clone().unwrap_or_default();
    assert_eq!(finding.repeat, [format!("perft 1 {from} moves a2a4")], "{report}");
    Ok(())
}

#[test]
fn chess960_is_asked_on_request() -> Result<(), HuntError> {
    let right = |fen: &str, depth: u32| {
        let position: Position = fen.parse().expect("a FEN");
        let counts = divide(&position, depth).into_iter();
        let uci = |mv| position.to_uci_in(mv, philidor::CastlingMode::Chess960).to_string();
        // A FEN says which game it is: by files of rooks, as `HAha`, or by `KQkq`.
        let is_chess960 =
            fen.split(' ').nth(2).is_some_and(|rights| !rights.contains(['K', 'Q', 'k', 'q', '-']));
        counts
            .map(|(mv, leaves)| (if is_chess960 { uci(mv) } else { mv.notation() }, leaves))
            .collect::<Vec<_>>()
    };
    let report = Hunt::new(agenda()).run(dividing(right).with_chess960())?;
    assert!(report.is_clean() && report.not_supported == 0, "{report}");
    Ok(())
}

/// A correct generator behind an adapter that does not check whether a move was accepted: castling, as it is written,
/// is not.
struct Careless;

impl Suspect for Careless {
    fn name(&self) -> String {
        "careless".to_owned()
    }

    fn ask(&mut self, question: &Question, _: Duration) -> Result<Answer, Failure> {
        let mut position = question.start;
        for &mv in question.line.iter().filter(|mv| mv.castling_side().is_none()) {
            // Moves after the one that was left out may not be legal, and are left out, too.
            if position.legal_moves().contains(mv) {
                position.play_unchecked(mv);
            }
        }
        let mode = question.castling_mode();
        let counts = divide(&position, question.depth).into_iter();
        Ok(counts.map(|(mv, leaves)| (position.to_uci_in(mv, mode).to_string(), leaves)).collect())
    }

    fn takes_moves(&self) -> bool {
        true
    }
}

#[test]
fn a_move_that_was_not_played_is_named_so() -> Result<(), HuntError> {
    let report = Hunt::new(Agenda::built_in(SuiteLimits::up_to_leaves(30))).run(Careless)?;
    let classes: Vec<Class> = report.findings.iter().map(|finding| finding.class).collect();
    assert_eq!(classes, [Class::MoveIgnored], "{report}");
    assert_eq!(report.findings[0].line.len(), 1, "{report}");
    assert!(report.to_string().contains("as if e"), "{report}");
    Ok(())
}

#[test]
fn a_bug_can_be_sent_to_its_authors() -> Result<(), HuntError> {
    let report =
        Hunt::new(agenda()).run(dividing(|fen, depth| my_divide(fen, depth, true)).named("my`own"))?;
    let issues: Vec<String> = report.issues().map(|issue| issue.to_string()).collect();
    assert_eq!(issues.len(), 1, "{report}");
    let finding = &report.findings[0];
    let mv = &finding.reasons[0].text;
    for words in [
        format!("# en-passant: `{mv}` is legal and not listed\n"),
        format!("The position is `{}`:\n", finding.fen),
        format!("* expected: {} legal moves\n", finding.expected.expect("a count")),
        format!("* answered: {}\n", finding.counted.expect("a count")),
        format!("* `{mv}` is legal and not listed: the pawn on "),
        format!("To see it, type:\n\n    {}\n", finding.repeat[0]),
        "which asked `my'own`.\n".to_owned(),
    ] {
        assert!(issues[0].contains(&words), "{words}\n{}", issues[0]);
    }
    // Every answer is wrong, so perhaps the question was.
    let report = Hunt::new(agenda()).run(counting(|_, _| 999_983_u32))?;
    assert!(report.misread.is_some() && report.issues().next().is_none(), "{report}");
    Ok(())
}

/// Mates are answered right by a generator that answers 0 to everything.
#[test]
fn a_generator_that_always_answers_0_is_doubted() -> Result<(), HuntError> {
    let report = Hunt::new(Agenda::built_in(SuiteLimits::up_to_leaves(3))).run(counting(|_, _| 0_u32))?;
    let misread = report.misread.clone().unwrap_or_default();
    assert!(misread.contains("every answer is 0, whatever the position") && report.right > 0, "{report}");
    Ok(())
}

#[test]
fn huge_counts_are_only_wrong() -> Result<(), HuntError> {
    let moves = |_: &str, _: u32| [("e1d1", u128::MAX), ("e1d2", u128::MAX), ("e1e2", 3)];
    let report = Hunt::new(agenda()).run(dividing(moves))?;
    assert!(report.right == 0 && !report.findings.is_empty(), "{report}");
    Ok(())
}

#[test]
fn a_panic_is_a_finding() -> Result<(), HuntError> {
    let fragile = counting(|fen, depth| {
        let position: Position = fen.parse().expect("a FEN");
        assert!(position.en_passant().is_none(), "en passant is not written yet");
        perft(&position, depth)
    });
    let report = Hunt::new(agenda()).run(fragile)?;
    assert_eq!(report.findings[0].class, Class::Unanswered, "{report}");
    assert!(report.to_string().contains("it panicked: en passant is not written yet"), "{report}");
    Ok(())
}
