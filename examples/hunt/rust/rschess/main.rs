//! rschess, hunted. From philidor's root:
//!
//!     cargo build --release --manifest-path examples/hunt/rust/rschess/Cargo.toml --target-dir target/wild/rust
//!     philidor hunt --protocol lines -- target/wild/rust/release/hunt-rschess
//!
//! The library is MIT.

#[path = "../lines.rs"]
mod lines;

use rschess::{Board, Fen, Move};

#[derive(Clone)]
struct Position(Board);

impl lines::Generator for Position {
    type Move = Move;
    const NAME: &'static str = "rschess 2.0.5";

    fn from_fen(fen: &str, _: bool) -> Result<Self, String> {
        let fen = Fen::try_from(fen).map_err(|error| error.to_string())?;
        Ok(Position(Board::from_fen(fen)))
    }

    fn moves(&self) -> Vec<Move> {
        self.0.gen_legal_moves()
    }

    fn uci(&self, mv: &Move) -> String {
        mv.to_uci()
    }

    fn play(&mut self, mv: &Move) {
        self.0.make_move(*mv).expect("a legal move can be played");
    }
}

fn main() -> std::io::Result<()> {
    lines::answer::<Position>()
}
