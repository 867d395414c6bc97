//! Sets of moves, and what takes them.

use core::ops::ControlFlow;

use philidor::{Bitboard, PawnStep, PieceType};

/// Some moves that belong together. Sets of targets may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MoveSet {
    /// Moves as chess has them.
    Chess(philidor::MoveSet),
    /// Pawns reach `targets` on the last rank by one kind of step, and become this piece: for promotions that are not
    /// reported as the four of chess together.
    PromotionsTo {
        /// What they become.
        piece_type: PieceType,
        /// The step.
        step: PawnStep,
        /// The destinations.
        targets: Bitboard,
    },
    /// A piece from the pocket is dropped on any of `targets`.
    Drops {
        /// The piece type.
        piece_type: PieceType,
        /// The destinations.
        targets: Bitboard,
    },
}

impl MoveSet {
    /// The number of moves in the set.
    #[must_use]
    #[inline(always)]
    pub(crate) const fn len(self) -> u32 {
        match self {
            MoveSet::Chess(set) => set.len(),
            MoveSet::PromotionsTo { targets, .. } | MoveSet::Drops { targets, .. } => targets.len(),
        }
    }

    /// Whether the set has no moves.
    #[must_use]
    #[inline(always)]
    pub(crate) const fn is_empty(self) -> bool {
        match self {
            MoveSet::Chess(set) => set.is_empty(),
            MoveSet::PromotionsTo { targets, .. } | MoveSet::Drops { targets, .. } => targets.is_empty(),
        }
    }
}

/// A receiver of sets. Any closure from a set to a [`ControlFlow`] is one.
pub(crate) trait MoveSink {
    /// Takes a set of moves, and returns whether to continue.
    fn accept(&mut self, set: MoveSet) -> ControlFlow<()>;
}

impl<F: FnMut(MoveSet) -> ControlFlow<()>> MoveSink for F {
    #[inline(always)]
    fn accept(&mut self, set: MoveSet) -> ControlFlow<()> {
        self(set)
    }
}
