//! A board of ten columns and twelve rows: the 64 squares in a frame that stops every piece at the edge.
//!
//! ```text
//!      0  1  2  3  4  5  6  7  8  9
//!   0  #  #  #  #  #  #  #  #  #  #            north -10
//!  10  #  #  #  #  #  #  #  #  #  #                |
//!  20  #  a8 b8 c8 d8 e8 f8 g8 h8 #     west -1 ---+--- east +1
//!  30  #  a7 b7 c7 d7 e7 f7 g7 h7 #                |
//!   …                                          south +10
//!  90  #  a1 b1 c1 d1 e1 f1 g1 h1 #
//! 100  #  #  #  #  #  #  #  #  #  #
//! 110  #  #  #  #  #  #  #  #  #  #
//! ```
//!
//! A step is one addition without a test for the edge: beyond it, the step meets the frame, which is neither empty nor
//! a piece. Two rows above and below are enough for a knight. So is one column at each side, since two steps west of
//! the a-file lie in the eastern frame of the row above.

use core::fmt;

use philidor::{Board, Color, Piece, PieceType, Square};

/// A place on the board: row times ten plus column, 21 for a8 to 98 for h1. Seven bits.
pub(super) type Index = u8;

/// The difference between two indexes.
pub(super) type Offset = i8;

pub(super) const NORTH: Offset = -10;
pub(super) const EAST: Offset = 1;
pub(super) const SOUTH: Offset = 10;
pub(super) const WEST: Offset = -1;
const NORTH_EAST: Offset = NORTH + EAST;
const SOUTH_EAST: Offset = SOUTH + EAST;
const SOUTH_WEST: Offset = SOUTH + WEST;
const NORTH_WEST: Offset = NORTH + WEST;

/// A bishop's offsets, in the order of the original: clockwise from the north-east.
pub(super) static DIAGONALS: [Offset; 4] = [NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST];

/// A rook's offsets: clockwise from the north.
pub(super) static STRAIGHTS: [Offset; 4] = [NORTH, EAST, SOUTH, WEST];

/// A king's offsets: clockwise from the north, so that its moves are in the order of the original.
pub(super) static KING_OFFSETS: [Offset; 8] =
    [NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST];

/// A knight's offsets: clockwise from the north, like the king's.
pub(super) static KNIGHT_OFFSETS: [Offset; 8] = [
    NORTH + NORTH_EAST,
    EAST + NORTH_EAST,
    EAST + SOUTH_EAST,
    SOUTH + SOUTH_EAST,
    SOUTH + SOUTH_WEST,
    WEST + SOUTH_WEST,
    WEST + NORTH_WEST,
    NORTH + NORTH_WEST,
];

/// The square at each index; a1 in the frame.
static SQUARES: [Square; 128] = {
    let mut squares = [Square::A1; 128];
    let mut at = 0;
    while at < 64 {
        squares[index_of(Square::ALL[at]) as usize] = Square::ALL[at];
        at += 1;
    }
    squares
};

/// The size in bytes of all tables in this file.
pub(super) const TABLE_BYTES: usize = size_of_val(&SQUARES)
    + size_of_val(&DIAGONALS)
    + size_of_val(&STRAIGHTS)
    + size_of_val(&KING_OFFSETS)
    + size_of_val(&KNIGHT_OFFSETS);

#[inline(always)]
pub(super) const fn index_of(square: Square) -> Index {
    let (rank, file) = (square as u8 / 8, square as u8 % 8);
    91 - 10 * rank + file
}

/// The square at an index, if it is not in the frame.
#[inline(always)]
pub(super) const fn square_at(index: Index) -> Option<Square> {
    let square = square_on_board(index);
    if index_of(square) == index { Some(square) } else { None }
}

/// The square at an index that is known not to be in the frame.
#[inline(always)]
pub(super) const fn square_on_board(index: Index) -> Square {
    SQUARES[(index & 127) as usize]
}

/// One step further.
#[inline(always)]
pub(super) const fn step(index: Index, offset: Offset) -> Index {
    index.wrapping_add_signed(offset)
}

/// The direction in which a side's pawns advance.
#[inline(always)]
pub(super) const fn forward(color: Color) -> Offset {
    match color {
        Color::White => NORTH,
        Color::Black => SOUTH,
    }
}

/// The content of an index.
///
/// ```text
///   7   6     5       4       3      2   1   0
/// +---+---+-------+-------+-------+-------------+
/// | 0 | 0 | frame | black | white | piece type  |
/// +---+---+-------+-------+-------+-------------+
/// ```
///
/// All bits of an empty square are zero. "Is this a piece of that color?" is one test, which the frame fails just as an
/// empty square does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Occupant(u8);

impl Occupant {
    pub(super) const EMPTY: Occupant = Occupant(0);
    pub(super) const FRAME: Occupant = Occupant(1 << 5);

