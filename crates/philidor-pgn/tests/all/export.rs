//! Writing a game while it is read, and through its tree.

use philidor_pgn::{Comment, Exporter, GameTree, NodeId, PgnErrorKind, Reader, TreeBuilder, games};

use philidor_proof::Random;

const GAMES: &[u8] = b"{ before } [White \"A\"] ; among\n[Result \"1/2-1/2\"]\n[Site \"?\"]\n\n$4 { at\n last } 1.e2-e4!? \
    { [%clk  0:05:00] }1... e5 { one } ; two \n{three} 2 Ng1f3 $10 Nc6 { } 3. Bb5 { } a6 $142 { a long comment, \
    after which a line ends, since it has more than eighty characters } Bxc6 {tight [%eval 0.17] fit} dxc6 \
    { a } brace ; in it } \n O-O { after the moves } 1-0 { behind } ; the game\n\n\
    [FEN \"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 7 1\"]\n[SetUp \"1\"]\n\n1... gxh1=Q { caf\xe9 } 2. bxa8=R Qg2+ *\n\n\
    1. e4 e5 ( $142 { why } 1... c5! 2. Nf3 ( 2. Nc3 ) ( ) 2... d6 ) { late } ( 1... e6 ) 2. Nf3 $1 Nc6 \
    ( { empty } ) 3. d4 0-1 { behind }\n\n[Variant \"Chess960\"]\n\n1. d4 e5 ( 1... d5 2. Kd3 ) *\n\n%x\n{only} *\n";

/// What is written of each game, or its error, and the game as a tree.
fn exported(games: &[u8], mut exporter: Exporter) -> Vec<(Result<String, PgnErrorKind>, GameTree, u64)> {
    let mut reader = Reader::new(games);
    let game = || {
        let read = reader.read_game(&mut exporter)?;
        let mut text = String::from("x");
        exporter.write_pgn(&mut text);
        let written = read.map(|()| text).map_err(|error| error.kind);
        let empty = exporter.empty_variations();
        Some((written, exporter.take(), empty))
    };
    std::iter::from_fn(game).collect()
}

/// The same through trees.
fn grown(games: &[u8], mut builder: TreeBuilder) -> Vec<(Result<String, PgnErrorKind>, GameTree, u64)> {
    let mut reader = Reader::new(games);
    let game = || {
        let read = reader.read_game(&mut builder)?;
        let empty = builder.empty_variations();
        let tree = builder.take();
        let mut text = String::from("x");
        tree.write_pgn(&mut text);
        Some((read.map(|()| text).map_err(|error| error.kind), tree, empty))
    };
    std::iter::from_fn(game).collect()
}

/// Also for broken games: with one or two bytes replaced by other bytes of the text.
#[test]
fn games_are_written_as_their_trees_are() {
    let mut random = Random(1838);
    let mut place = || random.next() as usize % GAMES.len();
    let (mut good, mut bad) = (0, 0);
    for round in 0..3_000 {
        let mut games = GAMES.to_vec();
        for _ in 0..round.min(2) {
            games[place()] = GAMES[place()];
        }
        let written = exported(&games, Exporter::new());
        assert_eq!(written, grown(&games, TreeBuilder::new().strict()), "{}", games.escape_ascii());
        good += written.iter().filter(|game| game.0.is_ok()).count();
        bad += written.iter().filter(|game| game.0.is_err()).count();
        let written = exported(&games, Exporter::new().cutting_variations());
        let trees = grown(&games, TreeBuilder::new().strict().cutting_variations());
        assert_eq!(written, trees, "{}", games.escape_ascii());
    }
    assert!(good > 5_000 && bad > 1_000, "{good} {bad}");
}

#[test]
fn a_long_comment_is_written_as_several_and_read_as_one() {
    let times = 1 << 16; // longer than one comment becomes
    let texts = ["word ", "[%a [%b] ", "a } b ", "xxxxxx"].map(|word| word.repeat(times));
    for text in texts {
        let mut tree = GameTree::default();
        let remarks = tree.remarks_mut(NodeId::ROOT).expect("a root");
        remarks.comment = Comment::from(text.as_str());
        let written = tree.to_string();
        let opening = if text.contains('}') { ";" } else { "{ " };
        let parts = written.matches(opening).count();
        assert_eq!(parts > 1, text.contains(' '), "{written}");
        assert_eq!(games(written.as_bytes()).next(), Some(Ok(tree)), "{written}");
    }
}
