//! Everything around the moves of a game: comments before and after it, the form of castling, the result.

use philidor::{CastlingMode, Color, Game, Outcome, Win};
use philidor_pgn::{
    Arbiter, Checker, Doubt, GameResult, GameTree, Limits, Lines, NodeId, PgnErrorKind, Reader, check, games,
};

use crate::laws;

fn first_tree(text: &str) -> GameTree {
    games(text.as_bytes()).next().expect("a game").expect("a good game")
}

#[test]
fn a_tree_keeps_comments_before_and_after_a_game() {
    let text = "{before} ; the tags\n[Event \"?\"]\n\n{behind them} 1. e4 {a move} (1. d4) * {over} ; and out\n\n\
                [Event \"?\"]\n\n0-1 {without a move}";
    let trees: Vec<GameTree> = games(text.as_bytes()).map(|game| game.expect("a good game")).collect();
    let [first, second] = trees.as_slice() else { panic!("{trees:?}") };
    let said = |tree: &GameTree, id| tree.remarks(id).map(|remarks| remarks.comment.to_string());
    assert_eq!(said(first, NodeId::ROOT).as_deref(), Some("before the tags behind them"));
    let e4 = first.main_line().next().expect("a move");
    assert_eq!(said(first, e4).as_deref(), Some("a move over and out"));
    assert_eq!(said(second, NodeId::ROOT).as_deref(), Some("without a move"));
    let written: String = trees.iter().map(ToString::to_string).collect();
    assert!(games(written.as_bytes()).map(Result::ok).eq(trees.iter().cloned().map(Some)), "{written}");
    trees.iter().for_each(laws::of_tree);
}

/// Comments among the tags do not end them; but they never belong to a game that begins at a boundary.
#[test]
fn tags_continue_after_comments() {
    let text = "{before} [Event \"one\"] {of} ; the\n[White \"A\"]\n\n{tags}\n[Black \"B\"] {and moves} 1. e4 *\n\n\
                [White \"C\"] {no more}\n\n[Event \"two\"]\n\n*\n";
    let read: Vec<_> = games(text.as_bytes()).collect();
    let [Ok(first), Ok(bare), Ok(second)] = read.as_slice() else { panic!("{read:?}") };
    let tags =
        |tree: &GameTree| ["Event", "White", "Black"].map(|name| tree.tags.get(name).map(str::to_owned));
    assert_eq!(tags(first), ["one", "A", "B"].map(|value| Some(value.to_owned())));
    let said = |tree: &GameTree| tree.remarks(NodeId::ROOT).map(|remarks| remarks.comment.to_string());
    assert_eq!(said(first).as_deref(), Some("before of the tags and moves"));
    assert_eq!((tags(bare), said(bare).as_deref()), ([None, Some("C".into()), None], Some("no more")));
    assert_eq!(tags(second), [Some("two".into()), None, None]);
    laws::of_bytes(text.as_bytes());
    laws::next_games_are_found(text.as_bytes());
    laws::of_tree(first);
}

/// A refused comment does not make the tags after it another game.
#[test]
fn a_game_refused_among_its_tags_ends_where_it_would_have_ended() {
    let limits = Limits::new().with_comment(10);
    let text = b"[Event \"1\"] {short} {longer than that} {x} [White \"A\"]\n\n1. e4 * 1. d4 *";
    let mut reader = Reader::with_limits(text, limits);
    let error = reader.read_game(&mut ()).expect("a game").expect_err("a long comment");
    assert_eq!(
        (error.kind, error.text.as_bytes()),
        (PgnErrorKind::CommentTooLong(10), &b"{longer than that}"[..])
    );
    assert_eq!(text[reader.offset()..], *b" 1. d4 *");
    assert_eq!(reader.read_game(&mut ()), Some(Ok(())));
    assert_eq!(reader.read_game(&mut ()), None);
}

/// How castling is written after some tags: by name, and as the seventh half-move of a game. All agree.
fn castling_of(tags: &str) -> (CastlingMode, String) {
    let text = format!("{tags}\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *");
    let mut checker = Checker::new(Lines::Main);
    let read = Reader::new(text.as_bytes()).read_game(&mut checker);
    assert_eq!(read, Some(Ok(())), "{tags}");
    let tree = first_tree(&text);
    let game = Game::from(&tree);
    assert_eq!((tree.castling_mode(), game.castling_mode()), (checker.castling_mode(), tree.castling_mode()));
    (game.castling_mode(), game.uci(6).expect("castling").to_string())
}

#[test]
fn castling_is_written_as_the_variant_has_it() {
    for name in ["", "?", "Standard", "From Position", "normal", "Chess", "Classical", "Illegal"] {
        let said = castling_of(&format!("[Variant \"{name}\"]\n"));
        assert_eq!(said, (CastlingMode::Standard, "e1g1".into()), "{name}");
    }
    for name in ["Chess960", "chess 960", "Fischerandom", "Fischer-Random", "FRC", "DFRC", "Freestyle"] {
        let said = castling_of(&format!("[Variant \"{name}\"]\n"));
        assert_eq!(said, (CastlingMode::Chess960, "e1h1".into()), "{name}");
    }
    assert_eq!(castling_of(""), (CastlingMode::Standard, "e1g1".into()));
    // A start that occurs only in Chess960 needs no tag, and overrides it.
    for tag in ["", "[Variant \"From Position\"]\n"] {
        let text = format!("[FEN \"4k3/8/8/8/8/8/8/1K3R2 w F - 0 1\"]\n{tag}\n1. O-O *");
        assert_eq!(first_tree(&text).castling_mode(), CastlingMode::Chess960);
        let mut checker = Checker::new(Lines::Main);
        assert_eq!(Reader::new(text.as_bytes()).read_game(&mut checker), Some(Ok(())));
        assert_eq!(checker.castling_mode(), CastlingMode::Chess960);
    }
    for name in ["Crazyhouse", "Atomic", "Chess961"] {
        let text = format!("[Variant \"{name}\"]\n\n1. e4 *");
        let mut errors = Vec::new();
        check(text.as_bytes(), |error| errors.push(error));
        assert_eq!((errors.len(), &errors[0].kind), (1, &PgnErrorKind::Variant));
        let message = format!("`[Variant \"{name}\"]`: a variant with other rules");
        assert_eq!(errors[0].reason().to_string(), message);
    }
}

