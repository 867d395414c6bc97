//! What a lenient reader keeps of faulty games, and what it says about the rest.

use philidor_pgn::{
    Arbiter, CheckOptions, Checker, GameResult, GameTree, Limits, Lines, PgnErrorKind, Reader, Stream,
    TreeBuilder, check_with,
};

const LENIENT: Limits = Limits::new().lenient();

/// The only game of a text as the strict builder makes it, and the remarks: line, column, reason.
#[track_caller]
fn read_with(text: &[u8], limits: Limits) -> (GameTree, Vec<String>) {
    let mut builder = TreeBuilder::new().strict();
    let mut reader = Reader::with_limits(text, limits);
    let read = reader.read_game(&mut builder).expect("a game");
    read.unwrap_or_else(|error| panic!("{}: {error}", text.escape_ascii()));
    let remarks = reader.take_cuts();
    assert_eq!(reader.read_game(&mut ()), None, "{}", text.escape_ascii());
    // The other visitors accept the main line, too.
    let (mut arbiter, mut checker) = (Arbiter::new(), Checker::new(Lines::Main));
    assert_eq!(Reader::with_limits(text, limits).read_game(&mut arbiter), Some(Ok(())));
    assert_eq!(Reader::with_limits(text, limits).read_game(&mut checker), Some(Ok(())));
    assert_eq!(arbiter.counts(), checker.counts());
    let remarks = remarks.iter().map(|cut| {
        let next = cut.next_offset;
        assert!(cut.offset <= next || cut.offset <= text.len() as u64, "{cut}");
        format!("{}:{}: {}", cut.line, cut.column, cut.reason())
    });
    (builder.take(), remarks.collect())
}

#[track_caller]
fn read(text: &str) -> (GameTree, Vec<String>) {
    read_with(text.as_bytes(), LENIENT)
}

fn movetext(tree: &GameTree) -> String {
    let text = tree.to_string();
    text.split_once("\n\n").map_or("", |parts| parts.1).trim_end().to_owned()
}

/// Whatever the tag, the others and the moves are kept; on lines of their own or not.
#[test]
fn a_malformed_tag_costs_that_tag_alone() {
    for bad in [
        r#"[White-Elo "1"]"#,
        "[White ]",
        "[White]",
        "[]",
        "[",
        "[ ]",
        r#"["x"]"#,
        "[White 'x']",
        "[White x]",
        r#"[White "x]"#,
        r#"[White x"]"#,
        r#"[White "x"#,
        r#"[Élo "1"]"#,
        r#"[White: "x"]"#,
        "[[White]]",
    ] {
        for (before, after) in [("", "[Black \"B\"]\n"), ("[Black \"B\"]\n", "")] {
            let text = format!("{before}{bad}\n{after}\n1. e4 e5 1-0\n");
            let (game, remarks) = read(&text);
            assert_eq!(
                (movetext(&game).as_str(), game.tags.get("Black")),
                ("1. e4 e5 1-0", Some("B")),
                "{text}"
            );
            assert_eq!(remarks.len(), 1, "{text}: {remarks:?}");
            let line = if before.is_empty() { 1 } else { 2 };
            assert!(remarks[0].starts_with(&format!("{line}:1: `{bad}`: ")), "{text}: {remarks:?}");
            let strict = Reader::new(text.as_bytes()).read_game(&mut ());
            assert!(strict.is_some_and(|game| game.is_err()), "{text}");
        }
    }
    for one_line in [
        r#"[White-Elo "1"] [Black "B"] 1. e4 e5 1-0"#,
        r#"[Black "B"] [White ] 1. e4 e5 1-0"#,
        r#"[Black "B"][White "x]1. e4 e5 1-0"#,
    ] {
        let (game, remarks) = read(one_line);
        assert_eq!(
            (movetext(&game).as_str(), game.tags.get("Black")),
            ("1. e4 e5 1-0", Some("B")),
            "{one_line}"
        );
        assert_eq!(remarks.len(), 1, "{one_line}");
    }
}

#[test]
fn a_fen_without_a_board_is_left_out() {
    for tag in [r#"[FEN "x"]"#, r#"[FEN ""]"#, r#"[FEN "?"]"#, r#"[FEN "startpos"]"#] {
        let (game, remarks) = read(&format!("{tag}\n\n1. e4 e5 *"));
        assert_eq!(movetext(&game), "1. e4 e5 *");
        assert!(remarks.len() == 1 && remarks[0].starts_with("1:1: `["), "{remarks:?}");
    }
}

