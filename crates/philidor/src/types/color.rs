//! The two sides.

use core::fmt;
use core::ops::Not;

use super::{only_letter, words_and_indices};

/// White or Black, as a set of pieces or as the side to move.
///
/// ```
/// use philidor::Color;
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::Black.to_string(), "black");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// Moves first, from ranks 1 and 2 upwards.
    White = 0,
    /// Moves second, from ranks 8 and 7 downwards.
    Black = 1,
}

impl Color {
    /// Both colors, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// The letter of the second FEN field: `w` or `b`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    /// The color of a FEN letter, `w` or `b`.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Color> {
        match letter {
            'w' => Some(Color::White),
            'b' => Some(Color::Black),
            _ => None,
        }
    }

    /// 0 for White, 1 for Black: an index into `[T; 2]`.
    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::White => "white",
            Color::Black => "black",
        })
    }
}

words_and_indices! {
    Color, "a color, `white` or `black`", from_name, "a color, 0 or 1", |index| Color::ALL.get(usize::from(index)).copied();
}

/// The color with this name, or with this FEN letter.
fn from_name(text: &str) -> Option<Color> {
    match text {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => only_letter(text).and_then(Color::from_letter),
    }
}
