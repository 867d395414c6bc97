//! What can be doubted about a game that is good: a result that is said twice, in two ways, or that the board denies.
//!
//! ```text
//! [Result "1-0"]                     the tag
//! 1. f3 e5 2. g4 Qh4#  1/2-1/2       the board: Black has won; the marker, which counts as the game's result
//! ```

use core::fmt;

use crate::notation::pgn::result::GameResult;
use crate::position::Position;
use crate::types::Color;

/// Something about the result of a good game that cannot be right; from [`Checker::doubts`](super::Checker::doubts)
/// or [`Arbiter::doubts`](super::Arbiter::doubts).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Doubt {
    /// The tag `Result` has another result than the marker at the end.
    Tag {
        /// What the tag says.
        tag: GameResult,
        /// What the marker says.
        marker: GameResult,
    },
    /// The game ends in mate or stalemate, and the marker has another result. `*`, which has none, denies nothing.
    Board {
        /// What the last position says.
        board: GameResult,
        /// What the marker says.
        marker: GameResult,
    },
}

impl Doubt {
    /// What the tag and the last position of a game deny of its marker.
    pub(super) fn of_game(
        tag: Option<GameResult>,
        marker: Option<GameResult>,
        last: &Position,
    ) -> impl Iterator<Item = Doubt> + use<> {
        let of_tag = tag.zip(marker).and_then(|(tag, marker)| Doubt::of_tag(tag, marker));
        let of_board = marker.and_then(|marker| Doubt::of_board(last, marker));
        of_tag.into_iter().chain(of_board)
    }

    /// Whether a tag and a marker say two things.
    fn of_tag(tag: GameResult, marker: GameResult) -> Option<Doubt> {
        (tag != marker).then_some(Doubt::Tag { tag, marker })
    }

    /// Whether the last position of a game denies the marker.
    fn of_board(last: &Position, marker: GameResult) -> Option<Doubt> {
        let board = result_on_board(last)?;
        (marker != GameResult::Unknown && marker != board).then_some(Doubt::Board { board, marker })
    }
}

/// The result of a game that has come to mate or stalemate.
fn result_on_board(last: &Position) -> Option<GameResult> {
    if last.has_legal_move() {
        return None;
    }
    Some(match (last.is_check(), last.side_to_move()) {
        (false, _) => GameResult::Draw,
        (true, Color::White) => GameResult::BlackWins,
        (true, Color::Black) => GameResult::WhiteWins,
    })
}

impl fmt::Display for Doubt {
    /// As a sentence goes on: `the tag Result is 1-0, but the game ends with 0-1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::Tag { tag, marker } => {
                write!(f, "the tag Result is {tag}, but the game ends with {marker}")
            }
            Doubt::Board { board, marker } => {
                let end = if *board == GameResult::Draw { "stalemate" } else { "mate" };
                write!(f, "{end} is {board}, but the game ends with {marker}")
            }
        }
    }
}
