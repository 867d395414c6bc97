//! Extended position descriptions: read, written, and refused with the place.

use philidor::{MoveFault, Position, PositionError, SanErrorKind};
use philidor_proof::{games, samples};
use philidor_suites::epd::{Epd, EpdErrorKind, Operation};
use proptest::prelude::*;

use crate::laws;

const BOARD: &str = "r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq -";

fn epd(text: &str) -> Epd {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The operations that follow a position, as they are read and as they are written again.
fn read(operations: &str) -> (Vec<Operation>, String) {
    let epd = epd(&format!("{BOARD} {operations}"));
    laws::of_epd(&epd);
    let written = epd.to_string();
    (epd.operations, written.strip_prefix(BOARD).expect("the position first").trim_start().into())
}

#[test]
fn every_opcode_of_the_standard_is_interpreted() {
    let start: Position = format!("{BOARD} 0 1").parse().expect("a position");
    let mv = |text: &str| start.parse_san(text).expect("a legal move");
    let e4 = mv("e4");
    let reply = start.after(e4).parse_san("O-O").expect("a legal move");
    for (text, operation) in [
        ("acd 12;", Operation::AnalysisDepth(12)),
        ("acn 18446744073709551615;", Operation::AnalysisNodes(u64::MAX)),
        ("acs 60;", Operation::AnalysisSeconds(60)),
        ("am e4 O-O;", Operation::AvoidMoves(vec![e4, mv("O-O")])),
        ("bm O-O-O Rxa8+;", Operation::BestMoves(vec![mv("O-O-O"), mv("Rxa8")])),
        ("c0 \"one; two\";", Operation::Comment { number: 0, text: "one; two".into() }),
        ("c9 \"\";", Operation::Comment { number: 9, text: String::new() }),
        ("ce -150;", Operation::CentipawnEvaluation(-150)),
        ("dm 3;", Operation::DirectMate(3)),
        ("draw_accept;", Operation::DrawAccept),
        ("draw_claim;", Operation::DrawClaim),
        ("draw_offer;", Operation::DrawOffer),
        ("draw_reject;", Operation::DrawReject),
        ("eco \"B07\";", Operation::EcoCode("B07".into())),
        ("fmvn 17;", Operation::FullmoveNumber(17)),
        ("hmvc 9;", Operation::HalfmoveClock(9)),
        ("id \"a \\\"b\\\" \\\\ c\";", Operation::Id("a \"b\" \\ c".into())),
        ("nic \"KI 1.1\";", Operation::NicCode("KI 1.1".into())),
        ("noop 1 \"two;\" three;", Operation::NoOperation("1 \"two;\" three".into())),
        ("pm e4;", Operation::PredictedMove(e4)),
        ("pv;", Operation::PredictedVariation(vec![])),
        ("pv e4 O-O;", Operation::PredictedVariation(vec![e4, reply])),
        ("rc 2;", Operation::RepetitionCount(2)),
        ("resign;", Operation::Resign),
        ("sm e4;", Operation::SuppliedMove(e4)),
        ("tcgs 4;", Operation::GameSelector(4)),
        ("tcri \"a@b\";", Operation::Receiver { address: "a@b".into(), name: None }),
        ("tcsi \"a@b\" \"A. B\";", Operation::Sender { address: "a@b".into(), name: Some("A. B".into()) }),
        ("v5 \"Wing\";", Operation::VariationName { number: 5, text: "Wing".into() }),
        ("D6 706045033;", Operation::Leaves { depth: 6, count: 706_045_033 }),
        ("D0 1;", Operation::Leaves { depth: 0, count: 1 }),
        ("zap a;", Operation::Other { opcode: "zap".into(), operands: "a".into() }),
        ("c10 5;", Operation::Other { opcode: "c10".into(), operands: "5".into() }),
        ("D01 20;", Operation::Other { opcode: "D01".into(), operands: "20".into() }),
        ("Ae-1_x \"; \" b  c;", Operation::Other { opcode: "Ae-1_x".into(), operands: "\"; \" b  c".into() }),
        ("zap;", Operation::Other { opcode: "zap".into(), operands: String::new() }),
    ] {
        assert_eq!(operation.opcode(), text.split([' ', ';']).next().expect("an opcode"), "{text}");
        assert_eq!(read(text), (vec![operation], text.to_string()));
    }
}

#[test]
fn order_and_repetition_are_kept() {
    let (operations, written) = read("id \"b\"; zap 1; id \"a\"; D2 4; D1 3; zap 1;");
    assert_eq!(written, "id \"b\"; zap 1; id \"a\"; D2 4; D1 3; zap 1;");
    assert_eq!(operations.len(), 6);
}

#[test]
fn reading_is_lenient() {
    for (text, written) in [
        ("", ""),
        (";;  ; ", ""),
        (";D1 26 ;D2 568", "D1 26; D2 568;"),
        ("id no quotes at all ;", "id \"no quotes at all\";"),
        ("id plain", "id \"plain\";"),
        ("c0 a \"quoted; part\" of it;", "c0 \"a \\\"quoted; part\\\" of it\";"),
        ("c0 \"back\\slash\";", "c0 \"back\\\\slash\";"),
        ("bm e2e4 0-0!? e1c1;acd\t 3 ;", "bm e4 O-O O-O-O; acd 3;"),
        ("tcri a@b A. B;", "tcri \"a@b\" \"A. B\";"),
        ("ce +20;", "ce 20;"),
        ("  zap   x  y ;", "zap x  y;"),
    ] {
        assert_eq!(read(text).1, written, "{text}");
    }
    assert_eq!(epd(&format!("  {BOARD}\t;id x")), epd(&format!("{BOARD} id \"x\";")));
    assert_eq!(epd(&format!("{BOARD};id x")), epd(&format!("{BOARD} id \"x\";")));
}

#[test]
fn characters_of_word_processors_are_read() {
    let castles = "4k3/8/8/8/8/8/8/4K2R w K";
    let ours = epd(&format!("{castles}\u{a0}–\u{200b} bm\u{a0}O–O;\u{200b} id “a;b”;"));
    assert_eq!(ours, epd(&format!("{castles} - bm O-O; id \"a;b\";")));
    let error = format!("{castles} - id \"a\u{2060}b").parse::<Epd>().expect_err("no quote");
    assert_eq!(error.to_string(), "byte 30: `\"a<U+2060>b` has no closing quote");
}

#[test]
fn clocks_come_from_fields_or_from_operations() {
    for (behind, clocks, written) in [
        ("id \"x\";", (0, 1), "id \"x\";"),
        ("7 30 id \"x\";", (7, 30), "7 30 id \"x\";"),
        ("7 30;D1 5", (7, 30), "7 30 D1 5;"),
        ("0 1 id \"x\";", (0, 1), "id \"x\";"),
        ("hmvc 7; fmvn 30;", (7, 30), "hmvc 7; fmvn 30;"),
        ("7 30 fmvn 30; hmvc 7;", (7, 30), "fmvn 30; hmvc 7;"),
        ("7 30 fmvn 31; hmvc 7;", (7, 30), "7 30 fmvn 31; hmvc 7;"),
        ("0 1 hmvc 7;", (0, 1), "0 1 hmvc 7;"),
    ] {
        let epd = epd(&format!("{BOARD} {behind}"));
        laws::of_epd(&epd);
        assert_eq!((epd.position.halfmove_clock(), epd.position.fullmove_number()), clocks, "{behind}");
        assert_eq!(epd.to_string(), format!("{BOARD} {written}"));
    }
}

#[test]
fn every_error_says_what_is_wrong_and_where() {
    use EpdErrorKind::{MissingOperand, Number, Opcode, SurplusOperand, UnclosedText};
    let after = |operations: &str, at: &str, text: &str, kind: &EpdErrorKind| {
        let line = format!("{BOARD} {operations}");
        let error = line.parse::<Epd>().expect_err(operations);
        let offset = BOARD.len()
            + 1
            + operations.find(at).expect("the place in the text")
            + if text.is_empty() { at.len() } else { 0 };
        assert_eq!((error.offset, error.text.as_str(), &error.kind), (offset, text, kind), "{operations}");
        laws::of_text(&line);
    };
    for (operations, at, text, kind) in [
        ("id \"x\"; \"y\";", "\"y", "\"y\"", Opcode),
        ("+a 3;", "+", "+a", Opcode),
        ("-;", "-", "-", Opcode),
        ("bm\"e4\";", "bm", "bm\"e4\"", Opcode),
        ("é 1;", "é", "é", Opcode),
        ("id \"x; acd 4;", "\"", "\"x; acd 4;", UnclosedText),
        ("zap \"a\\\";", "\"", "\"a\\\";", UnclosedText),
        ("acd;", "acd", "", MissingOperand),
        ("acd 3; bm ;", "bm", "", MissingOperand),
        ("id;", "id", "", MissingOperand),
        ("tcri;", "tcri", "", MissingOperand),
        ("D1;", "D1", "", MissingOperand),
        ("sm;", "sm", "", MissingOperand),
        ("acd 3 4;", "4", "4", SurplusOperand),
        ("pm e4 e3;", "e3", "e3", SurplusOperand),
        ("resign now;", "now", "now", SurplusOperand),
        ("draw_offer 1;", "1", "1", SurplusOperand),
        ("id \"a\" \"b\";", "\"b", "\"b\"", SurplusOperand),
        ("tcsi a \"b\" c;", "c;", "c", SurplusOperand),
        ("acd x;", "x", "x", Number),
        ("acn -1;", "-1", "-1", Number),
        ("hmvc 65536;", "65536", "65536", Number),
        ("D1 1.5;", "1.5", "1.5", Number),
    ] {
        after(operations, at, text, &kind);
    }
}

#[test]
fn moves_that_are_none_are_refused_with_the_reason() {
    for (operations, text, offset, kind) in [
        ("bm e4 e9;", "e9", 6, SanErrorKind::Syntax { offset: 1 }),
        ("am O-O O-O-O --;", "--", 13, SanErrorKind::Illegal(MoveFault::NullMove)),
        ("pv e4 e4;", "e4", 6, {
            let after = format!("{BOARD} 0 1").parse::<Position>().expect("a position");
            let after = after.after(after.parse_san("e4").expect("legal"));
            after.parse_san("e4").expect_err("Black has no pawn").kind
        }),
    ] {
        let line = format!("{BOARD} {operations}");
        let error = line.parse::<Epd>().expect_err(operations);
        assert_eq!((error.offset, error.text.as_str()), (BOARD.len() + 1 + offset, text));
        let EpdErrorKind::Move(san) = error.kind else { panic!("{error:?}") };
        assert_eq!(san.kind, kind);
    }
}

#[test]
fn fields_that_are_not_a_position_are_refused_with_their_place() {
    for (text, offset, offending, is_setup) in [
        ("", 0, "", false),
        (" 8/8/8/8/8/8/8/8 x - -", 17, "x", false),
        ("8/8/8/♞7/8/8/8/8 w - - bm e4;", 6, "♞", false),
        ("4k3/8/8/8/8/8/8/4K3 w -; bm e4", 23, "", false),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 id x", 28, "id", false),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0;", 27, "", false),
        ("4k3/8/8/8/8/8/8/4K3 w - - 70000 1", 26, "70000", false),
        ("  4k3/8/8/8/8/8/8/8 w - - id x", 2, "4k3/8/8/8/8/8/8/8 w - -", true),
    ] {
        let error = text.parse::<Epd>().expect_err(text);
        assert_eq!((error.offset, error.text.as_str()), (offset, offending), "{text:?}: {error}");
        let EpdErrorKind::Position(reason) = error.kind else { panic!("{error:?}") };
        assert_eq!(matches!(reason, PositionError::Setup(_)), is_setup, "{text:?}");
        laws::of_text(text);
    }
}

