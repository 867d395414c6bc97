//! pleco, hunted. From philidor's root:
//!
//!     cargo build --release --manifest-path examples/hunt/rust/pleco/Cargo.toml --target-dir target/wild/rust
//!     philidor hunt --protocol lines -- target/wild/rust/release/hunt-pleco
//!
//! The library is MIT.

#[path = "../lines.rs"]
mod lines;

use pleco::{BitMove, Board};

#[derive(Clone)]
struct Position(Board);

impl lines::Generator for Position {
    type Move = BitMove;
    const NAME: &'static str = "pleco 0.5.0";

    fn from_fen(fen: &str, _: bool) -> Result<Self, String> {
        Board::from_fen(fen).map(Position).map_err(|error| format!("{error:?}"))
    }

    fn moves(&self) -> Vec<BitMove> {
        self.0.generate_moves().iter().copied().collect()
    }

    fn uci(&self, mv: &BitMove) -> String {
        mv.stringify()
    }

    fn play(&mut self, mv: &BitMove) {
        self.0.apply_move(*mv);
    }

    fn leaves_after(&mut self, mv: &BitMove, depth: u32) -> u64 {
        self.0.apply_move(*mv);
        let leaves = lines::leaves(self, depth);
        self.0.undo_move();
        leaves
    }
}

fn main() -> std::io::Result<()> {
    lines::answer::<Position>()
}
