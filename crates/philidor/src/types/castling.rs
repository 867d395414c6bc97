//! Castling rights, and the rooks they belong to.
//!
//! In Chess960 and double Fischer random the rooks may start on any file, so the squares of the four rooks are kept
//! separately, once for a whole game.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use super::{Bitboard, Color, File, Rank, Square, words_and_indices};

/// Castling toward the h-file (king side, short) or toward the a-file (queen side, long).
///
/// ```
/// use philidor::CastlingSide;
/// assert!(CastlingSide::ALL.into_iter().all(|side| side.to_string().parse() == Ok(side)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum CastlingSide {
    /// King side: the king ends on the g-file, the rook on the f-file. Written `O-O`.
    KingSide = 0,
    /// Queen side: the king ends on the c-file, the rook on the d-file. Written `O-O-O`.
    QueenSide = 1,
}

impl CastlingSide {
    /// Both sides, king side first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::KingSide, CastlingSide::QueenSide];

    /// `short` for the king side, `long` for the queen side.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            CastlingSide::KingSide => "short",
            CastlingSide::QueenSide => "long",
        }
    }

    /// Where the king of `color` ends: g1, c1, g8 or c8.
    #[must_use]
    #[inline(always)]
    pub const fn king_destination(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::KingSide => File::G,
            CastlingSide::QueenSide => File::C,
        };
        Square::new(file, Rank::First.relative_to(color))
    }

    /// Where the rook of `color` ends: f1, d1, f8 or d8.
    #[must_use]
    #[inline(always)]
    pub const fn rook_destination(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::KingSide => File::F,
            CastlingSide::QueenSide => File::D,
        };
        Square::new(file, Rank::First.relative_to(color))
    }
}

impl fmt::Display for CastlingSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of the four castling rights, in one byte.
///
/// ```text
///   7   6   5   4     3       2       1       0
/// +---+---+---+---+-------+-------+-------+-------+
/// | 0 | 0 | 0 | 0 | black | black | white | white |
/// |   |   |   |   | queen | king  | queen | king  |
/// +---+---+---+---+-------+-------+-------+-------+
/// ```
///
/// The byte is that of the blog series "Writing a BitBoard in Rust", part 2, and so is the default: all four rights.
///
/// ```
/// use philidor::{CastlingRights, CastlingSide, Color};
/// let rights = CastlingRights::WHITE_KING_SIDE | CastlingRights::BLACK_QUEEN_SIDE;
/// assert_eq!(rights.bits(), 0b1001);
/// assert!(rights.has(Color::Black, CastlingSide::QueenSide));
/// assert_eq!((rights & CastlingRights::WHITE).to_string(), "K");
/// assert_eq!("Kq".parse(), Ok(rights));
/// assert_eq!(rights ^ CastlingRights::ANY, !rights);
/// assert_eq!(CastlingRights::default(), CastlingRights::ANY);
/// ```
#[doc(alias = "Castling")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CastlingRights(u8);

impl Default for CastlingRights {
    /// [`CastlingRights::ANY`], as at the start of a game. An empty [`Setup`](crate::Setup) has none.
    fn default() -> CastlingRights {
        CastlingRights::ANY
    }
}

