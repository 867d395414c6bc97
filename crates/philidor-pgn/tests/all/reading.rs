//! Games are read, checked, written and read back; broken ones are reported.

use std::sync::Mutex;

use philidor::characters::decode;
use philidor::{Position, SanErrorKind};
use philidor_pgn::{
    CheckOptions, Checker, Comment, Flow, GameResult, GameTree, Limits, Lines, NodeId, PgnError,
    PgnErrorKind, Reader, Stream, TagValue, Visitor, check, check_with,
};
use philidor_proof::{Random, drawn, samples, seed, some_of};
use proptest::prelude::*;

use crate::laws;

const FEATURES: &[u8] = include_bytes!("../data/features.pgn");
const FAULTS: &[u8] = include_bytes!("../data/faults.pgn");
const LATIN_1: &[u8] = include_bytes!("../data/latin1.pgn");

/// All events of a visitor, as text.
#[derive(Default)]
struct Events(Vec<String>);

impl Visitor for Events {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.0.push("game".into());
        Ok(())
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        self.0.push(format!("{}={}", decode(name), value.to_text()));
        Ok(())
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        self.0.push("moves".into());
        Ok(Flow::Read)
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        self.0.push(decode(san).into_owned());
        Ok(())
    }

    fn nag(&mut self, nag: u8) -> Result<(), PgnErrorKind> {
        self.0.push(format!("${nag}"));
        Ok(())
    }

    fn comment(&mut self, comment: &[u8]) -> Result<(), PgnErrorKind> {
        self.0.push(format!("{{{}}}", decode(comment)));
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        self.0.push("(".into());
        Ok(Flow::Read)
    }

    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        self.0.push(")".into());
        Ok(())
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.0.push(result.to_string());
        Ok(())
    }

    fn end_game(&mut self) -> Result<(), PgnErrorKind> {
        self.0.push("end".into());
        Ok(())
    }
}

/// The events of all games, in one line.
fn events(text: &[u8]) -> String {
    let mut events = Events::default();
    let mut reader = Reader::new(text);
    while let Some(game) = reader.read_game(&mut events) {
        if let Err(error) = game {
            events.0.push(format!("<{error}>"));
        }
    }
    events.0.join(" ")
}

fn errors(text: &[u8], options: &CheckOptions) -> Vec<PgnError> {
    let mut errors = Vec::new();
    check_with(text, options, |error| errors.push(error));
    errors
}

fn first_tree(text: &str) -> GameTree {
    games_of(text.as_bytes()).next().expect("a game").expect("a good game")
}

fn games_of(bytes: &[u8]) -> impl Iterator<Item = Result<GameTree, PgnError>> {
    philidor_pgn::games(bytes)
}

#[test]
fn a_visitor_sees_everything_in_order() {
    assert_eq!(
        events(b"\xef\xbb\xbf{gap}\n[A \"1\"]\r\n[B  \"x \\\" y\" ]\r\n\r\n{c} 1. e4! (1. d4 {d}) 1... e5 2.Nf3$7 ; r\n*"),
        "game {gap} A=1 B=x \" y moves {c} e4 $1 ( d4 {d} ) e5 Nf3 $7 { r} * end"
    );
    assert_eq!(
        events(b"; 1\n{2} 1. e4 * {3}; 4\n%5\n{6} [A \"1\"] {7} 0-1 {8}"),
        "game { 1} {2} moves e4 * {3} { 4} {6} end game A=1 moves {7} 0-1 {8} end"
    );
    // A game with an error ends there, and comments after it do not belong to the next.
    assert!(events(b"1. e4 $ {1} * {2} 1. d4 *").ends_with("> game moves d4 * end"));
    assert_eq!(events(b" \n% nothing 1-0\n ; 1-0"), "");
    // Without a result a game ends before a line that is a tag, and at the end of the input.
    assert_eq!(events(b"e4\n[A \"1\"]\ne5"), "game moves e4 end game A=1 moves e5 end");
    // Markers in variations do not end the game.
    assert_eq!(events(b"e4 (d4 1-0) e5 0-1"), "game moves e4 ( d4 ) e5 0-1 end");
}

