//! Which of the 768 inputs a piece on a square is.
//!
//! ```text
//!   767 ────────── 384   383 ─────────── 0
//!    their pieces         our pieces               "we" are the side that looks
//!      each: pawn 0–63, knight 64–127, bishop, rook, queen, king; a1 0 … h8 63 as that side sees the board
//! ```
//!
//! Black sees the board with its ranks reversed. If the layout is mirrored, a side whose king stands on the right half
//! (files e to h) also sees it with its files reversed, so that every king is on the left, and a position and its
//! mirror image are the same.

use philidor::{Color, Piece, Square};

use super::layout::{INPUTS, Layout};

/// How a side looks at the board: what its squares are XORed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    color: Color,
    flip: u8,
}

impl View {
    /// The view of a color whose king stands there.
    #[inline(always)]
    pub(super) const fn new(color: Color, king: Square, layout: Layout) -> View {
        let ranks = match color {
            Color::White => 0,
            Color::Black => 56,
        };
        let is_right = king as u8 & 4 != 0;
        let files = if layout.is_mirrored() && is_right { 7 } else { 0 };
        View { color, flip: ranks | files }
    }

    #[inline(always)]
    pub(super) fn input(self, piece: Piece, square: Square) -> usize {
        let theirs = if piece.color == self.color { 0 } else { INPUTS / 2 };
        let kind = 5 - piece.piece_type as usize;
        theirs + kind * 64 + usize::from(square as u8 ^ self.flip)
    }
}

#[cfg(test)]
mod tests {
    use philidor::PieceType;

    use super::*;

    #[test]
    fn both_sides_see_the_same_and_a_mirrored_layout_knows_no_left_and_right() {
        let plain = Layout::new(1).expect("an output");
        let mirrored = plain.with_mirroring();
        let mut seen = std::collections::HashSet::new();
        for color in Color::ALL {
            for piece_type in PieceType::ALL {
                for square in Square::ALL {
                    let piece = Piece::new(color, piece_type);
                    let white = View::new(Color::White, Square::E1, plain).input(piece, square);
                    let other = Piece::new(!color, piece_type);
                    let black = View::new(Color::Black, Square::E8, plain).input(other, square.flip_rank());
                    assert_eq!(white, black);
                    assert!(seen.insert(white) && white < INPUTS);
                    let left = View::new(Color::White, Square::D1, mirrored).input(piece, square);
                    let right =
                        View::new(Color::White, Square::E1, mirrored).input(piece, square.flip_file());
                    assert_eq!((left, left), (right, white));
                }
            }
        }
    }
}
