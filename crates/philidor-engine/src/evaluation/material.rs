//! The pieces counted: the oldest evaluation.

use philidor::{Color, Piece, PieceType, Position, engine::Change};

use crate::{Evaluator, Score};

/// Counts the pieces: a pawn 100, knights and bishops 300, a rook 500, a queen 900.
///
/// ```
/// use philidor::Position;
/// use philidor_engine::{Evaluator, Material, Score};
///
/// let position: Position = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1".parse()?;
/// let mut material = Material::default();
/// material.reset(&position);
/// assert_eq!(material.evaluate(&position), Score::centipawns(-500));
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Material {
    /// White's pieces less Black's.
    balance: i32,
}

/// What a piece counts, positive for White.
#[inline(always)]
fn worth(piece: Piece) -> i32 {
    let worth = match piece.piece_type {
        PieceType::King => 0,
        PieceType::Queen => 900,
        PieceType::Rook => 500,
        PieceType::Bishop | PieceType::Knight => 300,
        PieceType::Pawn => 100,
    };
    match piece.color {
        Color::White => worth,
        Color::Black => -worth,
    }
}

impl Evaluator for Material {
    #[inline(always)]
    fn evaluate(&mut self, position: &Position) -> Score {
        let score = Score::centipawns(self.balance);
        match position.side_to_move() {
            Color::White => score,
            Color::Black => -score,
        }
    }

    fn reset(&mut self, position: &Position) {
        let pieces = position.board().occupied().into_iter().filter_map(|square| position.piece_at(square));
        self.balance = pieces.map(worth).sum();
    }

    #[inline(always)]
    fn changed(&mut self, change: &Change) {
        let balance = self.balance;
        self.balance =
            change.follow(balance, |sum, piece, _| sum - worth(piece), |sum, piece, _| sum + worth(piece));
    }
}
