//! Move ordering as the library's move picker asks for it, at a level of the CPU.

use philidor::search_support::{Exchange, Level, Scoring};
use philidor::{Move, PieceType, Position};

use crate::parts::ordering::MoveOrdering;
use crate::parts::ordering::SearchPath;

/// Borrowed for one call of the picker.
pub(crate) struct Scored<'a, L, O> {
    pub(crate) level: L,
    pub(crate) ordering: &'a O,
    pub(crate) path: SearchPath<'a>,
    pub(crate) exchange: &'a Exchange,
}

/// Scores of orderings are signed, those of moves are not: this one stands for 0.
pub(crate) const ZERO: i32 = 1 << 30;

impl<L: Level, O: MoveOrdering> Scoring for Scored<'_, L, O> {
    #[inline(always)]
    fn tactical(&mut self, position: &Position, mv: Move) -> u32 {
        (self.ordering.score_tactical(position, mv) + ZERO) as u32
    }

    #[inline(always)]
    fn quiet(&mut self, position: &Position, mv: Move) -> u32 {
        (self.ordering.score_quiet(position, self.path, mv) + ZERO) as u32
    }

    /// Whether it loses nothing by static exchange (SEE), and does not underpromote.
    #[inline(always)]
    fn is_good(&mut self, position: &Position, mv: Move) -> bool {
        mv.promotion().is_none_or(|piece_type| piece_type == PieceType::Queen)
            && self.level.exchange_at_least(self.exchange, position, mv, 0)
    }
}
