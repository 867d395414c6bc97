//! Games with other rules, through the same readers, trees and exporters: the tests bring a position type of their own.

use core::fmt;

use philidor::pgn::{
    Checker, Exporter, GamePosition, GameResult, GameTree, Limits, Lines, NodeId, PgnError, PgnErrorKind,
    Reader, TreeBuilder, games_with,
};
use philidor::{
    CastlingMode, Color, IllegalMove, Move, MoveFault, PieceType, Position, San, SanError, Square, Undo,
};

/// Where games of the queenless game start.
const QUEENLESS: &str = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1";

/// Standard chess; or the queenless game, which starts without queens, has `2` in front of its FENs, writes captures
/// with `@`, never moves to a3, and is lost by a side without knights.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct AnyGame {
    position: Position,
    is_queenless: bool,
}

impl AnyGame {
    /// The winner, once the other side has no knight.
    fn winner(&self) -> Option<Color> {
        let has_knight = |color| !self.position.board().colored_pieces(color, PieceType::Knight).is_empty();
        [Color::White, Color::Black].into_iter().find(|&color| self.is_queenless && !has_knight(!color))
    }
}

impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_queenless { "2" } else { "" }, self.position)
    }
}

/// A move, in a word of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Word(Move);

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the move {}", self.0)
    }
}

impl GamePosition for AnyGame {
    type Move = Word;
    type Undo = Undo;

    const NO_MOVE: Word = Word(Move::invalid());
    const HAS_VARIANTS: bool = true;

    fn from_tags(variant: Option<&[u8]>, fen: Option<&[u8]>) -> Result<AnyGame, PgnErrorKind> {
        let is_queenless = variant.is_some_and(|name| name.eq_ignore_ascii_case(b"queenless"));
        let (variant, fen) = match (is_queenless, fen) {
            (false, fen) => (variant, fen),
            (true, None) => (None, Some(QUEENLESS.as_bytes())),
            (true, Some(fen)) => {
                let no_digit = PgnErrorKind::Refused("a FEN of the queenless game begins with 2");
                (None, Some(fen.strip_prefix(b"2").ok_or(no_digit)?))
            }
        };
        Ok(AnyGame { position: Position::from_tags(variant, fen)?, is_queenless })
    }

    fn variant(&self) -> Option<&'static str> {
        self.is_queenless.then_some("Queenless")
    }

    fn castling_mode(&self) -> CastlingMode {
        CastlingMode::detect(&self.position)
    }

    fn parse_san(&self, text: &[u8]) -> Result<Word, SanError> {
        if self.winner().is_some() {
            return Err(MoveFault::Refused("illegal: the game is over").into());
        }
        let captured: Vec<u8> = text.iter().map(|&byte| if byte == b'@' { b'x' } else { byte }).collect();
        let mv = self.position.parse_san(if self.is_queenless { &captured } else { text })?;
        if self.is_queenless && mv.dest_square() == Square::A3 {
            return Err(MoveFault::Refused("illegal: a3 is under water").into());
        }
        Ok(Word(mv))
    }

    fn san(&self, Word(mv): Word) -> San {
        let san = self.position.san(mv);
        if self.is_queenless { San::new(&san.as_str().replace('x', "@")).unwrap_or(san) } else { san }
    }

    fn null_move(&self) -> Option<Word> {
        self.position.null_move().map(Word)
    }

    fn legal(&self, Word(mv): Word) -> Option<Word> {
        let is_dry = !self.is_queenless || mv.dest_square() != Square::A3;
        GamePosition::legal(&self.position, mv).filter(|_| is_dry).map(Word)
    }

    fn is_same_move(Word(one): Word, Word(other): Word) -> bool {
        one.digest() == other.digest()
    }

    fn play(&mut self, Word(mv): Word) -> Undo {
        self.position.play(mv)
    }

    fn undo(&mut self, Word(mv): Word, undo: Undo) {
        self.position.undo(mv, undo);
    }

    fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    fn fullmove_number(&self) -> u32 {
        self.position.fullmove_number()
    }

    fn result_on_board(&self) -> Option<GameResult> {
        let by_color = |winner| match winner {
            Color::White => GameResult::WhiteWins,
            Color::Black => GameResult::BlackWins,
        };
        self.winner().map(by_color).or_else(|| self.position.result_on_board())
    }

    fn name_of_end(&self) -> Option<&'static str> {
        self.winner().map(|_| "the loss of both knights")
    }
}

