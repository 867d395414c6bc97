//! How games end: the outcome and its reason, the claim of a draw, the result of a score sheet. The table `spellings!`
//! has their words, and `GameResult::phrase` the beginning of an outcome.

use core::fmt;
use core::str::FromStr;

use super::{Color, ParseNameError};

/// How a game ended.
///
/// An outcome is read as it is printed. Of the reasons `Other` the reader knows only `a rule of the variant`, which
/// stands for words that were lost:
///
/// ```
/// use philidor::{Color, Outcome, Win};
/// let outcome = Outcome::Win { winner: Color::White, by: Win::Forfeit };
/// assert_eq!(outcome.to_string(), "White wins by forfeit");
/// assert_eq!("White wins by forfeit".parse(), Ok(outcome));
/// let error = "White wins by magic".parse::<Outcome>().expect_err("not a way to win");
/// assert_eq!(error.to_string(), "`magic` is not a way to win");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// One side won.
    Win {
        /// Who.
        winner: Color,
        /// How.
        by: Win,
    },
    /// Neither did.
    Draw(Draw),
    /// The game was broken off and has no result.
    Abandoned,
}

impl Outcome {
    /// The side that won, if one did.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        self.result().winner()
    }

    /// The result without the reason, as a score sheet has it: `1-0`, `0-1` or `1/2-1/2`; `*` for an abandoned game.
    ///
    /// ```
    /// use philidor::{Color, Draw, GameResult, Outcome, Win};
    /// let resigned = Outcome::Win { winner: Color::Black, by: Win::Resignation };
    /// assert_eq!(resigned.result(), GameResult::BlackWins);
    /// assert_eq!(Outcome::Draw(Draw::Stalemate).result().as_str(), "1/2-1/2");
    /// ```
    #[must_use]
    pub const fn result(self) -> GameResult {
        match self {
            Outcome::Win { winner: Color::White, .. } => GameResult::WhiteWins,
            Outcome::Win { winner: Color::Black, .. } => GameResult::BlackWins,
            Outcome::Draw(_) => GameResult::Draw,
            Outcome::Abandoned => GameResult::Unknown,
        }
    }

    /// One byte, for packed games: who won, and the number of the reason, which never changes.
    ///
    /// ```text
    ///   7   6   5   4   3   2   1   0
    /// +---+---+---+---+---+---+---+---+    0 White wins, 1 Black wins,
    /// |    result     |    reason     |    2 draw, 3 abandoned
    /// +---+---+---+---+---+---+---+---+
    /// ```
    pub(crate) fn code(self) -> u8 {
        match self {
            Outcome::Win { winner, by } => (winner as u8) << 4 | by.number(),
            Outcome::Draw(by) => 2 << 4 | by.number(),
            Outcome::Abandoned => 3 << 4,
        }
    }

    pub(crate) fn from_code(code: u8) -> Option<Outcome> {
        let reason = code & 15;
        let win = |winner| Win::from_number(reason).map(|by| Outcome::Win { winner, by });
        match code >> 4 {
            0 => win(Color::White),
            1 => win(Color::Black),
            2 => Draw::from_number(reason).map(Outcome::Draw),
            3 => (reason == 0).then_some(Outcome::Abandoned),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    /// In words: `White wins by checkmate`, `draw by stalemate`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.result().phrase())?;
        match self {
            Outcome::Win { by, .. } => write!(f, " by {by}"),
            Outcome::Draw(by) => write!(f, " by {by}"),
            Outcome::Abandoned => Ok(()),
        }
    }
}

impl FromStr for Outcome {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Outcome, ParseNameError> {
        let (phrase, by) = text.split_once(" by ").map_or((text, None), |(phrase, by)| (phrase, Some(by)));
        let result = GameResult::ALL.iter().find(|result| result.phrase() == phrase);
        match (result, by) {
            (Some(GameResult::WhiteWins), Some(by)) => {
                Ok(Outcome::Win { winner: Color::White, by: by.parse()? })
            }
            (Some(GameResult::BlackWins), Some(by)) => {
                Ok(Outcome::Win { winner: Color::Black, by: by.parse()? })
            }
            (Some(GameResult::Draw), Some(by)) => Ok(Outcome::Draw(by.parse()?)),
            (Some(GameResult::Unknown), None) => Ok(Outcome::Abandoned),
            _ => Err(ParseNameError::new(text, "an outcome, such as `White wins by checkmate`")),
        }
    }
}

