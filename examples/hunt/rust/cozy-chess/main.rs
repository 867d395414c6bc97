//! cozy-chess, hunted. From philidor's root:
//!
//!     cargo build --release --manifest-path examples/hunt/rust/cozy-chess/Cargo.toml --target-dir target/wild/rust
//!     philidor hunt --protocol lines -- target/wild/rust/release/hunt-cozy-chess
//!
//! The library is MIT.

#[path = "../lines.rs"]
mod lines;

use cozy_chess::{Board, Move, util::display_uci_move};

#[derive(Clone)]
struct Position {
    board: Board,
    chess960: bool,
}

impl lines::Generator for Position {
    type Move = Move;
    const NAME: &'static str = "cozy-chess 0.3.4";
    const CHESS960: bool = true;

    fn from_fen(fen: &str, chess960: bool) -> Result<Self, String> {
        let board = Board::from_fen(fen, chess960).map_err(|error| error.to_string())?;
        Ok(Position { board, chess960 })
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.board.generate_moves(|of_a_piece| {
            moves.extend(of_a_piece);
            false
        });
        moves
    }

    fn uci(&self, mv: &Move) -> String {
        if self.chess960 { mv.to_string() } else { display_uci_move(&self.board, *mv).to_string() }
    }

    fn play(&mut self, mv: &Move) {
        self.board.play_unchecked(*mv);
    }
}

fn main() -> std::io::Result<()> {
    lines::answer::<Position>()
}
