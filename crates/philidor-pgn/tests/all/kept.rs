//! What a file says is still there when its games are written again: glyphs before moves, commands in comments, tags.

use philidor_pgn::{
    Comment, GameResult, GameTree, Limits, NodeId, PgnErrorKind, Reader, Stream, TreeBuilder,
};

#[track_caller]
fn tree(text: &str) -> GameTree {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The movetext of a game as it is written.
fn movetext(tree: &GameTree) -> String {
    let text = tree.to_string();
    text.split_once("\n\n").map_or("", |parts| parts.1).trim_end().to_owned()
}

#[test]
fn glyphs_before_the_first_move_of_a_line_are_kept() {
    let text = "$10 { even } 1. e4 e5 ( $142 1... c5 $1 2. Nf3 ( $146 { or } 2. c3 ) ) 2. d4 *";
    let read = tree(text);
    assert_eq!(movetext(&read), text);
    assert_eq!(tree(&read.to_string()), read);
    let nags = |id| read.remarks(id).map(|remarks| (remarks.nags_before.clone(), remarks.nags.clone()));
    assert_eq!(nags(NodeId::ROOT), Some((vec![], vec![10])));
    let e4 = read.main_line().next().expect("a move");
    let c5 = read.children(e4).nth(1).expect("a variation");
    assert_eq!(nags(c5), Some((vec![142], vec![1])));
    assert_ne!(read, tree(&text.replace("$142", "$143")));
}

#[test]
fn glyphs_of_a_variation_without_moves_belong_to_the_move_before() {
    assert_eq!(tree("1. e4 ( $5 ) *"), tree("1. e4 $5 *"));
    assert_eq!(tree("1. e4 ( $5 { x } ) e5 *"), tree("1. e4 $5 { x } e5 *"));
}

#[test]
fn glyphs_before_a_promoted_variation_become_those_of_its_move() {
    let mut game = tree("1. e4 e5 ( $142 1... c5 $1 ) *");
    let e4 = game.main_line().next().expect("a move");
    let c5 = game.children(e4).nth(1).expect("a variation");
    assert!(game.promote(c5));
    assert_eq!(movetext(&game), "1. e4 c5 $142 $1 ( 1... e5 ) *");
    assert_eq!(tree(&game.to_string()), game);
}

#[test]
fn a_changed_clock_is_the_only_thing_that_changes() {
    let mut game = tree("1. e4 { good [%eval 0.123] [%clk 5:00] } *");
    let e4 = game.main_line().next().expect("a move");
    let clock: Comment = "[%clk 0:04:59]".into();
    game.remarks_mut(e4).expect("a move").comment.clock = clock.clock;
    assert_eq!(movetext(&game), "1. e4 { good [%eval 0.123] [%clk 0:04:59] } *");
}

#[test]
fn tags_of_the_start_position_are_kept() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let tags = format!("[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"{START}\"]\n");
    let with = format!("{tags}\n1. e4 *\n\n");
    assert_eq!(tree(&with).to_string(), with);
    assert_ne!(tree(&with), tree("1. e4 *"));
    let odd = "[Result \"*\"]\n[SetUp \"0\"]\n\n1. e4 *\n\n";
    assert_eq!(tree(odd).to_string(), odd);
    assert_eq!(tree("1. e4 *").to_string(), "[Result \"*\"]\n\n1. e4 *\n\n");
}

#[test]
fn a_tag_result_that_contradicts_the_moves_is_kept() {
    for value in ["1-0", "Black forfeits", "", "?", "0-1 \\\"!\\\""] {
        let text = format!("[Result \"{value}\"]\n\n1. e4 0-1\n\n");
        let mut read = tree(&text);
        assert_eq!((read.to_string(), read.result), (text, GameResult::BlackWins));
        assert_eq!(tree(&read.to_string()), read);
        assert_ne!(read, tree("1. e4 0-1"));
        read.result = GameResult::Draw;
        assert_eq!(read, tree("1. e4 1/2-1/2"));
    }
    assert_eq!(tree("[Result \"0-1\"] 1. e4 0-1"), tree("1. e4 0-1"));
}

/// What a builder makes of a game whose faulty variations are cut, and what the faults are.
#[track_caller]
fn cut(text: &str) -> (String, Vec<String>) {
    let mut builder = TreeBuilder::new().strict().cutting_variations();
    let mut reader = Reader::new(text.as_bytes());
    let read = reader.read_game(&mut builder).expect("a game");
    read.unwrap_or_else(|error| panic!("{text}: {error}"));
    let cuts = reader.take_cuts();
    let mut stream = Stream::new(text.as_bytes());
    assert!(matches!(stream.read_game(&mut builder), Ok(Some(Ok(())))), "{text}");
    assert_eq!(stream.take_cuts(), cuts, "{text}");
    let places = cuts.iter().map(|cut| format!("{}:{}", cut.line, cut.column));
    (movetext(&builder.take()), places.collect())
}

