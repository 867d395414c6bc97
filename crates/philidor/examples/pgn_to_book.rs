//! Makes an opening book from a file of games: `cargo run --example pgn_to_book -- GAMES.pgn BOOK.bin`.
//!
//! The first 30 half-moves of each game with a result count; a move enters the book if it was played at least twice and
//! has scored. Games with an error are reported and left out.

use std::process::ExitCode;

use philidor::pgn::{Flow, GameResult, PgnErrorKind, Reader, TagValue, Visitor};
use philidor::polyglot::{BookBuilder, BookEntry};
use philidor::{Color, Move, Position};

const PLIES: usize = 30;

/// The game being read, and the growing book.
struct Games {
    builder: BookBuilder,
    start: Position,
    position: Position,
    moves: Vec<Move>,
    result: GameResult,
}

impl Visitor for Games {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.start = Position::default();
        self.moves.clear();
        self.result = GameResult::Unknown;
        Ok(())
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        if name == b"FEN" {
            // An invalid start makes the moves illegal, which is reported.
            self.start = value.to_text().parse().unwrap_or_default();
        }
        Ok(())
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        self.position = self.start;
        Ok(Flow::Read)
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        if self.moves.len() < PLIES {
            let mv = self.position.parse_san(san)?;
            self.position.play(mv);
            self.moves.push(mv);
        }
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        Ok(Flow::Skip)
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.result = result;
        Ok(())
    }

    fn end_game(&mut self) -> Result<(), PgnErrorKind> {
        let winner = match self.result {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw => None,
            GameResult::Unknown => return Ok(()),
        };
        // Every move was just found in its position.
        let _ = self.builder.add_game(&self.start, self.moves.iter().copied(), winner);
        Ok(())
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

fn make(games: &str, book: &str) -> std::io::Result<usize> {
    let pgn = std::fs::read(games)?;
    let mut visitor = Games {
        builder: BookBuilder::new().min_games(2),
        start: Position::default(),
        position: Position::default(),
        moves: vec![],
        result: GameResult::Unknown,
    };
    let mut reader = Reader::new(&pgn);
    while let Some(game) = reader.read_game(&mut visitor) {
        if let Err(error) = game {
            eprintln!("{games}: {error}");
        }
    }
    let bytes = visitor.builder.build();
    std::fs::write(book, &bytes)?;
    Ok(bytes.len() / BookEntry::BYTES)
}