/// The number of a reason that has only words.
const OTHER: u8 = 15;

/// What is left of the words where only the number was kept.
const OTHER_WORDS: &str = "a rule of the variant";

/// The spellings of a type, in the order of its numbers; `or` names the variant for reasons in a user's own words.
macro_rules! spellings {
    ($($name:ident, $expected:literal $(or $other:ident)?: $($variant:ident $word:literal),*;)*) => {$(
        #[cfg_attr(not(feature = "serde"), allow(dead_code, reason = "some are read by serde alone"))]
        impl $name {
            /// All values, each at its number. New ones come at the end.
            pub(crate) const ALL: &[$name] = &[$($name::$variant),*];

            /// What was expected, for the error about a text that is none of these words.
            pub(crate) const EXPECTED: &str = $expected;

            /// Its number, 15 for a reason in words, of which the words are lost.
            pub(crate) fn number(self) -> u8 {
                $name::ALL.iter().position(|&value| value == self).map_or(OTHER, |number| number as u8)
            }

            pub(crate) fn from_number(number: u8) -> Option<$name> {
                $(if number == OTHER { return Some($name::$other(OTHER_WORDS)) })?
                $name::ALL.get(usize::from(number)).copied()
            }

            pub(crate) const fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* $($name::$other(words) => words,)? }
            }

            pub(crate) fn from_word(word: &str) -> Option<$name> {
                match word {
                    $($word => Some($name::$variant),)*
                    $(OTHER_WORDS => Some($name::$other(OTHER_WORDS)),)?
                    _ => None,
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.word())
            }
        }
    )*};
}

spellings! {
    Win, "a way to win" or Other: Checkmate "checkmate", Resignation "resignation", Time "time", Forfeit "forfeit",
        Explosion "explosion", NothingLeft "loss of all pieces", NoMove "lack of moves", Checks "checks",
        Hill "king in the center", Goal "king on the eighth rank";
    Draw, "a reason for a draw" or Other:
        Stalemate "stalemate", InsufficientMaterial "insufficient material", DeadPosition "dead position",
        FivefoldRepetition "fivefold repetition", SeventyFiveMoves "75 moves",
        ThreefoldRepetition "threefold repetition", FiftyMoves "50 moves", Agreement "agreement",
        TimeWithoutMaterial "time without material to mate", BothAtGoal "both kings on the eighth rank",
        EqualMaterial "lack of moves with equal material";
    Claim, "a claim": ThreefoldRepetition "threefold repetition", FiftyMoves "50 moves";
    GameResult, "a result, `1-0`, `0-1`, `1/2-1/2` or `*`":
        Unknown "*", WhiteWins "1-0", BlackWins "0-1", Draw "1/2-1/2";
}

impl FromStr for Win {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Win, ParseNameError> {
        Win::from_word(text).ok_or_else(|| ParseNameError::new(text, Win::EXPECTED))
    }
}

impl FromStr for Draw {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Draw, ParseNameError> {
        Draw::from_word(text).ok_or_else(|| ParseNameError::new(text, Draw::EXPECTED))
    }
}

/// How a game is won. The ways from [`Explosion`](Win::Explosion) to [`Goal`](Win::Goal) are those of variants. See
/// [`Outcome`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Win {
    /// The other side has no legal move and is in check.
    Checkmate,
    /// The other side resigned.
    Resignation,
    /// The other side ran out of time.
    Time,
    /// The other side did not appear, or lost for breaking a rule.
    Forfeit,
    /// The other side's king has exploded, in atomic.
    Explosion,
    /// A side has no piece left: the winner in antichess, the horde.
    NothingLeft,
    /// The side to move has no legal move, in antichess.
    NoMove,
    /// Enough checks were given, in three-check.
    Checks,
    /// The king stands in the center, in king of the hill.
    Hill,
    /// The king has reached the eighth rank, in racing kings.
    Goal,
    /// A goal of rules of your own, in words: `White wins by …`.
    Other(&'static str),
}

