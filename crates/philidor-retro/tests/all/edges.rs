//! One rule each, on boards drawn for it.

use philidor::{CastlingMode, CastlingRights, CastlingSide, Color, File, Position, Square, Strictness};
use philidor_retro::{EnPassantReading, ImpossibleState, Reachability, Retractor, Unmove};

use super::laws::assert_laws;
use super::sameness::{is_same, played, position};

/// The unmoves of a position as they are written, by a retractor.
fn written_by(retractor: Retractor, fen: &str) -> Vec<String> {
    let position = position(fen);
    assert_laws(retractor, &position);
    let mut written: Vec<String> = retractor.unmoves(&position).iter().map(Unmove::to_string).collect();
    written.sort_unstable();
    written
}

fn written(fen: &str) -> Vec<String> {
    written_by(Retractor::new(), fen)
}

fn unmove(position: &Position, text: &str) -> Unmove {
    let unmoves = Retractor::for_position(position).unmoves(position);
    let found = unmoves.iter().find(|unmove| unmove.to_string() == text);
    *found.unwrap_or_else(|| panic!("{text} is not among {unmoves:?}"))
}

#[test]
fn only_knights_come_back_to_the_start_position() {
    // But the same position may come again, by knights.
    assert_eq!(written(&Position::default().to_string()), ["Na6-b8", "Nc6-b8", "Nf6-g8", "Nh6-g8"]);
    assert_eq!(
        written("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"),
        ["Na3-b1", "Nc3-b1", "Nf3-g1", "Nh3-g1"]
    );
    assert_eq!(written("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b kq - 0 1").len(), 4);
}

#[test]
fn an_en_passant_square_has_exactly_one_last_move() {
    assert_eq!(written("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"), ["e2-e4"]);
    // The advance has discovered a check.
    assert_eq!(written("8/8/8/8/2k1P3/8/8/3K1B2 b - e3 0 1"), ["e2-e4"]);
    // Nothing else can have: without the square there is no last move.
    assert_eq!(written("8/8/8/8/2k1P3/8/6P1/K4B2 b - e3 0 1"), ["e2-e4"]);
    assert!(written("8/8/8/8/2k1P3/8/6P1/K4B2 b - - 0 1").is_empty());
    // It has blocked one: then Black was in check when White was to move.
    assert!(written("8/8/8/8/k3P2R/8/8/4K3 b - e3 0 1").is_empty());
}

#[test]
fn without_its_square_a_double_push_was_not_played() {
    let fen = "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1";
    let legal = Retractor::new().en_passant(EnPassantReading::Legal);
    assert!(!written(fen).contains(&"e2-e4".to_owned()));
    assert!(written_by(legal, fen).contains(&"e2-e4".to_owned()));
    // If a pawn can capture, the square would be set, unless the capture is illegal.
    let beside = "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1";
    assert!(!written_by(legal, beside).contains(&"e2-e4".to_owned()));
    assert!(written_by(legal.en_passant(EnPassantReading::Unknown), beside).contains(&"e2-e4".to_owned()));
    let pinned = "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1";
    assert!(written_by(legal, pinned).contains(&"e2-e4".to_owned()));
}

#[test]
fn a_check_is_explained() {
    // By the checker alone, a knight.
    let by_knight = written("4k3/8/3N4/8/8/8/8/R3K3 b - - 0 1");
    assert!(by_knight.iter().all(|text| text.starts_with('N') && text.contains("d6")), "{by_knight:?}");
    // By a piece that stood between.
    let discovered = written("4k3/8/8/8/8/8/2N5/K3R3 b - - 0 1");
    assert!(discovered.iter().any(|text| text == "Ne3-c2"), "{discovered:?}");
    assert!(!discovered.iter().any(|text| text == "Na3-c2"), "{discovered:?}");
}

