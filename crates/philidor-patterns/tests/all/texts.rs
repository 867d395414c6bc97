//! The meaning of texts, and the errors of those without one.

use philidor::GameResult;
use philidor::{Bitboard, Color, File, Piece, Position, Square};
use philidor_patterns::{
    Bound, Comparison, GameFacts, Operand, ParsePatternErrorKind as Kind, Pattern, PieceCounts, PieceSet,
    Pieces, Quality,
};
use philidor_proof::{at_least, samples};

fn read(text: &str) -> Pattern {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn piece(letter: char) -> PieceSet {
    Piece::from_letter(letter).expect("a letter").into()
}

/// The plies at which a pattern holds in a game in SAN.
fn plies(text: &str, moves: &str) -> Vec<u32> {
    let mut game = philidor::Game::default();
    for mv in moves.split(' ') {
        game.play_san(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
    let digests: Vec<_> = game.moves().map(|mv| mv.digest()).collect();
    let mut plies = Vec::new();
    let facts = GameFacts::with_result(GameResult::WhiteWins);
    let found = |ply, _: &Position| plies.push(ply);
    read(text).search().each(game.start(), digests, facts, found).expect("legal moves");
    plies
}

#[test]
fn counts_have_pieces_squares_and_a_number() {
    let one = |pieces| Pattern::Count(pieces, Comparison::AtLeast, Operand::Number(1));
    assert_eq!(read("N on f3"), one(Pieces::new(piece('N')).with_zone(Square::F3.into())));
    assert_eq!(read("A"), one(Pieces::new(PieceSet::WHITE)));
    assert_eq!(read("an"), one(Pieces::new(PieceSet::BLACK)));
    let zone =
        Bitboard::from_file(File::D) | Bitboard::from_iter([Square::A1, Square::A2, Square::B1, Square::B2]);
    let isolated = Pieces::new(piece('P')).with_zone(zone).with_quality(Quality::Isolated);
    assert_eq!(read("isolated P on d,a1-b2"), one(isolated.clone()));
    assert_eq!(read("isolated P on d,b2-a1"), one(isolated));
    let files = [File::A, File::B, File::C].map(Bitboard::from_file);
    let files = Pieces::new(piece('p')).with_zone(files[0] | files[1] | files[2]);
    assert_eq!((read("p on a-c"), read("p on c-a")), (one(files.clone()), one(files)));
    assert_eq!(read("K on 7-8"), one(Pieces::new(piece('K')).with_zone(Bitboard(0xffff << 48))));
    let majority =
        Pattern::Count(Pieces::new(piece('P')), Comparison::Greater, Operand::Count(Pieces::new(piece('p'))));
    assert_eq!((read("P > p"), read("P>p")), (majority.clone(), majority));
    assert_eq!(read("Q=0"), Pattern::Count(Pieces::new(piece('Q')), Comparison::Equal, Operand::Number(0)));
    let light = read("B on light");
    assert!(light.search().first(&Position::default(), [], GameFacts::default()) == Ok(Some(0)));
    let Pattern::Count(pieces, ..) = light else { panic!("a count") };
    assert!(pieces.zone.contains(Square::F1) && !pieces.zone.contains(Square::C1) && pieces.zone.len() == 32);
}

#[test]
fn material_has_white_first() {
    let material = PieceCounts([[0, 1, 0, 0, 1], [0, 1, 0, 0, 0]]);
    for text in ["material KRPvKR", "material KRPKR", "material = krpvkr"] {
        assert_eq!(read(text), Pattern::Material(Bound::Exactly, material), "{text}");
    }
    assert_eq!(read("material >=KRPKR"), Pattern::Material(Bound::AtLeast, material));
    assert_eq!(read("imbalance QvRR"), Pattern::Imbalance([1, -2, 0, 0, 0]));
    assert_eq!(read("balance < -3"), Pattern::Balance(Comparison::Less, -3));
    assert_eq!(read("mirrored balance < -3"), Pattern::Balance(Comparison::Greater, 3));
}

#[test]
fn operators_bind_as_documented() {
    let turn = Pattern::Turn;
    let (white, black) = (turn(Color::White), turn(Color::Black));
    assert_eq!(
        read("check or white to move and not black to move"),
        Pattern::Check | (white.clone() & !black.clone())
    );
    assert_eq!(read("check then mate or end"), Pattern::Check.then(None, Pattern::Checkmate | Pattern::Last));
    assert_eq!(
        read("(check then mate) or end"),
        Pattern::Check.then(None, Pattern::Checkmate) | Pattern::Last
    );
    let three = std::num::NonZero::new(3);
    assert_eq!(
        read("check then within 3 any next mate"),
        Pattern::Check.then(three, Pattern::Always).then(std::num::NonZero::new(1), Pattern::Checkmate)
    );
    assert_eq!(read("not check for 3"), !Pattern::For(Box::new(Pattern::Check), three.expect("not zero")));
    assert_eq!(read("either (white to move)"), white | black);
    // A step that is a sequence itself comes as a whole.
    assert_eq!(read("check then (any next mate)"), read("check then any next mate"));
}

#[test]
fn boards_have_letters_for_what_may_be_there() {
    let holds = |text: &str, fen: &str| {
        let start: Position = fen.parse().expect("a position");
        read(text).search().first(&start, [], GameFacts::default()).expect("no moves").is_some()
    };
    let fen = "4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1";
    for (text, is) in [
        ("board 8/8/8/3p4/3P4/8/8/8", true),
        ("board 8/8/8/3P4/3P4/8/8/8", false),
        ("board 8/8/8/3a4/3A4/8/8/8", true),
        ("board 8/8/8/2.[Pp].3/3?4/8/8/8", true),
        ("board 8/8/8/2.[^Pp].3/3?4/8/8/8", false),
        ("board 8/8/8/2[.N][^Q].3/3?4/8/8/8", true),
        ("fen 4k3/8/8/3p4/3P4/8/8/4K3", true),
        ("fen 4k3/8/8/3p4/3P4/8/8/3K4", false),
        ("fen 4k3/8/8/3p4/3P4/8/8/4K3 w - - 7 30 and any", true),
        ("fen 4k3/8/8/3p4/3P4/8/8/4K3 w - - and any", true),
        ("fen 4k3/8/8/3p4/3P4/8/8/4K3 b - - 0 1", false),
        ("pawns 8/8/8/3p4/3P4/8/8/8", true),
        ("pawns 8/8/8/3p4/3P4/4P3/8/8", false),
        ("white-pawns 8/8/8/8/3P4/8/8/8", true),
        ("black-pawns 8/8/8/8/8/8/8/8", false),
        ("either pawns 8/8/8/3p4/3P4/8/8/8", true),
    ] {
        assert_eq!(holds(text, fen), is, "{text}");
    }
}

#[test]
fn moves_are_those_that_are_played_next() {
    let game = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5 Nb3 Qxd1 Rxd1";
    for (text, expected) in [
        ("plays e4", vec![0]),
        ("plays Nc6", vec![3]),
        ("plays Bc6", vec![6]),
        ("plays Bxc6", vec![6]),
        ("plays dxc6", vec![7]),
        ("plays d4", vec![10]),
        ("plays exd4", vec![11]),
        ("plays Nxd4", vec![12]),
        ("plays Nfd4", vec![12]),
        ("plays Ncd4", vec![]),
        ("plays g1f3", vec![2]),
        ("plays e1g1", vec![8]),
        ("plays b5c6", vec![6]),
        ("plays d7c6", vec![7]),
        ("plays c6d4", vec![]),
        ("ply>=16", vec![16, 17]),
        ("move=2 and white to move", vec![2]),
        ("balance>=4", vec![]),
        ("plays Kg1", vec![]),
        ("plays O-O", vec![8]),
        ("plays O-O-O", vec![]),
        ("plays castling", vec![8]),
        ("castled white short and ply < 12", vec![9, 10, 11]),
        ("opposite-castling", vec![]),
        ("plays takes", vec![6, 7, 11, 12, 15, 16]),
        ("plays takes Q", vec![15]),
        ("plays takes Qq", vec![15, 16]),
        ("plays BN takes", vec![6, 12]),
        ("plays quiet and black to move and ply > 3", vec![5, 9, 13]),
        ("plays N from d4,f3 to 3", vec![14]),
        ("plays promotes", vec![]),
        ("move > 0 and ply >= 17", vec![17]),
        ("plays q", vec![15]),
        ("result 1-0 and ply = 3", vec![3]),
        ("result 0-1", vec![]),
        ("end", vec![17]),
        ("move = 2 and white to move", vec![2]),
        ("ply >= 16", vec![16, 17]),
        ("plays d4 next plays exd4 next plays Nxd4", vec![12]),
        ("plays d4 next plays Nxd4", vec![]),
        ("plays d4 then within 2 plays Nxd4", vec![12]),
        ("plays e4 then plays Nxd4 then end", vec![17]),
        // A sequence in a step begins after the step before, whatever stands beside it.
        ("plays Nf3 then (plays e4 then plays Bb5)", vec![]),
        ("plays Nf3 then ((plays e4 then plays Bb5) and any)", vec![]),
        ("plays Nf3 then (plays e4 then plays Bb5 or mate)", vec![]),
        ("plays Nf3 then either (plays e4 then plays Bb5)", vec![]),
        ("plays Nf3 then either (plays Nc6 then plays Bb5)", vec![4]),
        ("plays Nf3 next ((plays Nc6 next plays Bb5) and white to move)", vec![4]),
        ("plays Nf3 next ((plays Bb5 next plays a6) and black to move)", vec![]),
        ("plays Nf3 then within 2 ((plays Bb5 next plays a6) or plays O-O)", vec![5]),
        ("plays Nf3 then ((plays e4 then plays Bb5) and any or plays O-O)", vec![8]),
        // `once` looks back over the whole game.
        ("plays Bb5 then once (plays e4 then plays Nf3) and ply < 6", vec![5]),
        ("imbalance Pv for 2", vec![]),
        ("imbalance v for 6", vec![5, 6, 17].into_iter().filter(|ply| *ply < 7).collect()),
        ("once plays O-O and ply < 10", vec![8, 9]),
        ("once (plays O-O next any) and ply < 10", vec![9]),
    ] {
        assert_eq!(plies(text, game), expected, "{text}");
    }
    let promotions = "a4 h5 a5 h4 a6 h3 axb7 hxg2 bxa8=N gxh1=Q Nxc7";
    assert_eq!(plies("plays bxa8=N or plays g2h1q", promotions), [8, 9]);
    assert_eq!(plies("plays a8=N or plays g2h1r or plays Na8", promotions), [] as [u32; 0]);
    assert_eq!(plies("plays to a8 promotes N or plays P to a8", promotions), [8]);
    assert_eq!(plies("plays promotes NBRQ", promotions), [8]);
    assert_eq!(plies("plays promotes q", promotions), [9]);
    assert_eq!(plies("mate", "f3 e5 g4 Qh4#"), [4]);
    assert_eq!(plies("ends mate", "f3 e5 g4 Qh4#"), [0, 1, 2, 3, 4]);
    assert_eq!(plies("plays Qh4 next mate", "f3 e5 g4 Qh4#"), [4]);
    assert_eq!(plies("check and not mate", "e4 f5 Qh5+ g6"), [3]);
    assert_eq!(plies("attacked Q and pinned n", "e4 e5 Nf3 Nc6 d4 exd4 Bb5"), [] as [u32; 0]);
    assert_eq!(plies("pinned p on d7", "e4 d6 Bb5+ c6 Qf3 d5"), [] as [u32; 0]);
    assert_eq!(plies("pinned n", "e4 e5 Nf3 Nc6 Bb5 d6 d4"), [6, 7]);
}

#[test]
fn faults_are_named_with_their_place() {
    let deep = format!("{}any", "(".repeat(100));
    let wide = format!("{}any", "either ".repeat(20));
    for (text, offset, word, kind) in [
        ("", 0, "", Kind::NotAPattern),
        ("check and", 9, "", Kind::NotAPattern),
        ("chess", 0, "chess", Kind::NotAPattern),
        ("check mate", 6, "mate", Kind::Rest),
        ("check)", 5, ")", Kind::Rest),
        ("(check", 6, "", Kind::Parenthesis),
        ("N on f9", 5, "f9", Kind::NotSquares),
        ("N on a1-", 5, "a1-", Kind::NotSquares),
        ("N on a1-light", 5, "a1-light", Kind::NotSquares),
        ("passed X", 7, "X", Kind::NotPieces),
        ("P on e > x", 9, "x", Kind::NotPieces),
        ("white mate", 6, "mate", Kind::NotTheWord("`to move`")),
        ("ply 20", 4, "20", Kind::NotAComparison),
        ("ply > x", 6, "x", Kind::NotANumber),
        ("check for 0", 10, "0", Kind::OutOfRange(1, u32::MAX.into())),
        ("check then within 0 mate", 18, "0", Kind::OutOfRange(1, u32::MAX.into())),
        ("ply > 99999999999999999999", 6, "99999999999999999999", Kind::OutOfRange(0, u32::MAX.into())),
        ("ply > -1", 6, "-1", Kind::OutOfRange(0, u32::MAX.into())),
        ("balance > -", 10, "-", Kind::NotANumber),
        ("plays a1a1", 6, "a1a1", Kind::Impossible),
        ("plays a1b4", 6, "a1b4", Kind::Impossible),
        ("plays Ba1b1", 6, "Ba1b1", Kind::Impossible),
        ("check or plays promotes K", 9, "plays promotes K", Kind::Impossible),
        ("plays promotes p", 0, "plays promotes p", Kind::Impossible),
        ("plays N promotes", 0, "plays N promotes", Kind::Impossible),
        ("plays P promotes q", 0, "plays P promotes q", Kind::Impossible),
        ("plays takes k", 0, "plays takes k", Kind::Impossible),
        ("plays P takes P", 0, "plays P takes P", Kind::Impossible),
        ("plays P from 1", 0, "plays P from 1", Kind::Impossible),
        ("plays takes p to 8", 0, "plays takes p to 8", Kind::Impossible),
        ("plays R castling", 0, "plays R castling", Kind::Impossible),
        ("plays castling takes", 0, "plays castling takes", Kind::Impossible),
        ("plays castling short to c", 0, "plays castling short to c", Kind::Impossible),
        ("move = 0", 0, "move = 0", Kind::Impossible),
        ("move<1 and check", 0, "move<1", Kind::Impossible),
        ("ply < 0", 0, "ply < 0", Kind::Impossible),
        ("not (Q < 0)", 5, "Q < 0", Kind::Impossible),
        ("Q > 64", 0, "Q > 64", Kind::Impossible),
        ("Kk = 3", 0, "Kk = 3", Kind::Impossible),
        ("A = 0", 0, "A = 0", Kind::Impossible),
        ("pinned K", 0, "pinned K", Kind::Impossible),
        ("p on 1,8", 0, "p on 1,8", Kind::Impossible),
        ("N on f3 >= 2", 0, "N on f3 >= 2", Kind::Impossible),
        ("board 8/8/8/8/8/8/8/P7", 0, "board 8/8/8/8/8/8/8/P7", Kind::Impossible),
        ("board K6K/8/8/8/8/8/8/8", 0, "board K6K/8/8/8/8/8/8/8", Kind::Impossible),
        ("fen 8/8/8/8/4P3/8/8/8", 0, "fen 8/8/8/8/4P3/8/8/8", Kind::Impossible),
        ("white-pawns P7/8/8/8/8/8/8/8", 0, "white-pawns P7/8/8/8/8/8/8/8", Kind::Impossible),
        ("check then within mate", 18, "mate", Kind::NotANumber),
        ("board 8/8/8/8/8/8/8", 6, "8/8/8/8/8/8/8", Kind::NotABoard),
        ("board 8/8/8/8/8/8/8/9", 6, "8/8/8/8/8/8/8/9", Kind::NotABoard),
        ("board 8/8/8/8/8/8/8/7[N", 6, "8/8/8/8/8/8/8/7[N", Kind::NotABoard),
        ("board 8/8/8/8/8/8/8/8/8", 6, "8/8/8/8/8/8/8/8/8", Kind::NotABoard),
        ("pawns 8/8/8/8/8/8/8/4K3", 6, "8/8/8/8/8/8/8/4K3", Kind::NotPawns),
        ("white-pawns 8/8/8/8/8/8/4p3/8", 12, "8/8/8/8/8/8/4p3/8", Kind::NotPawns),
        ("material KRP", 9, "KRP", Kind::NotMaterial),
        ("material > KRPKR", 9, ">", Kind::NotABound),
        ("white to mate", 9, "mate", Kind::NotTheWord("`to move`")),
        ("castled short", 8, "short", Kind::NotTheWord("`white` or `black`")),
        ("castled white", 13, "", Kind::NotTheWord("`short` or `long`")),
        ("isolated N", 9, "N", Kind::NoPawns),
        ("pinned passed KN on e4", 14, "KN", Kind::NoPawns),
        ("plays Qh4+", 6, "Qh4+", Kind::CheckMark),
        ("plays ed5", 6, "ed5", Kind::NotAMove),
        ("plays axd5", 6, "axd5", Kind::NotAMove),
        ("plays e5=Q", 6, "e5=Q", Kind::NotAMove),
        ("plays e5e6q", 6, "e5e6q", Kind::NotAMove),
        ("plays e7e8k", 6, "e7e8k", Kind::NotAMove),
        ("plays e2e4e5", 6, "e2e4e5", Kind::NotAMove),
        ("plays N from g1 from b1 to f3", 16, "from", Kind::Twice),
        ("plays takes p takes n", 14, "takes", Kind::Twice),
        ("plays quiet takes", 12, "takes", Kind::Twice),
        ("plays promotes Q quiet", 17, "quiet", Kind::Twice),
        ("imbalance PP", 10, "PP", Kind::NotAnImbalance),
        ("plays Qh4#", 6, "Qh4#", Kind::CheckMark),
        ("plays Nf9", 6, "Nf9", Kind::NotAMove),
        ("plays Ke8=Q", 6, "Ke8=Q", Kind::NotAMove),
        ("plays", 5, "", Kind::NotAMove),
        ("result 2-0", 7, "2-0", Kind::NotAResult),
        ("ends draw", 5, "draw", Kind::NotTheWord("`mate` or `stalemate`")),
        (&deep, 64, "(", Kind::TooLarge),
        (&wide, 56, "either", Kind::TooLarge),
    ] {
        let error = text.parse::<Pattern>().expect_err(text);
        assert_eq!((error.offset, error.text.as_str(), &error.kind), (offset, word, &kind), "{text}");
        assert!(error.to_string().len() < 200, "{error}");
    }
    // A quality that is said often is said once.
    let often = format!("{}{}P", "either ".repeat(11), "passed ".repeat(1_000_000));
    let once = format!("{}passed P", "either ".repeat(11));
    assert_eq!(often.parse::<Pattern>(), once.parse::<Pattern>());
    let error = "fen 4k3/8/8/8/8/8/8/8 w - - 0 1".parse::<Pattern>().expect_err("no white king");
    assert!(matches!(error.kind, Kind::Position(_)), "{error}");
    assert_eq!(error.offset, 4);
}

#[test]
fn depth_is_bounded_however_it_is_written() {
    let text = format!("ply >= 1{}", " for 2".repeat(4000));
    // A quarter of the stack of a thread, for reading, searching and dropping.
    let thread = std::thread::Builder::new().stack_size(512 << 10);
    let read = move || {
        let pattern = text.parse::<Pattern>();
        pattern.map(|pattern| pattern.search().first(&Position::default(), [], GameFacts::default()))
    };
    assert_eq!(thread.spawn(read).expect("a thread").join().expect("no overflow"), Ok(Ok(None)));
    let game = "e4 e5 Nf3 Nc6 Bb5";
    assert_eq!(plies("ply >= 1 for 3 for 2", game), [4, 5]);
    assert_eq!(plies("(ply >= 1 for 3) for 2", game), plies("ply >= 1 for 4", game));
}

#[test]
fn no_text_is_too_much() {
    let words = [
        "check",
        "and",
        "or",
        "not",
        "then",
        "next",
        "within",
        "3",
        "for",
        "(",
        ")",
        "N",
        "on",
        "e4",
        "=",
        "board",
        "8/8/8/8/8/8/8/8",
        "fen",
        "plays",
        "either",
        "passed",
        "w",
        "-",
        "é",
        "[",
        "material",
        "KQvK",
        "\u{2003}",
    ];
    let mut random = crate::games::Random(3);
    let mut good = 0;
    for _ in 0..samples(20_000) {
        let text: Vec<&str> = (0..random.below(9)).map(|_| random.one(&words)).collect();
        match text.join(random.one(&[" ", "", "\t"])).parse::<Pattern>() {
            Ok(_) => good += 1,
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    assert!(good >= at_least(100), "{good}");
}

/// The code of the first column of a table.
fn examples(page: &'static str) -> impl Iterator<Item = &'static str> {
    let cells = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once(" | ").map(|row| row.0));
    cells.flat_map(|cell| cell.split('`').step_by(2)).filter(|example| !example.is_empty())
}

#[test]
fn all_words_of_the_readme_are_read_and_written() {
    let read_back = |text| assert_eq!(read(&read(text).to_string()), read(text), "{text}");
    let found = examples(include_str!("../../README.md")).map(read_back).count();
    assert!(found > 50, "{found}");
}