/// The moves are those of a game that nobody knows.
#[test]
fn a_board_that_is_no_position_costs_the_game() {
    for fen in ["8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 x - - 0 1"] {
        let text = format!("[White \"A\"]\n[FEN \"{fen}\"]\n\n1. e4 e5 *\n\n1. d4 *");
        let mut reader = Reader::with_limits(text.as_bytes(), LENIENT);
        let error = reader.read_game(&mut TreeBuilder::new()).and_then(Result::err).expect(fen);
        assert_eq!((error.line, reader.take_cuts()), (2, Vec::new()), "{error}");
        assert_eq!(reader.read_game(&mut Arbiter::new()), Some(Ok(())), "the next game is found");
    }
}

/// Without the tag the moves would be those of another game.
#[test]
fn a_variant_of_other_rules_costs_the_game() {
    let text = b"[White \"A\"]\n[Variant \"Atomic\"]\n\n1. e4 e5 *\n\n1. d4 *";
    let mut reader = Reader::with_limits(text, LENIENT);
    let error =
        reader.read_game(&mut TreeBuilder::new()).and_then(Result::err).map(|error| error.to_string());
    let expected = "line 2, column 1: `[Variant \"Atomic\"]`: a variant with other rules";
    assert_eq!((error.as_deref(), reader.take_cuts()), (Some(expected), Vec::new()));
    let options = CheckOptions::new().with_limits(LENIENT);
    let counts = check_with(text, &options, |error| assert_eq!(error.to_string(), expected));
    assert_eq!((counts.games, counts.moves, counts.bad_games), (2, 1, 1));
}

/// As python-chess completes them: `w - - 0 1`.
#[test]
fn a_fen_without_its_last_fields_gets_the_usual_ones() {
    let board = "4k3/8/8/8/8/8/4P3/4K2R";
    for (fen, start) in [
        ("", "w - - 0 1"),
        (" b", "b - - 0 1"),
        (" w K", "w K - 0 1"),
        (" w K -", "w K - 0 1"),
        (" w K - 3", "w K - 3 1"),
        (" W K -", "w K - 0 1"),
        (" B K - - -", "b K - 0 1"),
        (" w K - 3 9;", "w K - 3 9"),
        ("_w_K_-_3_9", "w K - 3 9"),
        ("\u{a0}w K – 3 9", "w K - 3 9"),
        (" w K e9 3 9", "w K - 3 9"),
        (" w K - 3 9 and more", "w K - 3 9"),
        (" w K? - x 9", "w - - 0 9"),
    ] {
        let number = start.split(' ').next_back().unwrap_or_default();
        let mv = if start.starts_with('w') { "Kd2" } else { ".. Kd7" };
        let mv = format!("{number}.{}{mv}", if start.starts_with('w') { " " } else { "" });
        let (game, remarks) = read(&format!("[FEN \"{board}{fen}\"]\n\n{mv} *"));
        assert_eq!(
            (game.start().to_string(), movetext(&game)),
            (format!("{board} {start}"), format!("{mv} *"))
        );
        let is_bad = check_is_bad(&format!("[FEN \"{board}{fen}\"]\n\n{mv} *"));
        assert_eq!(remarks.len(), usize::from(is_bad), "{fen}: {remarks:?}");
    }
}

fn check_is_bad(text: &str) -> bool {
    Reader::new(text.as_bytes()).read_game(&mut Checker::new(Lines::Main)).is_some_and(|game| game.is_err())
}

#[test]
fn what_exceeds_a_limit_costs_its_part_and_names_the_limit() {
    let nested = |depth: usize| format!("1. e4 {}{}e5 1-0", "( 1. d4 ".repeat(depth), ") ".repeat(depth));
    assert_eq!(read(&nested(256)).1, [""; 0]);
    let (game, remarks) = read(&nested(257));
    assert_eq!(game.main_line().count(), 2);
    assert_eq!(remarks, ["1:2055: `(`: more than 256 variations inside each other"]);
    let long = "x".repeat((1 << 20) + 1);
    for text in [
        format!("{{{long}}}\n1. e4 {{a}} e5 1-0"),
        format!("[White \"A\"] {{{long}}} [Black \"B\"]\n1. e4 {{a}} e5 1-0"),
        format!("1. e4 {{a}} {{{long}}} e5 1-0"),
        format!("1. e4 {{a}} ;{long}\n e5 1-0"),
        format!("1. e4 {{a}} e5 1-0 {{{long}}}\n"),
    ] {
        let (game, remarks) = read(&text);
        assert_eq!(movetext(&game), "1. e4 { a } 1... e5 1-0");
        assert!(
            remarks.len() == 1 && remarks[0].ends_with("the comment has more than 1048576 bytes"),
            "{remarks:?}"
        );
        let mut stream = Stream::from_chunks(philidor_pgn::Chunks::new(text.as_bytes()).with_limits(LENIENT));
        assert!(matches!(stream.read_game(&mut ()), Ok(Some(Ok(())))));
        assert_eq!(stream.take_cuts().len(), 1);
        assert!(matches!(stream.read_game(&mut ()), Ok(None)));
    }
    let tags: String = (0..1_030).map(|number| format!("[T{number} \"x\"]\n")).collect();
    let (game, remarks) = read(&format!("{tags}\n1. e4 e5 1-0"));
    assert_eq!((game.tags.iter().count(), movetext(&game).as_str()), (1_024, "1. e4 e5 1-0"));
    assert_eq!(remarks, ["1025:1: `[T1024 \"x\"]`: the game has more than 1024 tags"]);
    let small = LENIENT.with_line(20);
    let (game, remarks) =
        read_with(b"[White \"more than twenty bytes\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0", small);
    assert_eq!(game.main_line().count(), 6);
    assert_eq!(remarks, ["1:1: `[White \"more than twenty bytes\"]`: the line has more than 20 bytes"]);
}

