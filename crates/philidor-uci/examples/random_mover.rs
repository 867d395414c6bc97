//! Level 0: a bot in ten lines, which talks UCI.

use philidor::{Game, Move};
use philidor_engine::{Bot, Clock};

struct Random(u64);

impl Bot for Random {
    fn think(&mut self, game: &Game, _: &Clock) -> Move {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let moves = game.position().legal_moves();
        moves[(self.0 >> 33) as usize % moves.len()]
    }
}

/// The bot of this example.
pub fn bot() -> impl Bot + 'static {
    Random(2026)
}

fn main() -> std::io::Result<()> {
    philidor_uci::run(bot())
}
