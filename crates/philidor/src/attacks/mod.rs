//! Which squares a piece attacks from a square, given the occupied ones. No position, no rules of legality.
//!
//! A leaper takes one look-up ([`leapers`](self::knight)). A slider takes one, too: by magic bitboards ([`Magic`]),
//! which run everywhere, or by PEXT ([`Pext`]) where the CPU has a fast one; both give the same answers. Both are
//! values of a type that implements [`Sliders`], so that code generic over it compiles to one or the other, and holding
//! a [`Pext`] proves that the CPU was checked.

// * `leapers.rs`, `rays.rs`, `reach.rs`: tables for kings, knights and pawns; rays, squares in between, lines; where
//   each piece type goes on an empty board
// * `subsets.rs`: the attacks of every slider for every arrangement of pieces that matters
// * `sliders.rs`, `magic.rs`, `pext.rs`: two ways to look them up; `lazy.rs`: the tables of magics on wasm, filled when
//   used; `magic_search.rs`: the search for the magics
// * `wide.rs`, `lane_sliders.rs`: many pieces at once, with AVX-512; the sliders of eight boards, and what they pin
pub(crate) mod lane_sliders;
#[cfg(any(target_family = "wasm", test))]
mod lazy;
mod leapers;
mod magic;
mod magic_search;
mod pext;
mod rays;
mod reach;
mod sliders;
mod subsets;
#[cfg(target_arch = "x86_64")]
mod wide;

pub use leapers::{king, knight, pawn, pawns};
pub use magic::{LookUp, Magic, MagicNumbers};
pub use magic_search::MagicSearch;
#[cfg(target_has_atomic = "64")] // for the keys of perft's table
pub(crate) use magic_search::SplitMix;
pub use pext::Pext;
pub use rays::{Direction, between, line, ray};
pub(crate) use reach::reach;
pub use sliders::Sliders;
#[cfg(target_arch = "x86_64")]
pub(crate) use wide::Wide;

use crate::types::{Bitboard, Square};

/// The squares that a bishop on `square` attacks when `occupied` squares block it.
///
/// ```
/// use philidor::{Bitboard, Square, attacks};
/// let occupied = Bitboard::from_iter([Square::C3, Square::F6]);
/// assert_eq!(attacks::bishop(Square::D4, occupied).to_string(), "\
/// . . . . . . . .
/// X . . . . . . .
/// . X . . . X . .
/// . . X . X . . .
/// . . . . . . . .
/// . . X . X . . .
/// . . . . . X . .
/// . . . . . . X .
/// ");
/// ```
#[must_use]
#[inline]
pub const fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    magic::bishop(square, occupied)
}

/// The squares that a rook on `square` attacks when `occupied` squares block it.
#[must_use]
#[inline]
pub const fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    magic::rook(square, occupied)
}

/// The squares that a queen on `square` attacks when `occupied` squares block it.
#[must_use]
#[inline]
pub const fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(bishop(square, occupied).0 | rook(square, occupied).0)
}
