//! The tables of magic multiplication for wasm: zeros at first, each entry computed when it is first looked up.
//!
//! A module of wasm is downloaded, so its size counts, and the tables of `magic.rs` would be two thirds of it. Zeros
//! take no room in the module. Every slider attacks at least one square from every square, so zero means that an entry
//! is still missing; the thread that finds it missing computes the attacks and stores them. Two threads that do this at
//! once write the same number.
//!
//! ```text
//! look-up  →  table[index]  =  0  →  the attacks, without a table, which are stored there
//!                           ≠  0  →  the attacks
//! ```

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::rays::{Direction, slide};
use super::subsets::{BISHOP_SUBSETS, ROOK_SUBSETS};
use crate::types::{Bitboard, Square};

static BISHOP_ATTACKS: [AtomicU64; BISHOP_SUBSETS] = [const { AtomicU64::new(0) }; BISHOP_SUBSETS];
static ROOK_ATTACKS: [AtomicU64; ROOK_SUBSETS] = [const { AtomicU64::new(0) }; ROOK_SUBSETS];

/// A bishop's look-up at an index, which belongs to the square and the occupied squares.
#[inline(always)]
pub(super) fn bishop(index: usize, square: Square, occupied: Bitboard) -> Bitboard {
    let place = &BISHOP_ATTACKS[index];
    match place.load(Relaxed) {
        0 => fill_bishop(place, square, occupied),
        attacks => Bitboard(attacks),
    }
}

/// A rook's look-up at an index.
#[inline(always)]
pub(super) fn rook(index: usize, square: Square, occupied: Bitboard) -> Bitboard {
    let place = &ROOK_ATTACKS[index];
    match place.load(Relaxed) {
        0 => fill_rook(place, square, occupied),
        attacks => Bitboard(attacks),
    }
}

#[cold]
fn fill_bishop(place: &AtomicU64, square: Square, occupied: Bitboard) -> Bitboard {
    let attacks = slide(square.index(), Direction::DIAGONAL, occupied.0);
    place.store(attacks, Relaxed);
    Bitboard(attacks)
}

#[cold]
fn fill_rook(place: &AtomicU64, square: Square, occupied: Bitboard) -> Bitboard {
    let attacks = slide(square.index(), Direction::STRAIGHT, occupied.0);
    place.store(attacks, Relaxed);
    Bitboard(attacks)
}
