//! Sets of moves, and what takes them.

use core::ops::ControlFlow;

use philidor::{Bitboard, MoveSet, PawnStep, PieceType};

/// Some moves that belong together. Sets of targets may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariantMoveSet {
    /// Moves as chess has them.
    Chess(MoveSet),
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

impl VariantMoveSet {
    /// The number of moves in the set.
    #[must_use]
    #[inline(always)]
    pub const fn len(self) -> u32 {
        match self {
            VariantMoveSet::Chess(set) => set.len(),
            VariantMoveSet::PromotionsTo { targets, .. } | VariantMoveSet::Drops { targets, .. } => {
                targets.len()
            }
        }
    }

    /// Whether the set has no moves.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        match self {
            VariantMoveSet::Chess(set) => set.is_empty(),
            VariantMoveSet::PromotionsTo { targets, .. } | VariantMoveSet::Drops { targets, .. } => {
                targets.is_empty()
            }
        }
    }
}

/// A receiver of sets. Any closure from a set to a [`ControlFlow`] is one.
pub trait VariantMoveSink {
    /// Takes a set of moves, and returns whether to continue.
    fn accept(&mut self, set: VariantMoveSet) -> ControlFlow<()>;
}

impl<F: FnMut(VariantMoveSet) -> ControlFlow<()>> VariantMoveSink for F {
    #[inline(always)]
    fn accept(&mut self, set: VariantMoveSet) -> ControlFlow<()> {
        self(set)
    }
}
