//! owlchess, hunted. From philidor's root:
//!
//!     cargo build --release --manifest-path examples/hunt/rust/owlchess/Cargo.toml --target-dir target/wild/rust
//!     philidor hunt --protocol lines -- target/wild/rust/release/hunt-owlchess
//!
//! The library is MIT.

#[path = "../lines.rs"]
mod lines;

use owlchess::{Board, Make, Move, movegen::legal};

#[derive(Clone)]
struct Position(Board);

impl lines::Generator for Position {
    type Move = Move;
    const NAME: &'static str = "owlchess 0.4.1";

    fn from_fen(fen: &str, _: bool) -> Result<Self, String> {
        Board::from_fen(fen).map(Position).map_err(|error| error.to_string())
    }

    fn moves(&self) -> Vec<Move> {
        legal::gen_all(&self.0).iter().copied().collect()
    }

    fn uci(&self, mv: &Move) -> String {
        mv.uci().to_string()
    }

    fn play(&mut self, mv: &Move) {
        self.0 = mv.make(&self.0).expect("a legal move can be played");
    }
}

fn main() -> std::io::Result<()> {
    lines::answer::<Position>()
}
