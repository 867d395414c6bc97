//! Walks over a board with pieces: the chains, cut short by the pieces in the way.
//!
//! This is the generator's inner loop as its author described it in 1989. At an empty square follow `next_position`, at
//! an occupied one `next_direction`, until the walk is home. There is no test for the edge of the board, no loop over
//! directions, and no code of its own for any piece type.

use super::ChainBoard;
use super::table::{Chain, Walker};
use philidor::{Bitboard, Color, PieceType, Square};

/// The squares that a piece reaches, up to and including the first piece on each ray, with the color of the piece
/// there.
pub(super) struct Reach<'a> {
    board: &'a ChainBoard,
    chain: Chain,
    at: Option<Square>,
}

impl Iterator for Reach<'_> {
    type Item = (Square, Option<Color>);

    #[inline(always)]
    fn next(&mut self) -> Option<(Square, Option<Color>)> {
        let at = self.at?;
        let color = self.board.colors[at.index()];
        self.at = match color {
            None => self.chain.next_position(at),
            Some(_) => self.chain.next_direction(at),
        };
        Some((at, color))
    }
}

/// The squares that a pawn of `color` on a square attacks, occupied or not.
#[inline(always)]
pub(super) fn pawn_captures(color: Color, from: Square) -> impl Iterator<Item = Square> {
    Chain::new(Walker::new(color, Some(PieceType::Pawn)), from).directions()
}

/// The squares next to a square: a king's chain.
pub(super) fn neighbors(square: Square) -> Bitboard {
    Chain::new(Walker::King, square).positions().collect()
}

impl ChainBoard {
    /// The squares that the piece on a square visits, in the order of its walk, each with whether it is occupied: for a
    /// pawn its pushes, then its captures. From an empty square there is no walk.
    ///
    /// ```
    /// use philidor_historic::chain::ChainBoard;
    /// use philidor::{Position, Square};
    /// let board = ChainBoard::new(&"4k3/8/8/8/4p3/8/1R6/4K3 w - - 0 1".parse()?);
    /// let walk: String = board.walk(Square::B2).map(|(square, _)| format!("{square} ")).collect();
    /// assert_eq!(walk, "b3 b4 b5 b6 b7 b8 c2 d2 e2 f2 g2 h2 b1 a2 ");
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    pub fn walk(&self, from: Square) -> impl Iterator<Item = (Square, bool)> {
        let (mut pushes, mut captures, mut reach) = (None, None, None);
        match (self.pieces[from.index()], self.colors[from.index()]) {
            (Some(PieceType::Pawn), Some(color)) => {
                pushes = Some(self.pawn_pushes(color, from));
                captures = Some(pawn_captures(color, from));
            }
            (Some(piece_type), _) => reach = Some(self.reach(piece_type, from).map(|(at, _)| at)),
            (None, _) => {}
        }
        let squares = pushes
            .into_iter()
            .flatten()
            .chain(captures.into_iter().flatten())
            .chain(reach.into_iter().flatten());
        squares.map(|at| (at, self.colors[at.index()].is_some()))
    }

    /// The walk of a piece of this type from a square, except for pawns.
    #[inline(always)]
    pub(super) fn reach(&self, piece_type: PieceType, from: Square) -> Reach<'_> {
        let chain = Chain::new(Walker::new(Color::White, Some(piece_type)), from);
        Reach { board: self, chain, at: chain.first() }
    }

    /// The empty squares to which a pawn of `color` advances.
    #[inline(always)]
    pub(super) fn pawn_pushes(&self, color: Color, from: Square) -> impl Iterator<Item = Square> {
        let chain = Chain::new(Walker::new(color, Some(PieceType::Pawn)), from);
        chain.positions().take_while(|at| self.colors[at.index()].is_none())
    }

    /// The squares that the piece on a square attacks, empty or not; none if the square is empty.
    #[inline]
    pub(super) fn attacks_from(&self, from: Square) -> Bitboard {
        match (self.pieces[from.index()], self.colors[from.index()]) {
            (Some(PieceType::Pawn), Some(color)) => pawn_captures(color, from).collect(),
            (Some(piece_type), _) => self.reach(piece_type, from).map(|(at, _)| at).collect(),
            (None, _) => Bitboard::EMPTY,
        }
    }
}
