//! Texts as people and programs write them, and what is said of those that cannot be read.

use philidor::{Color, Game, GamePosition, PositionError, SanErrorKind, Strictness};
use philidor_variants::{AnyPosition, Variant};

fn position(variant: Variant, fen: &str) -> AnyPosition {
    AnyPosition::from_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn fens_in_each_spelling() {
    let written = "4k3/1Q~6/8/8/4b3/8/Kpp5/8[Pnn] b - - 0 1";
    for fen in [
        written,
        "4k3/1Q~6/8/8/4b3/8/Kpp5/8/Pnn b - - 0 1",
        "4k3/1Q~6/8/8/4b3/8/Kpp5/8[nPn] b - - 0 1",
        "  4k3/1Q~6/8/8/4b3/8/Kpp5/8[nPn]   b - -",
    ] {
        assert_eq!(position(Variant::Crazyhouse, fen).to_string(), written, "{fen}");
    }
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3/ w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[-] w - - 0 1",
    ] {
        assert_eq!(
            position(Variant::Crazyhouse, fen).to_string(),
            "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
            "{fen}"
        );
    }
    // Leading blanks are not squares.
    let eighth = "Q~3k3/8/8/8/8/8/8/4K3[] b - - 0 1";
    assert_eq!(position(Variant::Crazyhouse, &format!("  {eighth}")).to_string(), eighth);
    let written = "4k3/8/8/8/8/8/8/4K2R w K - 3+2 4 7";
    for fen in [written, "4k3/8/8/8/8/8/8/4K2R w K - 4 7 +0+1"] {
        let position = position(Variant::ThreeCheck, fen);
        assert_eq!(position.to_string(), written);
        assert_eq!(Color::ALL.map(|color| position.checks_given(color)), [0, 1]);
    }
}

/// With more than win, what is left would say less than what was given.
#[test]
fn checks_beyond_the_last_are_read_back() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +4+1";
    let position = AnyPosition::from_fen_with(Variant::ThreeCheck, fen, Strictness::WellDefined).unwrap();
    assert_eq!(Color::ALL.map(|color| position.checks_given(color)), [4, 1]);
    assert_eq!(position.to_string(), fen);
}

/// As in chess: a step or a capture of the king is not castling, and the fault says how that is written.
#[test]
fn castling_is_not_a_move_of_the_king_to_its_rook() {
    let chess = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let two_kings = "4k3/8/8/8/8/8/8/1R1K2RK w GB - 0 1";
    let reason = |variant, fen, text: &str| {
        position(variant, fen).parse_san(text.as_bytes()).map_err(|error| error.to_string())
    };
    for (text, destination, written) in [
        ("Kg1", "g1", "O-O"),
        ("Kxh1", "h1", "O-O"),
        ("Ke1xh1", "h1", "O-O"),
        ("Kexa1", "a1", "O-O-O"),
        ("Kc1#", "c1", "O-O-O"),
    ] {
        let expected =
            format!("illegal: the king cannot move to {destination}; castling is written {written}");
        assert_eq!(reason(Variant::Atomic, chess, text), Err(expected.clone()), "{text}");
        let in_chess = fen_of_chess(chess).parse_san(text).map_err(|error| error.to_string());
        assert_eq!(in_chess.err(), Some(expected), "{text}");
    }
    for (text, uci) in [("Ke1g1", "e1g1"), ("e1h1", "e1g1"), ("O-O-O", "e1c1")] {
        let read = position(Variant::Atomic, chess).parse_san(text.as_bytes()).map(|mv| mv.to_string());
        assert_eq!(read.as_deref(), Ok(uci), "{text}");
    }
    assert!(reason(Variant::Giveaway, two_kings, "Kdxb1").is_err_and(|reason| reason.ends_with("O-O-O")));
    for (variant, fen, text) in [
        (Variant::Giveaway, two_kings, "Khxg1"),
        (Variant::Chess, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "Kxh1"),
        (Variant::Chess, chess, "Kxh1=Q"),
    ] {
        assert!(reason(variant, fen, text).is_err_and(|reason| !reason.contains("O-O")), "{text}");
    }
}

fn fen_of_chess(fen: &str) -> philidor::Position {
    fen.parse().expect("a position")
}