type Tree = GameTree<AnyGame>;

fn builder() -> TreeBuilder<AnyGame> {
    TreeBuilder::for_positions()
}

/// What each game of a text is read as, up to the first fault.
fn trees(text: &str) -> Vec<Result<Tree, PgnError>> {
    games_with(text.as_bytes(), builder()).collect()
}

/// The moves and the faults of a text as checkers see them.
fn checked(text: &str) -> (u64, Vec<String>) {
    let (mut checker, mut reader) =
        (Checker::<AnyGame>::for_positions(Lines::All), Reader::new(text.as_bytes()));
    let mut faults = Vec::new();
    while let Some(game) = reader.read_game(&mut checker) {
        faults.extend(game.err().map(|error| error.to_string()));
        faults.extend(checker.doubts().map(|doubt| doubt.to_string()));
    }
    (checker.counts().moves, faults)
}

/// The games of a text without faults as exporters write them.
#[track_caller]
fn exported(text: &str) -> String {
    let (mut exporter, mut reader) = (Exporter::<AnyGame>::for_positions(), Reader::new(text.as_bytes()));
    let mut written = String::new();
    while let Some(game) = reader.read_game(&mut exporter) {
        game.unwrap_or_else(|error| panic!("{text}: {error}"));
        exporter.write_pgn(&mut written);
    }
    written
}

/// A queenless game without a `FEN` and with a variation; and one from a position in which a black knight is already
/// lost.
const GAMES: &str = "[Variant \"Queenless\"]\n\n1. e4 d5 { a queen would take } 2. e@d5 ( 2. Nc3 -- ( 2... d@e4! ) 3. Nf3 ) \
    2... Nf6 3. Nc3 N@d5 1-0\n\n[Variant \"Queenless\"]\n[FEN \"2rnb1kb1r/ppp1pppp/8/3p4/8/2N5/PPPPPPPP/R1B1KBNR w KQkq - 0 4\"]\n\n\
    4. N@d5 e6 *\n\n";

#[test]
fn games_of_other_rules_are_checked_built_and_exported() {
    assert_eq!(checked(GAMES), (11, Vec::new()));
    let written = exported(GAMES);
    let expected = "[Result \"1-0\"]\n[Variant \"Queenless\"]\n\n\
        1. e4 d5 { a queen would take } 2. e@d5 ( 2. Nc3 -- ( 2... d@e4 $1 ) 3. Nf3 )\n2... Nf6 3. Nc3 N@d5 1-0\n\n\
        [Result \"*\"]\n[FEN \"2rnb1kb1r/ppp1pppp/8/3p4/8/2N5/PPPPPPPP/R1B1KBNR w KQkq - 0 4\"]\n\
        [Variant \"Queenless\"]\n\n4. N@d5 e6 *\n\n";
    assert_eq!(written.replace("[SetUp \"1\"]\n", ""), expected);
    let read = trees(GAMES);
    assert_eq!(read, trees(&written));
    for (tree, game) in
        read.iter().zip(written.split_inclusive("*\n\n").flat_map(|part| part.split_inclusive("1-0\n\n")))
    {
        let tree = tree.as_ref().expect("a good game");
        assert_eq!(tree.to_string(), game);
        assert_eq!(game.parse(), Ok(tree.clone()));
    }
}

#[test]
fn tags_are_read_in_any_order() {
    let fen = "[FEN \"2rnb1kb1r/ppp1pppp/8/3p4/8/2N5/PPPPPPPP/R1B1KBNR w KQkq - 0 4\"]";
    let (variant, moves) = ("[Variant \"Queenless\"]", "\n\n4. N@d5 e6 *\n\n");
    let standard = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n\n";
    let one = trees(&format!("{variant}{fen}{moves}{standard}1. d4 *"));
    let other = trees(&format!("{fen}{variant}{moves}{standard}1. d4 *"));
    assert_eq!(one.iter().map(Result::is_ok).collect::<Vec<_>>(), [true; 3], "{one:?}");
    assert_eq!(one, other);
    assert!(one[0].as_ref().is_ok_and(|tree| tree.start().is_queenless));
    assert!(one[1..].iter().flatten().all(|tree| !tree.start().is_queenless), "nothing is left of the first");
    assert_eq!(checked(&format!("{fen}{variant}{moves}{variant}{fen}{moves}{standard}")), (5, Vec::new()));
    // A FEN is kept even if it is not needed, wherever its tag stands.
    let usual = exported(&format!("[FEN \"2{QUEENLESS}\"]{variant}\n\n1. e4 *\n\n"));
    assert_eq!(usual, exported(&format!("{variant}[FEN \"2{QUEENLESS}\"]\n\n1. e4 *\n\n")));
    assert!(usual.contains("[FEN "), "{usual}");
    // For a lenient reader the last of repeated tags counts, and so it decides what the other tags mean.
    let again = format!("{variant}{fen}[Variant \"Standard\"]{standard}");
    let (mut lenient, mut last) = (Reader::with_limits(again.as_bytes(), Limits::new().lenient()), builder());
    assert_eq!(lenient.read_game(&mut last), Some(Ok(())));
    assert_eq!(Ok(last.take().start()), one[1].as_ref().map(|tree| tree.start()));
    let kind = |error: &PgnError| error.kind.clone();
    assert_eq!(trees(&again)[0].as_ref().map_err(kind), Err(PgnErrorKind::RepeatedTag));
}