#[test]
fn moves_of_random_positions_read_back() {
    let mut random = games::Random(21);
    let positions = games::positions(22).step_by(7).take(samples(2_000));
    for position in positions.chain(games::unreachable_positions(23).step_by(7).take(samples(1_000))) {
        let moves: Vec<_> = position.legal_moves().into_iter().collect();
        let mut operations =
            vec![Operation::Other { opcode: "x".into(), operands: random.next().to_string() }];
        if !moves.is_empty() {
            operations.push(Operation::BestMoves(moves));
        }
        let (mut after, mut line) = (position, vec![]);
        while let Some(mv) = random.chooses(&after).filter(|_| line.len() < 10) {
            after.play_unchecked(mv);
            line.push(mv);
        }
        operations.push(Operation::PredictedVariation(line));
        laws::of_epd(&Epd::new(position, operations));
    }
}

/// Characters that may occur in an operation, and others.
const PARTS: [&str; 36] = [
    " ",
    " ",
    " ",
    ";",
    ";",
    "\"",
    "\\",
    "id",
    "bm",
    "am",
    "pv",
    "sm",
    "acd",
    "ce",
    "c0",
    "v9",
    "D1",
    "tcri",
    "hmvc",
    "fmvn",
    "resign",
    "noop",
    "zap",
    "e4",
    "O-O",
    "Ra2",
    "e9",
    "12",
    "-7",
    "x y",
    "é",
    "\n",
    "_",
    "0",
    "draw_claim",
    "eco",
];

#[test]
fn texts_of_likely_parts_are_read_or_refused() {
    let mut random = games::Random(24);
    let mut read = 0;
    for _ in 0..20_000 {
        let parts = (0..random.below(12)).map(|_| PARTS[random.below(PARTS.len())]);
        let text = parts.fold(format!("{BOARD} "), |text, part| text + part);
        laws::of_text(&text);
        read += u32::from(text.parse::<Epd>().is_ok());
    }
    assert!((2_000..18_000).contains(&read), "{read} of 20,000 were read");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        laws::of_text(&text);
        laws::of_text(&format!("{BOARD} {text}"));
    }

    #[test]
    fn any_text_is_kept_between_quotes(text in any::<String>()) {
        let operations = vec![Operation::Id(text)];
        laws::of_epd(&Epd::new(Position::default(), operations));
    }
}