#[test]
fn every_limit_is_named_in_its_message() {
    for kind in [
        PgnErrorKind::GameTooLong(12_345),
        PgnErrorKind::LineTooLong(12_345),
        PgnErrorKind::CommentTooLong(12_345),
        PgnErrorKind::TooManyTags(12_345),
        PgnErrorKind::TooManyMoves(12_345),
        PgnErrorKind::NestingTooDeep(12_345),
    ] {
        assert!(kind.to_string().contains("12345"), "{kind}");
    }
}

#[test]
fn without_a_marker_the_tag_result_counts() {
    let missing = "the game ends without 1-0, 0-1, 1/2-1/2 or *";
    for (tags, result) in [
        ("[Result \"1-0\"]\n", GameResult::WhiteWins),
        ("[Result \"1-0\"]\n[Result \"1/2-1/2\"]\n", GameResult::Draw),
        ("[Result \"won\"]\n", GameResult::Unknown),
        ("[White \"A\"]\n", GameResult::Unknown),
        ("", GameResult::Unknown),
    ] {
        let (game, remarks) = read(&format!("{tags}\n1. e4 e5\n\n"));
        assert_eq!((game.result, game.main_line().count()), (result, 2));
        let place = format!("{}:9: {missing}", tags.lines().count() + 2);
        assert_eq!(remarks.last(), Some(&place));
    }
    // The marker takes precedence, and text with neither a tag nor a move is not a game.
    assert_eq!(read("[Result \"1-0\"]\n\n1. e4 0-1").0.result, GameResult::BlackWins);
    let error = Reader::with_limits(b"12. $5", LENIENT).read_game(&mut ());
    assert_eq!(error.and_then(Result::err).map(|error| error.kind), Some(PgnErrorKind::MissingResult));
}

#[test]
fn null_moves_of_the_main_line_are_kept() {
    for null in ["--", "Z0", "0000", "@@@@"] {
        let text = format!("1. e4 {null} 2. d4 ( 2. Nf3 {null} ) 2... d5 *");
        let (game, remarks) = read(&text);
        assert_eq!(movetext(&game), "1. e4 -- 2. d4 ( 2. Nf3 -- ) 2... d5 *");
        assert_eq!(remarks, [format!("1:7: `{null}`: illegal: the null move is not a move of a game")]);
        assert!(check_is_bad(&text), "{text}");
        assert_eq!(text.parse::<GameTree>().map(|game| movetext(&game)), Ok(movetext(&game)));
    }
    // A number stays a number, and in check there is no null move.
    assert_eq!(read("00. e4 000. e5 0000. Nf3 00000 Nc6 *").1, [""; 0]);
    assert!(
        Reader::with_limits(b"1. e4 f6 2. Qh5+ -- *", LENIENT)
            .read_game(&mut Checker::new(Lines::Main))
            .is_some_and(|game| game.is_err())
    );
}

#[test]
fn what_counts_for_nothing_is_said() {
    let (game, remarks) = read("[White \"A\"]\n[Black \"B\"]\n[White \"C\"]\n\n1. e4 ( 1. d4 1-0 ) e5 0-1");
    assert_eq!((game.tags.get("White"), game.result), (Some("C"), GameResult::BlackWins));
    let expected = [
        "1:1: `[White \"A\"]`: the tag is given twice with different values, also as `[White \"C\"]`",
        "5:15: `1-0`: a result inside a variation",
    ];
    assert_eq!(remarks, expected);
    assert_eq!(read("[White \"A\"]\n[Black \"B\"]\n\n1. e4 ( 1. d4 ) e5 0-1").1, [""; 0]);
}

