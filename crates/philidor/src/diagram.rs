//! A board as a picture that any browser shows: SVG that loads nothing from outside.
//!
//! ```text
//! <svg viewBox="0 0 378 378">   sixty-four squares of 45, pieces as text, coordinates at the edge of 18
//! ```
//!
//! Pieces are the filled figurines of Unicode with an outline, so that they look the same wherever the font has them.
//! All colors come from CSS classes; [`Diagram::STYLE`] is the style that a picture includes by default.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::position::{Board, Position};
use crate::types::{Bitboard, Color, File, Piece, Rank, Square};

/// The side of a square.
const SIDE: usize = 45;
/// The width of the edge with coordinates.
const EDGE: usize = 18;

/// A drawing of a board, which `Display` writes as SVG.
///
/// Every element has classes for CSS: `light` or `dark` and those of [`with_squares`](Diagram::with_squares) for
/// squares, `piece` with `white` or `black`, `edge` for coordinates, `arrow`; the whole picture is `philidor-board`.
///
/// ```
/// use philidor::{Color, Diagram, Position, Square};
/// let position: Position = "4k3/8/8/8/7b/8/8/4K3 w - - 0 1".parse()?;
/// let svg = Diagram::of(&position)
///     .with_squares(position.checkers(), "check")
///     .with_arrow(Square::H4, Square::E1)
///     .seen_by(Color::Black)
///     .to_string();
/// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
/// assert!(svg.contains("<title>4k3/8/8/8/7b/8/8/4K3 w - - 0 1</title>"));
/// assert_eq!(svg.matches("class=\"piece white\"").count(), 1);
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    board: Board,
    title: String,
    /// Sets of squares with their classes; a square has the class of the first set that contains it.
    squares: Vec<(Bitboard, String)>,
    arrows: Vec<(Square, Square)>,
    seen_by: Color,
    has_style: bool,
    has_coordinates: bool,
}

