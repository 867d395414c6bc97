//! How games end, where sites and programs differ or material is not all that counts.

use philidor::GameResult;
use philidor::{Color, Game, GamePosition, Outcome, Strictness};
use philidor_proof::{at_least, samples, seed};
use philidor_variants::{Antichess, AnyPosition, Atomic, Variant, VariantPosition};

/// The end of a position in words, or nothing.
fn outcome(variant: Variant, fen: &str) -> String {
    let position = AnyPosition::from_fen_with(variant, fen, Strictness::WellDefined);
    let position = position.unwrap_or_else(|error| panic!("{fen}: {error}"));
    position.outcome().map(|outcome| outcome.to_string()).unwrap_or_default()
}

/// Two bishops of its own can hem a king in; one cannot.
#[test]
fn bishops_that_never_meet_mate_in_atomic() {
    let won = AnyPosition::from_fen(Variant::Atomic, "kb6/b7/8/8/8/8/8/1B5K w - - 0 1").unwrap();
    assert_eq!(won.outcome(), None);
    let after = won.after(won.parse_san(b"Be4#").unwrap());
    assert_eq!(
        after.outcome().map(|outcome| outcome.to_string()).as_deref(),
        Some("White wins by checkmate")
    );
    for (fen, expected) in [
        ("kb6/8/8/8/8/8/8/1B5K w - - 0 1", "draw by insufficient material"),
        ("kb6/8/8/8/8/8/B7/1B5K w - - 0 1", ""),
        ("kb6/b7/8/8/8/8/B7/1B5K w - - 0 1", ""),
    ] {
        assert_eq!(outcome(Variant::Atomic, fen), expected, "{fen}");
    }
}

/// A position is dead only where no series of moves wins.
#[test]
fn closed_positions_are_dead() {
    let dead = "draw by dead position";
    let cases = [
        (Variant::Antichess, "8/6p1/6P1/8/8/8/1b6/1B6 w - - 0 1", dead),
        (Variant::Suicide, "8/6p1/6P1/8/8/8/1b6/1B6 b - - 0 1", dead),
        (Variant::Antichess, "8/6p1/6P1/8/8/8/1b6/B7 w - - 0 1", ""), // bishops that meet
        (Variant::Antichess, "8/6p1/8/6P1/8/8/1b6/1B6 w - - 0 1", ""), // pawns with a move
        (Variant::Antichess, "8/6p1/6P1/8/8/8/8/1B6 b - - 0 1", "Black wins by lack of moves"),
        (Variant::Antichess, "8/8/8/8/8/6p1/6P1/b6B b - - 0 1", ""), // White's next turn has no move
        (Variant::Antichess, "8/8/8/8/8/5p2/5P1B/b6B b - - 0 1", ""), // bishops on both colors
        (Variant::Antichess, "b7/8/4p3/3pP3/3Pp3/4P3/8/B7 w - d6 0 1", ""), // taken in passing
        (Variant::Atomic, "4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1", dead),
        (Variant::Atomic, "4k3/8/3p4/8/3P4/8/8/4K3 w - - 0 1", ""),
        (Variant::Atomic, "4k3/8/8/3p1p2/3P1P2/8/8/4K3 w - - 0 1", ""), // more pawns can shut a king in
        (Variant::Atomic, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", ""),
        (Variant::Atomic, "4k3/8/8/3n4/3N4/8/8/4K3 w - - 0 1", ""), // knights block nothing
        (Variant::Horde, "7k/8/p7/P7/8/8/8/8 b - - 0 1", dead),
        (Variant::Chess, "k7/1Q6/8/8/8/8/8/7K b - - 0 1", dead), // the queen must be taken
        (Variant::ThreeCheck, "k7/1Q6/8/8/8/8/8/7K b - - 0 1", ""), // a board without pieces may still check
        (Variant::Horde, "8/8/p7/P1k5/8/8/8/8 b - - 0 1", dead),
        (Variant::Horde, "8/8/p7/Pk6/8/8/8/8 b - - 0 1", ""), // the king takes the last pawn
        (Variant::Horde, "6nk/8/p7/P7/7P/7p/8/8 b - - 0 1", ""), // the pawn on h4 is free to go
    ];
    for (variant, fen, expected) in cases {
        assert_eq!(outcome(variant, fen), expected, "{variant} {fen}");
    }
}

/// A king explodes, or has exploded: the other side has won, also with nothing but its king.
#[test]
fn the_side_whose_king_explodes_loses() {
    let before =
        AnyPosition::from_fen(Variant::Atomic, "rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPQPPP/RNB1KBNR w KQkq - 0 1");
    let before = before.unwrap();
    let taken = before.after(before.parse_san(b"Qxe7#").unwrap());
    assert_eq!(
        taken.outcome().map(|outcome| outcome.to_string()).as_deref(),
        Some("White wins by explosion")
    );
    for (fen, expected, lacking) in [
        ("8/8/8/8/8/8/8/4K3 b - - 0 1", "White wins by explosion", [false, true]),
        ("8/8/8/8/8/8/3q4/4K3 b - - 0 1", "White wins by explosion", [false, false]),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "Black wins by explosion", [true, false]),
    ] {
        assert_eq!(outcome(Variant::Atomic, fen), expected, "{fen}");
        let position = AnyPosition::from_fen(Variant::Atomic, fen).unwrap();
        assert_eq!(Color::ALL.map(|color| position.has_insufficient_material(color)), lacking, "{fen}");
    }
    // Each capture can uncover several lines, so three pieces can give check.
    AnyPosition::from_fen(Variant::Atomic, "4k3/8/5N2/8/B7/8/8/K3R3 b - - 0 1").unwrap();
}

