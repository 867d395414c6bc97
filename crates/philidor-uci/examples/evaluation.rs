//! Level 1: an evaluation in thirty lines, and a search on all cores looks ahead with it.

use philidor::{Color, Piece, PieceType, Position, Square, search_support::Change};
use philidor_engine::{Bot, Engine, Evaluator, Score};

/// Material, and a little for pieces in the center. The sum is updated incrementally.
#[derive(Clone, Default)]
struct Center(i32);

fn value(piece: Piece, square: Square) -> i32 {
    let worth = match piece.piece_type {
        PieceType::King => 0,
        PieceType::Queen => 900,
        PieceType::Rook => 500,
        PieceType::Bishop => 330,
        PieceType::Knight => 320,
        PieceType::Pawn => 100,
    };
    let from_edge = |line: usize| line.min(7 - line) as i32;
    let center = 4 * (from_edge(square.file().index()) + from_edge(square.rank().index()));
    let value = if piece.piece_type == PieceType::King { -center } else { worth + center };
    if piece.color == Color::White { value } else { -value }
}

impl Evaluator for Center {
    fn evaluate(&mut self, position: &Position) -> Score {
        Score::centipawns(self.0).relative_to(position.side_to_move())
    }

    fn reset(&mut self, position: &Position) {
        let pieces = position.board().occupied().into_iter();
        self.0 = pieces.filter_map(|at| position.piece_at(at).map(|piece| value(piece, at))).sum();
    }

    fn played(&mut self, change: &Change) {
        self.0 -= change.taken().iter().map(|&(piece, at)| value(piece, at)).sum::<i32>();
        self.0 += change.put().iter().map(|&(piece, at)| value(piece, at)).sum::<i32>();
    }
}

/// The bot of this example.
pub fn bot() -> impl Bot + 'static {
    Engine::new(Center::default())
}

fn main() -> std::io::Result<()> {
    philidor_uci::run(bot())
}
