//! How games of variants end.

use core::fmt;

use philidor::{Color, Draw, Win};

/// How a game of a variant ended.
///
/// ```
/// use philidor_variants::{Atomic, VariantPosition};
/// let mut position = VariantPosition::<Atomic>::default();
/// for text in ["Nf3", "f6", "Nd4", "g6", "Ne6", "Na6", "Nxd8"] {
///     position.play_unchecked(position.parse_san(text)?);
/// }
/// assert_eq!(position.outcome().map(|outcome| outcome.to_string()).as_deref(), Some("White wins by explosion"));
/// # Ok::<(), philidor_variants::VariantMoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum VariantOutcome {
    /// One side won.
    Win {
        /// Who.
        winner: Color,
        /// How.
        by: Victory,
    },
    /// Neither did.
    Draw(VariantDraw),
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Victory {
    /// The king is in check and cannot be saved.
    Checkmate,
    /// The king has exploded.
    Explosion,
    /// A side has no piece left: the winner in antichess, the horde.
    NothingLeft,
    /// The side to move has no legal move.
    NoMove,
    /// Enough checks were given.
    Checks,
    /// The king stands in the center.
    Hill,
    /// The king has reached the eighth rank.
    Goal,
    /// Off the board: time, resignation.
    Declared(Win),
    /// A goal of rules of your own, in words: `White wins by …`.
    Other(&'static str),
}

/// How a game was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum VariantDraw {
    /// As games of chess are.
    Chess(Draw),
    /// Both kings have reached the eighth rank.
    BothAtGoal,
    /// The side to move has no legal move, and both sides have the same number of pieces.
    EqualMaterial,
    /// A draw by rules of your own, in words: `draw by …`.
    Other(&'static str),
}

impl VariantOutcome {
    /// The side that won, if one did.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            VariantOutcome::Win { winner, .. } => Some(winner),
            VariantOutcome::Draw(_) => None,
        }
    }

    /// The result as a score sheet has it: `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for VariantOutcome {
    /// In words: `White wins by explosion`, `draw by stalemate`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VariantOutcome::Win { winner: Color::White, by } => write!(f, "White wins by {by}"),
            VariantOutcome::Win { winner: Color::Black, by } => write!(f, "Black wins by {by}"),
            VariantOutcome::Draw(by) => write!(f, "draw by {by}"),
        }
    }
}

impl fmt::Display for Victory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Victory::Checkmate => "checkmate",
            Victory::Explosion => "explosion",
            Victory::NothingLeft => "loss of all pieces",
            Victory::NoMove => "lack of moves",
            Victory::Checks => "checks",
            Victory::Hill => "king in the center",
            Victory::Goal => "king on the eighth rank",
            Victory::Declared(win) => return win.fmt(f),
            Victory::Other(goal) => goal,
        })
    }
}

impl fmt::Display for VariantDraw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VariantDraw::Chess(draw) => draw.fmt(f),
            VariantDraw::BothAtGoal => f.write_str("both kings on the eighth rank"),
            VariantDraw::Other(reason) => f.write_str(reason),
            VariantDraw::EqualMaterial => f.write_str("lack of moves with equal material"),
        }
    }
}
