//! The side to move as a type, so that each side compiles to straight-line code of its own.

use super::{Bitboard, Color, Rank};

/// White or Black at compile time.
pub(crate) trait Side: Copy {
    /// The side as a value.
    const COLOR: Color;
    /// The other side as a type.
    type Other: Side<Other = Self>;

    /// One rank forward, as this side sees it.
    fn forward(set: Bitboard) -> Bitboard;
    /// One rank backward, as this side sees it.
    fn backward(set: Bitboard) -> Bitboard;

    /// A rank counted from this side.
    #[inline(always)]
    fn rank(rank: Rank) -> Bitboard {
        Bitboard::from_rank(rank.relative_to(Self::COLOR))
    }
}

#[derive(Clone, Copy)]
pub(crate) struct White;

#[derive(Clone, Copy)]
pub(crate) struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    type Other = Black;

    #[inline(always)]
    fn forward(set: Bitboard) -> Bitboard {
        set.north()
    }

    #[inline(always)]
    fn backward(set: Bitboard) -> Bitboard {
        set.south()
    }
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Other = White;

    #[inline(always)]
    fn forward(set: Bitboard) -> Bitboard {
        set.south()
    }

    #[inline(always)]
    fn backward(set: Bitboard) -> Bitboard {
        set.north()
    }
}
