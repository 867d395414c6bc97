//! The peers under the engine of `../../../engine`: one file for each. None has a static exchange or a record of what a
//! move changes, so these are written here, as well as the library allows.
//!
//! A digest is origin, destination and promotion, with a mark for castling, whose squares a rook could go, too.

pub(crate) mod chess;
pub(crate) mod cozy_chess;
pub(crate) mod shakmaty;

use engine::{Board, Rules};

/// The mark of castling in a digest.
const CASTLING: u16 = 1 << 15;

/// Origin, destination and promotion of a digest.
#[inline(always)]
const fn squares(digest: u16) -> (usize, usize, usize) {
    (digest as usize & 63, digest as usize >> 6 & 63, digest as usize >> 12 & 7)
}

/// How many of the moves lose nothing by captures on their destination: the work `exchange`.
#[inline(always)]
fn good<B: Board, R: Rules<B>, L: AsRef<[B::Move]>>(rules: R, captures: &[(B::Position, L)]) -> u128 {
    let mut good = 0;
    for (position, moves) in captures {
        for &mv in moves.as_ref() {
            good += u128::from(rules.wins(position, mv, 0));
        }
    }
    good
}