#[test]
fn a_double_check_has_one_checker_come_from_the_line_of_the_other() {
    // The knight has come from the file of the rook.
    let double = written("4k3/8/3N4/8/8/8/8/K3R3 b - - 0 1");
    assert_eq!(double.len(), 6);
    assert!(double.iter().all(|text| text.starts_with("Ne4")), "{double:?}");
    // Two knights give check: neither can have discovered the other.
    assert!(written("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1").is_empty());
    // Rook and bishop give check: only the bishop can have come from the other's line.
    let both = written("4k3/8/2B5/8/8/8/8/K3R3 b - - 0 1");
    assert!(both.iter().all(|text| text.starts_with("Be4")), "{both:?}");
}

#[test]
fn en_passant_explains_checks_through_both_pawns() {
    let captures = |fen| written(fen).into_iter().filter(|text| text.ends_with("ep")).collect::<Vec<_>>();
    // Our pawn has left the diagonal of the bishop.
    assert_eq!(captures("8/6k1/3P4/8/8/8/1B6/K7 b - - 0 1"), ["e5xPd6ep"]);
    // Both pawns have left the rank of the rook.
    assert_eq!(captures("8/8/3P4/R5k1/8/8/8/K7 b - - 0 1"), ["c5xPd6ep", "e5xPd6ep"]);
    // The captured pawn has left the diagonal: besides a move of the bishop and a push, only en passant explains the
    // check.
    let by_captured = written("k7/8/3P4/8/8/8/6B1/K7 b - - 0 1");
    let others = by_captured.iter().filter(|text| !text.starts_with('B'));
    assert_eq!(others.collect::<Vec<_>>(), ["c5xPd6ep", "d5-d6", "e5xPd6ep"]);
    // The pawn gives check itself, as after any capture from the file of the rook.
    let double = written("8/4k3/3P4/8/8/8/8/K3R3 b - - 0 1");
    assert_eq!(double, ["e5xBd6", "e5xNd6", "e5xPd6", "e5xPd6ep", "e5xQd6", "e5xRd6"]);
}

/// ```text
/// 8 | . . . . R . .        The rook through e5, the bishop through d5: both pawns
/// 7 | . B . . . . .        have left at once.
/// 6 | . . . P . . .
/// 5 | . . . . . . .
/// 4 | . . . . k . .
/// ```
#[test]
fn a_double_check_that_only_en_passant_explains() {
    assert_eq!(written("4R3/1B6/3P4/8/4k3/8/8/K7 b - - 0 1"), ["e5xPd6ep"]);
    // If their pawn cannot have come from d7, there is no last move at all.
    assert!(written("4R3/1B1N4/3P4/8/4k3/8/8/K7 b - - 0 1").is_empty());
}

