//! The squares that each side attacks, by piece type: what mobility, king safety and move ordering are made of.

use crate::attacks::{self, Magic, Sliders};
use crate::position::Position;
use crate::types::{Bitboard, Color, PieceType};

/// The squares attacked by each side, found once for a position.
///
/// A square counts as attacked whatever stands on it: by a piece that defends it, too, and by one that is pinned.
/// Sliders do not look through pieces.
///
/// ```
/// use philidor::{Bitboard, Color, PieceType, Position, Rank, Square, search_support::AttackedSquares};
///
/// let attacked = AttackedSquares::new(&Position::default());
/// assert_eq!(attacked.by(Color::White, PieceType::Pawn), Bitboard::from_rank(Rank::Third));
/// assert!(attacked.twice(Color::White).contains(Square::F3), "by pawns and a knight");
/// assert!(attacked.by_side(Color::Black).contains(Square::A8) == false, "nothing defends a rook in its corner");
/// assert_eq!(attacked.by_lesser(Color::Black, PieceType::Knight), Bitboard::from_rank(Rank::Sixth));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackedSquares {
    by: [[Bitboard; 6]; 2],
    all: [Bitboard; 2],
    twice: [Bitboard; 2],
}

/// The piece types that are worth less, by the usual count: a bishop as much as a knight.
const LESSER: [&[PieceType]; 6] = {
    let mut table: [&[PieceType]; 6] = [&[]; 6];
    table[PieceType::Knight as usize] = &[PieceType::Pawn];
    table[PieceType::Bishop as usize] = &[PieceType::Pawn];
    table[PieceType::Rook as usize] = &[PieceType::Pawn, PieceType::Knight, PieceType::Bishop];
    table[PieceType::Queen as usize] =
        &[PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook];
    table[PieceType::King as usize] =
        &[PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
    table
};

impl AttackedSquares {
    /// The squares attacked in a position.
    #[must_use]
    pub fn new(position: &Position) -> AttackedSquares {
        let (board, none) = (position.board(), Bitboard::EMPTY);
        let occupied = board.occupied();
        let mut attacked = AttackedSquares { by: [[none; 6]; 2], all: [none; 2], twice: [none; 2] };
        for color in Color::ALL {
            let pawns = board.colored_pieces(color, PieceType::Pawn);
            let (east, west) = match color {
                Color::White => (pawns.north().east(), pawns.north().west()),
                Color::Black => (pawns.south().east(), pawns.south().west()),
            };
            attacked.add(color, PieceType::Pawn, east);
            attacked.add(color, PieceType::Pawn, west);
            for square in board.colored_pieces(color, PieceType::Knight) {
                attacked.add(color, PieceType::Knight, attacks::knight(square));
            }
            for square in board.colored_pieces(color, PieceType::Bishop) {
                attacked.add(color, PieceType::Bishop, Magic.bishop(square, occupied));
            }
            for square in board.colored_pieces(color, PieceType::Rook) {
                attacked.add(color, PieceType::Rook, Magic.rook(square, occupied));
            }
            for square in board.colored_pieces(color, PieceType::Queen) {
                attacked.add(color, PieceType::Queen, Magic.queen(square, occupied));
            }
            attacked.add(color, PieceType::King, attacks::king(position.king(color)));
        }
        attacked
    }

    #[inline(always)]
    fn add(&mut self, color: Color, piece_type: PieceType, squares: Bitboard) {
        let side = color.index();
        self.twice[side] |= self.all[side] & squares;
        self.all[side] |= squares;
        self.by[side][piece_type.index()] |= squares;
    }

    /// The squares that a side's pieces of one type attack.
    #[must_use]
    #[inline]
    pub const fn by(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by[color as usize][piece_type as usize]
    }

    /// The squares that any piece of a side attacks.
    #[must_use]
    #[inline]
    pub const fn by_side(&self, color: Color) -> Bitboard {
        self.all[color as usize]
    }

    /// The squares that at least two pieces of a side attack.
    #[must_use]
    #[inline]
    pub const fn twice(&self, color: Color) -> Bitboard {
        self.twice[color as usize]
    }

    /// The squares that a side attacks with a piece worth less than this type: where an enemy piece of this type should
    /// not stand. Knight and bishop are worth the same, and nothing is worth less than a pawn.
    #[must_use]
    pub fn by_lesser(&self, color: Color, piece_type: PieceType) -> Bitboard {
        LESSER[piece_type.index()].iter().fold(Bitboard::EMPTY, |set, &lesser| set | self.by(color, lesser))
    }

    /// The pieces of a side that the other attacks and it does not defend, or that the other attacks with a lesser
    /// piece; the king is not among them.
    #[must_use]
    pub fn hanging(&self, position: &Position, color: Color) -> Bitboard {
        PieceType::ALL.into_iter().filter(|&piece_type| piece_type != PieceType::King).fold(
            Bitboard::EMPTY,
            |hanging, piece_type| {
                let pieces = position.board().colored_pieces(color, piece_type);
                let loose = self.by_side(!color) - self.by_side(color);
                hanging | (pieces & (loose | self.by_lesser(!color, piece_type)))
            },
        )
    }

    /// Where a side's pieces may sensibly go: squares that no enemy pawn attacks and that hold neither its king nor one
    /// of its blocked pawns.
    #[must_use]
    pub fn mobility_area(&self, position: &Position, color: Color) -> Bitboard {
        let board = position.board();
        let blocked = match color {
            Color::White => board.occupied().south(),
            Color::Black => board.occupied().north(),
        };
        !(self.by(!color, PieceType::Pawn)
            | (board.colored_pieces(color, PieceType::Pawn) & blocked)
            | board.colored_pieces(color, PieceType::King))
    }
}
