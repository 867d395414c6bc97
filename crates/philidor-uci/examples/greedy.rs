//! Level 0 with a part of the library: takes what wins most by static exchange evaluation.

use philidor::search_support::Exchange;
use philidor::{Game, Move};
use philidor_engine::{Bot, Clock};

struct Greedy(Exchange);

impl Bot for Greedy {
    fn think(&mut self, game: &Game, _: &Clock) -> Move {
        let position = game.position();
        let wins = |mv: &Move| {
            if position.after(*mv).is_checkmate() { i32::MAX } else { self.0.value(position, *mv) }
        };
        *position.legal_moves().iter().max_by_key(|mv| wins(mv)).expect("called with a legal move")
    }
}

/// The bot of this example.
pub fn bot() -> impl Bot + 'static {
    Greedy(Exchange::default())
}

fn main() -> std::io::Result<()> {
    philidor_uci::run(bot())
}
