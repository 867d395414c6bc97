//! What an import keeps: games with all that can be said in them, into tables, back, and into tables again.

use std::fmt::Write as _;
use std::fs;

use philidor::{Move, Position};
use philidor_pgn::{GameTree, games};
use tempfile::TempDir;

use super::{SplitMix, file, import, movetexts, table, unnumbered, without_places};
use crate::machine::written;

/// Games in forms that the generator below does not write.
const ODD_GAMES: &[u8] = b"[Event \"\"]
[Site \"?\"]
[Date \"????.??.??\"]
[White \"\xc3\x89l\xc5\x91, \\\"K\\\" \\\\\"]
[Black \"Gr\xfcnfeld\"]
[UTCDate \"0000.00.00\"]
[UTCTime \"7:00:00\"]
[WhiteElo \"-1\"]
[BlackElo \"2147483648\"]
[WhiteRatingDiff \"+0007\"]
[BlackRatingDiff \"0\"]
[_odd_tag_1 \"a [b] {c} ; d % e $1 1-0\"]
[event \"lower case\"]
[Annotator \"one\"]
[Annotator \"two\"]
[Result \"1-0\"]

0-1

[Event \"a clock and an evaluation before any move\"]

{ [%clk 1:00:00] [%eval 0.3] } 1. e4 { [%clk 0:00:00] [%clk 0:00:01] [%eval #3] [%eval #-3] } *

[Event \"clocks and evaluations that columns cannot hold\"]

1. e4 { [%clk 0:05:00.1234] } e5 { [%clk 9999:00:00] } 2. Nf3 { [%eval 99999999999] } Nc6 { [%eval 0.333] }
3. Bb5 { [%emt 0:00:01] [%csl Ra4,Gb5][%cal Ra4b5] } a6 { [%clk] } *

[Event \"comments in both forms, blanks and braces\"]

; the first } one
1. e4 ; { to the end
{ two\twords\r
on two lines } { and another } 1... e5 {} 2. Nf3 {{ opened twice } { \xe9t\xe9 \xe2\x99\x9e } *

% an escaped line [Event \"no\"]
[Event \"glyphs\"]

$7 1. e4! e5?! $13 2. f4!? $255 $0 exf4 ( $5 2... d5!! $10 ) 1/2-1/2

[Event \"other spellings\"]

1.e2-e4 e7e5 2.Ng1f3 Nb8-c6 3.Bf1c4 Bf8c5 4.0-0 Ng8f6 5.d2d4 exd4 6.e5 d5 7.exd6ep 0-0 8.dxc7 1-0

[Event \"Chess960, the castle files named\"]
[Variant \"Fischerandom\"]
[FEN \"nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1\"]
[SetUp \"1\"]

1. O-O O-O 2. c3 { [%clk 0:00:01] } c6 *

[Event \"a start without SetUp, Black to move at move 40\"]
[FEN \"8/P6k/8/8/8/8/6Kp/8 b - - 5 40\"]

40... h1=Q+ { [%clk 0:00:03] } 41. Kxh1 Kg6 42. a8=N 1/2-1/2
";

/// Words of comments, commands among them.
const WORDS: [&[u8]; 14] = [
    b"good",
    b"{",
    b";",
    b"[%clk 0:01:02]",
    b"[%clk 1:02:03.5]",
    b"[%eval 0.25]",
    b"[%eval -3.07,18]",
    b"[%eval #-4]",
    b"[%emt 0:00:09]",
    b"[%cal Ge2e4]",
    b"[%eval",
    b"Gr\xfcn",
    "♞".as_bytes(),
    b"1-0",
];

/// A game of random moves with random things said of them.
struct Author {
    random: SplitMix,
    text: Vec<u8>,
}

impl Author {
    /// One case in this many.
    fn once_in(&mut self, many: usize) -> bool {
        self.random.below(many) == 0
    }

    fn write_game(&mut self, number: u64) {
        self.text.extend(format!("[Event \"{number}\"]\n").bytes());
        for name in ["WhiteElo", "BlackRatingDiff", "UTCDate", "UTCTime", "Round", "Opening", "WhiteElo"] {
            let value = ["1500", "+7", "2024.02.29", "23:59:59", "?", "\\\"", "", "Gr\u{fc}n"];
            let value = value[self.random.below(value.len())];
            if !self.once_in(3) {
                self.text.extend(format!("[{name} \"{value}\"]\n").bytes());
            }
        }
        self.text.push(b'\n');
        let plies = self.random.below(24);
        self.write_line(Position::default(), plies, 0);
        let results: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];
        self.text.extend(results[self.random.below(4)]);
        self.text.extend(b"\n\n");
    }

    /// Moves from a position, with remarks and variations.
    fn write_line(&mut self, mut position: Position, plies: usize, nesting: usize) {
        self.write_remarks(6);
        for _ in 0..plies {
            let Some(mv) = self.choice(&position) else { return };
            self.write_move(&position, mv);
            while nesting < 3 && self.once_in(8) {
                self.text.extend(b"( ");
                let mut before = position;
                if let Some(other) = self.choice(&position) {
                    self.write_move(&before, other);
                    before.play_unchecked(other);
                }
                let plies = self.random.below(4);
                self.write_line(before, plies, nesting + 1);
                self.text.extend(b") ");
            }
            position.play_unchecked(mv);
        }
    }

    fn choice(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        moves.get(self.random.below(moves.len())).copied()
    }

    fn write_move(&mut self, position: &Position, mv: Move) {
        self.text.extend(format!("{} ", position.to_san(mv)).bytes());
        self.write_remarks(3);
    }

    fn write_remarks(&mut self, seldom: usize) {
        while self.once_in(seldom + 3) {
            let nag = self.random.below(256);
            self.text.extend(format!("${nag} ").bytes());
        }
        while self.once_in(seldom) {
            self.text.extend(b"{ ");
            for _ in 0..self.random.below(4) {
                self.text.extend(WORDS[self.random.below(WORDS.len())]);
                self.text.push(b' ');
            }
            self.text.extend(b"} ");
        }
    }
}

/// The tags of all games, each game's sorted, as the library knows them: the last of a name.
fn tags(file: &[u8]) -> Vec<Vec<(String, String)>> {
    let of_game = |tree: GameTree| {
        let pairs = tree.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort();
        pairs
    };
    games(file).filter_map(Result::ok).map(of_game).collect()
}

/// Imports, exports, imports, exports.
fn goes_round(text: &[u8], games: usize) {
    let folder = TempDir::new().unwrap();
    let dirs = ["a", "b"].map(|name| folder.path().join(name));
    let imported = |number: usize, text: &[u8]| {
        let output = import(&dirs[number], &[&file(&folder, &format!("{number}.pgn"), text)]);
        assert!(output.status.success(), "{}", crate::machine::errors(&output));
        table(&dirs[number], "games")
    };
    let first = imported(0, text);
    assert_eq!(first.num_rows(), games);
    let exported = written(["export", dirs[0].to_str().unwrap(), "--threads", "3"]);
    let second = imported(1, exported.as_bytes());
    assert_eq!(unnumbered(&without_places(&first)), unnumbered(&without_places(&second)));
    assert_eq!(written(["export", dirs[1].to_str().unwrap(), "--threads", "1"]), exported);
    let (before, after) = (movetexts(text), movetexts(exported.as_bytes()));
    assert_eq!(before.len(), games);
    for (number, pair) in before.iter().zip(&after).enumerate() {
        assert_eq!(pair.0, pair.1, "the moves of game {number}");
    }
    for (number, pair) in tags(text).into_iter().zip(tags(exported.as_bytes())).enumerate() {
        assert_eq!(pair.0, pair.1, "the tags of game {number}");
    }
}

#[test]
fn odd_games_come_back() {
    goes_round(ODD_GAMES, 8);
}

#[test]
fn whatever_is_said_of_moves_comes_back() {
    let mut author = Author { random: SplitMix(1), text: Vec::new() };
    (0..400).for_each(|number| author.write_game(number));
    assert!(author.text.windows(2).filter(|pair| pair == b"( ").count() > 400, "there are variations");
    goes_round(&author.text, 400);
}

#[test]
fn a_comment_that_is_too_long_is_a_reject() {
    let folder = TempDir::new().unwrap();
    let mut text = "[Event \"1\"]\n\n1. e4 { ".to_owned();
    (0..300_000).for_each(|word| write!(text, "word{} ", word % 10).unwrap());
    text.push_str("} e5 *\n\n[Event \"2\"]\n\n1. d4 *\n");
    let dir = folder.path().join("dir");
    let output = import(&dir, &[&file(&folder, "x.pgn", text)]);
    assert_eq!(output.status.code(), Some(1));
    let (rows, rejects) = (table(&dir, "games"), table(&dir, "rejects"));
    assert_eq!((rows.num_rows(), rejects.num_rows()), (1, 1));
    assert!(fs::metadata(dir.join("rejects/part-00000.parquet")).unwrap().len() < 10_000);
}