/// The last `Variant` decides which `FEN`s are positions, wherever the tags stand, and the last `FEN` that is one
/// counts.
#[test]
fn a_lenient_reader_settles_the_start_when_all_tags_are_read() {
    const FEN: &str = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
    const OTHER: &str = "[FEN \"4k3/8/8/8/8/8/3P4/4K3 w - - 0 1\"]";
    const BAD: &str = "[FEN \"2/8 w - - 0 1\"]";
    const STANDARD: &str = "[Variant \"Standard\"]";
    const ATOMIC: &str = "[Variant \"Atomic\"]";
    let read = |tags: &[&str]| {
        let text = format!("{}\n\n1. Kd1 *", tags.join("\n"));
        let mut reader = Reader::with_limits(text.as_bytes(), Limits::new().lenient());
        let mut builder = builder();
        let read = reader.read_game(&mut builder).expect("a game");
        let lines: Vec<u64> = reader.take_cuts().iter().map(|cut| cut.line).collect();
        let start = format!("[FEN \"{}\"]", builder.take().start().position);
        (read.map(|()| start).map_err(|error| error.line), lines)
    };
    let is = |fen: &str, lines: &[u64]| (Ok(fen.to_owned()), lines.to_vec());
    assert_eq!(read(&[FEN, BAD]), is(FEN, &[2]));
    assert_eq!(read(&[STANDARD, FEN, BAD]), is(FEN, &[3]));
    assert_eq!(read(&[FEN, BAD, STANDARD]), is(FEN, &[2]));
    assert_eq!(read(&[FEN, STANDARD, BAD]), is(FEN, &[3]));
    assert_eq!(read(&[FEN, BAD, OTHER]), is(OTHER, &[1, 2]));
    assert_eq!(read(&[ATOMIC, FEN, BAD, STANDARD]), is(FEN, &[1, 3]));
    assert_eq!(read(&[STANDARD, FEN, ATOMIC]), (Err(3), Vec::new()));
    // A FEN that the first `Variant` refuses may be valid by the last one.
    let queenless = "[FEN \"24k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1\"]";
    let expected = is(&queenless.replacen('2', "", 1), &[1]);
    assert_eq!(read(&[STANDARD, queenless, "[variant \"Queenless\"]"]), expected);
}

#[test]
fn tags_that_do_not_fit_are_refused_where_it_is_known() {
    let faults = |text: &str| {
        let (moves, faults) = checked(text);
        assert_eq!(moves, 0, "{text}");
        let built: Vec<String> =
            trees(text).into_iter().filter_map(Result::err).map(|error| error.to_string()).collect();
        assert_eq!(faults, built, "{text}");
        faults.join("; ")
    };
    for (text, fault) in [
        (
            "[Variant \"Atomic\"] 1. e4 *",
            "line 1, column 1: `[Variant \"Atomic\"]`: a variant with other rules",
        ),
        (
            "[Variant \"Queenless\"]\n[FEN \"x\"]\n\n1. e4 *",
            "line 2, column 1: `[FEN \"x\"]`: a FEN of the queenless game begins with 2",
        ),
        (
            "[FEN \"x\"]\n[Variant \"Queenless\"]\n\n1. e4 *",
            "line 4, column 4: a FEN of the queenless game begins with 2",
        ),
        (
            "[FEN \"2x\"]\n[Site \"?\"]\n\n1. e4 *",
            "line 1, column 1: `[FEN \"2x\"]`: board: expected eight ranks, found 1",
        ),
    ] {
        assert_eq!(faults(text), fault, "{text}");
    }
    // A position type without variants refuses at once.
    let error = "[FEN \"2x\"]\n\n1. e4 *".parse::<GameTree>().expect_err("no FEN");
    assert_eq!((error.line, error.column), (1, 1));
}

