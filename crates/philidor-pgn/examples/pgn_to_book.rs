//! Makes an opening book from a file of games: `cargo run -p philidor-pgn --example pgn_to_book -- GAMES.pgn BOOK.bin`.
//!
//! The first 30 half-moves of each game with a result count; a move enters the book if it was played at least twice and
//! has scored. A [`Checker`] plays the moves, so a game with a fault does not enter: an illegal move anywhere in its
//! main line, a start that is not a position, other rules than those of chess. The file may be larger than memory.

use std::error::Error;
use std::fs::File;
use std::process::ExitCode;

use philidor::{Color, Move, Position};
use philidor_books::{BookBuilder, BookEntry};
use philidor_pgn::{Checker, Flow, GameResult, Lines, PgnErrorKind, Stream, TagValue, Visitor};

/// The game being read, and the growing book.
struct Games {
    checker: Checker,
    start: Position,
    moves: Vec<Move>,
    result: GameResult,
    builder: BookBuilder,
}

impl Visitor for Games {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.moves.clear();
        self.result = GameResult::Unknown;
        self.checker.begin_game()
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        self.checker.tag(name, value)
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        self.start = *self.checker.position();
        self.checker.begin_moves()
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        self.checker.san(san)?;
        self.moves.extend(self.checker.last_move());
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        Ok(Flow::Skip)
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.result = result;
        self.checker.result(result)
    }

    fn end_game(&mut self) -> Result<(), PgnErrorKind> {
        self.checker.end_game()?;
        let winner = match self.result {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw => None,
            GameResult::Unknown => return Ok(()),
        };
        let added = self.builder.add_game(&self.start, self.moves.iter().copied(), winner);
        added.map_err(|_| PgnErrorKind::Refused("a move is not legal where it was played"))
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, book] = &arguments[..] else {
        eprintln!("usage: pgn_to_book GAMES.pgn BOOK.bin");
        return ExitCode::from(2);
    };
    match make(games, book) {
        Ok(entries) => {
            println!("{book}: {entries} entries");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

pub(crate) fn make(games: &str, book: &str) -> Result<usize, Box<dyn Error>> {
    let mut visitor = Games {
        checker: Checker::new(Lines::Main),
        start: Position::default(),
        moves: vec![],
        result: GameResult::Unknown,
        builder: BookBuilder::new().max_plies(30).min_games(2),
    };
    let mut stream = Stream::new(File::open(games)?);
    while let Some(game) = stream.read_game(&mut visitor)? {
        if let Err(error) = game {
            eprintln!("{games}: {error}");
        }
    }
    let bytes = visitor.builder.build();
    std::fs::write(book, &bytes)?;
    Ok(bytes.len() / BookEntry::BYTES)
}
