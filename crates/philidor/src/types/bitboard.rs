//! A set of squares in one machine word: bit 0 is a1, bit 63 is h8.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use super::{File, Rank, Square};

/// A set of squares.
///
/// The operators are those of sets: `|` is union, `&` intersection, `-` difference, `^` symmetric difference, `!`
/// complement. Iteration goes from a1 to h8. Printed, a set is a drawing of the board, the eighth rank on top.
///
/// ```
/// use philidor::{Bitboard, Square};
///
/// let mut set = Bitboard::from(Square::A1) | Bitboard::from(Square::C2);
/// set.insert(Square::H8);
/// assert!(set.contains(Square::C2));
/// assert_eq!(set.len(), 3);
/// assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::A1, Square::C2, Square::H8]);
/// set.extend([Square::A1, Square::C2]);
/// assert_eq!(format!("{set:#x}"), "0x8000000000000401");
/// assert_eq!(set.to_string(), "\
/// . . . . . . . X
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . X . . . . .
/// X . . . . . . .
/// ");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const FULL: Bitboard = Bitboard(!0);
    /// Ranks 1 and 8, on which pawns cannot stand.
    pub const LAST_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);

    /// The eight squares of a file.
    #[must_use]
    pub const fn from_file(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file as u32)
    }

    /// The eight squares of a rank.
    #[must_use]
    pub const fn from_rank(rank: Rank) -> Bitboard {
        Bitboard(0xff << (rank as u32 * 8))
    }

    /// The set of one square; `Bitboard::from(square)` for constants.
    #[must_use]
    #[inline(always)]
    pub const fn from_square(square: Square) -> Bitboard {
        Bitboard(1 << square as u32)
    }

    /// Whether the set is empty.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares in it.
    #[must_use]
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it has two squares or more.
    #[must_use]
    #[inline(always)]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether `square` is in it.
    #[must_use]
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u32 & 1 != 0
    }

    /// Whether it shares a square with `other`.
    #[must_use]
    #[inline(always)]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether each of its squares is in `other`.
    #[must_use]
    #[inline(always)]
    pub const fn is_subset_of(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// Adds a square.
    #[inline(always)]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square as u32;
    }

    /// Removes a square, if it is in the set.
    #[inline(always)]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square as u32);
    }

    /// The first square from a1, if any.
    #[must_use]
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(self.first_or_a1()) }
    }

    /// The first square; a1 for the empty set. For sets that are known not to be empty, such as a king's.
    #[inline(always)]
    pub(crate) const fn first_or_a1(self) -> Square {
        Square::wrapping(self.0.trailing_zeros())
    }

    /// Its single square, if it has exactly one.
    #[must_use]
    pub const fn single(self) -> Option<Square> {
        if self.has_several() { None } else { self.first() }
    }

    /// Shifted one rank toward the eighth (north); squares that leave the board are dropped.
    #[must_use]
    #[inline(always)]
    pub const fn north(self) -> Bitboard {
        Bitboard(self.0 << 8)
    }

    /// Shifted one rank toward the first (south).
    #[must_use]
    #[inline(always)]
    pub const fn south(self) -> Bitboard {
        Bitboard(self.0 >> 8)
    }

    /// Shifted one file toward h (east).
    #[must_use]
    #[inline(always)]
    pub const fn east(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::from_file(File::H).0) << 1)
    }

    /// Shifted one file toward a (west).
    #[must_use]
    #[inline(always)]
    pub const fn west(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::from_file(File::A).0) >> 1)
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Bitboard {
        Bitboard::from_square(square)
    }
}

impl From<File> for Bitboard {
    fn from(file: File) -> Bitboard {
        Bitboard::from_file(file)
    }
}

impl From<Rank> for Bitboard {
    fn from(rank: Rank) -> Bitboard {
        Bitboard::from_rank(rank)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::from_square(square))
    }
}

impl Extend<Square> for Bitboard {
    /// Adds squares.
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self |= Bitboard::from_iter(squares);
    }
}

/// The operators on words, each with its assigning form.
macro_rules! set_operators {
    ($($operator:ident $method:ident $assigning:ident $assign:ident |$left:ident, $right:ident| $word:expr;)*) => {$(
        impl $operator for Bitboard {
            type Output = Bitboard;

            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard {
                let ($left, $right) = (self.0, other.0);
                Bitboard($word)
            }
        }

        impl $assigning for Bitboard {
            #[inline(always)]
            fn $assign(&mut self, other: Bitboard) {
                *self = $operator::$method(*self, other);
            }
        }
    )*};
}

set_operators! {
    BitOr bitor BitOrAssign bitor_assign |left, right| left | right;
    BitAnd bitand BitAndAssign bitand_assign |left, right| left & right;
    BitXor bitxor BitXorAssign bitxor_assign |left, right| left ^ right;
    Sub sub SubAssign sub_assign |left, right| left & !right;
}

impl From<u64> for Bitboard {
    #[inline(always)]
    fn from(bits: u64) -> Bitboard {
        Bitboard(bits)
    }
}

impl From<Bitboard> for u64 {
    #[inline(always)]
    fn from(set: Bitboard) -> u64 {
        set.0
    }
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// The squares of a [`Bitboard`] from a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl DoubleEndedIterator for Squares {
    fn next_back(&mut self) -> Option<Square> {
        let square = Square::from_index(self.0.0.checked_ilog2()? as usize)?;
        self.0.remove(square);
        Some(square)
    }
}

impl ExactSizeIterator for Squares {}
impl core::iter::FusedIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl fmt::Display for Bitboard {
    /// Eight lines from the eighth rank to the first, `X` for a square in the set and `.` for one that is not.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let mark = if self.contains(Square::new(file, rank)) { 'X' } else { '.' };
                write!(f, "{mark}{}", if file == File::H { "\n" } else { " " })?;
            }
        }
        Ok(())
    }
}

/// The word as a number: `{:x}`, `{:#018X}`, `{:064b}`.
macro_rules! number_formats {
    ($($format:ident),*) => {$(
        impl fmt::$format for Bitboard {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::$format::fmt(&self.0, f)
            }
        }
    )*};
}

number_formats! { LowerHex, UpperHex, Binary }

impl fmt::Debug for Bitboard {
    /// The word and the squares: `Bitboard(0x10000010: e1 e4)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#x}:", self.0)?;
        for square in *self {
            write!(f, " {square}")?;
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_taken_from_either_end() {
        let mut squares = Bitboard::from_iter([Square::A1, Square::E4, Square::H8]).into_iter();
        assert_eq!(
            (squares.next_back(), squares.next(), squares.len()),
            (Some(Square::H8), Some(Square::A1), 1)
        );
        assert_eq!(
            (squares.next_back(), squares.next_back(), squares.next()),
            (Some(Square::E4), None, None)
        );
        assert!(Bitboard::FULL.into_iter().rev().eq(Square::ALL.into_iter().rev()));
    }
}
