//! The dialects of PGN in the table of the book (chapter "Games and notations") and of the crate, one test each.

use philidor::characters::decode;
use philidor_pgn::{
    Checker, Chunks, Letters, Limits, Lines, PgnErrorKind, Reader, Stream, TagValue, TreeBuilder, Visitor,
    chunks, games,
};

/// The UCI moves of the main line of the only game in a text.
#[track_caller]
fn moves_of(text: &[u8], letters: Letters) -> String {
    let mut builder = TreeBuilder::new();
    let read = Reader::new(text).read_game(&mut letters.reading(&mut builder)).expect("a game");
    read.unwrap_or_else(|error| panic!("{}: {error}", text.escape_ascii()));
    let game = builder.take();
    let moves = game.main_line().filter_map(|id| game.mv(id));
    moves.map(|mv| mv.notation()).collect::<Vec<_>>().join(" ")
}

/// Two texts have the same moves in their main lines.
#[track_caller]
fn same_moves(text: &str, standard: &str) {
    let expected = moves_of(standard.as_bytes(), Letters::English);
    assert_eq!(moves_of(text.as_bytes(), Letters::English), expected, "{text}");
}

/// A position in which a pawn becomes a piece, with and without capturing.
const PROMOTES: &str = "[FEN \"3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n";

#[test]
fn castling_is_written_with_zeros() {
    same_moves("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 0-0 *", "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O *");
    same_moves(
        "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. 0-0-0 *",
        "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O *",
    );
}

#[test]
fn promotions_are_written_without_an_equals_sign() {
    for text in ["e8Q", "e8/Q", "e8(Q)", "e8=Q", "e8Q+", "e7-e8Q"] {
        same_moves(&format!("{PROMOTES}1. {text} *"), &format!("{PROMOTES}1. e8=Q *"));
        let captures = text.replace("e7-e8", "e7xd8").replace("e8", "exd8").replace("exexd8", "e7xd8");
        same_moves(&format!("{PROMOTES}1. {captures} *"), &format!("{PROMOTES}1. exd8=Q *"));
    }
}

#[test]
fn en_passant_is_marked() {
    for text in ["exd6 e.p.", "exd6e.p.", "exd6 ep", "exd6"] {
        same_moves(&format!("1. e4 a6 2. e5 d5 3. {text} *"), "1. e4 a6 2. e5 d5 3. exd6 *");
    }
}

#[test]
fn german_letters_are_read_by_option() {
    let text = "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. 0-0 Dd4 6. Te1 Ke7 *";
    let standard = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Qd4 6. Re1 Ke7 *";
    let expected = moves_of(standard.as_bytes(), Letters::English);
    assert_eq!(moves_of(text.as_bytes(), Letters::German), expected);
    assert!(games(text.as_bytes()).any(|game| game.is_err()), "not without the option");
    let queen = moves_of(format!("{PROMOTES}1. e8D *").as_bytes(), Letters::German);
    assert_eq!(queen, moves_of(format!("{PROMOTES}1. e8(D) *").as_bytes(), Letters::German));
    assert_eq!(queen, "e7e8q");
}

#[test]
fn french_letters_are_read_by_option() {
    let text = "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fxc6 dxc6 5. 0-0 Dd4 6. Te1 Re7 *";
    let standard = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Qd4 6. Re1 Ke7 *";
    let expected = moves_of(standard.as_bytes(), Letters::English);
    assert_eq!(moves_of(text.as_bytes(), Letters::French), expected);
}

#[test]
fn figurines_are_read() {
    same_moves("1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *");
}

#[test]
fn numbers_are_written_in_any_way() {
    for text in [
        "1.e4 e5 2.Nf3",
        "1. e4 1... e5 2. Nf3",
        "1.e4 1...e5 2.Nf3",
        "e4 e5 Nf3",
        "1 e4 e5 2 Nf3",
        "7. e4 9... e5 1. Nf3",
    ] {
        same_moves(&format!("{text} *"), "1. e4 e5 2. Nf3 *");
    }
}