#[test]
fn a_right_to_castle_needs_its_king_and_its_rook() {
    for (variant, fen) in [
        (Variant::Giveaway, "6r1/8/8/8/8/8/8/7K b g - 0 1"),
        (Variant::Giveaway, "4k3/8/8/8/8/8/4K3/K7 w Q - 0 1"),
        (Variant::Horde, "4k3/8/8/8/8/8/8/R7 w Q - 0 1"),
    ] {
        let read = AnyPosition::from_fen_with(variant, fen, Strictness::WellDefined);
        assert!(read.is_err(), "{fen}");
    }
    assert!(AnyPosition::from_fen(Variant::Giveaway, "4k3/8/8/8/8/8/4K3/R3K3 w Q - 0 1").is_ok());
}

#[test]
fn errors_name_the_text_and_its_column() {
    let error = |variant, fen: &str| AnyPosition::from_fen(variant, fen).expect_err(fen).to_string();
    let cases = [
        (
            Variant::Crazyhouse,
            "4k3/8/8/8/8/8/8/4K3[Nx] w - - 0 1",
            "what the variant adds, column 22: `x` is not a piece that can be in a pocket",
        ),
        (
            Variant::Crazyhouse,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1",
            "board and pockets have 33 pieces, more than 32",
        ),
        (
            Variant::Crazyhouse,
            "4k3/8/8/8/8/8/8/4K3[N w - - 0 1",
            "what the variant adds, column 20: `[N` is not a pocket in brackets at the end of the board",
        ),
        (
            Variant::Crazyhouse,
            "4k3/8/8/8/8/8/8/4K3[N]? w - - 0 1",
            "what the variant adds, column 20: `[N]?` is not a pocket in brackets at the end of the board",
        ),
        (
            Variant::Crazyhouse,
            "4k3/8/8/8/8/8/8/4K3[N] x - - 0 1",
            "side to move, column 24: `x` is neither w nor b",
        ),
        (
            Variant::Crazyhouse,
            "4k3/Q~q~6/8/8/8/8/8/4Kz2[N] w - - 0 1",
            "board, column 23: `z` is neither a piece nor a number of empty squares",
        ),
        (
            Variant::ThreeCheck,
            "4k3/8/8/8/8/8/8/4K3 w - - 4+0 0 1",
            "what the variant adds, column 27: `4+0` is not a count of checks, as 3+3 (left) or +0+0 (given)",
        ),
        (Variant::ThreeCheck, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +4+0", "white has given 4 checks, more than 3"),
        (
            Variant::Atomic,
            "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
            "board, column 20: `[` is neither a piece nor a number of empty squares",
        ),
        (
            Variant::RacingKings,
            "8/8/8/8/8/8/krbnNBRK/qrbnNBPQ w - - 0 1",
            "no pawn can stand on the first or eighth rank: g1; racing kings has no pawns: g1",
        ),
        (
            Variant::RacingKings,
            "8/8/8/8/k6R/8/8/K7 b - - 0 1",
            "no side gives check in racing kings: king a4, attacked from h4",
        ),
        (
            Variant::RacingKings,
            "8/8/8/8/8/8/krbnNBRK/qrbnNBQQ w - - 0 1",
            "white has 2 queens, more than a race starts with",
        ),
        (Variant::Horde, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "white has a king, and the horde has none: e1"),
        (Variant::Horde, "4k3/8/8/8/8/8/8/8 w - - 0 1", ""),
        (Variant::Horde, "8/8/8/8/8/8/P7/8 w - - 0 1", "black has no king"),
        (
            Variant::Atomic,
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "the side that is not to move is in check: king e8, attacked from e2",
        ),
    ];
    for (variant, fen, expected) in cases {
        if expected.is_empty() {
            assert!(AnyPosition::from_fen(variant, fen).is_ok(), "{fen}");
        } else {
            assert_eq!(error(variant, fen), expected, "{fen}");
        }
    }
    for (variant, fen) in [
        (Variant::Giveaway, "4k3/8/8/8/8/8/8/1K2K3 w KQ - 0 1"),
        (Variant::Horde, "4k3/8/8/8/8/8/8/p6P w - - 0 1"),
        (Variant::ThreeCheck, "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1 +1+2"),
        (Variant::ThreeCheck, "4k3/8/8/8/8/8/8/4K3 w - - 0+0 0 1"),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K2R~[] w K - 0 1"),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K~3[] w - - 0 1"),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/P~7/4K3[] w - - 0 1"),
        (Variant::Crazyhouse, "8/8/8/8/8/8/8/4K3[] w - - 0 1"),
    ] {
        assert!(AnyPosition::from_fen_with(variant, fen, Strictness::WellDefined).is_err(), "{fen}");
    }
    let beside = "rnbq1bnr/p1ppp1pp/4kK2/1p3p2/4PP2/8/PPPP2PP/RNBQ1BNR b - f3 0 7";
    assert!(
        AnyPosition::from_fen(Variant::Atomic, beside).is_ok(),
        "kings touch, so there was no check before f2-f4"
    );
    let touching = "8/8/8/8/8/4R3/4k3/4K3 w - - 0 1";
    assert!(AnyPosition::from_fen(Variant::Atomic, touching).is_ok(), "kings that touch are safe");
    assert!(matches!(AnyPosition::from_fen(Variant::Chess, touching), Err(PositionError::Setup(_))));
}

