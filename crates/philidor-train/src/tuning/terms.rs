//! An evaluation that adds up terms.

use philidor::{PieceType, Position};
use philidor_engine::evaluation::PhasedScore;

/// A number of an evaluation, with a value for each phase.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TermParameter {
    /// Its name.
    pub name: String,
    /// Its value now, in centipawns.
    pub value: PhasedScore,
}

impl TermParameter {
    /// A number with a name.
    #[must_use]
    pub fn new(name: &str, value: PhasedScore) -> TermParameter {
        TermParameter { name: name.to_owned(), value }
    }
}

/// An evaluation of the form Σ coefficient × number, where each number has a value for the middle game and one for the
/// endgame.
pub trait LinearTerms {
    /// All numbers, as they are now; at most 65,536.
    fn parameters(&self) -> Vec<TermParameter>;

    /// Calls `add` with the index of a number and how often it counts in a position, White's less Black's, in each
    /// phase. A number may be added several times.
    fn coefficients(&self, position: &Position, add: &mut dyn FnMut(usize, PhasedScore));

    /// The phase, from 0 (endgame) to [`PhasedScore::FULL`].
    fn phase(&self, position: &Position) -> i32 {
        let pieces = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];
        let count = |piece| position.board().pieces(piece).len() as i32 * PhasedScore::phase_of(piece);
        pieces.into_iter().map(count).sum::<i32>().min(PhasedScore::FULL)
    }

    /// What is not tuned, in centipawns for White.
    fn constant(&self, position: &Position) -> i32 {
        let _ = position;
        0
    }
}