/// The comments of a game, in their order.
#[derive(Default)]
struct Comments(Vec<String>);

impl Visitor for Comments {
    fn comment(&mut self, comment: &[u8]) -> Result<(), PgnErrorKind> {
        self.0.push(decode(comment).trim().to_owned());
        Ok(())
    }
}

#[track_caller]
fn comments_of(text: &str, limits: Limits) -> Vec<String> {
    let mut comments = Comments::default();
    let read = Reader::with_limits(text.as_bytes(), limits).read_game(&mut comments);
    assert_eq!(read, Some(Ok(())), "{text}");
    comments.0
}

#[test]
fn comments_go_from_a_semicolon_to_the_end_of_the_line() {
    assert_eq!(comments_of("1. e4 ; best { by test\n1... e5 *", Limits::new()), ["best { by test"]);
}

#[test]
fn lines_that_begin_with_a_percent_sign_are_skipped() {
    same_moves("% a line\n1. e4\n% 1... d5 {\n1... e5 *", "1. e4 e5 *");
}

#[test]
fn comments_nest_by_option() {
    let text = "1. e4 { a { b } c { d } } e5 *";
    assert_eq!(comments_of(text, Limits::new().with_comment_nesting(2)), ["a { b } c { d }"]);
    assert!(games(text.as_bytes()).any(|game| game.is_err()), "not without the option");
    // A game that is quoted in a comment between inner ones is none, wherever the file is cut.
    let limits = Limits::new().with_comment_nesting(8);
    let quoted = "1. e4 {a {b} c\n\n[Event \"no\"]\n\n} e5 *\n\n[Event \"b\"]\n\n1. c4 *\n\n";
    for size in 1..200 {
        let chunks = Chunks::new(quoted.as_bytes()).with_size(size).with_limits(limits);
        let (mut stream, mut checker) = (Stream::from_chunks(chunks), Checker::new(Lines::Main));
        while let Ok(Some(game)) = stream.read_game(&mut checker) {
            assert_eq!(game, Ok(()), "{size}");
        }
        assert_eq!((checker.counts().games, checker.counts().moves), (2, 3), "{size}");
    }
    // A comment with too few closing braces still ends at the next game.
    let file = format!("1. e4 {{ a {{ b }} *\n\n[Event \"?\"]\n\n{text}");
    let mut reader = Reader::with_limits(file.as_bytes(), Limits::new().with_comment_nesting(8));
    let read: Vec<bool> = std::iter::from_fn(|| reader.read_game(&mut ())).map(|game| game.is_ok()).collect();
    assert_eq!(read, [false, true]);
}

