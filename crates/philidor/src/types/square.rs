//! Files, ranks and the 64 squares.
//!
//! A square is one byte, numbered rank by rank from White's left (*little-endian rank-file mapping*): a1 = 0, b1 = 1 …
//! h8 = 63. The low three bits are the file, the next three the rank:
//!
//! ```text
//!   7   6   5   4   3   2   1   0
//! +---+---+---+---+---+---+---+---+        8 | 56 57 … 63
//! | 0 | 0 |   rank    |   file    |          |  …
//! +---+---+---+---+---+---+---+---+        1 |  0  1 …  7
//!                                              a  b    h
//! ```

#![allow(unsafe_code)] // one transmute, in `Square::wrapping`

use core::fmt;

use super::{Color, only_letter, words_and_indices};

/// Defines `File` and `Rank`: eight variants, with conversions to and from an index and a character.
macro_rules! line_of_eight {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $index:literal, $character:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum $name { $($variant = $index,)* }

        impl $name {
            /// All eight in ascending order.
            pub const ALL: [$name; 8] = [$($name::$variant),*];

            /// A value between 0 and 7.
            #[must_use]
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The one with this index, if it is below 8.
            #[must_use]
            pub const fn from_index(index: usize) -> Option<$name> {
                match index { $($index => Some($name::$variant),)* _ => None }
            }

            /// Its character in a square's name.
            #[must_use]
            pub const fn letter(self) -> char {
                match self { $($name::$variant => $character,)* }
            }

            /// The one named by a character.
            #[must_use]
            pub const fn from_letter(letter: char) -> Option<$name> {
                match letter { $($character => Some($name::$variant),)* _ => None }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.letter().encode_utf8(&mut [0; 4]))
            }
        }
    };
}

line_of_eight! {
    /// A column of the board, from a to h.
    ///
    /// ```
    /// use philidor::{Color, File, PieceType, Position};
    /// let position: Position = "4k3/pp1p1ppp/8/8/8/8/PPP2PPP/4K3 w - - 0 1".parse()?;
    /// let pawns = position.board().colored_pieces(Color::White, PieceType::Pawn);
    /// let for_rooks = File::ALL.into_iter().filter(|&file| !pawns.intersects(file.into()));
    /// assert_eq!(for_rooks.map(File::letter).collect::<String>(), "de"); // half-open and open
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    File { A = 0, 'a'; B = 1, 'b'; C = 2, 'c'; D = 3, 'd'; E = 4, 'e'; F = 5, 'f'; G = 6, 'g'; H = 7, 'h'; }
}

line_of_eight! {
    /// A row of the board, from White's home rank, the first, to Black's, the eighth.
    ///
    /// ```
    /// use philidor::{Bitboard, Color, PieceType, Position, Rank};
    /// let position: Position = "4k3/P7/8/8/8/8/1p4p1/4K3 b - - 0 1".parse()?;
    /// let pawns = position.board().colored_pieces(Color::Black, PieceType::Pawn);
    /// let seventh = Rank::Seventh.relative_to(Color::Black); // the second of the board
    /// assert_eq!((pawns & Bitboard::from_rank(seventh)).len(), 2); // both promote next
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    Rank {
        First = 0, '1'; Second = 1, '2'; Third = 2, '3'; Fourth = 3, '4';
        Fifth = 4, '5'; Sixth = 5, '6'; Seventh = 6, '7'; Eighth = 7, '8';
    }
}

impl Rank {
    /// The same rank counted from `color`'s side: the second rank of Black is the seventh of the board.
    ///
    /// ```
    /// use philidor::{Color, Rank};
    /// assert_eq!(Rank::Second.relative_to(Color::Black), Rank::Seventh);
    /// ```
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::ALL[7 - self as usize],
        }
    }
}

/// Defines the enum of 64 squares from the rows of the board.
macro_rules! squares {
    ($($name:ident)*) => {
        /// One of the 64 squares: a1 = 0, b1 = 1 … h8 = 63.
        ///
        /// `Option<Square>` is one byte too.
        ///
        /// ```
        /// use philidor::{File, Rank, Square};
        /// assert_eq!("e4".parse(), Ok(Square::E4));
        /// assert_eq!(Square::new(File::E, Rank::Fourth), Square::E4);
        /// assert_eq!(Square::E4.index(), 28);
        /// assert_eq!(size_of::<Option<Square>>(), 1);
        /// ```
        #[doc(alias = "SquareLabels")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Square { $($name,)* }

        impl Square {
            /// All squares from a1 to h8, rank by rank.
            pub const ALL: [Square; 64] = [$(Square::$name),*];
        }
    };
}

squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

const _: () = assert!(size_of::<Option<Square>>() == 1);

impl Square {
    /// The square with this index, if it is below 64.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 { Some(Square::ALL[index]) } else { None }
    }

    /// The square whose index is the low six bits of `index`: total, and free.
    #[inline(always)]
    pub(crate) const fn wrapping(index: u32) -> Square {
        // SAFETY: the enum has the 64 discriminants 0..=63, and six bits hold no other value.
        // Price of the safe form, a look-up in `ALL`: measured in bench/record/unsafe.md.
        unsafe { core::mem::transmute::<u8, Square>((index & 63) as u8) }
    }

    /// The square where a file and a rank cross.
    #[must_use]
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square::wrapping(rank as u32 * 8 + file as u32)
    }

    /// A value between 0 (a1) and 63 (h8).
    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file of the square.
    #[must_use]
    #[inline(always)]
    pub const fn file(self) -> File {
        File::ALL[self as usize % 8]
    }

    /// The rank of the square.
    #[must_use]
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self as usize / 8]
    }

    /// The square this many files to the east and ranks to the north, if it is on the board.
    ///
    /// ```
    /// use philidor::Square;
    /// assert_eq!(Square::B1.offset(1, 2), Some(Square::C3));
    /// assert_eq!(Square::B1.offset(-2, 1), None);
    /// ```
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = (self as i16 % 8) + files as i16;
        let rank = (self as i16 / 8) + ranks as i16;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Some(Square::wrapping((rank * 8 + file) as u32))
    }

    /// The two characters of its name.
    #[inline(always)]
    pub(crate) const fn name(self) -> [u8; 2] {
        [b'a' + self as u8 % 8, b'1' + self as u8 / 8]
    }

    /// The same square seen from the other side of the board: e2 becomes e7, and e7 becomes e2.
    #[must_use]
    pub const fn flip_rank(self) -> Square {
        Square::wrapping(self as u32 ^ 56)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(str::from_utf8(&self.name()).unwrap_or_default())
    }
}

words_and_indices! {
    File, "a file from a to h", |text| only_letter(text).and_then(File::from_letter),
        "a file, 0 to 7", |index| File::from_index(index.into());
    Rank, "a rank from 1 to 8", |text| only_letter(text).and_then(Rank::from_letter),
        "a rank, 0 to 7", |index| Rank::from_index(index.into());
    Square, "a square from a1 to h8", from_name, "a square, 0 to 63", |index| Square::from_index(index.into());
}

fn from_name(text: &str) -> Option<Square> {
    let mut letters = text.chars();
    let file = letters.next().and_then(File::from_letter)?;
    let rank = letters.next().and_then(Rank::from_letter)?;
    letters.next().is_none().then_some(Square::new(file, rank))
}
