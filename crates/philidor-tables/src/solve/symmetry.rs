//! The eight ways to turn and flip a board, and the 462 places of two kings that differ by more than that.
//!
//! Without pawns a position is worth the same however the board is turned. So the white king is brought into the
//! triangle a1-d1-d4, and if it stands on the diagonal, the black king below or on it:
//!
//! ```text
//! 8 | . . . . . . . .      8 | . . . . . . . \      symmetry   bit 0  a ↔ h
//!   | . . . . . . . .        | . . . . . . \ o                 bit 1  1 ↔ 8
//!   | . . . . . . . .        | . . . . . \ o o                 bit 2  a1-h8 stays, b1 ↔ a2; the last of the three
//!   | . . . . . . . .        | . . . . \ o o o
//!   | . . . K . . . .        | . . . \ o o o o      K  the white king
//!   | . . K K . . . .        | . . K o o o o o      o  the black king, if the white one stands on the diagonal
//!   | . K K K . . . .        | . x x x o o o o      x  next to the white king
//! 1 | K K K K . . . .      1 | o x x x o o o o
//!     a b c d                  a b c d
//! ```
//!
//! With both kings on the diagonal the flip about it leaves them where they are, and the other pieces decide
//! (`layout.rs`). These 21 places have the last numbers.

use philidor::Square;

use crate::adjacency::do_touch;

/// How many symmetries a board without pawns has.
const SYMMETRIES: usize = 8;
/// Leaves every square where it is.
pub(super) const IDENTITY: usize = 0;
/// Left to right: the only one that pawns allow.
pub(super) const FLIP_FILES: usize = 1;
/// About the diagonal from a1 to h8.
const FLIP_DIAGONAL: usize = 4;

/// Where a symmetry brings each square.
pub(super) static MOVED: [[Square; 64]; SYMMETRIES] = moved();

/// How many places of two kings there are, up to symmetry.
pub(super) const PAIRS: usize = 462;
/// How many of them have a king off the diagonal.
pub(super) const PAIRS_OFF_DIAGONAL: u16 = 441;

/// The place of two kings, and the symmetry that brings them there.
#[derive(Clone, Copy)]
pub(super) struct KingPair {
    /// From 0 to 461, or [`ADJACENT`].
    pub(super) number: u16,
    pub(super) symmetry: u8,
}

/// The number of two kings on one square or next to each other.
pub(super) const ADJACENT: u16 = u16::MAX;

/// By the squares of the white and the black king.
pub(super) static KING_PAIRS: [[KingPair; 64]; 64] = king_pairs();

/// The kings of each place.
pub(super) static KINGS: [[Square; 2]; PAIRS] = kings();

const fn moved() -> [[Square; 64]; SYMMETRIES] {
    let mut table = [Square::ALL; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut index = 0;
        while index < 64 {
            let mut square = Square::ALL[index];
            if symmetry & 1 != 0 {
                square = square.flip_file();
            }
            if symmetry & 2 != 0 {
                square = square.flip_rank();
            }
            if symmetry & FLIP_DIAGONAL != 0 {
                square = square.flip_diagonal();
            }
            table[symmetry][index] = square;
            index += 1;
        }
        symmetry += 1;
    }
    table
}

/// How far a square is below the diagonal from a1 to h8: negative above.
const fn below_diagonal(square: Square) -> i32 {
    square.file() as i32 - square.rank() as i32
}

/// Whether the kings stand where the drawing has them.
const fn is_canonical(white: Square, black: Square) -> bool {
    let is_in_triangle = (white.file() as usize) < 4 && below_diagonal(white) >= 0;
    is_in_triangle && (below_diagonal(white) > 0 || below_diagonal(black) >= 0)
}

const fn kings() -> [[Square; 2]; PAIRS] {
    let mut table = [[Square::A1; 2]; PAIRS];
    let mut next = [0, PAIRS_OFF_DIAGONAL as usize];
    let mut index = 0;
    while index < 64 * 64 {
        let (white, black) = (Square::ALL[index / 64], Square::ALL[index % 64]);
        if is_canonical(white, black) && !do_touch(white as usize, black as usize) {
            let are_on_diagonal = below_diagonal(white) == 0 && below_diagonal(black) == 0;
            table[next[are_on_diagonal as usize]] = [white, black];
            next[are_on_diagonal as usize] += 1;
        }
        index += 1;
    }
    assert!(next[0] == PAIRS_OFF_DIAGONAL as usize && next[1] == PAIRS);
    table
}

const fn king_pairs() -> [[KingPair; 64]; 64] {
    let (kings, moved) = (kings(), moved());
    let mut numbers = [[ADJACENT; 64]; 64];
    let mut number = 0;
    while number < PAIRS {
        let [white, black] = kings[number];
        numbers[white as usize][black as usize] = number as u16;
        number += 1;
    }
    let mut table = [[KingPair { number: ADJACENT, symmetry: 0 }; 64]; 64];
    let mut index = 0;
    while index < 64 * 64 {
        let (white, black) = (index / 64, index % 64);
        let mut symmetry = 0;
        while symmetry < SYMMETRIES {
            let number = numbers[moved[symmetry][white] as usize][moved[symmetry][black] as usize];
            if number != ADJACENT {
                table[white][black] = KingPair { number, symmetry: symmetry as u8 };
                break;
            }
            symmetry += 1;
        }
        index += 1;
    }
    table
}

/// The other symmetry that puts the kings where this one does, if both are on the diagonal then.
pub(super) const fn then_flip_diagonal(symmetry: usize) -> usize {
    symmetry ^ FLIP_DIAGONAL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_of_two_kings_is_reached_by_its_symmetry() {
        let mut apart = 0;
        for white in Square::ALL {
            for black in Square::ALL {
                let KingPair { number, symmetry } = KING_PAIRS[white.index()][black.index()];
                assert_eq!(number == ADJACENT, do_touch(white.index(), black.index()));
                if number != ADJACENT {
                    apart += 1;
                    let moved = |square: Square| MOVED[usize::from(symmetry)][square.index()];
                    assert_eq!([moved(white), moved(black)], KINGS[usize::from(number)]);
                }
            }
        }
        assert_eq!(apart, 3612);
    }

    #[test]
    fn the_flip_about_the_diagonal_comes_last() {
        for symmetry in 0..SYMMETRIES {
            for square in Square::ALL {
                let flipped = MOVED[symmetry][square.index()].flip_diagonal();
                assert_eq!(MOVED[then_flip_diagonal(symmetry)][square.index()], flipped);
            }
        }
    }
}