#[test]
fn quotes_in_tags_are_escaped_or_not() {
    #[derive(Default)]
    struct Values(Vec<String>);
    impl Visitor for Values {
        fn tag(&mut self, _name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
            self.0.push(value.to_text().into_owned());
            Ok(())
        }
    }
    let text = br#"[White "the \"big\" one \\"] [Black "the "big" one"] *"#;
    let mut values = Values::default();
    assert_eq!(Reader::new(text).read_game(&mut values), Some(Ok(())));
    assert_eq!(values.0, [r#"the "big" one \"#, r#"the "big" one"#]);
}

/// Tag names are case-sensitive by the standard, but a game whose start was overlooked would be another game.
#[test]
fn tags_of_the_game_itself_are_named_in_any_case() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let text = format!(
        "[white \"A\"]\n[setup \"1\"]\n[Fen \"{fen}\"]\n[VARIANT \"Chess960\"]\n[whiteelo \"2500\"]\n\n1. Kd1 *\n"
    );
    for limits in [Limits::new(), Limits::new().lenient()] {
        let mut builder = TreeBuilder::new();
        let mut reader = Reader::with_limits(text.as_bytes(), limits);
        assert_eq!((reader.read_game(&mut builder), reader.take_cuts()), (Some(Ok(())), Vec::new()));
        let game = builder.take();
        assert_eq!((game.start().to_string(), game.tags.get("White")), (fen.to_owned(), Some("A")));
        assert_eq!(game.tags.get("WhiteElo"), Some("2500"));
        let expected = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n[White \"A\"]\n[Variant \"Chess960\"]");
        let mut lines: Vec<&str> = expected.lines().collect();
        let written = game.to_string();
        lines.retain(|line| !written.lines().any(|other| other == *line));
        assert_eq!(lines, [""; 0], "{written}");
        for (tags, kind) in [
            ("[variant \"Atomic\"]".to_owned(), PgnErrorKind::Variant),
            ("[ variant Atomic]".to_owned(), PgnErrorKind::TagSyntax),
        ] {
            let text = format!("{tags}\n\n1. e4 *");
            let read = Reader::with_limits(text.as_bytes(), limits).read_game(&mut TreeBuilder::new());
            assert_eq!(read.map(|read| read.map_err(|error| error.kind)), Some(Err(kind)), "{text}");
        }
    }
    let twice = format!("[fen \"{fen}\"]\n{}", text.replace("w -", "b -"));
    let error = games(twice.as_bytes()).next().and_then(Result::err);
    assert_eq!(
        error.map(|error| (error.kind, error.line)),
        Some((PgnErrorKind::RepeatedTag("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]".into()), 4))
    );
}

#[test]
fn games_are_on_one_line() {
    let read: Vec<_> = games(b"1. e4 e5 1-0 1. d4 d5 0-1 [White \"A\"] 1. c4 *").collect();
    let lengths = read.iter().map(|game| game.as_ref().map(|game| game.main_line().count()));
    assert!(lengths.eq([Ok(2), Ok(2), Ok(1)]), "{read:?}");
}

#[test]
fn games_of_tags_alone_are_games() {
    let file = b"[Event \"1\"]\n[Result \"1-0\"]\n\n[Event \"2\"]\n\n*\n\n[Event \"3\"]\n";
    let read: Vec<_> = games(file).flatten().collect();
    let events: Vec<_> = read.iter().filter_map(|game| game.tags.get("Event")).collect();
    assert_eq!(events, ["1", "2", "3"]);
    assert_eq!(read[0].result.as_str(), "1-0");
}

#[test]
fn utf_16_is_named() {
    for text in ["\u{feff}[Event \"?\"]\r\n\r\n1. e4 *", "[Event \"?\"] 1. e4 *", "1. e4 e5 *", "e4 e5 1-0"] {
        for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes: Vec<u8> = text.encode_utf16().flat_map(to_bytes).collect();
            let error = games(&bytes).next().expect("a game").expect_err("UTF-16");
            assert_eq!(error.kind, PgnErrorKind::Utf16);
            assert!(error.to_string().contains("UTF-16"), "{error}");
        }
    }
}

#[test]
fn latin_1_is_read_as_windows_1252() {
    let game = games(b"[White \"M\xfcller\x92s \x80\"] 1. e4 {sch\xf6n, \x84ja\x93} *")
        .flatten()
        .next()
        .expect("a game");
    assert_eq!(game.tags.get("White"), Some("Müller’s €"));
    assert!(game.to_string().contains("{ schön, „ja“ }"));
}

#[test]
fn a_byte_order_mark_is_skipped() {
    same_moves("\u{feff}1. e4 *", "1. e4 *");
}

#[test]
fn null_moves_are_read_in_variations() {
    let mut checker = Checker::new(Lines::All);
    let text = b"1. e4 e5 ( 1... -- 2. d4 Z0 ) *";
    assert_eq!(Reader::new(text).read_game(&mut checker), Some(Ok(())));
}