#[test]
fn en_passant_needs_the_state_before_it() {
    let position = position("4k3/8/3P4/8/8/8/8/4K3 b - - 0 1");
    let capture = unmove(&position, "e5xPd6ep");
    let before = Retractor::new().before(&position, capture);
    assert_eq!(before.to_string(), "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    let known = Retractor::new().predecessors(&position, capture);
    assert_eq!(known.required_en_passant(), Some(Square::D6));
    assert_eq!((known.len(), known.possible_en_passant()), (1, Square::D6.into()));
    let mut without = *before.state();
    without.en_passant = None;
    assert_eq!(known.choose(without, before.castling_rooks()), Err(ImpossibleState::EnPassant(None)));
    // Where the black pawn came from, something stands.
    assert!(written("4k3/3r4/3P4/8/8/8/8/4K3 b - - 0 1").iter().all(|text| !text.ends_with("ep")));
    // White's king was in check before Black's pawn advanced, so it did not.
    let blocked = written("5K2/8/3P4/8/1b6/8/8/k7 b - - 0 1").into_iter().filter(|text| text.ends_with("ep"));
    assert_eq!(blocked.collect::<Vec<_>>(), ["c5xPd6ep"]); // on c5 the pawn stood in between
}

#[test]
fn castling_by_which_the_rook_gives_check() {
    let castled = written("5k2/8/8/8/8/8/8/5RK1 b - - 0 1");
    assert!(castled.contains(&"O-O".to_owned()), "{castled:?}");
    let position = position("5k2/8/8/8/8/8/8/5RK1 b - - 5 9");
    let before = Retractor::new().before(&position, unmove(&position, "O-O"));
    assert_eq!(before.to_string(), "5k2/8/8/8/8/8/8/4K2R w K - 4 9");
    // Not through an attacked square, not out of check, not with a piece in the way, and not with a right left.
    for fen in [
        "5k2/8/8/8/8/3b4/8/5RK1 b - - 0 1",
        "4rk2/8/8/8/8/8/8/5RK1 b - - 0 1",
        "5k2/8/8/8/8/8/8/4BRK1 b - - 0 1",
        "5k2/8/8/8/8/8/8/5RKB b - - 0 1",
    ] {
        assert!(!written(fen).contains(&"O-O".to_owned()), "{fen}");
    }
    let long = written("4k3/8/8/8/8/8/8/2KR4 b - - 0 1");
    assert!(long.contains(&"O-O-O".to_owned()), "{long:?}");
}

#[test]
fn a_king_and_a_rook_with_a_right_have_not_moved() {
    let unmoves = written("4k3/8/8/8/8/8/8/R3K2R b K - 0 1");
    assert!(unmoves.iter().all(|text| text.starts_with('R') && text.contains("a1")), "{unmoves:?}");
    // Nor have they captured anything, so there is no last move.
    assert!(written("4k3/8/8/8/8/8/8/4K2R b K - 0 1").is_empty());
}

#[test]
fn a_rook_captured_at_home_may_have_had_its_right() {
    let position = position("4k2N/8/8/8/8/8/8/4K3 b - - 0 1");
    let known = Retractor::new().predecessors(&position, unmove(&position, "Ng6xRh8"));
    assert_eq!(known.required_rights(), CastlingRights::NONE);
    assert_eq!(known.possible_rights(), CastlingRights::BLACK_KING_SIDE);
    assert_eq!(known.rook_homes(Color::Black, CastlingSide::KingSide), Square::H8.into());
    let fens: Vec<String> = known.iter().map(|before| before.to_string()).collect();
    assert_eq!(fens, ["4k2r/8/6N1/8/8/8/8/4K3 w - - 0 1", "4k2r/8/6N1/8/8/8/8/4K3 w k - 0 1"]);
    // A rook takes a rook: either may have had its right, or both.
    let position = super::sameness::position("4k2R/8/8/8/8/8/8/4K3 b - - 0 1");
    let known = Retractor::new().predecessors(&position, unmove(&position, "Rh1xRh8"));
    assert_eq!(known.len(), 4);
    // Black's king has moved since: no right.
    let position = super::sameness::position("3k3N/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(Retractor::new().predecessors(&position, unmove(&position, "Ng6xRh8")).len(), 1);
}

#[test]
fn rights_of_chess960_name_their_rooks() {
    let position = position("1k6/8/8/8/8/8/2K5/R2R1R1R b - - 1 1");
    let chess960 = Retractor::new().castling(CastlingMode::Chess960);
    let step = chess960
        .unmoves(&position)
        .into_iter()
        .find(|unmove| unmove.to_string() == "Kc1-c2")
        .expect("a step");
    let known = chess960.predecessors(&position, step);
    // The rook on a1, or none; one of three, or none.
    assert_eq!(known.len(), 2 * 4);
    assert_eq!(known.rook_homes(Color::White, CastlingSide::KingSide).len(), 3);
    for before in &known {
        assert!(is_same(&played(&before, step), &position), "{before}");
    }
    assert_eq!(Retractor::new().predecessors(&position, step).len(), 1);
}

#[test]
fn castling_of_chess960_says_where_from() {
    let position = position("5k2/8/8/8/8/8/8/2KR4 b - - 0 1");
    let chess960 = Retractor::new().castling(CastlingMode::Chess960);
    assert_laws(chess960, &position);
    let castlings: Vec<String> = chess960
        .unmoves(&position)
        .into_iter()
        .filter(|unmove| unmove.castling_side().is_some())
        .map(|unmove| unmove.to_string())
        .collect();
    assert!(
        castlings.contains(&"O-O-O".to_owned()) && castlings.contains(&"O-O-O(b1,a1)".to_owned()),
        "{castlings:?}"
    );
    // With king on f1 and rook on d1, only the king has moved; and so on, down to b1 and a1.
    assert!(castlings.contains(&"O-O-O(c1,b1)".to_owned()));
    let rook_stays =
        chess960.unmoves(&position).into_iter().find(|unmove| unmove.to_string() == "O-O-O(e1,d1)");
    let before = chess960.before(&position, rook_stays.expect("the king jumped over it"));
    assert!(before.castling_rights().has(Color::White, CastlingSide::QueenSide));
    assert_eq!(before.castling_rooks().square(Color::White, CastlingSide::QueenSide).file(), File::D);
}

#[test]
fn promotions_become_pawns() {
    let promoted = written("3Q4/8/8/8/8/6k1/8/K7 b - - 0 1");
    assert!(
        promoted.contains(&"d7-d8=Q".to_owned()) && promoted.contains(&"c7xRd8=Q".to_owned()),
        "{promoted:?}"
    );
    assert!(!promoted.contains(&"c7xPd8=Q".to_owned()));
    // A capture that promotes has left the line of another piece: a discovered check.
    let discovered = written("3N4/8/2k5/8/8/8/6B1/K7 b - - 0 1");
    assert!(
        discovered.is_empty(),
        "the knight gives check from d8, and no pawn stood on the diagonal: {discovered:?}"
    );
    let discovered = written("2kN4/8/8/8/6B1/8/8/K7 b - - 0 1");
    let is_promotion = |text: &String| text.contains('=');
    assert!(!discovered.iter().any(is_promotion), "a pawn on d7 attacked the king: {discovered:?}");
    // From between king and rook: straight on, or with any of four pieces taken.
    let discovered = written("3N4/k6R/8/8/8/8/8/K7 b - - 0 1");
    let promotions = |from: &str| {
        discovered.iter().filter(|text| text.starts_with(from) && text.ends_with("d8=N")).count()
    };
    assert_eq!(["c7x", "d7-", "e7x", ""].map(promotions), [4, 1, 4, 9], "{discovered:?}");
    let discovered = written("3kN3/8/8/8/8/8/8/K2R4 b - - 0 1");
    assert_eq!(discovered.iter().filter(|text| text.starts_with("d7x")).count(), 4, "{discovered:?}");
    assert!(!discovered.contains(&"e7-e8=N".to_owned()));
    // Eight pawns are there already.
    let full = written("3Q4/8/8/8/8/PPP3k1/PPPPP3/K7 b - - 0 1");
    assert!(full.iter().all(|text| !text.contains('=')), "{full:?}");
}

#[test]
fn a_battery_opens_by_captures_alone() {
    // The bishop shields the king from its own rook: it has come along no other line, unless it captured.
    let battery = written("4k3/8/8/8/4B3/8/8/K3R3 b - - 0 1");
    let bishop: Vec<&String> = battery.iter().filter(|text| text.starts_with('B')).collect();
    assert!(!bishop.is_empty() && bishop.iter().all(|text| text.contains('x')), "{bishop:?}");
    // A pawn may have come along the file, where it shielded the king, too.
    let pawn = written("4k3/8/8/8/4P3/8/8/K3R3 b - - 0 1");
    assert!(pawn.contains(&"e3-e4".to_owned()), "{pawn:?}");
    // Here the pawn has never moved, but the king may have.
    let king = written("4k3/8/8/8/8/8/1P6/BK6 b - - 0 1");
    assert!(!king.is_empty());
}

#[test]
fn no_side_had_more_than_sixteen_pieces_or_eight_pawns() {
    // Black has all pieces and pawns: nothing is put back.
    let all = written("rnbqkbnr/pppppppp/8/8/8/8/8/R3K3 b kq - 0 1");
    assert!(all.iter().all(|text| !text.contains('x')), "{all:?}");
    // All pawns, not all pieces: no pawn.
    let pawns = written("rnbqkb1r/pppppppp/8/8/8/2N5/8/4K3 b kq - 0 1");
    assert!(
        pawns.iter().any(|text| text.contains("xN")) && pawns.iter().all(|text| !text.contains("xP")),
        "{pawns:?}"
    );
    // Seventeen pieces may be well defined, but no move leads there: the position before would have as many.
    let setup = "QQQQQQQQ/QQQQQQQQ/7K/8/8/8/8/k7 b - - 0 1".parse().expect("a setup");
    let many = Position::from_setup(setup, Strictness::WellDefined).expect("well defined");
    assert_eq!(Retractor::new().count(&many), 0);
    assert!(definition_is_empty(&many));
}

fn definition_is_empty(position: &Position) -> bool {
    super::definition::unmoves(Retractor::new(), position).is_empty()
}

#[test]
fn a_king_comes_out_of_a_double_check_but_not_of_a_triple_one() {
    // Rook and bishop look at e1. What the king captured on e2 did not.
    let from_e1 = |fen| written(fen).into_iter().filter(|text| text.starts_with("Ke1")).collect::<Vec<_>>();
    let double = from_e1("4k3/8/8/b7/8/8/4K3/r7 b - - 0 1");
    assert_eq!(double, ["Ke1-e2", "Ke1xBe2", "Ke1xNe2", "Ke1xPe2"]);
    let triple = from_e1("4k3/8/8/b7/8/8/2n1K3/r7 b - - 0 1");
    assert!(triple.is_empty(), "{triple:?}");
}

#[test]
fn unmoves_are_refused_elsewhere() {
    let position = position("4k3/8/8/8/8/8/8/R3K3 b - - 0 1");
    let rook = unmove(&position, "Ra7xNa1");
    assert!(!Retractor::new().is_legal(&Position::default(), rook));
    assert!(Retractor::new().is_legal(&position, rook));
}

#[test]
fn moves_are_numbered_from_one() {
    for (fen, number) in [("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1), ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", 1)] {
        let position = position(fen);
        let retractor = Retractor::new();
        for &unmove in &retractor.unmoves(&position) {
            assert_eq!(retractor.before(&position, unmove).fullmove_number(), number, "{unmove}");
        }
    }
}

#[test]
fn no_game_leads_where_the_tree_of_unmoves_dies() {
    let reachability = |fen: &str, plies| Retractor::new().reachability(&position(fen), plies);
    assert_eq!(reachability("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", 5), Reachability::No { longest: 0 });
    assert_eq!(reachability("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 5), Reachability::Unknown);
    assert_eq!(reachability("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", 0), Reachability::Unknown);
    // At any depth: a line takes memory, but no stack.
    assert_eq!(reachability("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 20_000), Reachability::Unknown);
    let start = Position::default().to_string();
    assert_eq!(reachability(&start, 5), Reachability::Unknown);
    assert_eq!(reachability(&start.replace(" w ", " b "), 5), Reachability::Unknown);
    // All pieces at home and White's pawn on a3, White to move: Black has moved a knight out and back.
    assert_eq!(
        reachability("rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
        Reachability::Unknown
    );
    let chess960 = Retractor::new().castling(CastlingMode::Chess960);
    for number in [0, 959] {
        let array = Position::chess960(number).expect("an array");
        assert_eq!(chess960.reachability(&array, 3), Reachability::Unknown);
        assert_eq!(Retractor::cautious().reachability(&array, 3), Reachability::Unknown);
    }
    // Only castling of Chess960 explains the check: the king stood on f1 or g1.
    let castled = position("8/8/8/8/8/5k2/8/4nRK1 b - - 0 1");
    assert_eq!(Retractor::new().reachability(&castled, 1), Reachability::No { longest: 0 });
    assert_eq!(Retractor::cautious().reachability(&castled, 1), Reachability::Unknown);
    let two_knights = position("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(Retractor::cautious().reachability(&two_knights, 3), Reachability::No { longest: 0 });
}
