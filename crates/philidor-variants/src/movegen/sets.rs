//! Sets of moves, and what takes them.

use core::ops::ControlFlow;

use philidor::{Bitboard, PawnStep, PieceType};

/// Some moves that belong together. Sets of targets may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ExtendedMoveSet {
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

impl ExtendedMoveSet {
    /// The number of moves in the set.
    #[must_use]
    #[inline(always)]
    pub(crate) const fn len(self) -> u32 {
        match self {
            ExtendedMoveSet::Chess(set) => set.len(),
            ExtendedMoveSet::PromotionsTo { targets, .. } | ExtendedMoveSet::Drops { targets, .. } => {
                targets.len()
            }
        }
    }

    /// Whether the set has no moves.
    #[must_use]
    #[inline(always)]
    pub(crate) const fn is_empty(self) -> bool {
        match self {
            ExtendedMoveSet::Chess(set) => set.is_empty(),
            ExtendedMoveSet::PromotionsTo { targets, .. } | ExtendedMoveSet::Drops { targets, .. } => {
                targets.is_empty()
            }
        }
    }
}

/// A receiver of sets. Any closure from a set to a [`ControlFlow`] is one.
pub(crate) trait ExtendedMoveSink {
    /// Takes a set of moves, and returns whether to continue.
    fn accept(&mut self, set: ExtendedMoveSet) -> ControlFlow<()>;
}

impl<F: FnMut(ExtendedMoveSet) -> ControlFlow<()>> ExtendedMoveSink for F {
    #[inline(always)]
    fn accept(&mut self, set: ExtendedMoveSet) -> ControlFlow<()> {
        self(set)
    }
}