#[test]
fn a_second_tag_about_the_start_is_a_fault_or_counts() {
    const FIRST: &str = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
    const SECOND: &str = "[FEN \"4k3/8/8/8/8/8/3P4/4K3 w - - 0 1\"]";
    let text = format!("{FIRST}\n[White \"A\"]\n{SECOND}\n\n1. d4 *");
    let (game, remarks) = read(&text);
    assert!(SECOND.contains(&game.start().to_string()), "{game}");
    let fault = |tag: &str, other: &str| {
        format!("`{tag}`: the tag is given twice with different values, also as `{other}`")
    };
    assert_eq!(remarks, [format!("1:1: {}", fault(FIRST, SECOND))]);
    let strict = |text: &str| text.parse::<GameTree>().map_err(|error| error.to_string());
    assert_eq!(strict(&text), Err(format!("line 3, column 1: {}", fault(SECOND, FIRST))));
    assert!(check_is_bad(&text));
    let variants = "[Variant \"Standard\"]\n[Variant \"Chess960\"]\n\n1. d4 *";
    let [standard, chess960] = ["[Variant \"Standard\"]", "[Variant \"Chess960\"]"];
    assert_eq!(strict(variants), Err(format!("line 2, column 1: {}", fault(chess960, standard))));
    assert_eq!(read(variants).0.tags.get("Variant"), Some("Chess960"));
}

/// Each tag that does not count has one remark, and it is true.
#[test]
fn the_last_tag_about_the_start_that_can_be_read_counts() {
    const FIRST: &str = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
    const SHORT: &str = "[FEN \"4k3/8/8/8/8/8/3P4/4K3\"]";
    const LONG: &str = "[White \"a name of more than forty-four bytes, if only just\"]";
    let board = |text: &str| format!("`{text}`: board: expected eight ranks, found 1");
    let again = |text: &str, other: &str| {
        format!("`{text}`: the tag is given twice with different values, also as `{other}`")
    };
    let bad = "[FEN \"x\"]";
    for (tags, start, remarks) in [
        ([FIRST, bad], FIRST, vec![format!("2:1: {}", board(bad))]),
        ([bad, FIRST], FIRST, vec![format!("1:1: {}", again(bad, FIRST))]),
        ([bad, bad], "", vec![format!("1:1: {}", board(bad)), format!("2:1: {}", board(bad))]),
        (
            [FIRST, SHORT],
            "[FEN \"4k3/8/8/8/8/8/3P4/4K3 w - - 0 1\"]",
            vec![
                format!("1:1: {}", again(FIRST, SHORT)),
                format!(
                    "2:1: `{SHORT}`: side to move: the FEN ends before this field; the game begins at \
                     `4k3/8/8/8/8/8/3P4/4K3 w - - 0 1`"
                ),
            ],
        ),
        (
            ["[White \"A\"]", LONG],
            "",
            vec![format!("2:1: `{}`: the line has more than 44 bytes", &LONG[..40])],
        ),
    ] {
        let mv = if start.is_empty() { "1. e4" } else { "1. Kd1" };
        let text = format!("{}\n{}\n\n{mv} *", tags[0], tags[1]);
        let (game, said) = read_with(text.as_bytes(), LENIENT.with_line(44));
        let fen = if start.is_empty() {
            philidor::Position::default().to_string()
        } else {
            game.start().to_string()
        };
        assert_eq!((said, game.start().to_string()), (remarks, fen.clone()), "{text}");
        assert!(start.is_empty() || start == format!("[FEN \"{fen}\"]"), "{text}");
    }
    // A variant with other rules costs the game only if no other `Variant` follows it.
    let (atomic, chess) = ("[Variant \"Atomic\"]", "[Variant \"Chess960\"]");
    let (game, remarks) = read(&format!("{atomic}\n{bad}\n{chess}\n\n1. d4 *"));
    assert_eq!(game.tags.get("Variant"), Some("Chess960"));
    assert_eq!(remarks, [format!("1:1: {}", again(atomic, chess)), format!("2:1: {}", board(bad))]);
    let text = format!("{chess}\n{atomic}\n{bad}\n\n1. d4 *\n\n1. e4 *");
    let mut reader = Reader::with_limits(text.as_bytes(), LENIENT);
    let error = reader.read_game(&mut TreeBuilder::new()).and_then(Result::err);
    let expected = format!("line 2, column 1: `{atomic}`: a variant with other rules");
    assert_eq!(error.map(|error| error.to_string()), Some(expected));
    assert_eq!(reader.read_game(&mut Arbiter::new()), Some(Ok(())), "the next game is found");
}

