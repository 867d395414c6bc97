//! Doubts about a good game: two different results, or one that the board contradicts.
//!
//! ```text
//! [Result "1-0"]                     the tag
//! 1. f3 e5 2. g4 Qh4#  1/2-1/2       the board: Black has won; the marker, which counts as the game's result
//! ```

use core::fmt;

use crate::notation::pgn::game_position::GamePosition;
use crate::notation::pgn::result::GameResult;

/// A contradiction in the result of a good game; from [`Checker::doubts`](super::Checker::doubts) or
/// [`Arbiter::doubts`](super::Arbiter::doubts).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Doubt {
    /// The tag `Result` differs from the marker at the end.
    Tag {
        /// What the tag says.
        tag: GameResult,
        /// What the marker says.
        marker: GameResult,
    },
    /// The game ends in mate or stalemate, and the marker has a different result. `*`, which is not a result,
    /// contradicts nothing.
    Board {
        /// The result by the rules.
        board: GameResult,
        /// What the marker says.
        marker: GameResult,
    },
    /// The game ends by a rule that standard chess does not have, and the marker has a different result.
    Rule {
        /// What the end is called, from [`GamePosition::name_of_end`].
        end: &'static str,
        /// The result by the rules.
        board: GameResult,
        /// What the marker says.
        marker: GameResult,
    },
}

impl Doubt {
    /// How the tag `Result` and the last position of a game contradict its marker.
    ///
    /// ```
    /// use philidor::{Position, pgn::{Doubt, GameResult}};
    /// let (tag, marker) = (GameResult::WhiteWins, GameResult::Draw);
    /// let doubts: Vec<Doubt> = Doubt::about_game(Some(tag), Some(marker), &Position::default()).collect();
    /// assert_eq!(doubts, [Doubt::Tag { tag, marker }]);
    /// assert_eq!(Doubt::about_game(Some(tag), Some(tag), &Position::default()).count(), 0);
    /// ```
    pub fn about_game<P: GamePosition>(
        tag: Option<GameResult>,
        marker: Option<GameResult>,
        last: &P,
    ) -> impl Iterator<Item = Doubt> + use<P> {
        let about_tag = tag.zip(marker).and_then(|(tag, marker)| Doubt::about_tag(tag, marker));
        let about_board = marker.and_then(|marker| Doubt::about_board(last, marker));
        about_tag.into_iter().chain(about_board)
    }

    /// Whether a tag and a marker differ.
    fn about_tag(tag: GameResult, marker: GameResult) -> Option<Doubt> {
        (tag != marker).then_some(Doubt::Tag { tag, marker })
    }

    /// Whether the last position of a game contradicts the marker.
    fn about_board<P: GamePosition>(last: &P, marker: GameResult) -> Option<Doubt> {
        let board = last.result_on_board()?;
        if marker == GameResult::Unknown || marker == board {
            return None;
        }
        Some(match last.name_of_end() {
            None => Doubt::Board { board, marker },
            Some(end) => Doubt::Rule { end, board, marker },
        })
    }
}

impl fmt::Display for Doubt {
    /// As a clause: `the tag Result is 1-0, but the game ends with 0-1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::Tag { tag, marker } => {
                write!(f, "the tag Result is {tag}, but the game ends with {marker}")
            }
            Doubt::Board { board, marker } => {
                let end = if *board == GameResult::Draw { "stalemate" } else { "mate" };
                write!(f, "{end} is {board}, but the game ends with {marker}")
            }
            Doubt::Rule { end, board, marker } => {
                write!(f, "{end} is {board}, but the game ends with {marker}")
            }
        }
    }
}