/// In suicide chess the side with fewer pieces wins, in antichess the side without a move.
#[test]
fn no_legal_move_ends_losing_chess() {
    for (fen, suicide, antichess) in [
        ("8/6p1/6P1/8/8/8/8/1B6 b - - 0 1", "Black wins by lack of moves", "Black wins by lack of moves"),
        ("7b/6p1/6P1/8/8/8/8/8 b - - 0 1", "White wins by lack of moves", "Black wins by lack of moves"),
        (
            "8/6p1/6P1/8/8/8/8/8 b - - 0 1",
            "draw by lack of moves with equal material",
            "Black wins by lack of moves",
        ),
        ("8/8/8/8/8/6p1/6P1/7B w - - 0 1", "Black wins by lack of moves", "White wins by lack of moves"),
        ("8/8/8/8/8/6p1/6P1/6b1 w - - 0 1", "White wins by lack of moves", "White wins by lack of moves"),
    ] {
        assert_eq!(outcome(Variant::Suicide, fen), suicide, "{fen}");
        assert_eq!(outcome(Variant::Antichess, fen), antichess, "{fen}");
    }
}

/// A knight each: whose turn it is and the colors of their squares decide who can lose its own; python-chess agrees.
#[test]
fn two_knights_of_losing_chess_meet_only_on_one_side_s_terms() {
    for (fen, expected) in [
        ("8/8/8/3n4/8/8/8/1N6 w - - 0 1", [false, true]),
        ("8/8/8/3n4/8/8/8/1N6 b - - 0 1", [true, false]),
        ("8/8/8/4n3/8/8/8/1N6 w - - 0 1", [true, false]),
        ("8/8/8/4n3/8/8/8/1N6 b - - 0 1", [false, true]),
        ("8/8/8/4nn2/8/8/8/1N6 b - - 0 1", [false, false]),
        ("8/8/8/4n3/8/8/8/1NN5 w - - 0 1", [false, false]),
        ("8/8/8/4n3/8/8/8/1N5R w - - 0 1", [false, false]),
    ] {
        let position = AnyPosition::from_fen(Variant::Antichess, fen).unwrap();
        assert_eq!(Color::ALL.map(|color| position.has_insufficient_material(color)), expected, "{fen}");
    }
}

/// White's pawns are those of every start of the horde, and Black's pieces those of the number.
#[test]
fn a_horde_has_all_starts_of_chess960() {
    let start = AnyPosition::start(Variant::Horde);
    assert_eq!(AnyPosition::chess960(Variant::Horde, 518), Some(start));
    let other = AnyPosition::chess960(Variant::Horde, 0).unwrap();
    assert_eq!(
        other.to_string(),
        "bbqnnrkr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"
    );
    assert_eq!(AnyPosition::chess960(Variant::Horde, 960), None);
}

/// White, then Black: whether the side can no longer win.
#[test]
fn material_that_cannot_win() {
    let cases = [
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", [true, true]),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4KN2[] w - - 0 1", [true, true]),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[n] w - - 0 1", [true, true]),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4KN2[n] w - - 0 1", [false, false]), // four pieces
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", [false, false]),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/7P/4K3[] w - - 0 1", [false, false]),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4KR2[] w - - 0 1", [false, false]),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[q] w - - 0 1", [false, false]),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4KN~2[] w - - 0 1", [false, false]), // a pawn once it is taken
        (Variant::KingOfTheHill, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", [false, false]),
        (Variant::RacingKings, "8/8/8/8/8/8/k6K/8 w - - 0 1", [false, false]),
        (Variant::ThreeCheck, "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", [true, true]),
        (Variant::ThreeCheck, "4k3/8/8/8/8/8/8/4KN2 w - - 3+3 0 1", [false, true]),
    ];
    for (variant, fen, expected) in cases {
        let position = AnyPosition::from_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let lacking = Color::ALL.map(|color| position.has_insufficient_material(color));
        assert_eq!(lacking, expected, "{variant} {fen}");
        let is_drawn = outcome(variant, fen) == "draw by insufficient material";
        assert_eq!(is_drawn, expected == [true, true], "{variant} {fen}");
    }
}