#[test]
fn a_game_can_be_passed_over_in_parts() {
    struct OnlyTags(Events);
    impl Visitor for OnlyTags {
        fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
            self.0.tag(name, value)
        }
        fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
            Ok(Flow::Skip)
        }
        fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
            self.0.san(san)
        }
        fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
            self.0.result(result)
        }
    }
    let mut only_tags = OnlyTags(Events::default());
    let mut reader = Reader::new(b"[A \"1\"]\n\n1. e4 (1. d4 1-0 {0-1}) ; 1-0\n 1/2-1/2 [A \"2\"] *");
    while let Some(game) = reader.read_game(&mut only_tags) {
        assert_eq!(game, Ok(()));
    }
    assert_eq!(only_tags.0.0, ["A=1", "1/2-1/2", "A=2", "*"]);
}

#[test]
fn every_feature_is_read() {
    let main = check(FEATURES, |error| panic!("{error}"));
    assert_eq!((main.games, main.moves, main.bad_games), (7, 7 + 4 + 9 + 4 + 5 + 4, 0));
    let options = CheckOptions::new().with_lines(Lines::All);
    let all = check_with(FEATURES, &options, |error| panic!("{error}"));
    // The moves of variations as well, except for the null move.
    assert_eq!((all.games, all.moves, all.bad_games), (7, main.moves + 9 + 3 + 1, 0));
    let windows = decode(FEATURES).replace('\n', "\r\n");
    assert_eq!(check_with(windows.as_bytes(), &options, |error| panic!("{error}")), all);
}

#[test]
fn every_fault_is_named_and_the_next_game_read() {
    let errors: Vec<String> =
        errors(FAULTS, &CheckOptions::default()).iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        [
            "line 3, column 13: `Ke3`: illegal: the king cannot move to e3",
            "line 7, column 7: `nonsense`: not a move",
            "line 12, column 4: `Rd1`: more than one move: Ra1d1 or Rh1d1",
            "line 16, column 7: `{this swallows no game behind it`: the comment has no closing brace",
            "line 21, column 7: `(1. d4 d5 (1... Nf6) 1-0`: the game ends inside a variation",
            "line 25, column 9: `)`: there is no open variation to close",
            "line 29, column 1: `(`: there is no move before the variation",
            "line 33, column 7: `$`: not a number from 0 to 255 after $",
            "line 37, column 7: `<`: has no meaning here",
            "line 41, column 9: the game ends without 1-0, 0-1, 1/2-1/2 or *",
            "line 44, column 9: the game ends without 1-0, 0-1, 1/2-1/2 or *",
            "line 46, column 1: `[White ]`: not a tag: a name and a value in quotes are expected",
            "line 50, column 1: `[Event \"A tag without end]`: the value of the tag does not end on its line",
            "line 55, column 1: `[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]`: white has no king; black has no king",
            "line 60, column 1: `[FEN \"who knows\"]`: board: expected eight ranks, found 1",
            "line 65, column 1: `[Variant \"Atomic\"]`: a variant with other rules",
            "line 71, column 7: `[`: has no meaning here",
            "line 77, column 1: `é`: not a move",
            "line 81, column 10: `(`: the game ends inside a variation",
        ]
    );
    let counts = check(FAULTS, |_| {});
    assert_eq!((counts.games, counts.bad_games), (20, 19));
}

#[test]
fn errors_keep_what_is_behind_them() {
    let errors = errors(b"\n\n 1. Nd5 * 1. e4 {", &CheckOptions::default());
    assert_eq!((errors[0].game_line, errors[0].game_offset, errors[0].offset), (3, 3, 6));
    assert!(
        matches!(&errors[0].kind, PgnErrorKind::San(san) if matches!(san.kind, SanErrorKind::Illegal(_)))
    );
    assert_eq!(
        (errors[0].text.as_bytes(), errors[1].kind.clone()),
        (&b"Nd5"[..], PgnErrorKind::UnclosedComment)
    );
}

