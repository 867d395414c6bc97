//! Piece-square tables: what most engines began with.
//!
//! A square is worth what its rank and its file are worth, added up, so each piece type has twelve numbers a phase
//! instead of 64, and the wings are equal. From White's side, ranks 1 to 8 and files from the edge to the center:
//!
//! ```text
//! king, middle game    rank    18   0 -28 -48 -60 -60 -60 -60        g1: 18 + 20
//!                      file    14  20  -6 -22                        e1: 18 - 22
//! ```
//!
//! The sum is updated incrementally: a move changes two to four squares.

use philidor::{Color, Piece, PieceType, Position, Square, search_support::Change};

use super::evaluator::Evaluator;
use super::phased_score::PhasedScore;
use super::trace::{Term, Trace};
use crate::bot::score::Score;

/// What a piece type is worth, and what each rank and file adds.
struct Tables {
    worth: i32,
    ranks: [i32; 8],
    files: [i32; 4],
}

/// By piece type, king first; the middle game.
const MIDDLE: [Tables; 6] = [
    Tables { worth: 0, ranks: [18, 0, -28, -48, -60, -60, -60, -60], files: [14, 20, -6, -22] },
    Tables { worth: 1_010, ranks: [-4, -1, 1, 1, 1, 2, 0, 0], files: [-5, -1, 1, 2] },
    Tables { worth: 480, ranks: [-2, -6, -6, -6, -3, 2, 10, 6], files: [-6, -1, 3, 7] },
    Tables { worth: 360, ranks: [-10, 4, 6, 6, 6, 4, -6, -12], files: [-6, 2, 2, 4] },
    Tables { worth: 345, ranks: [-28, -12, 2, 10, 14, 12, -2, -24], files: [-24, -8, 6, 12] },
    Tables { worth: 84, ranks: [0, -2, 0, 4, 10, 18, 30, 0], files: [-8, -2, 2, 8] },
];

/// The same in the endgame.
const END: [Tables; 6] = [
    Tables { worth: 0, ranks: [-32, -14, 2, 12, 18, 18, 8, -10], files: [-20, -6, 6, 12] },
    Tables { worth: 1_010, ranks: [-18, -10, 0, 8, 12, 12, 8, 0], files: [-12, -3, 4, 8] },
    Tables { worth: 545, ranks: [-3, -4, -2, 2, 4, 5, 8, 5], files: [0, 0, 0, 0] },
    Tables { worth: 320, ranks: [-8, -4, 0, 4, 4, 2, -2, -6], files: [-5, 0, 2, 4] },
    Tables { worth: 300, ranks: [-24, -12, 0, 8, 10, 4, -8, -24], files: [-22, -8, 4, 8] },
    Tables { worth: 108, ranks: [0, -4, -4, 0, 8, 22, 40, 0], files: [4, 2, 0, -2] },
];

/// All of it added up, for each color, piece type and square; Black's are negative.
static VALUES: [[[PhasedScore; 64]; 6]; 2] = {
    let mut values = [[[PhasedScore::ZERO; 64]; 6]; 2];
    let mut piece_type = 0;
    while piece_type < 6 {
        let (middle, end) = (&MIDDLE[piece_type], &END[piece_type]);
        let mut square = 0;
        while square < 64 {
            let (rank, file) = (square / 8, square % 8);
            let file = if file < 4 { file } else { 7 - file };
            let middle = middle.worth + middle.ranks[rank] + middle.files[file];
            let end = end.worth + end.ranks[rank] + end.files[file];
            values[0][piece_type][square] = PhasedScore::new(middle, end);
            values[1][piece_type][square ^ 56] = PhasedScore::new(-middle, -end);
            square += 1;
        }
        piece_type += 1;
    }
    values
};

/// What a piece on a square is worth; negative for Black.
#[inline(always)]
pub(crate) fn value(piece: Piece, square: Square) -> PhasedScore {
    VALUES[piece.color as usize][piece.piece_type as usize][square.index()]
}

/// What a piece type is worth wherever it stands.
#[inline(always)]
pub(crate) const fn worth(piece_type: PieceType) -> PhasedScore {
    PhasedScore::new(MIDDLE[piece_type as usize].worth, END[piece_type as usize].worth)
}

