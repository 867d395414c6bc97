//! The state in one word of 26 bits: everything that a position has besides its pieces.
//!
//! ```text
//!  31    26   25     24     23     22      21    20   14 13    7 6       0
//! +--------+------+------+------+------+-------+--------+-------+---------+
//! |   0    |black |black |white |white | white | white  | black |   en    |
//! |        |short |long  |short |long  | moves | king   | king  | passant |
//! +--------+------+------+------+------+-------+--------+-------+---------+
//!     6       1      1      1      1       1       7        7        7
//! ```
//!
//! The fields stand in the order of the original, the first in the lowest bits. Squares are seven-bit indexes of the
//! 10×12 board, and zero, which lies in its frame, stands for no square. A word is saved in one register and restored
//! in one assignment, so that nothing in it ever has to be undone.

use core::fmt;

use super::board::{self, Index};
use philidor::{CastlingRights, CastlingSide, Color, Position, Square};

/// Some adjacent bits of the word.
#[derive(Clone, Copy)]
struct Field {
    shift: u32,
    width: u32,
}

const EN_PASSANT: Field = Field { shift: 0, width: 7 };
const BLACK_KING: Field = EN_PASSANT.next(7);
const WHITE_KING: Field = BLACK_KING.next(7);
const WHITE_TO_MOVE: Field = WHITE_KING.next(1);
const WHITE_QUEEN_SIDE: Field = WHITE_TO_MOVE.next(1);
const WHITE_KING_SIDE: Field = WHITE_QUEEN_SIDE.next(1);
const BLACK_QUEEN_SIDE: Field = WHITE_KING_SIDE.next(1);
const BLACK_KING_SIDE: Field = BLACK_QUEEN_SIDE.next(1);

const _: () = assert!(BLACK_KING_SIDE.shift + BLACK_KING_SIDE.width == PackedState::BITS);

impl Field {
    /// The field above this one.
    const fn next(self, width: u32) -> Field {
        Field { shift: self.shift + self.width, width }
    }

    /// Its bits.
    const fn mask(self) -> u32 {
        ((1 << self.width) - 1) << self.shift
    }

    /// Its value in a word.
    #[inline(always)]
    const fn of(self, word: u32) -> u32 {
        (word & self.mask()) >> self.shift
    }

    /// The word with another value in it; higher bits of the value are ignored.
    #[inline(always)]
    const fn put(self, word: u32, value: u32) -> u32 {
        word & !self.mask() | value << self.shift & self.mask()
    }

    /// The index stored in this field, which must have seven bits.
    #[inline(always)]
    const fn index_of(self, word: u32) -> Index {
        self.of(word) as Index
    }
}

/// En-passant square, both kings' squares, side to move and castling rights in 26 bits; drawn at the head of the file.
///
/// The clocks of a FEN are not in it: no move depends on them.
///
/// ```text
///  31    26   25     24     23     22      21    20   14 13    7 6       0
/// +--------+------+------+------+------+-------+--------+-------+---------+
/// |   0    |black |black |white |white | white | white  | black |   en    |
/// |        |short |long  |short |long  | moves | king   | king  | passant |
/// +--------+------+------+------+------+-------+--------+-------+---------+
/// ```
///
/// # Stability
///
/// The bits will not change. The fields are those of Brian Adkins (2024).
///
/// ```
/// use philidor_historic::mailbox::PackedState;
/// use philidor::{Color, Position, Square};
///
/// let mut state = PackedState::from(&Position::default());
/// assert_eq!(state.raw(), 0b1111_1 << 21 | 95 << 14 | 25 << 7); // e1 has index 95, e8 has 25
/// state.set_en_passant(Some(Square::E3));
/// assert_eq!(state.raw() & 0b111_1111, 75);
/// assert_eq!(state.king(Color::Black), Some(Square::E8));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct PackedState(u32);

impl PackedState {
    /// How many of the word's lowest bits are used.
    pub const BITS: u32 = 26;

    /// The state with these bits; those above the 26 are ignored.
    #[must_use]
    pub const fn from_raw(word: u32) -> PackedState {
        PackedState(word & ((1 << PackedState::BITS) - 1))
    }

