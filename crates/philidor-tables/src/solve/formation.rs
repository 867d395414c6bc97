//! Placements of the pawns. Each is a *slice* of a table: no quiet move leaves it, and pawn moves lead to slices with
//! pawns further on, which are solved first.
//!
//! ```text
//! . . . . . . . .        . . . . . . . .     of a formation and its mirror image, the one whose sets are the
//! . . p . . . . .   ──   . . . . . p . .     smaller numbers has a slice
//! . P . . . . . .        . . . . . . P .
//! ```
//!
//! A formation that is its own mirror image keeps both halves of its placements: no placement of a king is its own
//! mirror image, so nothing needs to be counted twice.

use philidor::{Bitboard, Color, Square};

use super::combination;
use super::placement::Squares;
use super::symmetry::{FLIP_FILES, IDENTITY};
use crate::material::MAX_PIECES;

/// All formations of a material.
#[derive(Clone, Debug)]
pub(super) struct Formations {
    /// The slots of the white and of the black pawns: the first one, and how many.
    slots: [(usize, usize); 2],
    /// The squares of the pawns of each slice, at their slots.
    slices: Vec<Squares>,
    /// For each number of the white pawns and of the black ones: the slice, and the symmetry that leads to it.
    by_number: Vec<(u32, u8)>,
}

/// Pawns may not stand so.
const NONE: u32 = u32::MAX;

/// How many formations are numbered at most, whether pawns may stand so or not.
const MAX_NUMBERS: u32 = 1 << 24;

impl Formations {
    /// Whether the formations of this many white and black pawns, at most [`combination::MAX_EQUAL`] each, are not too
    /// many.
    pub(super) fn can_be_numbered([white, black]: [usize; 2]) -> bool {
        let numbers = u64::from(combination::sets(white)) * u64::from(combination::sets(black));
        numbers <= u64::from(MAX_NUMBERS)
    }

    /// All formations of this many white and black pawns, which have the slots from `first` on and can be numbered.
    pub(super) fn new(first: usize, [white, black]: [usize; 2]) -> Formations {
        let numbers = combination::sets(white) * combination::sets(black);
        let slots = [(first, white), (first + white, black)];
        let mut formations =
            Formations { slots, slices: Vec::new(), by_number: vec![(NONE, 0); numbers as usize] };
        for white_pawns in combination::all(white) {
            for black_pawns in combination::all(black) {
                formations.add(&white_pawns[..white], &black_pawns[..black]);
            }
        }
        formations
    }

    /// Gives a formation its slice, if pawns may stand so and no mirror image stands for it.
    fn add(&mut self, white: &[Square], black: &[Square]) {
        let sets = [white, black].map(|pawns| pawns.iter().copied().collect::<Bitboard>());
        let mirrored = sets.map(Bitboard::flip_files);
        if sets[0].intersects(sets[1]) || (sets[0] | sets[1]).intersects(Bitboard::LAST_RANKS) {
            return;
        }
        let words = |sets: [Bitboard; 2]| sets.map(|Bitboard(word)| word);
        if words(mirrored) < words(sets) {
            return;
        }
        let mut squares = [Square::A1; MAX_PIECES];
        for ((first, count), pawns) in self.slots.into_iter().zip([white, black]) {
            squares[first..first + count].copy_from_slice(pawns);
        }
        let slice = self.slices.len() as u32;
        self.slices.push(squares);
        for (squares, symmetry) in [(squares.map(Square::flip_file), FLIP_FILES), (squares, IDENTITY)] {
            let number = self.number(&squares);
            self.by_number[number] = (slice, symmetry as u8);
        }
    }

    /// The number of the pawns on these squares.
    #[inline]
    fn number(&self, squares: &Squares) -> usize {
        let [(white, white_count), (black, black_count)] = self.slots;
        let mut squares = *squares;
        let of_white = combination::number(&mut squares[white..white + white_count]);
        let of_black = combination::number(&mut squares[black..black + black_count]);
        (of_white * combination::sets(black_count) + of_black) as usize
    }

    /// The slice of the pawns on these squares, and the symmetry that leads to it.
    #[inline]
    pub(super) fn find(&self, squares: &Squares) -> Option<(u32, usize)> {
        let (slice, symmetry) = self.by_number[self.number(squares)];
        (slice != NONE).then_some((slice, usize::from(symmetry)))
    }

    /// The squares of the pawns of a slice, at their slots.
    #[inline]
    pub(super) fn squares(&self, slice: u32) -> Squares {
        self.slices[slice as usize]
    }

    /// How many slices there are; one without pawns.
    pub(super) fn len(&self) -> usize {
        self.slices.len()
    }

    #[inline]
    pub(super) fn has_pawns(&self) -> bool {
        self.slots[0].1 + self.slots[1].1 > 0
    }

    /// Whether the pawns of a slice are their own mirror image.
    pub(super) fn is_symmetric(&self, slice: u32) -> bool {
        let flipped = self.squares(slice).map(Square::flip_file);
        self.has_pawns() && self.sets(&flipped) == self.sets(&self.squares(slice))
    }

    fn sets(&self, squares: &Squares) -> [Bitboard; 2] {
        self.slots.map(|(first, count)| squares[first..first + count].iter().copied().collect())
    }

    /// The slices in the order in which they can be solved: all of one wave at once, after all those before it.
    pub(super) fn waves(&self) -> Vec<Vec<u32>> {
        let mut waves: Vec<Vec<u32>> = Vec::new();
        for slice in 0..self.len() as u32 {
            let left = self.steps_left(slice);
            if waves.len() <= left {
                waves.resize_with(left + 1, Vec::new);
            }
            waves[left].push(slice);
        }
        waves.retain(|wave| !wave.is_empty());
        waves
    }

    /// How many steps all pawns together have to the last ranks.
    fn steps_left(&self, slice: u32) -> usize {
        let squares = self.squares(slice);
        let mut left = 0;
        for (color, (first, count)) in Color::ALL.into_iter().zip(self.slots) {
            let step = |square: &Square| 7 - square.rank().relative_to(color).index();
            left += squares[first..first + count].iter().map(step).sum::<usize>();
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_images_share_a_slice() {
        let count = |pawns| Formations::new(2, pawns).len();
        assert_eq!([[0, 0], [1, 0], [1, 1]].map(count), [1, 24, 1128]);
        // 1,128 pairs of squares, 24 of which are their own mirror images.
        assert_eq!(count([2, 0]), 576);
        assert_eq!([[3, 1], [2, 2], [3, 2]].map(Formations::can_be_numbered), [true, true, false]);
    }

    #[test]
    fn pawns_only_move_to_slices_of_earlier_waves() {
        let formations = Formations::new(2, [1, 1]);
        let waves = formations.waves();
        assert_eq!(waves.iter().map(Vec::len).sum::<usize>(), formations.len());
        let position = |slice: u32| waves.iter().position(|wave| wave.contains(&slice));
        for slice in 0..formations.len() as u32 {
            let mut squares = formations.squares(slice);
            squares[2] = squares[2].offset(0, 1).expect("a pawn is on no last rank");
            if let Some((next, _)) = formations.find(&squares) {
                assert!(position(next) < position(slice));
            }
        }
    }
}