impl CastlingRights {
    /// No rights.
    #[doc(alias("NO_CASTLING", "empty"))]
    pub const NONE: CastlingRights = CastlingRights(0);
    /// White, king side.
    #[doc(alias = "WHITE_00")]
    pub const WHITE_KING_SIDE: CastlingRights = CastlingRights(0b0001);
    /// White, queen side.
    #[doc(alias = "WHITE_000")]
    pub const WHITE_QUEEN_SIDE: CastlingRights = CastlingRights(0b0010);
    /// Black, king side.
    #[doc(alias = "BLACK_00")]
    pub const BLACK_KING_SIDE: CastlingRights = CastlingRights(0b0100);
    /// Black, queen side.
    #[doc(alias = "BLACK_000")]
    pub const BLACK_QUEEN_SIDE: CastlingRights = CastlingRights(0b1000);
    /// Either color, king side.
    pub const KING_SIDE: CastlingRights = CastlingRights(0b0101);
    /// Either color, queen side.
    pub const QUEEN_SIDE: CastlingRights = CastlingRights(0b1010);
    /// White, either side.
    #[doc(alias = "WHITE_CASTLING")]
    pub const WHITE: CastlingRights = CastlingRights(0b0011);
    /// Black, either side.
    #[doc(alias = "BLACK_CASTLING")]
    pub const BLACK: CastlingRights = CastlingRights(0b1100);
    /// All four.
    #[doc(alias("ANY_CASTLING", "all"))]
    pub const ANY: CastlingRights = CastlingRights(0b1111);

    /// The four single rights with their color and side, in the order of their bits.
    pub const EACH: [(CastlingRights, Color, CastlingSide); 4] = [
        (CastlingRights::WHITE_KING_SIDE, Color::White, CastlingSide::KingSide),
        (CastlingRights::WHITE_QUEEN_SIDE, Color::White, CastlingSide::QueenSide),
        (CastlingRights::BLACK_KING_SIDE, Color::Black, CastlingSide::KingSide),
        (CastlingRights::BLACK_QUEEN_SIDE, Color::Black, CastlingSide::QueenSide),
    ];

    /// The rights in the low four bits of `bits`; the others are ignored.
    #[must_use]
    #[inline(always)]
    pub const fn from_bits(bits: u8) -> CastlingRights {
        CastlingRights(bits & 0b1111)
    }

    /// A value between 0 and 15.
    #[must_use]
    #[inline(always)]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The right of one color to one side.
    #[must_use]
    #[inline(always)]
    pub const fn new(color: Color, side: CastlingSide) -> CastlingRights {
        CastlingRights(1 << (color as u8 * 2 + side as u8))
    }

    /// Both rights of a color.
    #[must_use]
    #[inline(always)]
    pub const fn for_color(color: Color) -> CastlingRights {
        CastlingRights(0b11 << (color as u8 * 2))
    }

    /// Whether `color` may still castle to `side`.
    #[must_use]
    #[inline(always)]
    pub const fn has(self, color: Color, side: CastlingSide) -> bool {
        self.0 & CastlingRights::new(color, side).0 != 0
    }

    /// Whether no right is left.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds rights.
    pub const fn insert(&mut self, rights: CastlingRights) {
        self.0 |= rights.0;
    }

    /// Takes rights away.
    pub const fn remove(&mut self, rights: CastlingRights) {
        self.0 &= !rights.0;
    }
}

/// The operators on bits, each with its assigning form.
macro_rules! rights_operators {
    ($($operator:ident $method:ident $assigning:ident $assign:ident |$left:ident, $right:ident| $bits:expr;)*) => {$(
        impl $operator for CastlingRights {
            type Output = CastlingRights;

            #[inline(always)]
            fn $method(self, other: CastlingRights) -> CastlingRights {
                let ($left, $right) = (self.0, other.0);
                CastlingRights($bits)
            }
        }

        impl $assigning for CastlingRights {
            #[inline(always)]
            fn $assign(&mut self, other: CastlingRights) {
                *self = $operator::$method(*self, other);
            }
        }
    )*};
}

rights_operators! {
    BitOr bitor BitOrAssign bitor_assign |left, right| left | right;
    BitAnd bitand BitAndAssign bitand_assign |left, right| left & right;
    BitXor bitxor BitXorAssign bitxor_assign |left, right| left ^ right;
    Sub sub SubAssign sub_assign |left, right| left & !right;
}

impl Not for CastlingRights {
    type Output = CastlingRights;

    fn not(self) -> CastlingRights {
        CastlingRights(!self.0 & 0b1111)
    }
}