#[test]
fn glyphs_are_written_as_marks_or_numbers() {
    let nags = |text: &str| {
        let game = games(text.as_bytes()).flatten().next().expect("a game");
        let first = game.main_line().next().expect("a move");
        game.remarks(first).map(|remarks| remarks.nags.clone())
    };
    for (text, nag) in
        [("e4!", 1), ("e4 ?", 2), ("e4!!", 3), ("e4??", 4), ("e4!?", 5), ("e4?!", 6), ("e4$14", 14)]
    {
        assert_eq!(nags(&format!("1. {text} *")), Some(vec![nag]), "{text}");
    }
}

#[test]
fn evaluations_are_written_as_in_chess_informant() {
    let marks = ["=", "∞", "+=", "⩲", "+/=", "=+", "⩱", "=/+", "±", "+/-", "∓", "-/+", "+-", "-+", "N", "D"];
    let numbers = [10, 13, 14, 14, 14, 15, 15, 15, 16, 16, 17, 17, 18, 19, 146, 220];
    for (mark, number) in marks.iter().zip(numbers) {
        let text = format!("1. e4 {mark} e5 ( 1... c5 {mark} ) *");
        let game = games(text.as_bytes()).flatten().next().unwrap_or_else(|| panic!("{text}"));
        let expected = format!("1. e4 ${number} e5 ( 1... c5 ${number} ) *");
        assert!(game.to_string().contains(&expected), "{text}: {game}");
    }
    let latin1 = games(b"1. e4 \xb1 *").flatten().next().expect("a game");
    assert!(latin1.to_string().contains("1. e4 $16 *"));
}

/// As Lichess, Informant and Scid print them, with a blank before them or not.
#[test]
fn glyphs_are_written_as_symbols() {
    let text = "1. e4 □ e5‼ 2. Nf3± Nc6 → 3. Bb5+- [] a6=/∞ 4. Ba4 +-- Nf6 --+ 5. O-O ~ Be7−+ 6. Re1 ⇆⊕ *";
    let game = games(text.as_bytes()).flatten().next().expect("a game");
    let moves = "1. e4 $7 e5 $3 2. Nf3 $16 Nc6 $40 3. Bb5 $18 $7 a6 $44 4. Ba4 $20 Nf6 $21 5. O-O $13 Be7 $19 6. Re1 $132 $138 *";
    let written = game.to_string().replace("!!", " $3").replace('\n', " ");
    assert!(written.contains(moves), "{written}");
}

/// A symbol without a number costs nothing but itself, with a remark.
#[test]
fn other_symbols_are_skipped() {
    for symbol in
        ["☂", "$300", "<diagram 1>", "‹x›", "/\\", "-", "—", "°", "=>", "->", "<=>", "<=", ">>", "<<", "“hm”"]
    {
        let text = format!("1. e4 {symbol} e5 ( 1... c5 {symbol} 2. Nf3 ) 2. Nf3 *");
        for limits in [Limits::new(), Limits::new().lenient()] {
            let mut reader = Reader::with_limits(text.as_bytes(), limits);
            let mut checker = Checker::new(Lines::All);
            assert_eq!(reader.read_game(&mut checker), Some(Ok(())), "{text}");
            let remarks: Vec<String> = reader.take_cuts().iter().map(|remark| remark.to_string()).collect();
            assert_eq!((checker.counts().moves, remarks.len()), (5, 2), "{text}: {remarks:?}");
            assert!(remarks[0].starts_with(&format!("line 1, column 7: `{symbol}`: not a ")), "{remarks:?}");
        }
    }
}