#[test]
fn every_limit_is_kept() {
    let limits = Limits::default();
    let nested = "1. e4 ( 1. d4 ( 1. c4 ) ) *";
    let tags = "[A \"1\"]\n[B \"2\"]\n*";
    let long = format!("1. e4 {{{}}} *", "x".repeat(200));
    for (text, limits, kind) in [
        (nested, limits.with_nesting(1), PgnErrorKind::NestingTooDeep(1)),
        (nested, limits.with_moves(2), PgnErrorKind::TooManyMoves(2)),
        (tags, limits.with_tags(1), PgnErrorKind::TooManyTags(1)),
        (tags, limits.with_line(0), PgnErrorKind::LineTooLong(0)),
        (&long, limits.with_comment(199), PgnErrorKind::CommentTooLong(199)),
        (&long, limits.with_line(199), PgnErrorKind::LineTooLong(199)),
        (&long, limits.with_game(199), PgnErrorKind::GameTooLong(199)),
    ] {
        let text = format!("{text}\n\n[Event \"next\"]\n\n1. d4 *\n");
        let options = CheckOptions::new().with_limits(limits).with_lines(Lines::All);
        let kinds: Vec<PgnErrorKind> =
            errors(text.as_bytes(), &options).into_iter().map(|error| error.kind).collect();
        if limits.line == 0 {
            assert!(!kinds.is_empty() && kinds.iter().all(|found| *found == kind), "{text}: {kinds:?}");
        } else {
            assert_eq!(kinds, [kind], "{text}");
            let counts = check_with(text.as_bytes(), &options, |_| {});
            assert_eq!((counts.games, counts.bad_games), (2, 1));
        }
    }
    for text in [nested, tags, &long] {
        let enough = Limits::new()
            .with_game(221)
            .with_line(208)
            .with_comment(200)
            .with_tags(2)
            .with_moves(3)
            .with_nesting(2);
        assert_eq!(
            errors(text.as_bytes(), &CheckOptions::new().with_limits(enough).with_lines(Lines::All)),
            []
        );
    }
    // Skipped moves are limited, too: no game begins among them.
    struct OnlyTags;
    impl Visitor for OnlyTags {
        fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
            Ok(Flow::Skip)
        }
    }
    let text = format!("{}\n\n[Event \"next\"]\n\n1. d4 *", "1. e4 ".repeat(50));
    let mut reader = Reader::with_limits(text.as_bytes(), limits.with_game(100));
    let kinds: Vec<Option<PgnErrorKind>> = std::iter::from_fn(|| reader.read_game(&mut OnlyTags))
        .map(|game| game.err().map(|error| error.kind))
        .collect();
    assert_eq!(kinds, [Some(PgnErrorKind::GameTooLong(100)), None]);
    // A line that is broken inside a comment does not count as one long line.
    let wrapped = format!("1. e4 {{{}\n}} {{{}}} *", "x".repeat(150), "y".repeat(150));
    let options = CheckOptions::new().with_limits(limits.with_line(160)).with_lines(Lines::All);
    assert_eq!(errors(wrapped.as_bytes(), &options), []);
}

/// Repeats the same byte endlessly.
struct Endless<'a> {
    byte: u8,
    left: &'a Mutex<usize>,
}

impl std::io::Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let mut left = self.left.lock().expect("one thread");
        let len = buffer.len().min(*left);
        *left -= len;
        buffer[..len].fill(self.byte);
        Ok(len)
    }
}

/// An endless comment or escape line between games is not collected either.
#[test]
fn a_stream_collects_no_more_than_its_limits_between_games() {
    for begin in ["; ", "%"] {
        let left = Mutex::new(1 << 20);
        let endless = Endless { byte: b'x', left: &left };
        let source = std::io::Read::chain(begin.as_bytes(), endless);
        let limits = Limits::new().with_game(4096).with_comment(2000);
        let chunks = philidor_pgn::Chunks::new(source).with_size(1024).with_limits(limits);
        let mut stream = Stream::from_chunks(chunks);
        let error = stream.read_game(&mut ()).expect("memory").expect("a game").expect_err("too long");
        assert_eq!(error.kind, PgnErrorKind::GameTooLong(4096), "{begin}");
        assert!(*left.lock().expect("one thread") > 1_000_000, "{begin}: read before it was needed");
        assert!(matches!(stream.read_game(&mut ()), Ok(None)), "{begin}");
    }
}

