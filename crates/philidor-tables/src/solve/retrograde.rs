//! Retrograde analysis of one slice: from mates and zeroing moves backward, level by level.
//!
//! At level n stand the positions that are won or lost in n half-moves. Their predecessors by quiet moves follow:
//!
//! ```text
//!          lost in n                        won in n
//!              │ unmove                         │ unmove
//!              ▼                                ▼
//!     won in n + 1 or fewer          one quiet move less that may save it;
//!                                    none left: lost in n + 1, or when its zeroing moves lose, if that is later
//! ```
//!
//! Levels come in ascending order, so the first win that reaches a position is its fastest, and the last of its moves
//! to lose is the slowest loss. This is Ströhlein's and Thompson's method (1970, 1986).
//!
//! # Mirror images
//!
//! A counter counts the moves of one position, but an unmove reaches whatever stands for its mirror images. Only
//! positions with both kings on the diagonal can be their own mirror image, and then the numbers differ:
//!
//! ```text
//!   p symmetric, q not              p not, q symmetric             both or neither
//!
//!        p                            p     p'                        p
//!       / \      two moves,            \   /    one move of p,        |     one move,
//!      q   q'    one unmove of q         q      two unmoves of q      q     one unmove
//! ```
//!
//! In the first case an unmove takes two from the counter. In the second, only one unmove of each mirrored pair is
//! made.

use std::sync::atomic::{AtomicBool, AtomicI16, Ordering::Relaxed};

use philidor::{Bitboard, Color, PieceType, Square};
use rayon::prelude::*;

use super::distance::Packed;
use super::error::SolveError;
use super::layout::{Indexed, Layout};
use super::moves::Moves;
use super::observer::Observer;
use super::placement::{Squares, attacks};

/// How many positions a thread takes at a time.
const CHUNK: usize = 1 << 12;

/// A slice while it is solved.
pub(super) struct Slice<'a> {
    layout: &'a Layout,
    moves: Moves<'a>,
    number: u32,
    /// By side to move.
    values: [Vec<AtomicI16>; 2],
    stop: &'a AtomicBool,
    observer: &'a dyn Observer,
}

/// The positions of each level, by side to move. A position whose value has changed since is skipped.
#[derive(Default)]
struct Levels(Vec<[Vec<u32>; 2]>);

/// Positions of one side, each with its level.
type Found = Vec<(u16, u32)>;

impl Levels {
    fn add(&mut self, side: Color, found: Found) {
        for (level, index) in found {
            let level = usize::from(level);
            if self.0.len() <= level {
                self.0.resize_with(level + 1, Default::default);
            }
            self.0[level][side.index()].push(index);
        }
    }

    fn take(&mut self, level: u16) -> Option<[Vec<u32>; 2]> {
        self.0.get_mut(usize::from(level)).map(std::mem::take)
    }
}

