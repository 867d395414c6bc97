//! What is wrong with a text that should be a FEN, and with a FEN that should be a position.

use alloc::string::String;
use core::fmt;

use super::super::characters::visible;
use crate::position::SetupError;
use crate::types::Rank;

/// One of the six fields, or what a variant adds to them. See [`FenError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum FenField {
    Board,
    SideToMove,
    CastlingRights,
    EnPassantSquare,
    HalfmoveClock,
    FullmoveNumber,
    /// Pockets, marks of promoted pieces, or counts of checks.
    Extra,
}

impl FenField {
    /// The six fields of chess in order.
    pub const ALL: [FenField; 6] = [
        FenField::Board,
        FenField::SideToMove,
        FenField::CastlingRights,
        FenField::EnPassantSquare,
        FenField::HalfmoveClock,
        FenField::FullmoveNumber,
    ];
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenField::Board => "board",
            FenField::SideToMove => "side to move",
            FenField::CastlingRights => "castling rights",
            FenField::EnPassantSquare => "en-passant square",
            FenField::HalfmoveClock => "halfmove clock",
            FenField::FullmoveNumber => "fullmove number",
            FenField::Extra => "what the variant adds",
        })
    }
}

/// What is wrong with the text of a FEN. See [`FenError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// The text ends before this field.
    Missing,
    /// A letter that does not stand for a piece, or a digit other than 1 to 8.
    UnknownPiece,
    /// Two digits in a row, these: the empty squares of both are one number.
    AdjacentDigits,
    /// A rank with more or fewer than eight squares.
    RankLength(Rank),
    /// More or fewer than eight ranks.
    RankCount(usize),
    /// Neither `w` nor `b`.
    UnknownSide,
    /// A letter that is not a castling right.
    UnknownRight,
    /// A second right of a color to the same side.
    RightTwice,
    /// Neither `-` nor the name of a square.
    UnknownSquare,
    /// Not a whole number, or too large.
    UnknownNumber,
    /// The operations of EPD begin with this word, where a FEN has its clocks or ends.
    Operations,
    /// Text after the sixth field.
    Trailing,
    /// A command of UCI: `position startpos`.
    Command,
    /// Not this, which the FEN of a variant has there.
    NotExtra(&'static str),
}

/// The error for a text that is not a FEN: the field, the column, and the offending text.
///
/// ```
/// use philidor::{Fen, FenErrorKind, FenField};
/// let error = "8/8/8/8/8/8/8/8 x - - 0 1".parse::<Fen>().expect_err("no such side");
/// assert_eq!((error.field, error.column, error.text.as_str()), (FenField::SideToMove, 17, "x"));
/// assert_eq!(error.to_string(), "side to move, column 17: `x` is neither w nor b");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FenError {
    /// The field in which the error is.
    pub field: FenField,
    /// The column of the offending text, counted in characters from 1.
    pub column: usize,
    /// The offending text; empty where something is missing.
    pub text: String,
    /// What is wrong with it.
    pub kind: FenErrorKind,
}

impl FenError {
    /// What is wrong, without the column.
    ///
    /// ```
    /// use philidor::Fen;
    /// let error = "8/8/8/8/8/8/8/8 x - - 0 1".parse::<Fen>().expect_err("no such side");
    /// assert_eq!(error.reason().to_string(), "side to move: `x` is neither w nor b");
    /// ```
    #[must_use]
    pub fn reason(&self) -> impl fmt::Display {
        struct Reason<'a>(&'a FenError);

        impl fmt::Display for Reason<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}: ", self.0.field)?;
                self.0.write_kind(f)
            }
        }

        Reason(self)
    }

    fn write_kind(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = visible(&self.text);
        match &self.kind {
            FenErrorKind::Missing => write!(f, "the FEN ends before this field"),
            FenErrorKind::UnknownPiece => {
                write!(f, "`{text}` is neither a piece nor a number of empty squares")
            }
            FenErrorKind::AdjacentDigits => {
                write!(f, "`{text}` has two digits in a row; the empty squares are one number")
            }
            FenErrorKind::RankLength(rank) => write!(f, "rank {rank}, `{text}`, does not have eight squares"),
            FenErrorKind::RankCount(count) => write!(f, "expected eight ranks, found {count}"),
            FenErrorKind::UnknownSide => write!(f, "`{text}` is neither w nor b"),
            FenErrorKind::UnknownRight => write!(f, "`{text}` is not a castling right"),
            FenErrorKind::RightTwice => write!(f, "`{text}` is a second right to the same side"),
            FenErrorKind::UnknownSquare => write!(f, "`{text}` is neither - nor a square"),
            FenErrorKind::UnknownNumber => write!(f, "`{text}` is not a number, or is too large"),
            FenErrorKind::Operations => {
                write!(f, "this is EPD, whose operations begin with `{text}`, and not a FEN")
            }
            FenErrorKind::Trailing => write!(f, "`{text}` follows the last field"),
            FenErrorKind::Command => {
                write!(f, "`{text}` is a word of UCI, whose FEN comes after `position fen`")
            }
            FenErrorKind::NotExtra(expected) => write!(f, "`{text}` is not {expected}"),
        }
    }
}

impl FenError {
    /// The error for what a variant adds to a FEN: a text in a column, and what was expected instead.
    ///
    /// ```
    /// use philidor::FenError;
    /// let error = FenError::of_extra(22, "x".to_owned(), "a piece that can be in a pocket");
    /// assert_eq!(error.to_string(), "what the variant adds, column 22: `x` is not a piece that can be in a pocket");
    /// ```
    #[must_use]
    pub const fn of_extra(column: usize, text: String, expected: &'static str) -> FenError {
        FenError { field: FenField::Extra, column, text, kind: FenErrorKind::NotExtra(expected) }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, column {}: ", self.field, self.column)?;
        self.write_kind(f)
    }
}

impl core::error::Error for FenError {}

/// The error for a text that is not a FEN, or whose setup is not a valid position.
///
/// ```
/// use philidor::{Position, PositionError};
/// assert!(matches!("4k3/8/8/8".parse::<Position>(), Err(PositionError::Fen(_))));
/// assert!(matches!("8/8/8/8/8/8/8/4K3 w - - 0 1".parse::<Position>(), Err(PositionError::Setup(_))));
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// The text is not a FEN.
    Fen(FenError),
    /// The FEN does not describe a valid position; the error has all faults and the setup.
    Setup(SetupError),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Fen(error) => error.fmt(f),
            PositionError::Setup(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PositionError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            PositionError::Fen(error) => error.source(),
            PositionError::Setup(error) => error.source(),
        }
    }
}

impl From<FenError> for PositionError {
    fn from(error: FenError) -> PositionError {
        PositionError::Fen(error)
    }
}

impl From<SetupError> for PositionError {
    fn from(error: SetupError) -> PositionError {
        PositionError::Setup(error)
    }
}
