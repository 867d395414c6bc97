//! A board as a picture that any browser shows: SVG without anything from outside.
//!
//! ```text
//! <svg viewBox="0 0 392 392">  sixty-four squares of 45, men as text, coordinates at the edge
//! ```
//!
//! Men are the filled figurines with an outline, so that they look the same wherever the font has them.

use std::fmt::{self, Write as _};

use philidor::{Bitboard, Color, File, Piece, Position, Rank, Square};

const SIDE: usize = 45;
const EDGE: usize = 18;

/// A position to be drawn, with squares that matter.
pub(super) struct Svg<'a> {
    pub(super) position: &'a Position,
    /// From where something goes that should not, or should.
    pub(super) origins: Bitboard,
    /// To where.
    pub(super) destinations: Bitboard,
}

impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = 8 * SIDE + EDGE;
        write!(
            f,
            "<svg viewBox=\"0 0 {size} {size}\" width=\"{size}\" height=\"{size}\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\">"
        )?;
        write!(f, "<title>{}</title>", self.position)?;
        for square in Square::ALL {
            self.write_square(f, square)?;
        }
        for (index, rank) in Rank::ALL.into_iter().rev().enumerate() {
            write!(
                f,
                "<text class=\"edge\" x=\"{}\" y=\"{}\">{rank}</text>",
                EDGE / 2,
                index * SIDE + SIDE / 2
            )?;
        }
        for (index, file) in File::ALL.into_iter().enumerate() {
            let (x, y) = (EDGE + index * SIDE + SIDE / 2, 8 * SIDE + EDGE / 2);
            write!(f, "<text class=\"edge\" x=\"{x}\" y=\"{y}\">{file}</text>")?;
        }
        f.write_str("</svg>")
    }
}

impl Svg<'_> {
    fn write_square(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let x = EDGE + square.file().index() * SIDE;
        let y = (7 - square.rank().index()) * SIDE;
        let color = if (square.file().index() + square.rank().index()) % 2 == 1 { "light" } else { "dark" };
        let mark = if self.destinations.contains(square) {
            " to"
        } else if self.origins.contains(square) {
            " from"
        } else if self.position.checkers().contains(square) {
            " checker"
        } else {
            ""
        };
        write!(f, "<rect class=\"{color}{mark}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>")?;
        let Some(man) = self.position.piece_at(square) else { return Ok(()) };
        let side = if man.color == Color::White { "white" } else { "black" };
        let figurine = Piece::new(Color::Black, man.piece_type).figurine();
        write!(f, "<text class=\"man {side}\" x=\"{}\" y=\"{}\">", x + SIDE / 2, y + SIDE / 2)?;
        f.write_char(figurine)?;
        // Some browsers draw a bare figurine of a pawn as a colored picture; the selector asks for plain text.
        f.write_str("\u{fe0e}</text>")
    }
}
