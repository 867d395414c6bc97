//! shakmaty, hunted. From philidor's root:
//!
//!     cargo build --release --manifest-path examples/hunt/rust/shakmaty/Cargo.toml --target-dir target/wild/rust
//!     philidor hunt --protocol lines -- target/wild/rust/release/hunt-shakmaty
//!
//! The library is GPL-3.0-or-later: this file calls what you installed and contains nothing of it. Needs Rust 1.95.

#[path = "../lines.rs"]
mod lines;

use shakmaty::{CastlingMode, Chess, Move, Position as _, fen::Fen};

#[derive(Clone)]
struct Position {
    chess: Chess,
    mode: CastlingMode,
}

impl lines::Generator for Position {
    type Move = Move;
    const NAME: &'static str = "shakmaty 0.30.1";
    const CHESS960: bool = true;

    fn from_fen(fen: &str, chess960: bool) -> Result<Self, String> {
        let mode = if chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let fen: Fen = fen.parse().map_err(|error| format!("{error}"))?;
        let chess = fen.into_position(mode).map_err(|error| error.to_string())?;
        Ok(Position { chess, mode })
    }

    fn moves(&self) -> Vec<Move> {
        self.chess.legal_moves().to_vec()
    }

    fn uci(&self, mv: &Move) -> String {
        mv.to_uci(self.mode).to_string()
    }

    fn play(&mut self, mv: &Move) {
        self.chess.play_unchecked(*mv);
    }
}

fn main() -> std::io::Result<()> {
    lines::answer::<Position>()
}