    /// The whole word.
    #[must_use]
    pub const fn raw(self) -> u32 {
        self.0
    }

    /// The square that a pawn has just passed in a double push.
    #[doc(alias = "ep-idx")]
    #[must_use]
    #[inline(always)]
    pub const fn en_passant(self) -> Option<Square> {
        board::square_at(self.en_passant_index())
    }

    /// Sets the passed square, or none.
    #[inline(always)]
    pub const fn set_en_passant(&mut self, square: Option<Square>) {
        let index = match square {
            Some(square) => board::index_of(square),
            None => 0,
        };
        self.set_en_passant_index(index);
    }

    /// A king's square; `None` if the word was made from bits that do not name one.
    #[doc(alias("white-king-idx", "black-king-idx"))]
    #[must_use]
    #[inline(always)]
    pub const fn king(self, color: Color) -> Option<Square> {
        board::square_at(self.king_index(color))
    }

    /// Sets a king's square.
    #[inline(always)]
    pub const fn set_king(&mut self, color: Color, square: Square) {
        self.set_king_index(color, board::index_of(square));
    }

    /// The side to move.
    #[doc(alias = "whites-move")]
    #[must_use]
    #[inline(always)]
    pub const fn side_to_move(self) -> Color {
        if WHITE_TO_MOVE.of(self.0) == 1 { Color::White } else { Color::Black }
    }

    /// Sets the side to move.
    #[inline(always)]
    pub const fn set_side_to_move(&mut self, color: Color) {
        self.0 = WHITE_TO_MOVE.put(self.0, matches!(color, Color::White) as u32);
    }

    /// Whether a king may still castle to a side.
    #[doc(alias("w-queenside-ok", "w-kingside-ok", "b-queenside-ok", "b-kingside-ok"))]
    #[must_use]
    #[inline(always)]
    pub const fn may_castle(self, color: Color, side: CastlingSide) -> bool {
        let field = match (color, side) {
            (Color::White, CastlingSide::QueenSide) => WHITE_QUEEN_SIDE,
            (Color::White, CastlingSide::KingSide) => WHITE_KING_SIDE,
            (Color::Black, CastlingSide::QueenSide) => BLACK_QUEEN_SIDE,
            (Color::Black, CastlingSide::KingSide) => BLACK_KING_SIDE,
        };
        field.of(self.0) == 1
    }

    /// The castling rights.
    #[must_use]
    #[inline(always)]
    pub const fn castling_rights(self) -> CastlingRights {
        CastlingRights::from_bits(pairs_swapped((self.0 >> WHITE_QUEEN_SIDE.shift) as u8))
    }

    /// Sets the castling rights.
    #[inline(always)]
    pub const fn set_castling_rights(&mut self, rights: CastlingRights) {
        self.0 = self.0 & !CASTLING_MASK | (pairs_swapped(rights.bits()) as u32) << WHITE_QUEEN_SIDE.shift;
    }

    /// The index of the passed square, or zero.
    #[inline(always)]
    pub(super) const fn en_passant_index(self) -> Index {
        EN_PASSANT.index_of(self.0)
    }

    #[inline(always)]
    pub(super) const fn set_en_passant_index(&mut self, index: Index) {
        self.0 = EN_PASSANT.put(self.0, index as u32);
    }

    #[inline(always)]
    pub(super) const fn king_index(self, color: Color) -> Index {
        match color {
            Color::White => WHITE_KING.index_of(self.0),
            Color::Black => BLACK_KING.index_of(self.0),
        }
    }

    #[inline(always)]
    pub(super) const fn set_king_index(&mut self, color: Color, index: Index) {
        let field = match color {
            Color::White => WHITE_KING,
            Color::Black => BLACK_KING,
        };
        self.0 = field.put(self.0, index as u32);
    }

    /// A piece leaves or reaches a square: this ends the rights that depend on the piece at home there.
    #[inline(always)]
    pub(super) const fn touch(&mut self, index: Index) {
        self.0 &= KEPT[(index & 127) as usize];
    }
}