#[test]
fn moves_that_are_not_legal_say_why() {
    let cases = [
        (
            Variant::Antichess,
            "8/6p1/8/8/8/8/6R1/8 w - - 0 1",
            "Ra2",
            "illegal: there is a capture, and captures are compulsory",
        ),
        (
            Variant::Crazyhouse,
            "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
            "Q@d4",
            "illegal: no queen is in the pocket",
        ),
        (
            Variant::Crazyhouse,
            "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
            "N@e8",
            "illegal: no knight can be dropped on e8",
        ),
        (
            Variant::Crazyhouse,
            "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
            "P@a8",
            "illegal: no pawn can be dropped on a8",
        ),
        (
            Variant::Atomic,
            "4k3/8/8/8/8/8/4p3/R3K3 w - - 0 1",
            "Kxe2",
            "illegal: the capture would cost the side its king",
        ),
        (Variant::RacingKings, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", "Nc2", ""),
        (Variant::RacingKings, "8/8/8/k7/8/8/8/6RK w - - 0 1", "Rg5", "illegal: no move may give check"),
        (Variant::KingOfTheHill, "4k3/8/8/8/4K3/8/8/8 b - - 0 1", "Kd8", "illegal: the game is over"),
        (
            Variant::Chess,
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "--",
            "illegal: the null move is not a move of a game",
        ),
        (Variant::Chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "O-O", "illegal: castling O-O is not possible"),
        (Variant::Chess, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "illegal: the promotion piece is missing"),
        (Variant::Chess, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=K", "not a move, from byte 3 on"),
        (Variant::Antichess, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "Ke2", ""),
        (Variant::Antichess, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8K", ""),
        (Variant::Chess, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "Ke2e4", "illegal: the king cannot move to e4"),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@f3+!", ""),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@exf3", "not a move, from byte 3 on"),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@z9", "not a move, from byte 2 on"),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "@f3zz", "not a move, from byte 3 on"),
    ];
    for (variant, fen, san, expected) in cases {
        let found = position(variant, fen).parse_san(san.as_bytes());
        match expected {
            "" => assert!(found.is_ok(), "{san} in {fen}: {found:?}"),
            _ => assert_eq!(
                found.map_err(|error| error.to_string()),
                Err(expected.to_owned()),
                "{san} in {fen}"
            ),
        }
    }
}

#[test]
fn a_text_that_fits_two_moves_names_both() {
    let two_kings = position(Variant::Antichess, "8/8/8/8/7p/8/8/2K1K3 w - - 0 1");
    let error = two_kings.parse_san(b"Kd2").expect_err("both kings go there");
    assert!(matches!(error.kind, SanErrorKind::Ambiguous(_)));
    assert_eq!(error.to_string(), "more than one move: Kc1d2 or Ke1d2");
    assert_eq!(two_kings.parse_san(b"Kcd2").map(|mv| mv.to_string()).as_deref(), Ok("c1d2"));
}

#[test]
fn names_in_every_spelling() {
    for (text, variant) in [
        ("Crazyhouse", Variant::Crazyhouse),
        ("Crazy House", Variant::Crazyhouse),
        ("zh", Variant::Crazyhouse),
        ("Three-check", Variant::ThreeCheck),
        ("Three check", Variant::ThreeCheck),
        ("3 Check", Variant::ThreeCheck),
        ("3check", Variant::ThreeCheck),
        ("King of the Hill", Variant::KingOfTheHill),
        ("kingOfTheHill", Variant::KingOfTheHill),
        ("KOTH", Variant::KingOfTheHill),
        ("Racing Kings", Variant::RacingKings),
        ("racingKings", Variant::RacingKings),
        ("From Position", Variant::Chess),
        ("Give away", Variant::Giveaway),
        ("Suicide chess", Variant::Suicide),
        ("Antichess", Variant::Antichess),
        ("Horde", Variant::Horde),
        ("Atomic chess", Variant::Atomic),
    ] {
        assert_eq!(text.parse(), Ok(variant), "{text}");
    }
    for variant in Variant::ALL {
        assert_eq!(variant.to_string().parse(), Ok(variant));
        assert_eq!(variant.uci_name().parse(), Ok(variant));
        assert_eq!(AnyPosition::start(variant).variant_name(), variant.to_string());
    }
    assert!("Bughouse".parse::<Variant>().is_err() && "960".parse::<Variant>().is_err());
}

/// Games as sites write them: tags in any order, clocks and evaluations in comments, variations, drops.
#[test]
fn games_go_through_the_readers_and_back_unchanged() {
    use philidor_pgn::{Checker, Exporter, GameTree, Lines, Reader};
    let games = "\
[Event \"Rated crazyhouse game\"]
[FEN \"6k1/5ppp/8/8/8/8/8/4K3[RPn] w - - 0 1\"]
[SetUp \"1\"]
[Result \"1-0\"]
[Variant \"Crazyhouse\"]

1. P@a7 { [%clk 0:01:00] } 1... N@f6 $2 ( 1... f5 { why not } 2. a8=R+ Kf7 ) 2.
a8=Q+ Ne8 3. Qxe8# 1-0

[Result \"0-1\"]
[Variant \"Three-check\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 Qd4 6. Nf3 Qxe4+ 7. Qe2 Qxe2+ 8. Kxe2 Bg4 9. h3 O-O-O 0-1

[Result \"1-0\"]
[Variant \"Antichess\"]

1. e3 b5 2. Bxb5 Nh6 3. Bxd7 Bxd7 *

";
    let mut exporter = Exporter::<AnyPosition>::for_positions();
    let mut reader = Reader::new(games.as_bytes());
    let mut written = String::new();
    while let Some(game) = reader.read_game(&mut exporter) {
        assert_eq!(game, Ok(()));
        exporter.write_pgn(&mut written);
    }
    // Lines break elsewhere, and tags come in the order of the standard.
    let words = |text: &str| {
        let mut lines: Vec<&str> = text.split_inclusive(']').flat_map(str::split_whitespace).collect();
        lines.sort_unstable();
        lines.join(" ")
    };
    assert_eq!(words(&written), words(games));
    let mut again = String::new();
    let mut reader = Reader::new(written.as_bytes());
    while let Some(game) = reader.read_game(&mut exporter) {
        assert_eq!(game, Ok(()));
        exporter.write_pgn(&mut again);
    }
    assert_eq!(again, written);
    let mut checker = Checker::<AnyPosition>::for_positions(Lines::All);
    let mut reader = Reader::new(
        b"[Variant \"Atomic\"] 1. Nf3 f6 2. Nd4 g6 3. Ne6 Na6 4. Nxd8 Kf7 1-0 [Variant \"Shogi\"] 1. e4 *",
    );
    let errors = [reader.read_game(&mut checker), reader.read_game(&mut checker)]
        .map(|game| game.and_then(Result::err));
    let errors = errors.map(|error| error.map(|error| error.to_string()).unwrap_or_default());
    assert_eq!(errors[0], "line 1, column 59: `Kf7`: illegal: the game is over");
    assert!(errors[1].contains("Shogi"), "{}", errors[1]);
    let tree: GameTree<AnyPosition> =
        "[Variant \"KOTH\"] 1. e4 e5 2. Ke2 Ke7 3. Ke3 Ke6 4. Kf3 *".parse().unwrap();
    assert_eq!(tree.main_line().count(), 7);
}

/// A null move has no mark, whatever it leaves: of marks after it a reader makes no move.
#[test]
fn null_moves_that_end_a_game_come_back() {
    use philidor_pgn::{GameTree, NodeId};
    for (variant, fen) in [
        (Variant::Antichess, "8/8/8/p7/P7/8/8/7r b - - 0 1"),
        (Variant::RacingKings, "7K/8/8/8/8/k7/8/8 b - - 0 1"),
    ] {
        let start = AnyPosition::from_fen_with(variant, fen, Strictness::WellDefined).unwrap();
        let null = start.null_move().unwrap();
        assert!(start.after(null).outcome().is_some(), "{fen}");
        assert_eq!(start.to_san(null).as_str(), "--", "{fen}");
        let mut tree = GameTree::new(start);
        tree.add(NodeId::ROOT, null).unwrap();
        assert_eq!(tree.to_string().parse(), Ok(tree));
    }
}

/// Squares are lower case, as in chess: `B8b4` is a bishop's move to those who write SAN.
#[test]
fn uci_tells_files_from_pieces() {
    let start = position(Variant::Crazyhouse, "4k3/P7/8/8/8/8/8/4K3[N] w - - 0 1");
    for text in ["a7a8q", "a7a8Q", "N@f6", "n@f6"] {
        assert!(start.parse_uci(text).is_ok(), "{text}");
    }
    for (text, byte) in [("A7a8q", 0), ("a7A8q", 2), ("N@F6", 2)] {
        let error = start.parse_uci(text).unwrap_err().to_string();
        assert_eq!(error, format!("not a move of UCI, from byte {byte} on"), "{text}");
    }
}

/// What Lichess writes: the tags of an export in their order, pockets as a ninth rank, and checks given at the end.
/// Each game begins with a position that needs its variant.
#[test]
fn games_of_lichess_come_back_unchanged() {
    use philidor_pgn::GameTree;
    for (variant, fen, moves) in [
        ("Antichess", "8/8/8/8/8/8/6p1/7R w - - 0 1", "1. Rh2 g1=K 0-1"),
        ("Atomic", "4k3/4r3/8/8/8/8/8/4R2K w - - 0 1", "1. Rxe7# 1-0"),
        ("Crazyhouse", "rnbqkbnr/ppp1pppp/8/8/8/8/PPP1PPPP/RNBQKBNR/Pp w KQkq - 0 1", "1. P@d5 P@d6 *"),
        ("Crazyhouse", "4k3/8/8/8/8/8/8/4KQ~2/ w - - 0 1", "1. Kd2 *"),
        ("Horde", "4k3/8/8/8/8/8/8/PPPPPPPP w - - 0 1", "1. a3 Ke7 *"),
        ("King of the Hill", "4k3/8/8/8/8/4K3/8/8 w - - 0 1", "1. Ke4# 1-0"),
        ("Racing Kings", "8/7K/8/8/8/8/k7/8 w - - 0 1", "1. Kg8# 1-0"),
        ("Three-check", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 +1+0", "1. Rh8+ Kd7 2. Rh7# 1-0"),
    ] {
        let result = moves.rsplit(' ').next().unwrap();
        let game = format!(
            "[Event \"Rated game\"]\n[Site \"https://lichess.org/12345678\"]\n[Result \"{result}\"]\n[SetUp \"1\"]\n\
             [FEN \"{fen}\"]\n[Variant \"{variant}\"]\n\n{moves}\n\n"
        );
        let tree: GameTree<AnyPosition> = game.parse().unwrap_or_else(|error| panic!("{game}{error}"));
        assert_eq!(tree.to_string(), game);
    }
}

/// What captured pieces become does not depend on who stood on their squares before.
#[test]
fn marks_of_promoted_pieces_go_with_them() {
    let start = position(Variant::Crazyhouse, "r3k3/P7/8/8/8/8/8/4K3[n] w - - 0 1");
    let mut game = Game::from_position(start);
    assert!(game.play_uci("a7a8q").is_err(), "a rook stands there");
    for (text, pockets) in
        [("Kd2", ["", "n"]), ("Rxa7", ["", "np"]), ("Kc3", ["", "np"]), ("N@a8", ["", "p"])]
    {
        game.play_san(text).unwrap();
        let held = Color::ALL.map(|color| game.position().pocket(color).len() as usize);
        assert_eq!(held, pockets.map(str::len), "{text}");
    }
    let promoted = position(Variant::Crazyhouse, "4k3/P6r/8/8/8/8/8/4K2R[] w - - 0 1");
    let mut game = Game::from_position(promoted);
    for text in ["a8=Q+", "Ke7", "Qa7+", "Ke8", "Qxh7"] {
        game.play_san(text).unwrap();
    }
    assert_eq!(game.position().promoted().to_string().matches('X').count(), 1, "the queen was a pawn");
    assert!(game.position().to_string().starts_with("4k3/7Q~/8/8/8/8/8/4K2R[R]"), "{}", game.position());
}

/// A count without recursion: each king has one move, from the corner and back.
#[test]
fn deep_trees_need_no_deep_stack() {
    let forced = position(Variant::Chess, "k1b5/1p1p4/1P1P4/8/8/1p1p4/1P1P4/K1B5 w - - 0 1");
    for (depth, leaves) in [(257, 1), (65_535, 1), (65_536, u64::MAX), (u32::MAX, u64::MAX)] {
        assert_eq!(forced.perft(depth), leaves, "one reply each, depth {depth}");
    }
}
