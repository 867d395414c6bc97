//! The trait of the two ways to look up what sliders attack.

use crate::types::{Bitboard, Square};

/// A way to look up what sliders attack. There are two, [`Magic`](super::Magic) and [`Pext`](super::Pext); the trait is
/// sealed, so that it may grow.
pub trait Sliders: Copy + sealed::Sealed {
    /// The squares that a bishop on `square` attacks, up to and including the first man each way.
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares that a rook on `square` attacks, up to and including the first piece each way.
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares that a queen on `square` attacks: those of a bishop and of a rook.
    #[inline(always)]
    fn queen(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.bishop(square, occupied) | self.rook(square, occupied)
    }
}

/// Seals [`Sliders`]: only this folder can implement it.
pub(super) mod sealed {
    #[allow(unreachable_pub, reason = "public for the bound, and out of reach so that it seals")]
    pub trait Sealed {}
}
