//! Why positions are not a frontier, or a text is not one.

use core::fmt;

/// Why a text is not a frontier.
///
/// ```
/// use philidor::perft::{Frontier, FrontierFault};
/// let text = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;paths 1\n4k3/8/8/8/8/8/8/4K3 b - - 0 1 ;paths 1\n";
/// let error = text.parse::<Frontier>().expect_err("positions of two plies");
/// assert_eq!((error.line, error.fault), (2, FrontierFault::OtherSide));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct FrontierError {
    /// The number of the line, or of the position, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: FrontierFault,
}

/// What is wrong with a line of a frontier. See [`FrontierError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrontierFault {
    /// There is no ` ;paths ` and a number after the FEN.
    NoPaths,
    /// The FEN is invalid, or not that of a position with well-defined moves.
    NoPosition,
    /// The side to move differs from that of the lines before.
    OtherSide,
    /// A castling rook has a different home than in the lines before, or castles to the other side.
    OtherRooks,
}

impl fmt::Display for FrontierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl fmt::Display for FrontierFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FrontierFault::NoPaths => "no ` ;paths ` and a number after the FEN",
            FrontierFault::NoPosition => "not the FEN of a position",
            FrontierFault::OtherSide => "not the same side's turn as in the lines before",
            FrontierFault::OtherRooks => {
                "a castling rook from another square, or to another side, than before"
            }
        })
    }
}

impl core::error::Error for FrontierError {}
