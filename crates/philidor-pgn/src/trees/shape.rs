//! Colored squares and arrows in comments, as boards of the web draw them: `[%csl Ra1]`, `[%cal Ga1b2]`.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use philidor::Square;

use super::command::next_command;
use super::words::{push_words, trim_end};

/// The color of a [`Shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShapeColor {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
}

/// A colored square, or an arrow from one square to another.
///
/// ```
/// use philidor_pgn::{Comment, Shape, ShapeColor};
/// use philidor::Square;
/// let comment = Comment::from("[%csl Yd4] a threat [%cal Gd1h5]");
/// let arrow = Shape { color: ShapeColor::Green, origin: Square::D1, destination: Square::H5 };
/// assert_eq!(comment.shapes()[1], arrow);
/// assert_eq!(arrow.to_string(), "Gd1h5");
/// assert_eq!(comment.text_without_shapes(), "a threat");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Its color.
    pub color: ShapeColor,
    /// The square, or where the arrow begins.
    pub origin: Square,
    /// Where the arrow ends: the origin itself for a square.
    pub destination: Square,
}

impl Shape {
    /// A color, a square, and for an arrow another square: `Ga1`, `Ga1b2`.
    fn read(text: &str) -> Option<Shape> {
        let (letter, squares) = text.split_at_checked(1)?;
        let color = match letter {
            "G" => ShapeColor::Green,
            "R" => ShapeColor::Red,
            "Y" => ShapeColor::Yellow,
            "B" => ShapeColor::Blue,
            _ => return None,
        };
        let (origin, destination) = squares.split_at_checked(2)?;
        let origin = origin.parse().ok()?;
        let destination = if destination.is_empty() { origin } else { destination.parse().ok()? };
        Some(Shape { color, origin, destination })
    }

    fn is_square(&self) -> bool {
        self.origin == self.destination
    }
}

impl fmt::Display for Shape {
    /// As in a command: `Ra1`, `Ga1b2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(match self.color {
            ShapeColor::Green => 'G',
            ShapeColor::Red => 'R',
            ShapeColor::Yellow => 'Y',
            ShapeColor::Blue => 'B',
        })?;
        write!(f, "{}", self.origin)?;
        if self.is_square() { Ok(()) } else { write!(f, "{}", self.destination) }
    }
}

/// The shapes of the command that stands between `[%` and `]`, if it has shapes and nothing else.
fn read_command(inside: &str) -> Option<Vec<Shape>> {
    let blank = inside.bytes().position(|byte| byte.is_ascii_whitespace())?;
    let (name, value) = inside.split_at_checked(blank)?;
    matches!(name, "csl" | "cal")
        .then(|| value.split(',').map(|shape| Shape::read(shape.trim_ascii())).collect())?
}

/// The shapes of a comment's text, and the text without their commands.
pub(super) fn split_shapes(written: &str) -> (Vec<Shape>, String) {
    let (mut shapes, mut text) = (Vec::new(), String::new());
    let (mut rest, mut at, mut apart) = (0, 0, false);
    while let Some((start, end)) = next_command(written, at) {
        at = end;
        if let Some(mut found) = read_command(written.get(start + 2..end - 1).unwrap_or_default()) {
            shapes.append(&mut found);
            push_words(&mut text, written.get(rest..start).unwrap_or_default(), apart);
            trim_end(Some(&mut text));
            (rest, apart) = (end, true);
        }
    }
    push_words(&mut text, written.get(rest..).unwrap_or_default(), apart);
    (shapes, text)
}

/// The commands of shapes: first the squares, then the arrows.
pub(super) fn shape_commands(shapes: &[Shape]) -> String {
    let mut text = String::new();
    for (name, of_squares) in [("csl", true), ("cal", false)] {
        let mut before = "";
        for shape in shapes.iter().filter(|shape| shape.is_square() == of_squares) {
            // Writing to a string does not fail.
            let _ = match before {
                "" => write!(text, "[%{name} {shape}"),
                _ => write!(text, ",{shape}"),
            };
            before = ",";
        }
        text.push_str(if before.is_empty() { "" } else { "]" });
    }
    text
}
