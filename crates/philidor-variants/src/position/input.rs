//! What moves depend on, whatever the rules: the part of a position that the generator looks at.

use philidor::{Board, Color, Setup, Square, State};

use crate::moves::Stem;

/// The rules whose moves a variant has: [`Rules::MOVES`](crate::Rules::MOVES).
///
/// ```
/// use philidor_variants::{Chess, KingOfTheHill, MovesOf, Rules};
/// assert_eq!(KingOfTheHill::MOVES, MovesOf::Chess); // until a king arrives
/// assert_eq!(Chess::MOVES, MovesOf::Own);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MovesOf {
    /// Its own.
    Own,
    /// Those of chess.
    Chess,
    /// Those of antichess.
    Antichess,
}

/// A position without what only its rules know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GeneratorInput {
    pub(crate) setup: Setup,
    /// The kings that have castling rights; a1 for a side without.
    pub(crate) castling_kings: [Square; 2],
}

impl GeneratorInput {
    #[inline(always)]
    pub(crate) fn board(&self) -> &Board {
        &self.setup.board
    }

    #[inline(always)]
    pub(crate) fn state(&self) -> &State {
        &self.setup.state
    }

    #[inline(always)]
    pub(crate) fn side_to_move(&self) -> Color {
        self.setup.state.side_to_move
    }

    #[inline(always)]
    pub(crate) fn stem(&self) -> Stem {
        let state = self.state();
        Stem { rights: state.castling_rights, file: state.en_passant.map(Square::file) }
    }
}