/// A game without an end in sight is not collected; the games after it are read.
#[test]
fn a_stream_collects_no_more_than_its_limits() {
    let left = Mutex::new(1 << 20);
    let next = b"\n\n[Event \"?\"]\n\n1. e4 *";
    let source = std::io::Read::chain(
        std::io::Read::chain(&b"1. e4 "[..], Endless { byte: b'(', left: &left }),
        &next[..],
    );
    let limits = Limits::new().with_game(4096);
    let chunks = philidor_pgn::Chunks::new(source).with_size(1024).with_limits(limits);
    let mut stream = Stream::from_chunks(chunks);
    let mut checker = Checker::new(Lines::All);
    let error = stream.read_game(&mut checker).expect("memory").expect("a game").expect_err("too long");
    assert_eq!((error.kind, error.line, error.column), (PgnErrorKind::VariationWithoutMove, 1, 8));
    assert!(*left.lock().expect("one thread") > 1_000_000, "read before it was needed");
    assert!(matches!(stream.read_game(&mut checker), Ok(Some(Ok(())))));
    assert!(matches!(stream.read_game(&mut checker), Ok(None)));
}

#[test]
fn a_tree_is_written_in_the_export_format() {
    let tree = games_of(FEATURES).next().expect("a game").expect("a good game");
    assert_eq!(
        tree.to_string(),
        r#"[Event "Variations, comments, glyphs, clocks"]
[Site "?"]
[Date "2026.11.21"]
[Round "1"]
[White "Quiet, Anna"]
[Black "Loud, \"Bo\" \\ Bob"]
[Result "1-0"]
[ECO "C20"]

{ Before the game. } 1. e4 { [%eval 0.17,22] [%clk 0:05:00] } 1... e5 $1 {
[%clk 0:04:59.5] over two lines } ( 1... c5 $5 2. Nf3 ( 2. c3 { quiet } 2... d5
) 2... d6 $14 ) ( { Or } 1... e6 2. d4 ) 2. Qh5 $6 Nc6 3. Bc4 Nf6 $4 {
[%cal Gh5f7] } ( 3... g6 4. Qf3 ) 4. Qxf7# $140 1-0

"#
    );
    let last = tree.main_line().last().expect("a move");
    assert!(tree.position(last).legal_moves().is_empty());
}

/// Old files have carriage returns alone. They separate words, tags, escapes and lines as line feeds do.
#[test]
fn files_without_line_feeds_are_read() {
    let unix = decode(FEATURES);
    let text = unix.replace('\n', "\r");
    let options = CheckOptions::new().with_lines(Lines::All);
    let expected = check_with(FEATURES, &options, |error| panic!("{error}"));
    assert_eq!(check_with(text.as_bytes(), &options, |error| panic!("{error}")), expected);
    laws::of_bytes(text.as_bytes());
    let errors = errors(b"% escape\r[Event \"?\"]\r\r1. e4 ; e5\re6 2. Ke3 *", &options);
    assert_eq!((errors.len(), errors[0].line, errors[0].column), (1, 5, 7));
    assert_eq!((errors[0].text.as_bytes(), errors[0].game_line), (&b"Ke3"[..], 2));
}

