//! Material: the oldest evaluation counts the pieces.

use philidor::{Color, Piece, PieceType, Position, Square, search_support::Change};

use super::evaluator::Evaluator;
use super::phased_score::PhasedScore;
use super::trace::{Term, Trace as _};
use crate::bot::score::Score;

/// Counts the pieces: a pawn 100, knights and bishops 300, a rook 500, a queen 900.
///
/// ```
/// use philidor::Position;
/// use philidor_engine::evaluation::MaterialBalance;
/// use philidor_engine::{Evaluator, Score};
///
/// let position: Position = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1".parse()?;
/// let mut material = MaterialBalance::default();
/// material.reset(&position);
/// assert_eq!(material.evaluate(&position), Score::centipawns(-500));
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MaterialBalance {
    /// White's pieces less Black's.
    balance: i32,
}

#[inline(always)]
const fn worth(piece_type: PieceType) -> i32 {
    match piece_type {
        PieceType::King => 0,
        PieceType::Queen => 900,
        PieceType::Rook => 500,
        PieceType::Bishop | PieceType::Knight => 300,
        PieceType::Pawn => 100,
    }
}

/// The same, positive for White.
#[inline(always)]
const fn signed(piece: Piece) -> i32 {
    match piece.color {
        Color::White => worth(piece.piece_type),
        Color::Black => -worth(piece.piece_type),
    }
}

fn pieces(position: &Position) -> impl Iterator<Item = (Square, Piece)> {
    let squares = position.board().occupied().into_iter();
    squares.filter_map(|square| Some((square, position.piece_at(square)?)))
}

impl MaterialBalance {
    /// The terms of a position: what each piece counts, the same in both phases.
    #[must_use]
    pub fn explain(&self, position: &Position) -> Vec<Term> {
        let mut entries = Vec::new();
        for (square, Piece { color, piece_type }) in pieces(position) {
            let worth = worth(piece_type);
            entries.record("material", color, Some(square), PhasedScore::new(worth, worth));
        }
        entries
    }
}

impl Evaluator for MaterialBalance {
    #[inline(always)]
    fn evaluate(&mut self, position: &Position) -> Score {
        Score::centipawns(self.balance).relative_to(position.side_to_move())
    }

    fn reset(&mut self, position: &Position) {
        self.balance = pieces(position).map(|(_, piece)| signed(piece)).sum();
    }

    #[inline(always)]
    fn played(&mut self, change: &Change) {
        let balance = self.balance;
        self.balance =
            change.follow(balance, |sum, piece, _| sum - signed(piece), |sum, piece, _| sum + signed(piece));
    }
}