#[test]
fn the_numbers_of_moves_are_doubted() {
    for (text, expected) in [
        ("12. e4 e5 *", Some((12, 1))),
        ("[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 30\"]\n\n5. Kd2 *", Some((5, 30))),
        ("{a} 1. e4 {b} e5 3. d4 *", Some((3, 2))),
        ("1. e4\n% page 12\ne5 2. d4\n% 7\n *", None),
        ("1. e4 e5 0.5-0.5", None),
        ("1. e4 e5 11. … d4 *", Some((11, 2))),
        ("99999999999. e4 *", Some((u32::MAX, 1))),
        ("1... e4 e5 *", Some((0, 1))),
        ("1… e4 e5 *", Some((0, 1))),
        ("1. e4 1... e5 2...Nf3 *", Some((0, 2))),
        ("1. e4 1. e5 2. Nf3 2... Nc6 *", None),
    ] {
        let mut reader = Reader::with_limits(text.as_bytes(), Limits::new().lenient());
        let (mut checker, mut arbiter) = (Checker::new(Lines::Main), Arbiter::new());
        assert_eq!(reader.read_game(&mut checker), Some(Ok(())), "{text}");
        Reader::with_limits(text.as_bytes(), Limits::new().lenient()).read_game(&mut arbiter);
        let numbers = |doubts: Vec<Doubt>| match doubts[..] {
            [Doubt::Number { written, number, .. }] => Some((written, number)),
            [Doubt::Dots { number }] => Some((0, number)),
            _ => None,
        };
        assert_eq!(numbers(checker.doubts().collect()), expected, "{text}");
        assert_eq!(numbers(arbiter.doubts().collect()), expected, "{text}");
    }
}

/// The doubts about the last game of a text.
fn doubts(text: &str) -> Vec<Doubt> {
    let mut checker = Checker::new(Lines::All);
    let mut reader = Reader::new(text.as_bytes());
    while let Some(game) = reader.read_game(&mut checker) {
        assert_eq!(game, Ok(()), "{text}");
    }
    checker.doubts().collect()
}

#[test]
fn results_that_cannot_be_right_are_doubted() {
    use GameResult::{BlackWins, Draw, Unknown, WhiteWins};
    let mate = "1. f3 e5 2. g4 (2. e4) Qh4#";
    let stalemate = "[FEN \"k7/8/1K6/8/8/8/8/2Q5 w - - 0 1\"]\n\n1. Qc7";
    let tag = |tag, marker| Doubt::Tag { tag, marker };
    let checkmate = Outcome::Win { winner: Color::Black, by: Win::Checkmate };
    let board = |outcome, marker| Doubt::Board { outcome, marker };
    for (text, expected) in [
        ("[Result \"1-0\"]\n\n1. e4 1-0".into(), vec![]),
        ("[Result \"1-0\"]\n\n1. e4 0-1".into(), vec![tag(WhiteWins, BlackWins)]),
        ("[Result \"*\"]\n\n1. e4 1/2".into(), vec![tag(Unknown, Draw)]),
        ("[Result \"1/2-1/2\"]\n\n1. e4 *".into(), vec![tag(Draw, Unknown)]),
        // A tag that is not a result does not count, and neither does one of the game before.
        ("[Result \"?\"]\n\n1. e4 1-0".into(), vec![]),
        ("[Result \"1-0\"]\n\n1. e4 1-0 1. e4 0-1".into(), vec![]),
        (format!("{mate} 0-1"), vec![]),
        (format!("{mate} *"), vec![]),
        (format!("{mate} 1-0"), vec![board(checkmate, WhiteWins)]),
        (format!("{mate} 1/2-1/2"), vec![board(checkmate, Draw)]),
        (format!("[Result \"*\"]\n\n{mate} 1-0"), vec![tag(Unknown, WhiteWins), board(checkmate, WhiteWins)]),
        (format!("{stalemate} 1/2-1/2"), vec![]),
        (format!("{stalemate} 1-0"), vec![board(Outcome::Draw(philidor::Draw::Stalemate), WhiteWins)]),
    ] {
        assert_eq!(doubts(&text), expected, "{text}");
    }
    let message = doubts(&format!("{stalemate} 0-1"))[0].to_string();
    assert_eq!(message, "draw by stalemate, but the game ends with 0-1");
}

/// The null move cannot be played: a game made from a tree stops before it.
#[test]
fn a_game_ends_before_a_null_move_of_its_tree() {
    let tree = first_tree("1. e4 e5 2. -- Nf6 *");
    let game = Game::from(&tree);
    assert_eq!((tree.main_line().count(), game.ply()), (4, 2));
    assert_eq!(Game::unpack(&game.pack()).map(|read| read.ply()), Ok(2));
}
