//! The distances of all positions of a material by one measure.

use philidor::Color;

use super::distance::{Distance, Packed};
use super::layout::{Layout, Place};

/// By slice, side to move and index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Values {
    pub(super) slices: Vec<[Vec<i16>; 2]>,
}

impl Values {
    /// With no slice solved.
    pub(super) fn empty(layout: &Layout) -> Values {
        Values { slices: vec![Default::default(); layout.formations.len()] }
    }

    /// The value at a place of a solved slice.
    #[inline]
    pub(super) fn at(&self, place: Place, side_to_move: Color) -> Packed {
        Packed(self.slices[place.slice as usize][side_to_move.index()][place.index as usize])
    }

    /// As [`at`](Values::at); `None` for what is not a position.
    pub(super) fn distance(&self, place: Place, side_to_move: Color) -> Option<Distance> {
        self.at(place, side_to_move).distance()
    }
}