#[test]
fn faulty_variations_are_cut_and_the_main_line_continues() {
    for (text, written, places) in [
        ("1. e4 ( 1. d4 d5 2. Kd3 e5 ) e5 1-0", "1. e4 ( 1. d4 d5 ) 1... e5 1-0", vec!["1:21"]),
        (
            "1. e4 ( 1. d4 ( 1. Ke3 ) d5 ) e5\n( 2... } ) *",
            "1. e4 ( 1. d4 d5 ) 1... e5 *",
            vec!["1:20", "2:8"],
        ),
        ("1. e4 ( 1. Ke3 ( 1. c4 ) d5 ) e5 *", "1. e4 e5 *", vec!["1:12"]),
        ("1. e4 ( 1. d4 $x d5 ) e5 *", "1. e4 ( 1. d4 ) 1... e5 *", vec!["1:15"]),
        ("1. e4 ( { a } ( 1. c4 ) 1. d4 ) e5 *", "1. e4 ( { a } 1. d4 ) 1... e5 *", vec!["1:15"]),
        ("1. e4 ( 1. d4 [ d5 ) e5 *", "1. e4 ( 1. d4 ) 1... e5 *", vec!["1:15"]),
    ] {
        let (tree, cuts) = cut(text);
        assert_eq!(
            (tree.as_str(), cuts),
            (written, places.iter().map(ToString::to_string).collect()),
            "{text}"
        );
    }
    let (whole, cuts) = cut("1. e4 ( 1. d4 ) e5 *");
    assert_eq!((whole.as_str(), cuts.len()), ("1. e4 ( 1. d4 ) 1... e5 *", 0));
}

#[test]
fn a_fault_of_the_main_line_comes_after_those_of_its_variations() {
    let mut reader = Reader::new(b"1. e4 *\n\n1. e4 ( 1. Ke3 )\ne5 2. Ke3 Nf6 *\n\n1. d4 *");
    let mut builder = TreeBuilder::new().cutting_variations();
    assert_eq!(reader.read_game(&mut builder), Some(Ok(())));
    let error = reader.read_game(&mut builder).expect("a game").expect_err("a bad one");
    assert_eq!((error.game_line, error.line, error.column, error.next_line), (3, 4, 7, 4));
    let cuts = reader.take_cuts();
    assert_eq!((cuts.len(), cuts[0].game_line, cuts[0].line, cuts[0].column), (1, 3, 3, 12));
    assert_eq!(cuts[0].next_offset, error.next_offset);
    assert_eq!(movetext(&builder.take()), "1. e4 e5 *");
    assert_eq!(reader.read_game(&mut builder), Some(Ok(())));
    assert!(reader.take_cuts().is_empty());
}

#[test]
fn faults_outside_of_variations_and_those_of_a_strict_builder_are_errors() {
    for text in ["1. e4 } e5 *", "( 1. d4 ) 1. e4 *", "1. e4 ( 1. d4", "1. e4 ( 1. d4 { a"] {
        let mut reader = Reader::new(text.as_bytes());
        let mut builder = TreeBuilder::new().cutting_variations();
        assert!(reader.read_game(&mut builder).is_some_and(|game| game.is_err()), "{text}");
        assert!(reader.take_cuts().is_empty(), "{text}");
    }
    let read = Reader::new(b"1. e4 ( 1. } ) *").read_game(&mut TreeBuilder::new().strict());
    assert!(read.is_some_and(|game| game.is_err_and(|error| error.kind == PgnErrorKind::Stray)));
}

#[test]
fn variations_without_moves_are_counted() {
    let empty = |text: &str| {
        let mut builder = TreeBuilder::new();
        Reader::new(text.as_bytes()).read_game(&mut builder).expect("a game").expect("a good one");
        builder.empty_variations()
    };
    assert_eq!(empty("1. e4 ( {x} $5 ) ( ) e5 ( 1... c5 ( ) ) *"), 3);
    assert_eq!(empty("1. e4 ( 1. d4 ) *"), 0);
}

/// The fault of a game may be before the last cut.
#[test]
fn a_fault_before_a_cut_has_its_own_place() {
    let text = b"1. e4 e5\n( 1... c5\n( 1... Ke3 )\n2. Nf3";
    let mut reader = Reader::new(text);
    let mut builder = TreeBuilder::new().cutting_variations();
    let error = reader.read_game(&mut builder).expect("a game").expect_err("a variation is not closed");
    assert_eq!((&error.kind, error.line, error.column), (&PgnErrorKind::UnclosedVariation, 2, 1));
    let cuts: Vec<(u64, u64)> = reader.take_cuts().iter().map(|cut| (cut.line, cut.column)).collect();
    assert_eq!(cuts, [(3, 8)]);
}

/// Each token after the limit of a line would look for the beginning of the line again.
#[test]
fn a_lenient_reader_takes_a_line_without_end_in_linear_time() {
    let text = format!("1. e4 e5{} *", " $1".repeat(4 << 20));
    let mut reader = Reader::with_limits(text.as_bytes(), Limits::new().lenient());
    assert_eq!(reader.read_game(&mut ()), Some(Ok(())));
}
