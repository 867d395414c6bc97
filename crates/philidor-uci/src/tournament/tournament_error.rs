//! Why a match cannot be played.

use core::fmt;

use super::failure::PlayerFailure;
use crate::harmless::harmless;

/// Why a match cannot be played.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TournamentError {
    /// There is no opponent.
    NoOpponent,
    /// A name is empty, not one line, or that of another contender.
    Name {
        /// The name.
        name: String,
    },
    /// A Swiss tournament with this many rounds.
    Rounds {
        /// The rounds.
        rounds: usize,
        /// The most that there can be, at least one.
        most: usize,
    },
    /// Games cannot be kept to cores on this system.
    Affinity {
        /// What the system says.
        reason: String,
    },
    /// There are not as many cores as the games at a time need.
    Cores {
        /// How many they need.
        needed: usize,
        /// How many there are.
        available: usize,
    },
    /// A contender cannot be started.
    Start {
        /// The contender's name.
        name: String,
        /// Why.
        failure: PlayerFailure,
    },
    /// The system starts no thread for a game.
    Thread {
        /// What the system says.
        reason: String,
    },
}

impl fmt::Display for TournamentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TournamentError::NoOpponent => f.write_str("there is no opponent"),
            TournamentError::Name { name } if name.trim().is_empty() => f.write_str("an engine has no name"),
            TournamentError::Name { name } if name.contains(char::is_control) => {
                write!(f, "the name `{}` has a control character, such as a line break", harmless(name))
            }
            TournamentError::Name { name } => {
                write!(f, "two engines are called `{}`, and each needs a name of its own", harmless(name))
            }
            TournamentError::Rounds { rounds, most } => {
                write!(f, "{rounds} rounds, where there can be from 1 to {most}")
            }
            TournamentError::Affinity { reason } => {
                write!(f, "games cannot be kept to cores of their own: {}", harmless(reason))
            }
            TournamentError::Cores { needed, available } => {
                write!(f, "the games need {needed} cores of their own, and there are {available}")
            }
            TournamentError::Start { name, failure } => write!(f, "{}: it {failure}", harmless(name)),
            TournamentError::Thread { reason } => f.write_str(&harmless(reason)),
        }
    }
}

philidor::debug_is_the_sentence!(TournamentError);

impl core::error::Error for TournamentError {}