/// What web pages and word processors make of blanks, dashes, dots and crosses, in UTF-8 or Windows-1252.
#[test]
fn characters_of_word_processors_are_read() {
    let standard = "1. e4 d5 2. exd5 Nf6 3. Nf3 g6 4. Bb5+ Nbd7 5. O-O *";
    for text in [
        "1.\u{a0}e4 d5\u{a0}2.\u{202f}exd5 Nf6 3. Nf3 g6 4. Bb5+ Nbd7 5. O-O *",
        "1.e4 d5 2.\u{200b}exd5 Nf6\u{200b} 3. N\u{200b}f3 g6\u{feff} 4. Bb5+ Nbd7 5. O-O *",
        "1. e2–e4 1… d7–d5 2. e4×d5 Nf6 3. Ng1−f3 g6 4. Bb5+ Nbd7 5. O–O *",
        "1. e4 1.… d5 2. e×d5 2 … Nf6 3. Nf3 g6 4. Bb5+ Nbd7 5. 0–0 *",
    ] {
        same_moves(text, standard);
    }
    let windows = b"1.\xa0e4 1\x85 d5 2. e\xd7d5 Nf6 3. Nf3 g6 4. Bb5+ Nbd7 5. 0\x960 *";
    assert_eq!(moves_of(windows, Letters::English), moves_of(standard.as_bytes(), Letters::English));
    for (marker, result) in
        [("½-½", "1/2-1/2"), ("1/2–1/2", "1/2-1/2"), ("1–0", "1-0"), ("0−1", "0-1"), ("½", "1/2-1/2")]
    {
        let text = format!("[Result \"{marker}\"]\n\n1. e4 {marker}\n\n1. d4 *");
        let read: Vec<_> = games(text.as_bytes()).flatten().collect();
        assert_eq!((read.len(), read[0].result.as_str()), (2, result), "{text}");
    }
    let error =
        games("1. e4 K\u{200b}x *".as_bytes()).next().and_then(Result::err).map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some("line 1, column 7: `K<U+200B>x`: not a move"));
}

#[test]
fn a_game_may_be_quoted_in_a_comment() {
    let quoted = "1. e4 {see\n\n[Event \"no\"]\n\n1. d4 *\n\nhere} e5 1-0\n\n";
    let text = [quoted, "[Event \"b\"]\n\n1. c4 *\n"].concat().repeat(50);
    let lengths =
        |text: &[u8]| -> Vec<usize> { games(text).flatten().map(|game| game.main_line().count()).collect() };
    assert_eq!(lengths(text.as_bytes()), [2, 1].repeat(50));
    for size in 1..200 {
        let parts: Vec<usize> = chunks(text.as_bytes(), size).flat_map(lengths).collect();
        assert_eq!(parts, [2, 1].repeat(50), "{size}");
        let mut stream = Stream::from_chunks(Chunks::new(text.as_bytes()).with_size(size));
        let mut checker = Checker::new(Lines::Main);
        while let Ok(Some(game)) = stream.read_game(&mut checker) {
            assert_eq!(game, Ok(()), "{size}");
        }
        assert_eq!((checker.counts().games, checker.counts().moves), (100, 150), "{size}");
    }
    // A comment without an end still ends at the next game, which may have comments of its own.
    let file = "1. e4 { no end\n\n[Event \"b\"]\n\n1. c4 { a comment } *";
    assert_eq!(lengths(file.as_bytes()), [1]);
}

#[test]
fn tags_end_at_the_last_quote_and_begin_games_wherever_they_stand() {
    let text = "[Event \"5th \"Some Open\\\"]\n[White \"C:\\\"] [black \"B\"]\n\n1. e4 e5\n\n    [Event “b”]\n\n1. d4 *";
    let read: Vec<_> = games(text.as_bytes()).flatten().collect();
    let tags = ["Event", "White", "Black"].map(|name| read[0].tags.get(name));
    assert_eq!(tags, [Some("5th \"Some Open\\"), Some("C:\\"), Some("B")]);
    assert_eq!((read.len(), read[1].tags.get("Event")), (2, Some("b")));
}

/// With the same value it is one tag; with another one no reader is silent.
#[test]
fn tags_are_given_twice() {
    let text =
        "[White \"A\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n".repeat(2) + "[white \"B\"]\n\n1. Ke2 *";
    for limits in [Limits::new(), Limits::new().lenient()] {
        let mut reader = Reader::with_limits(text.as_bytes(), limits);
        assert_eq!(reader.read_game(&mut Checker::new(Lines::Main)), Some(Ok(())));
        let remarks: Vec<String> = reader.take_cuts().iter().map(|remark| remark.to_string()).collect();
        let expected = "line 3, column 1: `[White \"A\"]`: the tag is given twice with different values, also as `[white \"B\"]`";
        assert_eq!(remarks, [expected]);
    }
}