impl<'a> Slice<'a> {
    pub(super) fn new(
        layout: &'a Layout,
        moves: Moves<'a>,
        number: u32,
        stop: &'a AtomicBool,
        observer: &'a dyn Observer,
    ) -> Slice<'a> {
        let values =
            Color::ALL.map(|_| (0..layout.size).map(|_| AtomicI16::new(Packed::ILLEGAL.0)).collect());
        Slice { layout, moves, number, values, stop, observer }
    }

    /// The values of the slice, by side to move.
    pub(super) fn solve(self) -> Result<[Vec<i16>; 2], SolveError> {
        let mut levels = Levels::default();
        for side in Color::ALL {
            for found in self.seeds(side)? {
                levels.add(side, found);
            }
        }
        let mut level = 0;
        let mut processed = 0;
        while let Some(sides) = levels.take(level) {
            for (side, mut positions) in Color::ALL.into_iter().zip(sides) {
                // Neighbors have predecessors that are neighbors, and those are in the cache then.
                positions.par_sort_unstable();
                for found in self.step_back(side, level, &positions)? {
                    levels.add(!side, found);
                }
                processed += positions.len() as u64;
                self.observer.advance(positions.len() as u64);
            }
            level += 1;
        }
        // Draws are in no level, and few positions in two.
        self.observer.advance((2 * u64::from(self.layout.size)).saturating_sub(processed));
        let settle = |value: AtomicI16| Packed(value.into_inner()).settled().0;
        Ok(self.values.map(|values| values.into_iter().map(settle).collect()))
    }

    fn check_stop(&self) -> Result<(), SolveError> {
        if self.stop.load(Relaxed) { Err(SolveError::Stopped) } else { Ok(()) }
    }

    /// Values all positions of a side by what each shows by itself, and returns those that are won or lost.
    fn seeds(&self, side: Color) -> Result<Vec<Found>, SolveError> {
        let chunk = |(number, values): (usize, &[AtomicI16])| {
            self.check_stop()?;
            let mut found = Found::new();
            for (index, value) in (number * CHUNK..).zip(values) {
                let index = index as u32;
                let Some(placement) = self.layout.placement(self.number, index) else { continue };
                if !self.moves.is_legal(&placement, side) {
                    continue;
                }
                let packed = self.moves.summary(&placement, side).packed();
                value.store(packed.0, Relaxed);
                if let Some(level) = packed.level() {
                    found.push((level, index));
                }
            }
            self.observer.advance(values.len() as u64);
            Ok(found)
        };
        self.values[side.index()].par_chunks(CHUNK).enumerate().map(chunk).collect()
    }

    /// What follows from the positions of a side that are won or lost at a level: positions of the other side.
    fn step_back(&self, side: Color, level: u16, positions: &[u32]) -> Result<Vec<Found>, SolveError> {
        let chunk = |positions: &[u32]| {
            self.check_stop()?;
            let mut found = Found::new();
            for &index in positions {
                let value = Packed(self.values[side.index()][index as usize].load(Relaxed));
                if value == Packed::loss(level) {
                    self.each_unmove(index, !side, |before, _, _| {
                        self.win(!side, before, level + 1, &mut found);
                    });
                } else if value == Packed::win(level) {
                    self.each_unmove(index, !side, |before, moves, squares| {
                        self.refute(!side, before, moves, level + 1, squares, &mut found);
                    });
                }
            }
            Ok(found)
        };
        positions.par_chunks(CHUNK).map(chunk).collect()
    }

    /// Each quiet move of a side that leads to a position, taken back: the index before, how many moves from there lead
    /// here, and the squares before.
    #[inline]
    fn each_unmove(&self, index: u32, side: Color, mut report: impl FnMut(u32, i16, Squares)) {
        let after = self.layout.squares(self.number, index);
        let occupied: Bitboard = after[..self.layout.pieces.len()].iter().copied().collect();
        let is_on_diagonal = self.layout.has_kings_on_diagonal(index);
        let is_symmetric =
            is_on_diagonal && self.layout.index(&after).is_some_and(|after| after.is_symmetric);
        for &slot in &self.layout.slots[side.index()] {
            let piece = self.layout.pieces[slot];
            if piece.piece_type == PieceType::Pawn {
                continue;
            }
            let destination = after[slot];
            for origin in attacks(piece, destination, occupied) & !occupied {
                let mut before = after;
                before[slot] = origin;
                let quick =
                    if is_on_diagonal { None } else { self.layout.index_after(index, &after, slot, origin) };
                if let Some(index) = quick {
                    report(index, 1, before);
                } else if let Some(Indexed { index, is_symmetric: was_symmetric }) =
                    self.layout.index(&before)
                    && (!is_symmetric || is_first_of_pair(destination, origin))
                {
                    report(index, if was_symmetric && !is_symmetric { 2 } else { 1 }, before);
                }
            }
        }
    }

    /// Notes that a position is won.
    #[inline]
    fn win(&self, side: Color, index: u32, plies: u16, found: &mut Found) {
        let value = &self.values[side.index()][index as usize];
        let mut known = Packed(value.load(Relaxed));
        while known.is_improved_by_win(plies) {
            match value.compare_exchange_weak(known.0, Packed::win(plies).0, Relaxed, Relaxed) {
                Ok(_) => return found.push((plies, index)),
                Err(now) => known = Packed(now),
            }
        }
    }

    /// Notes that `moves` quiet moves of a position lose in this many half-moves; those noted before do not take
    /// longer.
    #[inline]
    fn refute(&self, side: Color, index: u32, moves: i16, plies: u16, squares: Squares, found: &mut Found) {
        let value = &self.values[side.index()][index as usize];
        let mut known = Packed(value.load(Relaxed));
        while known.is_open() {
            let left = Packed(known.0 - moves);
            let lost = (left.quiet_moves() == 0).then(|| {
                let delay = |placement| self.moves.summary(&placement, side).delay();
                let placement = if known.has_zeroing() { self.layout.placed(squares) } else { None };
                plies.max(placement.map_or(0, delay))
            });
            let next = lost.map_or(left, Packed::loss);
            match value.compare_exchange_weak(known.0, next.0, Relaxed, Relaxed) {
                Ok(_) => return found.extend(lost.map(|plies| (plies, index))),
                Err(now) => known = Packed(now),
            }
        }
    }
}

/// Whether this unmove, and not its mirror image about the diagonal, is the one to make. True if they are the same.
#[inline]
fn is_first_of_pair(destination: Square, origin: Square) -> bool {
    (destination, origin) <= (destination.flip_diagonal(), origin.flip_diagonal())
}