const CASTLING_MASK: u32 =
    WHITE_QUEEN_SIDE.mask() | WHITE_KING_SIDE.mask() | BLACK_QUEEN_SIDE.mask() | BLACK_KING_SIDE.mask();

/// For each index, the bits of the state that remain when a piece leaves or reaches it.
pub(super) static KEPT: [u32; 128] = {
    let mut kept = [u32::MAX; 128];
    kept[board::index_of(Square::E1) as usize] = !(WHITE_QUEEN_SIDE.mask() | WHITE_KING_SIDE.mask());
    kept[board::index_of(Square::A1) as usize] = !WHITE_QUEEN_SIDE.mask();
    kept[board::index_of(Square::H1) as usize] = !WHITE_KING_SIDE.mask();
    kept[board::index_of(Square::E8) as usize] = !(BLACK_QUEEN_SIDE.mask() | BLACK_KING_SIDE.mask());
    kept[board::index_of(Square::A8) as usize] = !BLACK_QUEEN_SIDE.mask();
    kept[board::index_of(Square::H8) as usize] = !BLACK_KING_SIDE.mask();
    kept
};

/// The four rights with the sides of each color swapped: here the queen side is the lower bit, in [`CastlingRights`]
/// the king side is.
#[inline(always)]
const fn pairs_swapped(rights: u8) -> u8 {
    (rights & 0b0101) << 1 | (rights & 0b1010) >> 1
}

impl From<&Position> for PackedState {
    /// The state of a position, with all of its rights, in standard chess or not.
    fn from(position: &Position) -> PackedState {
        let mut state = PackedState(0);
        state.set_en_passant(position.en_passant());
        state.set_king(Color::Black, position.king(Color::Black));
        state.set_king(Color::White, position.king(Color::White));
        state.set_side_to_move(position.side_to_move());
        state.set_castling_rights(position.castling_rights());
        state
    }
}

impl fmt::Debug for PackedState {
    /// The fields as in a FEN: `PackedState(w KQkq -, kings e1 e8)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PackedState({} {} ", self.side_to_move().letter(), self.castling_rights())?;
        let name = |f: &mut fmt::Formatter<'_>, square: Option<Square>| match square {
            Some(square) => write!(f, "{square}"),
            None => f.write_str("-"),
        };
        name(f, self.en_passant())?;
        f.write_str(", kings ")?;
        name(f, self.king(Color::White))?;
        f.write_str(" ")?;
        name(f, self.king(Color::Black))?;
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn each_field_lies_where_the_drawing_says() {
        let mut state = PackedState(0);
        state.set_en_passant_index(1);
        assert_eq!(state.raw(), 1);
        state.set_king_index(Color::Black, 1);
        assert_eq!(state.raw(), 1 << 7 | 1);
        state.set_king_index(Color::White, 1);
        assert_eq!(state.raw(), 1 << 14 | 1 << 7 | 1);
        state = PackedState(0);
        state.set_side_to_move(Color::White);
        assert_eq!(state.raw(), 1 << 21);
        for (right, bit) in [
            (CastlingRights::WHITE_QUEEN_SIDE, 22),
            (CastlingRights::WHITE_KING_SIDE, 23),
            (CastlingRights::BLACK_QUEEN_SIDE, 24),
            (CastlingRights::BLACK_KING_SIDE, 25),
        ] {
            state = PackedState(0);
            state.set_castling_rights(right);
            assert_eq!(state.raw(), 1 << bit, "{right}");
            for (each, color, side) in CastlingRights::EACH {
                assert_eq!(state.may_castle(color, side), each == right);
            }
        }
    }

    #[test]
    fn indexes_in_the_frame_are_not_squares() {
        assert_eq!(PackedState::from_raw(0).en_passant(), None);
        assert_eq!(PackedState::from_raw(u32::MAX).king(Color::White), None);
    }

    #[test]
    fn it_is_written_as_a_fen_would() {
        let state = PackedState::from(&Position::default());
        assert_eq!(format!("{state:?}"), "PackedState(w KQkq -, kings e1 e8)");
    }
}
