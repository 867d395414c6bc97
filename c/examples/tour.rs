//! Does what the tours in the other languages do, but with the Rust library itself: the tests compare what they print.

use chess::perft::Perft;
use chess::{CastlingMode, Game, Position};
use games::{Checker, Lines, Reader};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = Position::default();
    println!("perft 5: {}", Perft::new().threads(2).count(&start, 5));
    let children: Vec<Position> = start.legal_moves().iter().map(|&mv| start.after(mv)).collect();
    let mut sum = 0;
    Position::legal_move_counts(&children, |count| sum += count);
    println!("{} positions have {sum} moves", children.len());

    let promoting: Position = "3r4/4P1k1/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    for &mv in &promoting.legal_moves() {
        println!("{} {}", promoting.to_san(mv), promoting.to_uci_in(mv, CastlingMode::Standard));
    }

    let mut game = Game::new();
    for san in ["f3", "e5", "g4", "Qh4#"] {
        game.play_san(san)?;
    }
    let mate = game.outcome().is_some_and(|outcome| outcome.to_string() == "Black wins by checkmate");
    println!("{}{}", game.position(), if mate { ": Black mates" } else { "" });
    game.undo();
    println!("{} moves instead", game.position().legal_move_count());

    if let Err(chess::PositionError::Fen(error)) = "8/8/8/8/8/8/8/K6x w - - 0 1".parse::<Position>() {
        println!("column {}: {}", error.column, error.reason());
    }

    let Some(path) = std::env::args_os().nth(1) else { return Ok(()) };
    let text = std::fs::read(path)?;
    let mut games = Reader::new(&text);
    let mut checker = Tour { checker: Checker::new(Lines::Main), white: None, moves: 0 };
    while let Some(read) = games.read_game(&mut checker) {
        let white = checker.white.take().unwrap_or("?".to_owned());
        match read {
            Ok(()) => println!("{white}: {} moves, {}", checker.moves, checker.checker.position().key()),
            Err(error) => println!("line {}: {}", error.line, error.reason()),
        }
    }
    Ok(())
}

/// A checker that remembers who has White and how many moves there are.
struct Tour {
    checker: Checker,
    white: Option<String>,
    moves: usize,
}

impl games::Visitor for Tour {
    fn begin_game(&mut self) -> Result<(), games::PgnErrorKind> {
        (self.white, self.moves) = (None, 0);
        self.checker.begin_game()
    }

    fn tag(&mut self, name: &[u8], value: games::TagValue<'_>) -> Result<(), games::PgnErrorKind> {
        if name == b"White" {
            self.white = Some(value.to_text().into_owned());
        }
        self.checker.tag(name, value)
    }

    fn begin_moves(&mut self) -> Result<games::Flow, games::PgnErrorKind> {
        self.checker.begin_moves()
    }

    fn san(&mut self, san: &[u8]) -> Result<(), games::PgnErrorKind> {
        self.moves += 1;
        self.checker.san(san)
    }

    fn begin_variation(&mut self) -> Result<games::Flow, games::PgnErrorKind> {
        self.checker.begin_variation()
    }

    fn null_move(&mut self, fault: games::PgnErrorKind) -> Result<(), games::PgnErrorKind> {
        self.checker.null_move(fault)
    }

    fn result(&mut self, result: chess::GameResult) -> Result<(), games::PgnErrorKind> {
        self.checker.result(result)
    }

    fn end_game(&mut self) -> Result<(), games::PgnErrorKind> {
        self.checker.end_game()
    }
}
