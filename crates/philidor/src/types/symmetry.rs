//! Sets and squares flipped and rotated.
//!
//! ```text
//!   set              flip_ranks       flip_files       flip_diagonal    rotate_90
//! 8 | . . . . . .    X X X . . .      . . . . . .      X . . . . .      X . . . . .
//!   | . . . . . .    X . . . . .      . . . . . .      X X X . . .      X . . . . .
//!   | X . . . . .    . . . . . .      . . . . . X       …                …
//! 1 | X X X . . .    . . . . . .      . . . X X X
//! ```
//!
//! Ranks are bytes, so flipping them swaps bytes, flipping files reverses the bits in each, and rotating by 180 degrees
//! reverses the whole word. Flipping about the diagonal transposes a matrix of bits in three exchanges of ever smaller
//! blocks (Henry S. Warren, "Hacker's Delight", 2002). Everything else combines these.

use super::{Bitboard, Square};

impl Bitboard {
    /// Upside down: the first rank becomes the eighth.
    ///
    /// ```
    /// use philidor::{Bitboard, Square};
    /// assert_eq!(Bitboard::from(Square::C2).flip_ranks(), Square::C7.into());
    /// ```
    #[must_use]
    pub const fn flip_ranks(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// Left to right: the a-file becomes the h-file.
    ///
    /// ```
    /// use philidor::{Bitboard, Square};
    /// assert_eq!(Bitboard::from(Square::C2).flip_files(), Square::F2.into());
    /// ```
    #[must_use]
    pub const fn flip_files(self) -> Bitboard {
        Bitboard(self.0.swap_bytes().reverse_bits())
    }

    /// Flipped about the diagonal from a1 to h8: files become ranks.
    ///
    /// ```
    /// use philidor::{Bitboard, Square};
    /// assert_eq!(Bitboard::from(Square::C2).flip_diagonal(), Square::B3.into());
    /// ```
    #[must_use]
    pub const fn flip_diagonal(self) -> Bitboard {
        let blocks_of_four = exchange(self.0, 0x0000_0000_f0f0_f0f0, 28);
        let blocks_of_two = exchange(blocks_of_four, 0x0000_cccc_0000_cccc, 14);
        Bitboard(exchange(blocks_of_two, 0x00aa_00aa_00aa_00aa, 7))
    }

    /// Flipped about the diagonal from a8 to h1.
    ///
    /// ```
    /// use philidor::{Bitboard, Square};
    /// assert_eq!(Bitboard::from(Square::C2).flip_antidiagonal(), Square::G6.into());
    /// ```
    #[must_use]
    pub const fn flip_antidiagonal(self) -> Bitboard {
        self.flip_diagonal().rotate_180()
    }

    /// Rotated clockwise by 90 degrees: a1 goes to a8.
    ///
    /// ```
    /// use philidor::{Bitboard, Square};
    /// assert_eq!(Bitboard::from(Square::C2).rotate_90(), Square::B6.into());
    /// ```
    #[must_use]
    pub const fn rotate_90(self) -> Bitboard {
        self.flip_diagonal().flip_ranks()
    }

    /// Rotated by 180 degrees: a1 goes to h8.
    ///
    /// ```
    /// use philidor::{Bitboard, Square};
    /// assert_eq!(Bitboard::from(Square::C2).rotate_180(), Square::F7.into());
    /// ```
    #[must_use]
    pub const fn rotate_180(self) -> Bitboard {
        Bitboard(self.0.reverse_bits())
    }

    /// Rotated clockwise by 270 degrees: a1 goes to h1.
    ///
    /// ```
    /// use philidor::{Bitboard, Square};
    /// assert_eq!(Bitboard::from(Square::C2).rotate_270(), Square::G3.into());
    /// ```
    #[must_use]
    pub const fn rotate_270(self) -> Bitboard {
        self.flip_diagonal().flip_files()
    }
}

/// Exchanges the bits of a mask with those `distance` places above.
const fn exchange(word: u64, mask: u64, distance: u32) -> u64 {
    let different = (word ^ word >> distance) & mask;
    word ^ different ^ different << distance
}

impl Square {
    /// The same square with the files read from the other end: a2 and h2 swap places. See also
    /// [`flip_rank`](Square::flip_rank).
    ///
    /// ```
    /// use philidor::Square;
    /// assert_eq!(Square::C2.flip_file(), Square::F2);
    /// ```
    #[must_use]
    pub const fn flip_file(self) -> Square {
        Square::wrapping(self as u32 ^ 7)
    }

    /// The square with file and rank exchanged: b3 and c2 swap places.
    ///
    /// ```
    /// use philidor::Square;
    /// assert_eq!(Square::C2.flip_diagonal(), Square::B3);
    /// ```
    #[must_use]
    pub const fn flip_diagonal(self) -> Square {
        Square::wrapping(self as u32 / 8 + self as u32 % 8 * 8)
    }

    /// The square that White sees where Black sees this one.
    ///
    /// ```
    /// use philidor::Square;
    /// assert_eq!(Square::C2.rotate_180(), Square::F7);
    /// ```
    #[must_use]
    pub const fn rotate_180(self) -> Square {
        Square::wrapping(63 - self as u32)
    }
}
