//! A board to look at: pieces and pawns, coordinates, and marks on the squares that matter.
//!
//! Every square is three characters wide. In color, a mark is a background; without color, it is a pair of brackets:
//!
//! ```text
//! 5  ♔ [♙) ·  ·  ·  ·  ·  ♜        [♙) is pinned, and attacked by its king
//! 4 (·)(♖) ·  ·  · [♟] ·  ♚        the squares around the king on a5 are attacked
//! 3  ·  ·  ·  ·  ·  · <♙> ·        <♙> gives check
//! ```
//!
//! When two marks share a square, the more important one takes its left side and the other its right, as on b5 above.

use std::fmt;

use philidor::{Bitboard, Board, Color, File, Piece, Position, Rank, Square};

use super::paint::{Mark, Paint};

/// How a piece or pawn appears on a drawn board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// The chess symbols of Unicode.
    Figurines,
    /// The letters of a FEN.
    Letters,
}

/// A drawn position, with chosen marks.
pub struct Drawing {
    board: Board,
    checkers: Bitboard,
    pinned: Bitboard,
    glyphs: Glyphs,
    paint: Paint,
    attacked: Bitboard,
    /// Whose pieces are at the bottom.
    bottom: Color,
}

impl Drawing {
    /// The position with its checkers and pins marked, White at the bottom.
    pub fn of(position: &Position, glyphs: Glyphs, paint: Paint) -> Drawing {
        let pinned = position.pinned(Color::White) | position.pinned(Color::Black);
        Drawing { pinned, ..Drawing::of_board(position.board(), position.checkers(), glyphs, paint) }
    }

    /// A board with marked checkers, White at the bottom.
    pub fn of_board(board: &Board, checkers: Bitboard, glyphs: Glyphs, paint: Paint) -> Drawing {
        let none = Bitboard::EMPTY;
        Drawing { board: *board, checkers, pinned: none, glyphs, paint, attacked: none, bottom: Color::White }
    }

    /// The same drawing as this color sees the board.
    pub fn seen_by(self, bottom: Color) -> Drawing {
        Drawing { bottom, ..self }
    }

    /// The same drawing with these squares marked as attacked.
    pub fn with_attacked(self, attacked: Bitboard) -> Drawing {
        Drawing { attacked, ..self }
    }

    /// The squares with this mark.
    fn marked(&self, mark: Mark) -> Bitboard {
        match mark {
            Mark::Checker => self.checkers,
            Mark::Pinned => self.pinned,
            Mark::Attacked => self.attacked,
        }
    }

    /// The files from left to right.
    fn files(&self) -> [File; 8] {
        let mut files = File::ALL;
        if self.bottom == Color::Black {
            files.reverse();
        }
        files
    }

    /// The ranks from the top down.
    fn ranks(&self) -> [Rank; 8] {
        let mut ranks = Rank::ALL;
        if self.bottom == Color::White {
            ranks.reverse();
        }
        ranks
    }

    /// A rank without its number and without spaces at its end.
    fn row(&self, rank: Rank) -> String {
        let squares: String = self.files().map(|file| self.square(Square::new(file, rank))).concat();
        squares.trim_end().to_owned()
    }

    fn square(&self, square: Square) -> String {
        let marks = || Mark::ALL.into_iter().filter(|&mark| self.marked(mark).contains(square));
        let (left, right) = (marks().next(), marks().next_back());
        let piece = self.board.piece_at(square);
        let glyph = self.glyph(piece);
        match self.paint {
            Paint::Plain => {
                let opening = left.map_or(' ', |mark| mark.brackets().0);
                let closing = right.map_or(' ', |mark| mark.brackets().1);
                format!("{opening}{glyph}{closing}")
            }
            Paint::Colored => {
                let color = piece.map(|piece| piece.color);
                let [left, right] = [left, right].map(|mark| self.paint.square(square, mark, color));
                if left == right {
                    format!("{left} {glyph} {left:#}")
                } else {
                    format!("{left} {glyph}{left:#}{right} {right:#}")
                }
            }
        }
    }

    /// What is drawn for a piece or pawn, or for an empty square.
    fn glyph(&self, piece: Option<Piece>) -> char {
        match (piece, self.paint, self.glyphs) {
            (None, Paint::Colored, _) => ' ',
            (None, Paint::Plain, Glyphs::Letters) => '.',
            (None, Paint::Plain, Glyphs::Figurines) => '·',
            (Some(piece), _, Glyphs::Letters) => piece.letter(),
            (Some(piece), Paint::Plain, Glyphs::Figurines) => piece.figurine(),
            // The black figurines are the filled ones. Painted in two colors they serve both sides and are easier to
            // see.
            (Some(piece), Paint::Colored, Glyphs::Figurines) => {
                Piece::new(Color::Black, piece.piece_type).figurine()
            }
        }
    }

    /// One line that explains the marks on this board, if there are any.
    fn write_legend(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "\n   ";
        for mark in Mark::ALL.into_iter().filter(|&mark| !self.marked(mark).is_empty()) {
            let name = match mark {
                Mark::Checker => "gives check",
                Mark::Pinned => "pinned",
                Mark::Attacked => "attacked",
            };
            let (left, right) = mark.brackets();
            match self.paint {
                Paint::Plain => write!(f, "{before} {left} {right} {name}")?,
                Paint::Colored => {
                    let [dark, light] =
                        [Square::A1, Square::B1].map(|square| self.paint.square(square, Some(mark), None));
                    write!(f, "{before} {light}  {light:#}{dark}  {dark:#} {name}")?;
                }
            }
            before = "  ";
        }
        if before.starts_with('\n') { Ok(()) } else { writeln!(f) }
    }
}

impl fmt::Display for Drawing {
    /// Eight ranks, the files below, and a legend if there are marks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = self.paint.label();
        for rank in self.ranks() {
            writeln!(f, "  {label}{rank}{label:#} {}", self.row(rank))?;
        }
        let files = self.files().map(|file| file.to_string()).join("  ");
        writeln!(f, "     {label}{files}{label:#}")?;
        self.write_legend(f)
    }
}