/// Ctrl-Z, with which DOS ended files, also where files were joined and after a missing result.
#[test]
fn the_end_of_file_of_dos_is_blank() {
    let text = b"1. e4 *\r\n\x1a";
    let mut reader = Reader::new(text);
    assert_eq!((reader.read_game(&mut ()), reader.read_game(&mut ())), (Some(Ok(())), None));
    let joined = b"1. e4 *\r\n\x1a[White \"A\"]\r\n\r\n1. d4 *\x1a\x1a\x1a\0\0";
    let counts = philidor_pgn::check(joined, |error| panic!("{error}"));
    assert_eq!((counts.games, counts.moves), (2, 2));
    let (game, remarks) = read_with(b"1. e4 e5\r\n\x1a", LENIENT);
    let missing = "1:9: the game ends without 1-0, 0-1, 1/2-1/2 or *";
    assert_eq!((game.main_line().count(), remarks), (2, vec![missing.to_owned()]));
}

/// What is read of a text: each game with its remarks, or its error.
type Read = Vec<(Result<String, PgnErrorKind>, Vec<String>)>;

/// A stream of small chunks finds what a reader finds, however broken the text is.
#[test]
#[cfg_attr(miri, ignore)]
fn streams_and_readers_remark_on_the_same() {
    const PARTS: [&str; 34] = [
        "[White \"A\"]\n",
        "[White-Elo \"1\"]\n",
        "[White ]",
        "[Result \"1-0\"]\n",
        "[FEN \"8/8 w\"]\n",
        "[",
        "]",
        "\n\n",
        "1. e4 ",
        "e5 ",
        "0000 ",
        "-- ",
        "( ",
        "( 1. d4 ",
        ") ",
        "1-0\n",
        "*",
        "{a} ",
        "{too long} ",
        "; too long\n",
        "} ",
        "$x ",
        "\x1a",
        "\0",
        "<!-- a -->",
        "&nbsp;",
        "e4,",
        "Nf3N ",
        "! ",
        "$18 ",
        "… ",
        "{open\n",
        "\u{a0}[Black \"B\"]\n",
        "(N) ",
    ];
    let limits = LENIENT.with_comment(5).with_nesting(2).with_tags(3);
    let mut random = 1838_u64;
    let mut remarked = 0;
    for _ in 0..2_000 {
        let mut next = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            PARTS[(random >> 33) as usize % PARTS.len()]
        };
        let text: String = (0..16).map(|_| next()).collect();
        let mut builder = TreeBuilder::new().strict();
        let reported =
            |cuts: Vec<philidor_pgn::PgnError>| cuts.iter().map(|cut| format!("{cut:?}")).collect::<Vec<_>>();
        let (mut read, mut streamed): (Read, Read) = (Vec::new(), Vec::new());
        let mut reader = Reader::with_limits(text.as_bytes(), limits);
        while let Some(game) = reader.read_game(&mut builder) {
            let game = game.map(|()| builder.take().to_string()).map_err(|error| error.kind);
            read.push((game, reported(reader.take_cuts())));
        }
        let chunks = philidor_pgn::Chunks::new(text.as_bytes()).with_size(1).with_limits(limits);
        let mut stream = Stream::from_chunks(chunks);
        while let Some(game) = stream.read_game(&mut builder).expect("memory does not fail") {
            let game = game.map(|()| builder.take().to_string()).map_err(|error| error.kind);
            streamed.push((game, reported(stream.take_cuts())));
        }
        assert_eq!(read, streamed, "{text}");
        remarked += read.iter().filter(|(game, remarks)| game.is_ok() && !remarks.is_empty()).count();
    }
    assert!(remarked > 400, "{remarked}");
}

/// What cannot be a move costs itself alone, and punctuation costs no move.
#[test]
fn evaluations_clocks_and_punctuation_cost_no_move() {
    for text in ["e4 #3", "e4 +0.35", "e4 -0.35", "e4 0.35/12", "e4 [%clk 1:00]", "e4,", "e4ch", "e4.", "e4:"]
    {
        let text = format!("1. {text} e5 ( 1... c5, 2. Nf3 -1.2 ) 2. Nf3 *");
        let (game, remarks) = read(&text);
        assert_eq!(movetext(&game), "1. e4 e5 ( 1... c5 2. Nf3 ) 2. Nf3 *", "{text}");
        assert!(remarks.len() == 3 || text.contains('['), "{text}: {remarks:?}");
    }
}

/// The number of remarks is limited however many faults there are, and none takes long to find.
#[test]
fn remarks_have_a_limit_and_take_linear_time() {
    let tags =
        ["[x ", "[x \"y] ", "[x]", "[x \"y]a", "]", "(1-0", "[A \"\"]\n", "[", "[\n", "[A “b”]", "\u{a0}["];
    let symbols = "=|e4=|=>|<|<!--|&a|&nbsp;|«|Nf3N |Nf3d4|-|! |$1|…|{\n[x \"y\"]".split('|');
    for part in tags.into_iter().chain(symbols) {
        let many = part.repeat((1 << 18) / part.len());
        for text in [format!("[White \"A\"]\n1. e4 ( {many}"), format!("1. e4 1-0 {many}"), many] {
            let mut reader = Reader::with_limits(text.as_bytes(), LENIENT);
            while reader.read_game(&mut TreeBuilder::new()).is_some() {
                assert!(reader.take_cuts().len() <= Limits::REMARKS);
            }
        }
    }
}