/// Records in a trace what each piece of a position is worth, and what its square adds.
pub(crate) fn record<T: Trace>(position: &Position, trace: &mut T) {
    let pieces = || {
        let squares = position.board().occupied().into_iter();
        squares.filter_map(|square| position.piece_at(square).map(|piece| (piece, square)))
    };
    for (Piece { color, piece_type }, square) in pieces() {
        trace.record("material", color, Some(square), worth(piece_type));
    }
    for (Piece { color, piece_type }, square) in pieces() {
        let seen = if color == Color::White { square } else { square.flip_rank() };
        let on_square = value(Piece::new(Color::White, piece_type), seen);
        trace.record("squares", color, Some(square), on_square - worth(piece_type));
    }
}

/// The sum over the pieces of a position, updated incrementally.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Sum {
    /// White's less Black's.
    pub(crate) balance: PhasedScore,
    /// How many pieces are left, as [`PhasedScore::phase_of`] counts them.
    pub(crate) phase: i32,
}

impl Sum {
    pub(crate) fn of(position: &Position) -> Sum {
        let squares = position.board().occupied().into_iter();
        squares.fold(Sum::default(), |sum, square| match position.piece_at(square) {
            Some(piece) => sum.with(piece, square),
            None => sum,
        })
    }

    #[inline(always)]
    fn with(self, piece: Piece, square: Square) -> Sum {
        let phase = self.phase + PhasedScore::phase_of(piece.piece_type);
        Sum { balance: self.balance + value(piece, square), phase }
    }

    #[inline(always)]
    fn without(self, piece: Piece, square: Square) -> Sum {
        let phase = self.phase - PhasedScore::phase_of(piece.piece_type);
        Sum { balance: self.balance - value(piece, square), phase }
    }

    #[inline(always)]
    pub(crate) fn change(&mut self, change: &Change) {
        *self = change.follow(*self, Sum::without, Sum::with);
    }
}

/// Adds up what each piece is worth where it stands.
///
/// ```
/// use philidor::Position;
/// use philidor_engine::evaluation::SquareTables;
/// use philidor_engine::{Evaluator, Score};
///
/// let value = |fen: &str| -> Result<Score, philidor::PositionError> {
///     let position: Position = fen.parse()?;
///     let mut tables = SquareTables::default();
///     tables.reset(&position);
///     Ok(tables.evaluate(&position))
/// };
/// assert_eq!(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")?, Score::DRAW);
/// assert!(value("4k3/8/8/8/3N4/8/8/4K3 w - - 0 1")? > value("4k3/8/8/8/8/8/8/N3K3 w - - 0 1")?);
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SquareTables {
    sum: Sum,
}

impl SquareTables {
    /// The numbers of the tables, in the middle game and in the endgame, by piece type, king first: what it is worth,
    /// ranks 1 to 8, and files from the edge to the center. A tuner begins with them.
    #[must_use]
    pub fn numbers() -> [[[i32; 13]; 6]; 2] {
        [&MIDDLE, &END].map(|phase| {
            phase.each_ref().map(|&Tables { worth, ranks, files }| {
                let mut numbers = [worth; 13];
                numbers[1..9].copy_from_slice(&ranks);
                numbers[9..].copy_from_slice(&files);
                numbers
            })
        })
    }

    /// The terms of a position: what each piece is worth, and what its square adds.
    #[must_use]
    pub fn explain(&self, position: &Position) -> Vec<Term> {
        let mut entries = Vec::new();
        record(position, &mut entries);
        entries
    }
}

impl Evaluator for SquareTables {
    #[inline(always)]
    fn evaluate(&mut self, position: &Position) -> Score {
        Score::centipawns(self.sum.balance.at(self.sum.phase)).relative_to(position.side_to_move())
    }

    fn reset(&mut self, position: &Position) {
        self.sum = Sum::of(position);
    }

    #[inline(always)]
    fn played(&mut self, change: &Change) {
        self.sum.change(change);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_follows_every_kind_of_move() {
        let fen = "r3k2r/1P1pqpb1/bn2pnp1/2pPN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w KQkq c6 0 2";
        let position: Position = fen.parse().expect("a position");
        for mv in position.legal_moves() {
            let mut sum = Sum::of(&position);
            let change = Change::new(&position, mv);
            sum.change(&change);
            assert_eq!(sum, Sum::of(&position.after(mv)), "{mv}");
            sum.change(&change.reversed());
            assert_eq!(sum, Sum::of(&position), "{mv}");
        }
    }
}
