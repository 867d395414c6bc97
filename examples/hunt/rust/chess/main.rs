//! chess, hunted. From philidor's root:
//!
//!     cargo build --release --manifest-path examples/hunt/rust/chess/Cargo.toml --target-dir target/wild/rust
//!     philidor hunt --protocol lines -- target/wild/rust/release/hunt-chess
//!
//! The library is MIT.

#[path = "../lines.rs"]
mod lines;

use std::str::FromStr;

use chess::{Board, ChessMove, MoveGen};

#[derive(Clone)]
struct Position(Board);

impl lines::Generator for Position {
    type Move = ChessMove;
    const NAME: &'static str = "chess 3.2.0";

    fn from_fen(fen: &str, _: bool) -> Result<Self, String> {
        Board::from_str(fen).map(Position).map_err(|error| error.to_string())
    }

    fn moves(&self) -> Vec<ChessMove> {
        MoveGen::new_legal(&self.0).collect()
    }

    fn uci(&self, mv: &ChessMove) -> String {
        mv.to_string()
    }

    fn play(&mut self, mv: &ChessMove) {
        self.0 = self.0.make_move_new(*mv);
    }
}

fn main() -> std::io::Result<()> {
    lines::answer::<Position>()
}