/// A right to castle without its rook is dropped with a remark, as is an impossible en-passant square, in a FEN that
/// may lack its last fields.
#[test]
fn an_impossible_right_is_dropped_from_a_start() {
    for (fen, mended, fault) in [
        (
            "7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1",
            "7k/5K2/4R3/8/8/8/8/8 w - - 0 1",
            "white cannot have the right",
        ),
        ("7k/5K2/4R3/8/8/8/8/8 w Q", "7k/5K2/4R3/8/8/8/8/8 w - - 0 1", "white cannot have the right"),
        ("7k/5K2/4R3/8/8/8/8/8 w - e6 0 1", "7k/5K2/4R3/8/8/8/8/8 w - - 0 1", "e6 cannot be"),
    ] {
        let text = format!("[FEN \"{fen}\"]\n\n1. Rh6# 1-0");
        assert!(text.parse::<GameTree>().is_err(), "{fen}");
        let mut reader = Reader::with_limits(text.as_bytes(), LENIENT);
        let mut builder = TreeBuilder::new().strict();
        assert_eq!(reader.read_game(&mut builder), Some(Ok(())), "{fen}");
        let game = builder.take();
        assert_eq!((game.start().to_string().as_str(), game.main_line().count()), (mended, 1));
        let remarks = reader.take_cuts();
        assert!(remarks.len() == 1 && remarks[0].to_string().contains(fault), "{remarks:?}");
        let mut arbiter = Arbiter::new();
        assert_eq!(
            Reader::with_limits(text.as_bytes(), LENIENT).read_game(&mut arbiter),
            Some(Ok(())),
            "{fen}"
        );
    }
}

/// A move that has other text before or behind it is read, and what follows it may say something.
#[test]
fn a_move_inside_a_word_is_read() {
    for (word, moves) in [
        ("Nf3ch", "Nf3"),
        ("Nf3(D)", "Nf3"),
        ("Nf3(N)", "Nf3"),
        ("Nf3N", "Nf3"),
        ("Nf3TN", "Nf3"),
        ("Nf3–", "Nf3"),
        ("Nf3—2.", "Nf3"),
        ("Nf3==", "Nf3"),
        ("Nf3,", "Nf3"),
        ("Nf3...", "Nf3"),
        ("=>Nf3", "Nf3"),
        ("–Nf3", "Nf3"),
        ("\"Nf3\"", "Nf3"),
        ("‘Nf3’", "Nf3"),
        ("«Nf3»", "Nf3"),
        ("_Nf3_", "Nf3"),
        ("Nf32.", "Nf3"),
        ("Nf3Nc6", "Nf3 Nc6"),
        ("Nf3&nbsp;Nc6", "Nf3 Nc6"),
        ("&nbsp;Nf3", "Nf3"),
        ("Nf3&#8211;", "Nf3"),
        ("<!-- a -->Nf3", "Nf3"),
        ("Nf3<br>", "Nf3"),
        ("Nf3/\\", "Nf3"),
        ("Nf3/+=", "Nf3"),
        ("Nf3*", "Nf3"),
    ] {
        let text = format!("1. e4 e5 2. {word}");
        let end = if word.ends_with('*') { "" } else { " *" };
        let (game, remarks) = read(&format!("{text}{end}"));
        let is_joined =
            word.starts_with("Nf3") && word.bytes().skip(3).any(|byte| byte.is_ascii_alphanumeric());
        let is_joined = is_joined && !word.contains(['(', '&', '<']) && !word.ends_with("ch");
        let says_so = remarks
            .iter()
            .any(|remark| remark.ends_with(&format!("`{word}`: there is no blank after the move")));
        assert_eq!(says_so, is_joined, "{word}: {remarks:?}");
        let expected = moves.split(' ').map(str::to_owned);
        let played: Vec<String> = movetext(&game).split(' ').skip(4).map(str::to_owned).collect();
        let played = played.iter().filter(|word| word.starts_with('N')).cloned();
        assert!(played.eq(expected), "{word}: {game}");
    }
    // The result, or the next number, may follow at once.
    assert_eq!(movetext(&read("1. e4 e5 2. Nf3 Nc61-0").0), "1. e4 e5 2. Nf3 Nc6 1-0");
    assert_eq!(movetext(&read("1. e4 e52. Nf3 Nc63. d4 *").0), "1. e4 e5 2. Nf3 Nc6 3. d4 *");
    assert_eq!(movetext(&read("1. e4 e5—2. Nf3 Nc6—3. d4 *").0), "1. e4 e5 2. Nf3 Nc6 3. d4 *");
}