/// The sixteen sets as texts, each at its bits.
const TEXTS: [&str; 16] =
    ["-", "K", "Q", "KQ", "k", "Kk", "Qk", "KQk", "q", "Kq", "Qq", "KQq", "kq", "Kkq", "Qkq", "KQkq"];

impl fmt::Display for CastlingRights {
    /// The letters of the FEN field: `KQkq`, or `-` for none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(TEXTS[usize::from(self.0 & 15)])
    }
}

words_and_indices! {
    CastlingSide, "a castling side: short or long", |text| CastlingSide::ALL.into_iter().find(|side| side.name() == text),
        "a castling side, 0 or 1", |index| CastlingSide::ALL.get(usize::from(index)).copied();
    CastlingRights, "castling rights: letters among KQkq in this order, or -", from_letters,
        "castling rights, 0 to 15", |bits| Some(CastlingRights::from_bits(bits)).filter(|rights| rights.bits() == bits);
}

/// The rights that `Display` prints as this text.
fn from_letters(text: &str) -> Option<CastlingRights> {
    let bits = TEXTS.into_iter().position(|letters| letters == text)?;
    Some(CastlingRights(bits as u8))
}

/// Which rook each right belongs to, by its home square. It never changes in a game.
///
/// ```
/// use philidor::{CastlingRooks, CastlingSide, Color, Square};
/// let rooks = CastlingRooks::default();
/// assert_eq!(rooks.square(Color::Black, CastlingSide::QueenSide), Square::A8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CastlingRooks([Square; 4]);

impl Default for CastlingRooks {
    fn default() -> CastlingRooks {
        CastlingRooks::STANDARD
    }
}

impl CastlingRooks {
    /// The corners, as in standard chess.
    pub const STANDARD: CastlingRooks = CastlingRooks([Square::H1, Square::A1, Square::H8, Square::A8]);

    /// The home square of the rook with which `color` castles to `side`.
    #[must_use]
    #[inline(always)]
    pub const fn square(self, color: Color, side: CastlingSide) -> Square {
        self.0[color as usize * 2 + side as usize]
    }

    /// Sets the home file of the rook with which `color` castles to `side`.
    pub const fn set(&mut self, color: Color, side: CastlingSide, file: File) {
        self.0[color as usize * 2 + side as usize] = Square::new(file, Rank::First.relative_to(color));
    }

    /// The homes of the rooks with these rights; the corners for the others.
    #[inline(always)]
    pub(crate) const fn of_rights(self, rights: CastlingRights) -> CastlingRooks {
        let mut rooks = CastlingRooks::STANDARD;
        let mut index = 0;
        while index < rooks.0.len() {
            if rights.0 >> index & 1 != 0 {
                rooks.0[index] = self.0[index];
            }
            index += 1;
        }
        rooks
    }

    /// The rights that end when a piece other than a king leaves or reaches one of `touched`: those of the rooks at
    /// home there.
    #[inline(always)]
    pub(crate) const fn rights_touched(self, touched: Bitboard) -> CastlingRights {
        let [a, b, c, d] = self.0;
        CastlingRights(
            touched.contains(a) as u8
                | (touched.contains(b) as u8) << 1
                | (touched.contains(c) as u8) << 2
                | (touched.contains(d) as u8) << 3,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_masks_are_unions_of_the_single_rights() {
        assert_eq!(CastlingRights::WHITE | CastlingRights::BLACK, CastlingRights::ANY);
        assert_eq!(CastlingRights::KING_SIDE | CastlingRights::QUEEN_SIDE, CastlingRights::ANY);
        assert_eq!(!CastlingRights::WHITE, CastlingRights::BLACK);
        for (right, color, side) in CastlingRights::EACH {
            assert_eq!(right, CastlingRights::new(color, side));
            assert!(CastlingRights::for_color(color).has(color, side));
            assert!(!CastlingRights::for_color(!color).has(color, side));
        }
    }
}
