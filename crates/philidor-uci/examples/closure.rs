//! Level 0 without a type: a program of the UCI protocol around a closure. It hates to be near its opponent's king.

use philidor::{Game, Move, Position, Square};
use philidor_engine::{Bot, Clock, bot};

fn distance(from: Square, to: Square) -> usize {
    from.file().index().abs_diff(to.file().index()).max(from.rank().index().abs_diff(to.rank().index()))
}

/// The bot of this example.
pub fn bot() -> impl Bot + 'static {
    bot::from_fn("shy", |game: &Game, _: &Clock| -> Move {
        let position: &Position = game.position();
        let king = position.king(!position.side_to_move());
        let moves = position.legal_moves();
        *moves.iter().max_by_key(|mv| distance(mv.dest_square(), king)).expect("called with a legal move")
    })
}

fn main() -> std::io::Result<()> {
    philidor_uci::run(bot())
}