#[test]
fn other_rules_refuse_moves_and_end_games() {
    let queenless = |moves: &str| checked(&format!("[Variant \"Queenless\"]\n\n{moves}"));
    let refused = "line 3, column 10: `Na3`: illegal: a3 is under water".to_owned();
    assert_eq!(queenless("1. e4 e5 Na3 *"), (2, vec![refused]));
    assert_eq!(checked("1. e4 e5 Na3 *"), (3, Vec::new()));
    let last = "[Variant \"Queenless\"]\n[FEN \"24k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1\"]\n\n1. N@d5";
    let doubt = "the loss of both knights is 1-0, but the game ends with 0-1".to_owned();
    assert_eq!(checked(&format!("{last} 0-1")), (1, vec![doubt]));
    assert_eq!(checked(&format!("{last} 1-0")), (1, Vec::new()));
    let over = "line 4, column 9: `Kd7`: illegal: the game is over".to_owned();
    assert_eq!(checked(&format!("{last} Kd7 1-0")), (1, vec![over]));
    // Mate and stalemate keep their names.
    let mate = "mate is 0-1, but the game ends with 1-0".to_owned();
    assert_eq!(checked("1. f3 e5 2. g4 Qh4# 1-0"), (4, vec![mate]));
}

#[test]
fn trees_say_which_game_they_are_of() {
    let start = AnyGame::from_tags(Some(b"queenless"), None).expect("a start");
    let mut tree = Tree::new(start);
    let word =
        |tree: &Tree, node, san: &str| tree.position(node).position.parse_san(san).map(Word).expect("legal");
    let (first, sunk) = (word(&tree, NodeId::ROOT, "e4"), word(&tree, NodeId::ROOT, "Na3"));
    let last = tree.add(NodeId::ROOT, first).expect("legal");
    assert_eq!(tree.add(NodeId::ROOT, sunk), Err(IllegalMove(sunk)));
    assert_eq!(IllegalMove(sunk).to_string(), "the move b1a3 is not a legal move in this position");
    assert_eq!((tree.mv(last), tree.mv(NodeId::ROOT)), (Some(first), None));
    let written = tree.to_string();
    assert_eq!(written, "[Result \"*\"]\n[Variant \"Queenless\"]\n\n1. e4 *\n\n");
    assert_eq!(written.parse(), Ok(tree.clone()), "the tag was not set, but the start says the same");
    assert_ne!("1. e4 *".parse(), Ok(tree.clone()));
    // A position that is not the start of its variant needs a FEN; the start of standard chess needs no tag.
    let after = Tree::new(tree.position(last));
    let fen = "[FEN \"2rnb1kbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNB1KBNR b KQkq e3 0 1\"]";
    assert_eq!(
        after.to_string(),
        format!("[Result \"*\"]\n[Variant \"Queenless\"]\n[SetUp \"1\"]\n{fen}\n\n*\n\n")
    );
    assert_eq!(after.to_string().parse(), Ok(after));
    assert_eq!(Tree::new(AnyGame::default()).to_string(), "[Result \"*\"]\n\n*\n\n");
}

#[test]
fn standard_chess_is_the_same_over_another_position() {
    for text in [
        &include_bytes!("../data/pgn/features.pgn")[..],
        include_bytes!("../data/pgn/faults.pgn"),
        include_bytes!("../data/pgn/latin1.pgn"),
    ] {
        let (mut one, mut other) = (Exporter::new(), Exporter::<AnyGame>::for_positions());
        let (mut readers, mut count) =
            ([Limits::new(); 2].map(|limits| Reader::with_limits(text, limits)), 0);
        while let Some(game) = readers[0].read_game(&mut one) {
            let same = readers[1].read_game(&mut other).expect("the same game");
            let kind = |game: Result<(), PgnError>| game.map_err(|error| error.kind);
            assert_eq!(kind(game), kind(same));
            let mut written = [String::new(), String::new()];
            one.write_pgn(&mut written[0]);
            other.write_pgn(&mut written[1]);
            assert_eq!(written[0], written[1]);
            assert_eq!(one.take().to_string(), other.take().to_string());
            count += 1;
        }
        assert!(count > 0);
    }
}