    #[inline(always)]
    pub(super) const fn piece(color: Color, piece_type: PieceType) -> Occupant {
        Occupant(1 << (3 + color as u8) | piece_type as u8)
    }

    #[inline(always)]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(super) const fn is_piece_of(self, color: Color) -> bool {
        self.0 & 1 << (3 + color as u8) != 0
    }

    /// Its piece type, if it is a piece.
    #[inline(always)]
    pub(super) const fn piece_type(self) -> Option<PieceType> {
        const KING: u8 = PieceType::King as u8;
        const QUEEN: u8 = PieceType::Queen as u8;
        const ROOK: u8 = PieceType::Rook as u8;
        const BISHOP: u8 = PieceType::Bishop as u8;
        const KNIGHT: u8 = PieceType::Knight as u8;
        const PAWN: u8 = PieceType::Pawn as u8;
        match self.0 & 7 {
            KING => Some(PieceType::King),
            QUEEN => Some(PieceType::Queen),
            ROOK => Some(PieceType::Rook),
            BISHOP => Some(PieceType::Bishop),
            KNIGHT => Some(PieceType::Knight),
            PAWN => Some(PieceType::Pawn),
            _ => None,
        }
    }
}

/// The pieces in their frame: 120 bytes, and eight more of the frame, so that every index of seven bits is in bounds
/// and none needs a test.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct FramedBoard([Occupant; 128]);

impl FramedBoard {
    /// The pieces of a board of bitboards.
    pub(super) fn new(board: &Board) -> FramedBoard {
        let mut framed = FramedBoard([Occupant::FRAME; 128]);
        for square in Square::ALL {
            let piece = board.piece_at(square).map(|piece| Occupant::piece(piece.color, piece.piece_type));
            framed.put(index_of(square), piece.unwrap_or(Occupant::EMPTY));
        }
        framed
    }

    #[inline(always)]
    pub(super) const fn at(&self, index: Index) -> Occupant {
        self.0[(index & 127) as usize]
    }

    #[inline(always)]
    pub(super) const fn put(&mut self, index: Index, occupant: Occupant) {
        self.0[(index & 127) as usize] = occupant;
    }

    /// Whether a piece of a side attacks a square: looking out from the square, is there one that could come the same
    /// way?
    #[inline]
    pub(super) fn is_attacked(&self, index: Index, by: Color) -> bool {
        let stands = |offset, piece_type| self.at(step(index, offset)) == Occupant::piece(by, piece_type);
        let slides = |offset, piece_type| {
            let first = self.first_met(index, offset);
            first == Occupant::piece(by, piece_type) || first == Occupant::piece(by, PieceType::Queen)
        };
        // A pawn attacks forward, so look backward for it.
        let backward = forward(!by);
        stands(backward + WEST, PieceType::Pawn)
            || stands(backward + EAST, PieceType::Pawn)
            || KNIGHT_OFFSETS.iter().any(|&offset| stands(offset, PieceType::Knight))
            || KING_OFFSETS.iter().any(|&offset| stands(offset, PieceType::King))
            || DIAGONALS.iter().any(|&offset| slides(offset, PieceType::Bishop))
            || STRAIGHTS.iter().any(|&offset| slides(offset, PieceType::Rook))
    }

    /// The first index that is not empty on the line from a square: a piece or the frame, which no line can skip.
    #[inline(always)]
    fn first_met(&self, index: Index, offset: Offset) -> Occupant {
        let mut at = step(index, offset);
        while self.at(at).is_empty() {
            at = step(at, offset);
        }
        self.at(at)
    }
}

impl fmt::Debug for FramedBoard {
    /// Twelve rows of ten: FEN letters, `.` for an empty square and `#` for the frame.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for index in 0..120 {
            let letter = match self.at(index) {
                Occupant::FRAME => '#',
                Occupant::EMPTY => '.',
                piece => letter(piece),
            };
            write!(f, "{}{letter}", if index % 10 == 0 { "\n" } else { " " })?;
        }
        Ok(())
    }
}

fn letter(piece: Occupant) -> char {
    let color = if piece.is_piece_of(Color::White) { Color::White } else { Color::Black };
    piece.piece_type().map_or('?', |piece_type| Piece::new(color, piece_type).letter())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indexes_are_those_of_the_drawing() {
        for (square, index) in
            [(Square::A8, 21), (Square::H8, 28), (Square::A7, 31), (Square::A1, 91), (Square::H1, 98)]
        {
            assert_eq!(index_of(square), index, "{square}");
        }
        for square in Square::ALL {
            assert_eq!(square_at(index_of(square)), Some(square));
            assert_eq!(square_on_board(index_of(square)), square);
        }
        assert_eq!((0..=255).filter_map(square_at).count(), 64);
    }
}