/// Why a game is drawn. [`BothAtGoal`](Draw::BothAtGoal) and [`EqualMaterial`](Draw::EqualMaterial) are reasons of
/// variants.
///
/// ```
/// use philidor::{Draw, Outcome, Position};
/// for (fen, by) in [
///     ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Draw::Stalemate),
///     ("8/8/4k3/8/8/3BK3/8/8 w - - 0 1", Draw::InsufficientMaterial),
///     ("8/8/4k3/8/8/3RK3/8/8 w - - 150 110", Draw::SeventyFiveMoves),
/// ] {
///     assert_eq!(fen.parse::<Position>()?.outcome(), Some(Outcome::Draw(by)));
/// }
/// # Ok::<(), philidor::PositionError>(())
/// ```
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
    /// Both kings have reached the eighth rank, in racing kings.
    BothAtGoal,
    /// The side to move has no legal move, and both sides have the same number of pieces, in suicide chess.
    EqualMaterial,
    /// A draw by rules of your own, in words: `draw by …`.
    Other(&'static str),
}

/// The ground on which a player may claim a draw.
///
/// ```
/// use philidor::{Claim, Draw, Game, Outcome, Position};
/// let position: Position = "8/8/4k3/8/8/3RK3/8/8 w - - 100 85".parse()?;
/// let mut game = Game::from_position(position);
/// let claim = game.claimable_draw().expect("50 moves of each side");
/// assert_eq!((claim, game.outcome()), (Claim::FiftyMoves, None)); // not claimed yet
/// game.end(Outcome::Draw(claim.into()));
/// assert_eq!(game.outcome(), Some(Outcome::Draw(Draw::FiftyMoves)));
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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

/// How a game ended according to a score sheet, without a reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `*`: in progress, abandoned, or unknown.
    #[default]
    Unknown,
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
}

impl GameResult {
    /// The termination marker of PGN.
    ///
    /// ```
    /// use philidor::GameResult;
    /// assert_eq!(GameResult::Draw.as_str(), "1/2-1/2");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.word()
    }

    /// The beginning of an outcome in words.
    pub(crate) const fn phrase(self) -> &'static str {
        match self {
            GameResult::Unknown => "abandoned",
            GameResult::WhiteWins => "White wins",
            GameResult::BlackWins => "Black wins",
            GameResult::Draw => "draw",
        }
    }

    /// Who has won; `None` for a draw and for an unknown result.
    ///
    /// ```
    /// use philidor::{Color, GameResult};
    /// assert_eq!(GameResult::BlackWins.winner(), Some(Color::Black));
    /// assert_eq!(GameResult::Draw.winner(), None);
    /// ```
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw | GameResult::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn every_outcome_reads_back_from_its_words_and_from_its_code() {
        let outcomes: alloc::vec::Vec<Outcome> = (0..=u8::MAX).filter_map(Outcome::from_code).collect();
        assert_eq!(outcomes.len(), 2 * (Win::ALL.len() + 1) + Draw::ALL.len() + 1 + 1);
        for outcome in outcomes {
            assert_eq!(Outcome::from_code(outcome.code()), Some(outcome));
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
        }
    }

    #[test]
    fn a_reason_in_words_keeps_who_won() {
        let outcome = Outcome::Win { winner: Color::Black, by: Win::Other("taking every pawn") };
        assert_eq!(outcome.to_string(), "Black wins by taking every pawn");
        let read = Outcome::from_code(outcome.code()).expect("a code");
        assert_eq!(
            (read.winner(), read.to_string()),
            (Some(Color::Black), "Black wins by a rule of the variant".into())
        );
        assert!(outcome.to_string().parse::<Outcome>().is_err());
    }
}
