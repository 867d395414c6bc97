//! A solved material.

use philidor::{CastlingRights, Color, Piece, Position, Setup, Strictness};

use super::distance::{Distance, Measure};
use super::layout::{Layout, Place};
use super::placement::Placement;
use super::values::Values;
use crate::material::Material;

/// All positions of a material, with their distances to the next zeroing move and, if they were asked for, to mate. See
/// [`Table::positions`] and [`Table::read_from`].
#[derive(Debug)]
pub struct Table {
    pub(super) layout: Layout,
    pub(super) zeroing: Values,
    pub(super) mate: Option<Values>,
}

impl Table {
    /// Which pieces it is about.
    #[must_use]
    pub fn material(&self) -> Material {
        self.layout.material
    }

    /// Whether it has distances by a measure; those to zeroing moves are always there.
    #[must_use]
    pub fn has(&self, measure: Measure) -> bool {
        self.values(measure).is_some()
    }

    pub(super) fn values(&self, measure: Measure) -> Option<&Values> {
        match measure {
            Measure::Zeroing => Some(&self.zeroing),
            Measure::Mate => self.mate.as_ref(),
        }
    }

    /// The distances of a position of this material, or of its colors flipped, en passant aside.
    pub(super) fn find(&self, position: &Position, measure: Measure) -> Option<Distance> {
        let (squares, is_flipped) = self.layout.squares_on(position.board());
        let place = self.layout.place(&squares)?;
        let side = position.side_to_move();
        self.values(measure)?.distance(place, if is_flipped { !side } else { side })
    }

    /// Each place with a position, one for all mirror images of it.
    pub(super) fn places(&self) -> impl Iterator<Item = (Place, Color)> + '_ {
        let sides = self.layout.each_place().flat_map(|place| Color::ALL.map(|color| (place, color)));
        sides.filter(|&(place, color)| self.zeroing.distance(place, color).is_some())
    }

    /// The position that stands at a place.
    pub(super) fn position(&self, place: Place, side_to_move: Color) -> Option<Position> {
        let placement = self.layout.placement(place.slice, place.index)?;
        position(&self.layout.pieces, &placement, side_to_move)
    }

    /// Every position of the table, one for all mirror images of it, and none with en passant.
    ///
    /// ```
    /// use philidor_tables::solve::{SolvedTables, Solver};
    ///
    /// let mut solved = SolvedTables::new();
    /// let material = "KRvK".parse()?;
    /// Solver::new().solve(&mut solved, material)?;
    /// let table = solved.table(material).expect("solved");
    /// // As in "Chess (King-Rook vs. King)" of the UCI Machine Learning Repository (Bain and Hoff, 1994).
    /// assert_eq!(table.positions().filter(|position| position.side_to_move() == philidor::Color::Black).count(), 28_056);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        self.places().filter_map(|(place, color)| self.position(place, color))
    }

    /// How many places it has for positions of both sides, including places without a position.
    pub(crate) fn places_of_both_sides(&self) -> u64 {
        2 * self.layout.places()
    }

    /// How many bytes its distances take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let measures = 1 + u64::from(self.mate.is_some());
        self.layout.places() * 4 * measures
    }
}

/// A position of pieces on squares.
fn position(pieces: &[Piece], placement: &Placement, side_to_move: Color) -> Option<Position> {
    let mut setup = Setup::empty();
    for (piece, &square) in pieces.iter().zip(&placement.squares) {
        setup.board.put(square, *piece);
    }
    setup.state.side_to_move = side_to_move;
    setup.state.castling_rights = CastlingRights::NONE;
    Position::from_setup(setup, Strictness::WellDefined).ok()
}