#[test]
fn results_have_blanks_and_symbols_around_them() {
    let others = "\n\n1. d4 d5 *";
    for (marker, result, remarks) in [
        ("1/2 - 1/2", "1/2-1/2", 0),
        ("1/2 – 1/2", "1/2-1/2", 0),
        ("½ - ½", "1/2-1/2", 0),
        ("½", "1/2-1/2", 0),
        ("1 - 0", "1-0", 0),
        ("0 – 1 {resigns}", "0-1", 0),
        ("1-0.", "1-0", 0),
        ("1-0 ±", "1-0", 1),
        ("1-0 ☂ {so} --+", "1-0", 2),
        ("1-0\n----", "1-0", 1),
    ] {
        let text = format!("1. e4 {marker}{others}");
        let read: Vec<_> = games(text.as_bytes()).flatten().collect();
        assert_eq!((read.len(), read[0].result.as_str()), (2, result), "{text}");
        let mut reader = Reader::new(text.as_bytes());
        assert_eq!((reader.read_game(&mut ()), reader.take_cuts().len()), (Some(Ok(())), remarks), "{text}");
        for size in 1..text.len() {
            let mut stream = Stream::from_chunks(Chunks::new(text.as_bytes()).with_size(size));
            let mut checker = Checker::new(Lines::Main);
            let mut count = 0;
            while let Ok(Some(game)) = stream.read_game(&mut checker) {
                assert_eq!(game, Ok(()), "{text} {size}");
                count += stream.take_cuts().len();
            }
            assert_eq!(
                (checker.counts().games, checker.counts().moves, count),
                (2, 3, remarks),
                "{text} {size}"
            );
        }
    }
    for marker in ["0 - 0", "2-0", "0-0 {draw?}", "3:1"] {
        let text = format!("[Result \"1-0\"]\n\n1. e4 e5 {marker}");
        let error = games(text.as_bytes()).next().and_then(Result::err).map(|error| error.kind);
        assert_eq!(error, Some(PgnErrorKind::LikeResult), "{text}");
        let mut builder = TreeBuilder::new();
        let mut reader = Reader::with_limits(text.as_bytes(), Limits::new().lenient());
        assert_eq!(reader.read_game(&mut builder), Some(Ok(())), "{text}");
        assert_eq!(builder.take().result.as_str(), "1-0", "{text}");
    }
}

#[test]
fn a_long_tag_that_is_given_twice_is_shown_in_part() {
    let text = format!("[White \"A\"]\n[White \"{}\"]\n\n*", "é".repeat(200));
    let mut reader = Reader::new(text.as_bytes());
    assert_eq!(reader.read_game(&mut ()), Some(Ok(())));
    let expected = format!("[White \"{}…", "é".repeat(96));
    assert_eq!(reader.take_cuts()[0].kind, PgnErrorKind::RepeatedTag(expected.into()));
}

/// Files that were not written to their end contain such bytes.
#[test]
fn zero_bytes_between_games_are_skipped() {
    let zeros = vec![0; 1_000];
    let file = [&zeros, b"1. e4 *\n".as_slice(), &zeros, b"\n[White \"A\"]\n\n1. d4 *", &zeros].concat();
    assert_eq!(games(&file).filter_map(Result::ok).count(), 2);
    assert_eq!(games(&file).count(), 2);
    // In a game they are an error.
    let torn = [b"1. e4 ".as_slice(), &zeros, b" e5 *"].concat();
    assert!(
        games(&torn).next().is_some_and(|game| game.is_err_and(|error| error.kind == PgnErrorKind::Stray))
    );
}
