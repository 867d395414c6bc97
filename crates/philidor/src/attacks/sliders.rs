//! The trait of the two ways to look up what sliders attack.

use crate::types::{Bitboard, Square};

/// A way to look up what sliders attack. There are two, [`Magic`](super::Magic) and [`Pext`](super::Pext); the trait is
/// sealed, so that it may grow. [`Magic`](super::Magic) has an example.
pub trait Sliders: Copy + sealed::Sealed {
    /// Whether the attacks of many pieces are found in one go rather than piece by piece.
    #[doc(hidden)]
    const AT_ONCE: bool = false;

    /// The squares that a bishop on `square` attacks, up to and including the first piece in each direction.
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares that a rook on `square` attacks, up to and including the first piece in each direction.
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares that a queen on `square` attacks: those of a bishop and of a rook.
    #[inline(always)]
    fn queen(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.bishop(square, occupied) | self.rook(square, occupied)
    }

    /// Turns four bits for each occupied square, the first square's lowest, into four sets: for each of the four bits,
    /// the squares that have it.
    #[doc(hidden)]
    #[inline(always)]
    fn planes(self, occupied: Bitboard, codes: [u64; 2]) -> [Bitboard; 4] {
        let mut planes = [Bitboard::EMPTY; 4];
        let mut squares = occupied.into_iter();
        for mut half in codes {
            for square in squares.by_ref().take(16) {
                for (bit, plane) in planes.iter_mut().enumerate() {
                    plane.0 |= (half >> bit & 1) << square.index();
                }
                half >>= 4;
            }
        }
        planes
    }

    /// For each occupied square in order, at most 32, its four bits times 64 plus its index.
    #[doc(hidden)]
    #[inline(always)]
    fn places(self, occupied: Bitboard, codes: u128) -> [u16; 32] {
        let mut left = occupied;
        let halves = [codes as u64, (codes >> 64) as u64];
        core::array::from_fn(|piece| {
            let square = left.first_or_a1() as u16;
            left.0 &= left.0.wrapping_sub(1);
            (halves[piece / 16] >> (piece % 16 * 4) & 15) as u16 * 64 + square
        })
    }

    /// The squares that knights, sliders along diagonals and sliders along ranks and files attack together.
    #[doc(hidden)]
    #[inline(always)]
    fn attacked(self, [knights, diagonal, straight]: [Bitboard; 3], occupied: Bitboard) -> Bitboard {
        let mut attacked = Bitboard::EMPTY;
        for square in knights {
            attacked |= super::knight(square);
        }
        for square in diagonal {
            attacked |= self.bishop(square, occupied);
        }
        for square in straight {
            attacked |= self.rook(square, occupied);
        }
        attacked
    }
}

/// Seals [`Sliders`]: only this folder can implement it.
pub(super) mod sealed {
    #[allow(unreachable_pub, reason = "public for the bound, and out of reach so that it seals")]
    pub trait Sealed {}
}
