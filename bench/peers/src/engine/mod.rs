//! The peers under the engine of `../../../engine`: one file each. None has a static exchange or a record of what a move
//! changes, so these are written here, as well as the library allows.
//!
//! A digest is origin, destination and promotion, with a mark for castling, whose squares a rook could go, too.

mod chess;
mod cozy_chess;
mod shakmaty;

pub(crate) use chess::search as chess;
pub(crate) use cozy_chess::search as cozy_chess;
pub(crate) use shakmaty::search as shakmaty;

/// The mark of castling in a digest.
const CASTLING: u16 = 1 << 15;

/// Origin, destination and promotion of a digest.
#[inline(always)]
const fn squares(digest: u16) -> (usize, usize, usize) {
    (digest as usize & 63, digest as usize >> 6 & 63, digest as usize >> 12 & 7)
}
