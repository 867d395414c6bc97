//! Who attacks what: checkers, pins, attacks from squares and to them.

use pyo3::prelude::*;

use super::Position;
use crate::squares::{SquareSet, SquareSetArgument};
use crate::words::{ColorArgument, SquareArgument};

#[pymethods]
impl Position {
    /// The pieces that give check.
    #[getter]
    fn checkers(&self) -> SquareSet {
        SquareSet(self.inner.checkers())
    }

    /// The pieces of a color that must stay on a line with their king.
    fn pinned(&self, color: ColorArgument) -> SquareSet {
        SquareSet(self.inner.pinned(color.0))
    }

    /// The squares that the piece on a square attacks; ``occupied`` puts other obstacles in its way.
    ///
    /// >>> len(Position().attacks_from("a1")), len(Position().attacks_from("a1", occupied=[]))
    /// (2, 14)
    #[pyo3(signature = (square, *, occupied = None))]
    fn attacks_from(&self, square: SquareArgument, occupied: Option<SquareSetArgument>) -> SquareSet {
        let occupied = occupied.map_or_else(|| self.inner.board().occupied(), |set| set.0);
        SquareSet(self.inner.attacks_from(square.0, occupied))
    }

    /// The pieces of both colors that attack a square; of one color with ``by``.
    #[pyo3(signature = (square, *, by = None, occupied = None))]
    fn attackers_to(
        &self,
        square: SquareArgument,
        by: Option<ColorArgument>,
        occupied: Option<SquareSetArgument>,
    ) -> SquareSet {
        let board = self.inner.board();
        let occupied = occupied.map_or_else(|| board.occupied(), |set| set.0);
        let attackers = self.inner.attackers_to(square.0, occupied);
        SquareSet(by.map_or(attackers, |color| attackers & board.colors(color.0)))
    }

    /// All squares that a color attacks.
    fn attacked_by(&self, color: ColorArgument) -> SquareSet {
        SquareSet(self.inner.attacked_by(color.0))
    }
}
