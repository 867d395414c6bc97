//! Boards given in part: what may stand on each square.

use std::array;

use philidor::{Bitboard, Board, Color, Piece, PieceType, Rank, Square};

use crate::pieces::{Occupant, PieceSet};

/// What may stand on each square, from a1 to h8.
///
/// ```
/// use philidor::{Piece, Position, Square};
/// use philidor_patterns::{BoardPattern, Occupant};
///
/// let mut pattern = BoardPattern::default();
/// assert!(pattern.matches(Position::default().board()));
/// pattern.squares[Square::E2.index()] = Occupant::NOTHING;
/// assert!(!pattern.matches(Position::default().board()));
/// assert!(BoardPattern::exactly(Position::default().board()).matches(Position::default().board()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardPattern {
    /// What may stand on a1, b1 and so on.
    pub squares: [Occupant; 64],
}

impl Default for BoardPattern {
    /// Anything anywhere.
    fn default() -> BoardPattern {
        BoardPattern { squares: [Occupant::ANYTHING; 64] }
    }
}

impl BoardPattern {
    /// This board and no other.
    #[must_use]
    pub fn exactly(board: &Board) -> BoardPattern {
        let occupant = |square| match board.piece_at(square) {
            Some(piece) => Occupant::one_of(piece.into()),
            None => Occupant::NOTHING,
        };
        BoardPattern { squares: Square::ALL.map(occupant) }
    }

    /// Whether a board fits.
    #[must_use]
    pub fn matches(&self, board: &Board) -> bool {
        Square::ALL.into_iter().all(|square| self.squares[square.index()].allows(board.piece_at(square)))
    }

    /// The same with the colors swapped and the board turned upside down.
    #[must_use]
    pub fn mirrored(&self) -> BoardPattern {
        BoardPattern { squares: array::from_fn(|index| self.squares[index ^ 56].swap_colors()) }
    }

    /// The restricted squares, grouped by what they allow.
    pub(crate) fn squares_by_occupant(&self) -> Vec<(Bitboard, Occupant)> {
        let mut found: Vec<(Bitboard, Occupant)> = Vec::new();
        for (square, &occupant) in Square::ALL.into_iter().zip(&self.squares) {
            if occupant == Occupant::ANYTHING {
                continue;
            }
            match found.iter_mut().find(|(_, same)| *same == occupant) {
                Some((squares, _)) => squares.insert(square),
                None => found.push((square.into(), occupant)),
            }
        }
        // The largest group is the least likely to fit.
        found.sort_by_key(|(squares, _)| std::cmp::Reverse(squares.len()));
        found
    }

    /// The number of squares that need a piece of this set, and of those that allow one.
    pub(crate) fn counts(&self, set: PieceSet) -> (u8, u8) {
        let needs = |occupant: &&Occupant| !occupant.nothing && occupant.pieces.is_subset_of(set);
        let allows = |occupant: &&Occupant| !(occupant.pieces & set).is_empty();
        let squares = || self.squares.iter();
        (squares().filter(needs).count() as u8, squares().filter(allows).count() as u8)
    }

    /// The home squares of pawns that need their pawn, and those that refuse it.
    pub(crate) fn homes(&self) -> (Bitboard, Bitboard) {
        let (mut needed, mut refused) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (square, pawn) in pawn_homes() {
            let occupant = self.squares[square.index()];
            if occupant == Occupant::one_of(pawn.into()) {
                needed.insert(square);
            } else if !occupant.pieces.contains(pawn) {
                refused.insert(square);
            }
        }
        (needed, refused)
    }
}

/// The squares where the pawns of a color begin.
pub(crate) fn pawn_home(color: Color) -> Bitboard {
    Bitboard::from_rank(Rank::Second.relative_to(color))
}

/// The squares where pawns begin, with their pawns.
pub(crate) fn pawn_homes() -> impl Iterator<Item = (Square, Piece)> {
    Color::ALL.into_iter().flat_map(|color| {
        pawn_home(color).into_iter().map(move |square| (square, Piece::new(color, PieceType::Pawn)))
    })
}