#[test]
fn a_tree_keeps_what_is_hard_to_write() {
    let mut tree = GameTree::default();
    tree.tags.set("White", "quote \" backslash \\ newline \n bracket ] end\\").expect("a name");
    let e4 = tree.position(NodeId::ROOT).parse_san("e4").expect("a move");
    let first = tree.add(NodeId::ROOT, e4).expect("legal");
    let null = tree.position(first).null_move().expect("no check");
    let second = tree.add(first, null).expect("no check");
    let say = |tree: &mut GameTree, id, text: &str| {
        tree.remarks_mut(id).expect("a move").comment = Comment::from(text);
    };
    say(&mut tree, NodeId::ROOT, "a } brace { and ; semicolon");
    say(&mut tree, first, &format!("{} % percent %percent", "long ".repeat(13)));
    say(&mut tree, second, &format!("{} [Event \"no tag\"]", "x".repeat(200)));
    laws::of_tree(&tree);
    assert_eq!(tree.tags.get("White"), Some("quote \" backslash \\ newline   bracket ] end\\"));
    assert!(tree.add(first, e4).is_err(), "it is Black's turn");
    // A move of another tree is not a move of this one.
    let other = first_tree("1. e4 e5 2. Nf3 *").main_line().last().expect("three moves");
    assert_eq!((tree.mv(other), tree.remarks(other)), (None, None));
    assert!(tree.add(other, e4).is_err());
}

#[test]
fn trees_are_equal_if_their_lines_are() {
    let tree = first_tree("1. e4 (1. d4 d5) e5 *");
    assert_eq!(tree, first_tree("1. e4 (1. d4 d5) 1... e5 *"));
    for other in
        ["1. e4 (1. d4) e5 *", "1. e4 (1. d4 d5!) e5 *", "1. e4 (1. d4 d5) e5 1-0", "1. e4 (1. d4 c5) e5 *"]
    {
        assert_ne!(tree, first_tree(other), "{other}");
    }
    // A variation without moves leaves its comments to the move before it.
    assert_eq!(first_tree("1. e4 ({well}) *"), first_tree("1. e4 {well} *"));
    assert_eq!(first_tree("[Result \"1-0\"] 1. e4").result, GameResult::WhiteWins);
}

#[test]
fn the_fixtures_obey_the_laws() {
    for file in [FEATURES, FAULTS, LATIN_1] {
        laws::of_bytes(file);
        laws::next_games_are_found(file);
    }
    let both = [FAULTS, b"\n\n", FEATURES, LATIN_1].concat();
    laws::of_bytes(&both);
}

/// The fixtures, cut anywhere, so that each part is unfinished once, in a quick run one part in eight.
#[test]
fn fixtures_without_their_ends_obey_the_laws() {
    for file in [FEATURES, FAULTS] {
        for len in drawn((0..file.len()).step_by(7), 21) {
            laws::of_bytes(&file[..len]);
        }
    }
}

/// Whether a game is too long does not depend on where the next one begins, nor on how its bytes arrive.
#[test]
fn games_of_nearly_the_longest_length_obey_the_laws() {
    let longest = laws::TIGHT.game;
    for len in longest - 30..longest + 5 {
        for end in ["*\n\n", "\n\n", "{\n\n", "; e5\n\n"] {
            let text = format!("1. e4 {}{end}", "\n".repeat(len - 6 - end.len()));
            let next = "[Event \"next\"]\n\n*\n";
            assert_eq!(text.len(), len);
            laws::of_bytes(format!("{text}{next}").as_bytes());
            laws::of_bytes(text.as_bytes());
            let counts = |limit| {
                let limits = Limits::new().with_game(limit);
                let options = CheckOptions::new().with_limits(limits);
                let mut kinds = Vec::new();
                let file = format!("{text}{next}");
                let counts = check_with(file.as_bytes(), &options, |error| kinds.push(error.kind));
                (counts.games, kinds.contains(&PgnErrorKind::GameTooLong(limit)))
            };
            assert_eq!(counts(len), (2, false), "{end:?}");
        }
    }
}

/// A marker at the end of a line that is too long still ends the game.
#[test]
fn lines_of_nearly_the_longest_length_obey_the_laws() {
    for len in laws::TIGHT.line - 5..laws::TIGHT.line + 5 {
        let line = format!("1. e4{}*", " ".repeat(len - 6));
        let text = format!("{line} 1. d4 *\n{line}\n1. c4 *");
        laws::of_bytes(text.as_bytes());
        let options = CheckOptions::new().with_limits(laws::TIGHT);
        assert_eq!(check_with(text.as_bytes(), &options, |_| {}).games, 4);
    }
}