/// A character that web pages spell belongs to what follows it at once, and a blank of a word processor to its move.
#[test]
fn no_pawn_moves_where_a_piece_was_meant() {
    for (text, expected) in [
        ("1. e4 e5 2. N\u{a0}f3 N\u{a0}c6 *", Some("1. e4 e5 2. Nf3 Nc6 *")),
        ("1. e4 e5 2. N f3 *", None),
        ("1. e4 e5 2. N&times;f3 *", None),
        ("1. e4 e5 2. Nf3 N a6 *", Some("1. e4 e5 2. Nf3 $146 a6 *")),
        ("1. e4 e5 2. &#9816;f3 *", None),
        ("1. e4 e5 1&#8211;0", None),
    ] {
        let mut tree = TreeBuilder::new().strict();
        let read = Reader::new(text.as_bytes()).read_game(&mut tree).expect("a game");
        let read = read.ok().map(|()| movetext(&tree.take()));
        assert_eq!(read.as_deref(), expected, "{text}");
    }
}

/// A `FEN` with a board that is malformed costs the game, too.
#[test]
fn a_malformed_fen_costs_the_game() {
    let board = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for tag in [format!("[FEN {board}]"), format!("[FEN: \"{board}\"]"), format!("[FEN '{board}']")] {
        let text = format!("[White \"A\"]\n{tag}\n\n1. e4 *\n\n1. d4 *");
        let mut reader = Reader::with_limits(text.as_bytes(), LENIENT);
        assert!(reader.read_game(&mut Arbiter::new()).is_some_and(|game| game.is_err()), "{text}");
        assert_eq!(reader.read_game(&mut Arbiter::new()), Some(Ok(())), "{text}");
    }
}

/// What may be meant as a move is none of these: the moves behind it may be those of another game.
#[test]
fn a_move_that_cannot_be_read_ends_the_moves() {
    const CASTLING: &str = "[FEN \"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1\"]\n\n";
    for word in [
        "Sf3",
        "Nf9",
        "NF3",
        "Ng1f9",
        "OO",
        "O_O",
        "O-O-O-Och",
        "O-O-O-O",
        "0-0-0-0",
        "Кf3",
        "g1f9",
        "a4a9",
        "a2a4a5",
        "a4-a9",
    ] {
        let text = format!("{CASTLING}1. {word} a6 *");
        let mut tree = TreeBuilder::new().strict();
        let read = Reader::with_limits(text.as_bytes(), LENIENT).read_game(&mut tree);
        assert!(read.is_some_and(|game| game.is_err()), "{word}");
    }
}

/// The zeros of castling on the queen's side are no two castlings, whatever the dashes are.
#[test]
fn zeros_castle_once() {
    const CASTLING: &str = "[FEN \"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1\"]\n\n";
    let dashes = ["-", "–", "−", "\u{2011}", "\u{2010}"];
    for (first, second) in dashes.iter().flat_map(|first| dashes.map(|second| (first, second))) {
        let text = format!("{CASTLING}1. 0{first}0{second}0 0{first}0 *");
        let (game, remarks) = read_with(text.as_bytes(), Limits::new());
        assert!(game.to_string().contains("1. O-O-O O-O *"), "{text}: {game}");
        assert_eq!(remarks, [""; 0]);
    }
}

/// Symbols, numbers of glyphs and dots behind a result are no game.
#[test]
fn symbols_behind_a_result_belong_to_the_game_before() {
    for text in
        ["1. e4 1-0 !", "1. e4 1-0 $18", "1. e4 1-0 …", "1. e4 1-0 ... +-", "1. e4 1-0 «x»", "1. e4 1-0?!"]
    {
        assert_eq!(movetext(&read(text).0), "1. e4 1-0", "{text}");
        let (game, _) = read_with(text.as_bytes(), Limits::new());
        assert_eq!(game.main_line().count(), 1, "{text}");
    }
    for text in [
        "1. e4 1-0 White resigns",
        "1. e4 1-0, ",
        "1. e4 1-0 </p>",
        "1. e4 1-0 )",
        "1. e4 1-0 } N",
        "1. e4 1-0 $18 N ± ‼",
        "1. e4 1-0\n\n<!-- end -->",
        "1. e4 1-0 \"]",
    ] {
        assert_eq!(movetext(&read(text).0), "1. e4 1-0", "{text}");
    }
}

