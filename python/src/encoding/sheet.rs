//! Planes that change from move to move: a plane that stays as it is costs no write.
//!
//! A plane is a set of squares and the number that stands on them. A sheet has those of all planes, so comparing two
//! sheets shows what has to be written: bytes eight at a time, wider numbers only where a square has changed.

use philidor::Bitboard;

use super::planes::{Number, Planes, Surface};

/// How many planes the largest encoding has.
const MAX_PLANES: usize = 119;

/// What stands in the planes of an array, all zero at first.
#[derive(Clone)]
pub(crate) struct Sheet {
    sets: [u64; MAX_PLANES],
    numbers: [f32; MAX_PLANES],
}

impl Surface for Sheet {
    #[inline(always)]
    fn put(&mut self, plane: usize, set: Bitboard) {
        if let (Some(place), Some(number)) = (self.sets.get_mut(plane), self.numbers.get_mut(plane)) {
            (*place, *number) = (set.0, 1.0);
        }
    }

    #[inline(always)]
    fn fill(&mut self, plane: usize, number: f32) {
        let set = if number == 0.0 { 0 } else { u64::MAX };
        self.put(plane, Bitboard(set));
        if let Some(place) = self.numbers.get_mut(plane) {
            *place = number;
        }
    }
}

impl Sheet {
    /// Planes of zeros.
    pub(crate) const EMPTY: Sheet = Sheet { sets: [0; MAX_PLANES], numbers: [0.0; MAX_PLANES] };

    /// Changes the place that shows this sheet, so that it shows another.
    pub(crate) fn become_in<N: Pixel>(&mut self, other: &Sheet, planes: Planes, place: &mut [N]) {
        for (plane, place) in place.as_chunks_mut::<64>().0.iter_mut().enumerate().take(planes.count()) {
            let (was, set) = (self.sets[plane], other.sets[plane]);
            let (old, number) = (self.numbers[plane], other.numbers[plane]);
            if was != set || (old != number && set != 0) {
                N::change(place, (was, old), (set, number));
            }
        }
        self.clone_from(other);
    }
}

/// A number of planes that are changed.
pub(crate) trait Pixel: Number {
    /// Changes a plane from one set and number to another.
    #[inline(always)]
    fn change(place: &mut [Self; 64], (was, old): (u64, f32), (set, number): (u64, f32)) {
        let one = Self::of(number);
        if set == u64::MAX {
            place.fill(one);
            return;
        }
        let gone = was & !set;
        let new = if old == number { set & !was } else { set };
        for (mut squares, value) in [(gone, Self::ZERO), (new, one)] {
            while squares != 0 {
                place[squares.trailing_zeros() as usize & 63] = value;
                squares &= squares - 1;
            }
        }
    }
}

impl Pixel for f32 {}
impl Pixel for half::f16 {}

impl Pixel for u8 {
    /// Eight squares at a time: a mispredicted branch costs more than seven writes.
    #[inline(always)]
    fn change(place: &mut [u8; 64], _: (u64, f32), (set, number): (u64, f32)) {
        let one = u64::from(u8::of(number));
        for (rank, place) in set.to_le_bytes().into_iter().zip(place.as_chunks_mut::<8>().0) {
            *place = (SPREAD[usize::from(rank)] * one).to_le_bytes();
        }
    }
}

/// The eight bits of a rank as eight bytes, the a-file first.
const SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut rank = 0;
    while rank < 256 {
        let mut file = 0;
        while file < 8 {
            table[rank] |= ((rank as u64 >> file) & 1) << (8 * file);
            file += 1;
        }
        rank += 1;
    }
    table
};