/// A position can be set up in which the king that stands there is to move.
#[test]
fn the_king_on_the_hill_wins() {
    for fen in ["8/8/2k5/8/4K3/8/8/8 b - - 0 1", "8/8/2k5/8/4K3/8/8/8 w - - 0 1"] {
        assert_eq!(outcome(Variant::KingOfTheHill, fen), "White wins by king in the center", "{fen}");
    }
}

/// Everything that a blocked pair of pawns and two kings can come to in atomic: no win.
#[test]
fn no_series_of_moves_wins_with_two_blocked_pawns() {
    use philidor::{Color, Piece, PieceType, Setup, Square};
    let mut counted = 0;
    let king = |color| Piece::new(color, PieceType::King);
    for pawn in Square::ALL.into_iter().skip(8).take(40) {
        let mut pawns = Setup::empty();
        pawns.board.put(pawn, Piece::new(Color::White, PieceType::Pawn));
        pawns.board.put(Square::ALL[pawn.index() + 8], Piece::new(Color::Black, PieceType::Pawn));
        for (white, black) in
            Square::ALL.into_iter().flat_map(|white| Square::ALL.map(|black| (white, black)))
        {
            let taken = |square| pawns.board.piece_at(square).is_some();
            if white == black || taken(white) || taken(black) {
                continue;
            }
            let mut setup = pawns;
            setup.board.put(white, king(Color::White));
            setup.board.put(black, king(Color::Black));
            for side in Color::ALL {
                setup.state.side_to_move = side;
                let position = VariantPosition::<Atomic>::from_setup(setup, (), Strictness::WellDefined);
                let Ok(position) = position else { continue };
                let winner = position.outcome().and_then(|outcome| outcome.winner());
                assert_eq!(winner, None, "{position}");
                counted += 1;
            }
        }
    }
    assert!(counted > 200_000, "{counted}");
}

/// Bishops and blocked pawns put down at random in antichess: all that dead ones can come to, until nothing new comes.
#[test]
fn no_series_of_moves_wins_from_a_locked_position() {
    use std::collections::BTreeSet;

    use philidor::{Color, Piece, PieceType, Setup, Square};
    let mut random = super::random::Random(seed(36));
    let (mut dead, mut alive) = (0, 0);
    for _ in 0..samples(600) {
        let mut setup = Setup::empty();
        let white_is_dark = random.below(2);
        let is_dark = |square: Square| (square.index() % 8 + square.index() / 8).is_multiple_of(2);
        let is_of = |square, color| is_dark(square) == ((color == Color::White) == (white_is_dark == 1));
        for _ in 0..random.below(7) {
            let at = Square::ALL[8 + random.below(40)];
            let ahead = Square::ALL[at.index() + 8];
            let is_free = |square| setup.board.piece_at(square).is_none();
            if is_of(at, Color::White) && is_free(at) && is_free(ahead) {
                setup.board.put(at, Piece::new(Color::White, PieceType::Pawn));
                setup.board.put(ahead, Piece::new(Color::Black, PieceType::Pawn));
            }
        }
        for color in Color::ALL {
            let free = |square: &Square| is_of(*square, color) && setup.board.piece_at(*square).is_none();
            let free: Vec<Square> = Square::ALL.into_iter().filter(free).collect();
            // In a corner or anywhere.
            let at = if random.below(2) == 0 {
                random.below(free.len())
            } else {
                (free.len() - 1) * random.below(2)
            };
            setup.board.put(free[at], Piece::new(color, PieceType::Bishop));
        }
        let start = VariantPosition::<Antichess>::from_setup(setup, (), Strictness::WellDefined).unwrap();
        if start.outcome().map(Outcome::result) != Some(GameResult::Draw) {
            alive += 1;
            continue;
        }
        dead += 1;
        let mut seen = BTreeSet::from([start.key()]);
        let mut open = vec![start];
        while let Some(position) = open.pop() {
            let moves = position.legal_moves();
            assert!(!moves.is_empty(), "{start} comes to {position}");
            for mv in moves {
                assert_eq!(mv.captured(), None, "{start} comes to {position}");
                let after = position.after(mv);
                if seen.insert(after.key()) {
                    open.push(after);
                }
            }
        }
    }
    assert!(dead > at_least(100) && alive >= at_least(10), "{dead} {alive}");
}

#[test]
fn a_game_that_is_over_has_no_draw_to_claim() {
    let mated = "R6k/6pp/8/8/8/8/8/K7 b - - 100 80";
    let game = Game::from_position(AnyPosition::from_fen(Variant::KingOfTheHill, mated).expect("a position"));
    assert!(game.outcome().is_some());
    assert_eq!(game.claimable_draw(), None);
}