/// The tags of the next game end a comment that is never closed, whatever is above or before them.
#[test]
fn an_unclosed_comment_ends_before_the_next_game() {
    for (between, then) in
        [("\n", ""), ("\n  ", ""), ("\n\u{a0}", ""), ("\n\u{feff}", ""), ("\r\n", "{b}"), ("\n\n", "{b}")]
    {
        let text = format!("[White \"A\"]\n\n1. e4 {{ no end{between}[White \"B\"]\n\n1. d4 {then} d5 *\n");
        let mut reader = Reader::with_limits(text.as_bytes(), LENIENT);
        let mut builder = TreeBuilder::new();
        assert!(reader.read_game(&mut builder).is_some_and(|game| game.is_err()), "{text}");
        assert_eq!(reader.read_game(&mut builder), Some(Ok(())), "{text}");
        assert_eq!(builder.take().tags.get("White"), Some("B"), "{text}");
        assert_eq!(reader.read_game(&mut builder), None, "{text}");
    }
    // A brace behind the tag closes the comment.
    let (game, _) = read("1. e4 { see\n[White \"B\"]\nthere } e5 *");
    assert_eq!(game.main_line().count(), 2);
}

/// Nothing among the moves costs more than itself.
#[test]
fn what_is_not_a_move_costs_nothing_but_itself() {
    for other in [
        "}",
        "]",
        "[%eval",
        ")",
        "%",
        "\"",
        "$",
        "forced",
        "RR",
        "[diagram]",
        "( 1. Kd2 )",
        "1:0",
        "0.5-0.5",
        "0:05",
        "12:30",
        "3/4",
        "D1",
        "M3",
        "http://a4.org/e4",
        "$-1",
        "&amp;",
        "<!-- Nf3 -->",
        "+:-",
        "(N)",
        "(D)",
        "==",
        "#3",
        "5'",
    ] {
        let (before, between) = match other.as_bytes()[0] {
            b'(' if other.len() > 3 => (other, ""),
            // Before the first move these are no game, or a glyph of the game.
            b'[' | b'%' | b'(' | b'=' => ("", other),
            _ if other.bytes().any(|byte| byte.is_ascii_alphanumeric()) && !other.starts_with('<') => {
                ("", other)
            }
            _ => (other, other),
        };
        let text = format!("{before} 1. e4 {between} e5 2. Nf3 *");
        let (game, remarks) = read(&text);
        let moves =
            movetext(&game).split(' ').filter(|word| !word.starts_with('$')).collect::<Vec<_>>().join(" ");
        assert_eq!(moves.replace("1... ", ""), "1. e4 e5 2. Nf3 *", "{text}");
        let is_glyph = matches!(other, "(N)" | "(D)" | "==");
        assert_eq!(remarks.is_empty(), is_glyph, "{text}: {remarks:?}");
    }
}

#[test]
fn a_token_that_looks_like_a_result_says_so() {
    for (token, tag, result) in [
        ("0.5-0.5", "0.5-0.5", "*"),
        ("0,5:0,5", "1/2-1/2", "1/2-1/2"),
        ("1:0", "1-0", "1-0"),
        ("0-0", "0-0", "*"),
        ("½:½", "½-½", "1/2-1/2"),
    ] {
        let text = format!("[Result \"{tag}\"]\n\n1. d4 d5 2. c4 {token}\n\n[Event \"b\"]\n\n*\n");
        let error = Reader::new(text.as_bytes()).read_game(&mut TreeBuilder::new()).and_then(Result::err);
        let error = error.map(|error| error.to_string());
        let expected = "looks like a result, but those of PGN are 1-0, 0-1, 1/2-1/2 and *";
        assert_eq!(error, Some(format!("line 3, column 16: `{token}`: {expected}")));
        let mut builder = TreeBuilder::new();
        assert_eq!(Reader::with_limits(text.as_bytes(), LENIENT).read_game(&mut builder), Some(Ok(())));
        let game = builder.take();
        assert_eq!((game.main_line().count(), game.result.as_str()), (3, result), "{text}");
    }
}

/// Castling that is written as a move of the king is read, with a remark, in variations, too.
#[test]
fn castling_written_as_a_move_of_the_king_is_read() {
    let text = "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n1. Kg1 Kd7 ( 1... Kxa8 2. Kg2 ) 2. Kf2 *";
    let mut reader = Reader::with_limits(text.as_bytes(), LENIENT);
    let mut builder = TreeBuilder::new().strict();
    assert_eq!(reader.read_game(&mut builder), Some(Ok(())));
    assert!(builder.take().to_string().contains("1. O-O Kd7 ( 1... O-O-O 2. Kg2 ) 2. Kf2 *"));
    assert_eq!(reader.take_cuts().len(), 2);
    assert!(Reader::new(text.as_bytes()).read_game(&mut Arbiter::new()).is_some_and(|game| game.is_err()));
}