/// A tag other than `Event` ends a comment that was not closed; games without tags are counted as lost.
#[test]
fn what_a_comment_without_an_end_swallows_is_reported() {
    let file = b"1. e4 { no end\n\n[White \"A\"]\n\n1. d4 *\n\n1. c4 {\n\n1. f4 *\r\n\r\n1.g4 *\n\n1. b4 *";
    let mut reader = Reader::new(file);
    let mut read = Vec::new();
    while let Some(game) = reader.read_game(&mut ()) {
        let next = game.map_err(|error| (error.line, error.next_line));
        read.push((next, reader.take_lost().map(|lost| (lost.start.line, lost.end.line, lost.games))));
    }
    let swallowed = Some((7, 13, 3));
    assert_eq!(read, [(Err((1, 3)), None), (Ok(()), None), (Err((7, 13)), swallowed)]);
    laws::of_bytes(file);
}

/// After a game that is too long the next tag below an empty line is found, and what was passed over is counted.
#[test]
fn what_follows_a_game_that_is_too_long_is_reported() {
    for end in ["\n", "\r\n", "\r"] {
        let long = format!("1. e4 {}", "e5 ".repeat(150));
        let file = format!("{long}{end}{end}1. d4 *{end}{end}1. c4 *{end}{end}[White \"A\"]{end}{end}*{end}");
        let mut reader = Reader::with_limits(file.as_bytes(), laws::TIGHT.with_moves(1000).with_line(1000));
        let error = reader.read_game(&mut ()).expect("a game").expect_err("too long");
        let lost = reader.take_lost().expect("two games");
        assert_eq!((error.kind, error.next_offset), (PgnErrorKind::GameTooLong(300), 300));
        assert_eq!((lost.start.offset, lost.end.line, lost.games), (300, 7, 2), "{end:?}");
        assert_eq!((reader.read_game(&mut ()), reader.read_game(&mut ())), (Some(Ok(())), None));
        laws::of_bytes(file.as_bytes());
    }
}

/// Blanks between games are handed on as they come: neither spaces nor line ends nor zero bytes are collected. A quick
/// run draws one of them.
#[test]
fn blanks_cost_no_memory() {
    for blank in some_of(&[" ", "\n", "\r\n", "\0"], 22) {
        let blanks = blank.repeat((6 << 20) / blank.len());
        for before in ["", "1. e4 *", "[Event \"?\"]\n\n*\n"] {
            let file = format!("{before}{blanks}1. d4 *");
            let mut chunks = philidor_pgn::Chunks::new(file.as_bytes());
            let (mut chunk, mut games, mut longest) = (Vec::new(), 0, 0);
            while chunks.next_chunk(&mut chunk).expect("memory does not fail").is_some() {
                longest = longest.max(chunk.len());
                games += check(&chunk, |error| panic!("{error}")).games;
            }
            assert_eq!(games, 1 + u64::from(!before.is_empty()), "{before:?}");
            assert!(longest < 3 << 20, "{before:?}, {blank:?}: {longest} bytes in a chunk");
        }
    }
}

/// Every other start is that of standard chess, the others are drawn from those of Chess960.
fn starts(own: u64) -> impl Iterator<Item = Position> {
    let mut random = Random(seed(own));
    (0..).map(move |game| {
        let other = (game % 2 == 1).then(|| Position::chess960(random.below(960) as u16));
        other.flatten().unwrap_or_default()
    })
}

