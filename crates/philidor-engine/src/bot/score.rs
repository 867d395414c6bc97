//! What a position is worth: hundredths of a pawn, or a mate in a number of half-moves.
//!
//! ```text
//!  -32000          -31000     -30000         0         30000      31000          32000
//!     |  mated in n   |          |  centipawns          |          |   mates in n    |
//!     0 half-moves  1000                                         1000             0 half-moves
//! ```
//!
//! A score is always that of one side, in a search the side to move; for the other side the sign changes. A quicker
//! mate is a higher score, so that a search for the highest score also mates.

use core::fmt;
use core::ops::Neg;

use philidor::Color;

/// The value of a position for one side.
///
/// ```
/// use philidor_engine::Score;
///
/// let (ahead, mates) = (Score::centipawns(135), Score::mates_in(5));
/// assert!(ahead > Score::DRAW && mates > ahead && -mates < -ahead);
/// assert_eq!((ahead.to_string(), mates.to_string(), (-mates).to_string()), ("+1.35".into(), "#3".into(), "#-3".into()));
/// assert_eq!((mates.mate(), Score::mated_in(4).mate(), ahead.mate()), (Some(3), Some(-2), None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// Neither side is ahead.
    pub const DRAW: Score = Score(0);

    /// The highest score: the side has mated.
    pub const MATE: Score = Score(32_000);

    /// The highest score that an evaluation can give; those above are mates.
    pub const MAX_EVALUATION: Score = Score(30_000);

    /// The longest mate that a score can express, in half-moves.
    pub const MAX_MATE: u32 = 1_000;

    /// An evaluation in hundredths of a pawn. What is out of range becomes the highest or lowest evaluation, so that it
    /// is never taken for a mate.
    #[must_use]
    #[inline(always)]
    pub const fn centipawns(value: i32) -> Score {
        if value > Score::MAX_EVALUATION.0 {
            Score::MAX_EVALUATION
        } else if value < -Score::MAX_EVALUATION.0 {
            Score(-Score::MAX_EVALUATION.0)
        } else {
            Score(value)
        }
    }

    /// The side mates in this many half-moves, its own first.
    #[must_use]
    pub const fn mates_in(plies: u32) -> Score {
        Score(Score::MATE.0 - if plies < Score::MAX_MATE { plies } else { Score::MAX_MATE } as i32)
    }

    /// The side is mated in this many half-moves; 0 if it is mated now.
    #[must_use]
    pub const fn mated_in(plies: u32) -> Score {
        Score(-Score::mates_in(plies).0)
    }

    /// A score from the number that a search works with: the reverse of [`Score::value`].
    #[must_use]
    pub const fn from_value(value: i32) -> Score {
        if value > Score::MATE.0 {
            Score::MATE
        } else if value < -Score::MATE.0 {
            Score(-Score::MATE.0)
        } else {
            Score(value)
        }
    }

    /// The number that a search works with: centipawns, or for a mate 32,000 less the half-moves until then.
    #[must_use]
    #[inline(always)]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// In how many moves the side mates, or, if negative, is mated; `None` without a mate.
    ///
    /// A side that is already mated is mated in 0 moves.
    #[must_use]
    pub const fn mate(self) -> Option<i32> {
        let plies = Score::MATE.0 - self.0.abs();
        if plies > Score::MAX_MATE as i32 { None } else { Some((plies + 1) / 2 * self.0.signum()) }
    }

    /// White's score from a side's point of view. Evaluations add up what is good for White; searches want the score of
    /// the side to move.
    ///
    /// ```
    /// use philidor::Color;
    /// use philidor_engine::Score;
    ///
    /// let white = Score::centipawns(30);
    /// assert_eq!(white.relative_to(Color::White), white);
    /// assert_eq!(white.relative_to(Color::Black), Score::centipawns(-30));
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Score {
        match color {
            Color::White => self,
            Color::Black => Score(-self.0),
        }
    }

    /// As the UCI protocol writes it: `cp 35`, `mate -2`.
    #[must_use]
    pub fn uci(self) -> String {
        match self.mate() {
            Some(moves) => format!("mate {moves}"),
            None => format!("cp {}", self.0),
        }
    }
}

impl Neg for Score {
    type Output = Score;

    /// The score of the other side.
    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// In pawns with a sign, `+0.35`, or as a mate, `#3` and `#-3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate() {
            Some(moves) if self.0 < 0 => f.pad(&format!("#-{}", -moves)),
            Some(moves) => f.pad(&format!("#{moves}")),
            None => {
                let sign = if self.0 < 0 { '-' } else { '+' };
                f.pad(&format!("{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_never_mates() {
        for value in [i32::MIN, -40_000, 0, 31_500, i32::MAX] {
            assert_eq!(Score::centipawns(value).mate(), None);
        }
        assert_eq!(Score::mated_in(0).mate(), Some(0));
        assert_eq!(Score::mates_in(1).mate(), Some(1));
        assert_eq!(Score::mates_in(9_999).mate(), Some(500));
    }

    #[test]
    fn scores_are_written_with_two_decimals() {
        for (value, text, uci) in
            [(-5, "-0.05", "cp -5"), (0, "+0.00", "cp 0"), (12_345, "+123.45", "cp 12345")]
        {
            assert_eq!(
                (Score::centipawns(value).to_string(), Score::centipawns(value).uci()),
                (text.into(), uci.into())
            );
        }
        assert_eq!(Score::mated_in(4).uci(), "mate -2");
    }
}
