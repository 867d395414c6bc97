//! How a game of a match ended: the outcome and its cause.

use core::fmt;

use philidor::{Draw, Outcome, Win};

use super::failure::PlayerFailure;

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ending {
    /// Who won, and how.
    pub outcome: Outcome,
    /// Why.
    pub cause: Cause,
}

/// What ended a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// The rules of chess, claimed draws included: the referee claims for the player.
    Rules,
    /// A rule of the match, in words.
    Adjudication(String),
    /// An engine ran out of time: its name.
    Time(String),
    /// An engine failed: its name, and how.
    Failure(String, PlayerFailure),
}

impl Ending {
    /// As the tag Termination of PGN has it (Edwards, 1994, section 9.8.1).
    #[must_use]
    pub fn termination(&self) -> &'static str {
        match &self.cause {
            Cause::Rules => "normal",
            Cause::Adjudication(_) => "adjudication",
            Cause::Time(_) => "time forfeit",
            Cause::Failure(_, PlayerFailure::Illegal(_)) => "rules infraction",
            Cause::Failure(_, PlayerFailure::Late(_)) => "time forfeit",
            Cause::Failure(..) => "abandoned",
        }
    }
}

impl fmt::Display for Ending {
    /// In words: `White wins by checkmate`, `Black wins by forfeit: A crashed: exit code 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.cause, self.outcome) {
            (Cause::Rules | Cause::Time(_), outcome) => write!(f, "{outcome}"),
            // The outcome alone would say that a player resigned or that both agreed, which did not happen.
            (Cause::Adjudication(why), Outcome::Win { winner, by: Win::Resignation }) => {
                let color = if winner == philidor::Color::White { "White" } else { "Black" };
                write!(f, "{color} wins by adjudication: {why}")
            }
            (Cause::Adjudication(why), Outcome::Draw(Draw::Agreement)) => {
                write!(f, "draw by adjudication: {why}")
            }
            (Cause::Adjudication(why), outcome) => write!(f, "{outcome}: {why}"),
            (Cause::Failure(name, failure), outcome) => write!(f, "{outcome}: {name} {failure}"),
        }
    }
}
