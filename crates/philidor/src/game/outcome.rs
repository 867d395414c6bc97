//! How games end.

use core::fmt;

use crate::types::Color;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side won.
    Win {
        /// Who.
        winner: Color,
        /// How.
        by: Win,
    },
    /// Neither side won.
    Draw(Draw),
}

impl Outcome {
    /// The side that won, if one did.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win { winner, .. } => Some(winner),
            Outcome::Draw(_) => None,
        }
    }

    /// The result as written on a score sheet: `1-0`, `0-1` or `1/2-1/2`.
    ///
    /// ```
    /// use philidor::{Color, Draw, Outcome, Win};
    /// assert_eq!(Outcome::Win { winner: Color::Black, by: Win::Resignation }.result(), "0-1");
    /// assert_eq!(Outcome::Draw(Draw::Stalemate).result(), "1/2-1/2");
    /// ```
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    /// In words: `White wins by mate`, `draw by stalemate`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win { winner: Color::White, by } => write!(f, "White wins by {by}"),
            Outcome::Win { winner: Color::Black, by } => write!(f, "Black wins by {by}"),
            Outcome::Draw(by) => write!(f, "draw by {by}"),
        }
    }
}

/// How a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Win {
    /// The other side has no legal move and is in check.
    Mate,
    /// The other side resigned.
    Resignation,
    /// The other side ran out of time.
    Time,
}

impl fmt::Display for Win {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Win::Mate => "mate",
            Win::Resignation => "resignation",
            Win::Time => "time",
        })
    }
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Draw {
    /// No legal move, and no check.
    Stalemate,
    /// Neither side has the material to mate.
    InsufficientMaterial,
    /// No series of legal moves ends in mate.
    DeadPosition,
    /// The position occurs for the fifth time.
    FivefoldRepetition,
    /// 75 moves of each side without capture or pawn move.
    SeventyFiveMoves,
    /// Claimed: the position occurs for the third time.
    ThreefoldRepetition,
    /// Claimed: 50 moves of each side without capture or pawn move.
    FiftyMoves,
    /// The players agreed.
    Agreement,
    /// One side ran out of time, and the other lacks the material to mate.
    TimeWithoutMaterial,
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Draw::Stalemate => "stalemate",
            Draw::InsufficientMaterial => "insufficient material",
            Draw::DeadPosition => "dead position",
            Draw::FivefoldRepetition => "fivefold repetition",
            Draw::SeventyFiveMoves => "75 moves",
            Draw::ThreefoldRepetition => "threefold repetition",
            Draw::FiftyMoves => "50 moves",
            Draw::Agreement => "agreement",
            Draw::TimeWithoutMaterial => "time without material to mate",
        })
    }
}

/// The reason for which a player may claim a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The position occurs for the third time, or will after the announced move.
    ThreefoldRepetition,
    /// 50 moves of each side without capture or pawn move.
    FiftyMoves,
}

impl From<Claim> for Draw {
    fn from(claim: Claim) -> Draw {
        match claim {
            Claim::ThreefoldRepetition => Draw::ThreefoldRepetition,
            Claim::FiftyMoves => Draw::FiftyMoves,
        }
    }
}