/// A random game as a tree with variations, comments and glyphs.
fn random_tree(start: Position, random: &mut Random) -> GameTree {
    const TEXTS: [&str; 6] =
        ["", "a word", "x [%clk 2:03]", "} ; %x", "[%eval -1.25] né", "% ( ) [Event \"x\"]"];
    let mut tree = GameTree::new(start);
    let results = [GameResult::Draw, GameResult::WhiteWins, GameResult::BlackWins, GameResult::Unknown];
    tree.result = results[random.below(4)];
    let mut nodes = vec![NodeId::ROOT];
    for _ in 0..random.below(60) {
        // Mostly after the last move, so that lines grow; a variation now and then.
        let from = if random.below(4) == 0 { random.below(nodes.len()) } else { nodes.len() - 1 };
        let moves = tree.position(nodes[from]).legal_moves();
        if moves.is_empty() {
            continue;
        }
        let mv = random.one(&moves);
        let is_variation = tree.children(nodes[from]).next().is_some();
        let node = tree.add(nodes[from], mv).expect("it was chosen from the legal ones");
        let remarks = tree.remarks_mut(node).expect("just added");
        remarks.comment = Comment::from(TEXTS[random.below(TEXTS.len())]);
        if is_variation {
            remarks.before = Comment::from(TEXTS[random.below(TEXTS.len())]);
            remarks.nags_before.extend((0..random.below(3)).map(|nag| nag as u8 + 140));
        }
        remarks.nags.extend((0..random.below(3)).map(|nag| nag as u8 * 100));
        nodes.push(node);
    }
    tree
}

/// At night no more of them, since the place of each game in the file is found from its beginning.
#[test]
fn random_trees_are_written_and_read_back() {
    let mut random = Random(seed(5));
    let mut file = String::new();
    let trees: Vec<GameTree> =
        starts(6).take(samples(150).min(150)).map(|start| random_tree(start, &mut random)).collect();
    for tree in &trees {
        laws::of_tree(tree);
        file += &tree.to_string();
    }
    let read: Vec<_> = games_of(file.as_bytes()).collect();
    assert!(read.iter().map(|game| game.as_ref().ok()).eq(trees.iter().map(Some)));
    laws::of_bytes(file.as_bytes());
}

/// Fragments of games, some of them broken.
const PIECES: [&str; 47] = [
    "1. ",
    "e4 ",
    "e5 ",
    "Nf3",
    "O-O",
    " ",
    "\n",
    "\r\n",
    "\n\n",
    "{",
    "}",
    "{ x }",
    "(",
    ")",
    " (",
    ") ",
    "[",
    "]",
    "\"",
    "\\",
    "*",
    "1-0 ",
    "1/2-1/2",
    "0-0",
    "$3",
    "$",
    "!?",
    ";",
    "; x\n",
    "\n%",
    "%",
    "[Event \"x\"]",
    "\n\n[Event \"x\"]\n",
    "\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n",
    "[Result \"1-0\"]\n",
    "[Variant \"x\"]\n",
    "e8(Q)",
    "e.p. ",
    "--",
    "é",
    "\u{feff}",
    "[%clk 0:00:01]",
    "1... ",
    "\n\r\n[Event ",
    "\n\n[White \"x\"]\n",
    "\n\n1. e4 ",
    "\0\0\0",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(samples(300) as u32) })]

    #[test]
    fn any_bytes_obey_the_laws(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        laws::of_bytes(&bytes);
        laws::next_games_are_found(&bytes);
    }

    #[test]
    fn any_pieces_of_games_obey_the_laws(pieces in prop::collection::vec(0..PIECES.len(), 0..120)) {
        let text: String = pieces.into_iter().map(|piece| PIECES[piece]).collect();
        laws::of_bytes(text.as_bytes());
        laws::next_games_are_found(text.as_bytes());
    }
}

/// Found by chance (`PROOF_SEED=3868380725`): the bytes in which a game is too long had the end of the game, too.
#[test]
fn blanks_after_a_game_as_long_as_the_limit_are_no_loss() {
    let game = concat!(
        "[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"nnbrqbkr/pppppppp/8/8/8/8/PPPPPPPP/NNBRQBKR w KQkq - 0 1\"]\n\n",
        "1. b4 $0\n; } ; %x\n1... h6\n; } ; %x\n(\n; } ; %x\n1... Nb6 { % ( ) [Event \"x\"] } 2. Ba3 $0 { [%eval ",
        "-1.25] n\u{e9} } ) ( { % ( )\n[Event \"x\"] } 1... Na6 $0 2. h3 $0 { % ( ) [Event \"x\"] } 2... Nxb4 $0 ",
        "{ a word\n} ) 1-0",
    );
    assert_eq!(game.len(), 300);
    laws::of_bytes(format!("{game}\n\n{game}\n").as_bytes());
}