impl Diagram {
    /// The colors of a picture with its own style: squares, the classes `from`, `to` and `check` for squares, pieces,
    /// coordinates and arrows.
    pub const STYLE: &str = "\
.philidor-board .light { fill: #eed9b6; } .philidor-board .dark { fill: #b58863; }
.philidor-board .from { fill: #e8c34a; } .philidor-board .to { fill: #d8743c; }
.philidor-board .check { fill: #d05050; }
.philidor-board .piece { font-size: 36px; text-anchor: middle; dominant-baseline: central; \
stroke: #000; stroke-width: .8px; }
.philidor-board .white { fill: #fff; } .philidor-board .black { fill: #111; stroke: #eee; stroke-width: .4px; }
.philidor-board .edge { font-size: 12px; text-anchor: middle; dominant-baseline: central; fill: #888; }
.philidor-board .arrow { stroke: #15781b; stroke-width: 7px; opacity: .7; }
.philidor-board .head { fill: #15781b; }
";

    /// A board from White's side with its own style, without a title.
    #[must_use]
    pub const fn new(board: Board) -> Diagram {
        Diagram {
            board,
            title: String::new(),
            squares: Vec::new(),
            arrows: Vec::new(),
            seen_by: Color::White,
            has_style: true,
            has_coordinates: true,
        }
    }

    /// The board of a position, with its FEN as the title.
    #[must_use]
    pub fn of(position: &Position) -> Diagram {
        Diagram::new(*position.board()).with_title(&position.to_string())
    }

    /// With another title, which browsers show to those who point at the picture or cannot see it.
    #[must_use]
    pub fn with_title(mut self, title: &str) -> Diagram {
        self.title = title.to_owned();
        self
    }

    /// With a class for some squares. A square has the class that was given to it first.
    ///
    /// ```
    /// use philidor::{Diagram, Position, Square};
    /// let from = Square::E2.into();
    /// let svg = Diagram::of(&Position::default()).with_squares(from, "from").with_squares(from, "to").to_string();
    /// assert_eq!(svg.matches("class=\"light from\"").count(), 1);
    /// ```
    #[must_use]
    pub fn with_squares(mut self, squares: Bitboard, class: &str) -> Diagram {
        self.squares.push((squares, class.to_owned()));
        self
    }

    /// With an arrow from one square to another; none is drawn from a square to itself.
    #[must_use]
    pub fn with_arrow(mut self, from: Square, to: Square) -> Diagram {
        if from != to {
            self.arrows.push((from, to));
        }
        self
    }

    /// As a player of this color sees the board.
    #[must_use]
    pub const fn seen_by(mut self, color: Color) -> Diagram {
        self.seen_by = color;
        self
    }

    /// Without a style of its own, for pages that have one for all their pictures.
    #[must_use]
    pub const fn without_style(mut self) -> Diagram {
        self.has_style = false;
        self
    }

    /// Without letters and digits at the edge.
    #[must_use]
    pub const fn without_coordinates(mut self) -> Diagram {
        self.has_coordinates = false;
        self
    }

    /// The width of the edge at the left and at the bottom.
    const fn edge(&self) -> usize {
        if self.has_coordinates { EDGE } else { 0 }
    }

    /// Where a file and a rank are drawn, in squares from the left and from the top.
    fn place(&self, file: File, rank: Rank) -> (usize, usize) {
        match self.seen_by {
            Color::White => (file.index(), 7 - rank.index()),
            Color::Black => (7 - file.index(), rank.index()),
        }
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (usize, usize) {
        let (column, row) = self.place(square.file(), square.rank());
        (self.edge() + column * SIDE, row * SIDE)
    }

    fn middle(&self, square: Square) -> (usize, usize) {
        let (x, y) = self.corner(square);
        (x + SIDE / 2, y + SIDE / 2)
    }

    fn write_square(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let (x, y) = self.corner(square);
        let shade = if (square.file().index() + square.rank().index()) % 2 == 1 { "light" } else { "dark" };
        write!(f, "<rect class=\"{shade}")?;
        if let Some((_, class)) = self.squares.iter().find(|(squares, _)| squares.contains(square)) {
            write!(f, " {}", Escaped(class))?;
        }
        write!(f, "\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>")
    }

    fn write_piece(&self, f: &mut fmt::Formatter<'_>, square: Square, piece: Piece) -> fmt::Result {
        let (x, y) = self.middle(square);
        let figurine = Piece::new(Color::Black, piece.piece_type).figurine();
        write!(f, "<text class=\"piece {}\" x=\"{x}\" y=\"{y}\">{figurine}", piece.color)?;
        // Some browsers draw a bare figurine of a pawn as a colored picture; the selector asks for plain text.
        f.write_str("\u{fe0e}</text>")
    }

    fn write_coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL {
            let y = self.place(File::A, rank).1 * SIDE + SIDE / 2;
            write!(f, "<text class=\"edge\" x=\"{}\" y=\"{y}\">{rank}</text>", EDGE / 2)?;
        }
        for file in File::ALL {
            let x = EDGE + self.place(file, Rank::First).0 * SIDE + SIDE / 2;
            write!(f, "<text class=\"edge\" x=\"{x}\" y=\"{}\">{file}</text>", 8 * SIDE + EDGE / 2)?;
        }
        Ok(())
    }

    /// The arrows. All pictures of a page share one id for the shape of the head.
    fn write_arrows(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.arrows.is_empty() {
            return Ok(());
        }
        f.write_str(concat!(
            "<defs><marker id=\"philidor-head\" viewBox=\"0 0 4 4\" refX=\"3\" refY=\"2\" orient=\"auto\">",
            "<path class=\"head\" d=\"M0 0 4 2 0 4z\"/></marker></defs>"
        ))?;
        for &(from, to) in &self.arrows {
            let ((x1, y1), (x2, y2)) = (self.middle(from), self.middle(to));
            write!(f, "<line class=\"arrow\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"")?;
            f.write_str(" marker-end=\"url(#philidor-head)\"/>")?;
        }
        Ok(())
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = 8 * SIDE + self.edge();
        write!(
            f,
            "<svg class=\"philidor-board\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" height=\"{size}\""
        )?;
        f.write_str(" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\">")?;
        if !self.title.is_empty() {
            write!(f, "<title>{}</title>", Escaped(&self.title))?;
        }
        if self.has_style {
            write!(f, "<style>{}</style>", Diagram::STYLE)?;
        }
        Square::ALL.into_iter().try_for_each(|square| self.write_square(f, square))?;
        for square in self.board.occupied() {
            self.board.piece_at(square).map_or(Ok(()), |piece| self.write_piece(f, square, piece))?;
        }
        if self.has_coordinates {
            self.write_coordinates(f)?;
        }
        self.write_arrows(f)?;
        f.write_str("</svg>")
    }
}

/// Text with all markup escaped, and without the characters that XML forbids.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| match letter {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => f.write_char(char::REPLACEMENT_CHARACTER),
            letter if letter.is_control() => f.write_char(char::REPLACEMENT_CHARACTER),
            letter => f.write_char(letter),
        })
    }
}
