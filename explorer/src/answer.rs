//! What a client gets: counts of each move, and some games, in the words of Lichess's API.
//!
//! `sum.rs` counts them from a row of the index, `player.rs` from the games of a player.

use philidor::openings;
use serde::Serialize;

use crate::bucket::Speed;
use crate::game::Game;
use crate::question::Database;
use crate::record;
use crate::row::Winner;

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Statistics {
    /// Games that White won.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// The moves, the most frequent first.
    pub moves: Vec<MoveCount>,
    /// The latest games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recent_games: Option<Vec<GameSummary>>,
    /// The games of the highest ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_games: Option<Vec<GameSummary>>,
    /// The opening of the position, or of the last one before it that has a name.
    pub opening: Option<Opening>,
    /// Games of each month.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<Vec<MonthCount>>,
    /// For `/player`: 0 once all games are counted, 1 before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue_position: Option<u64>,
}

/// The name of an opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opening {
    /// Its code in the Encyclopaedia of Chess Openings.
    pub eco: String,
    /// Its name, in English.
    pub name: String,
}

impl From<openings::Opening> for Opening {
    fn from(opening: openings::Opening) -> Opening {
        Opening { eco: opening.eco().to_string(), name: opening.to_string() }
    }
}

/// A move, and what became of the games in which it was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct MoveCount {
    /// In UCI notation, where castling is the king taking its rook.
    pub uci: String,
    /// In SAN.
    pub san: String,
    /// The mean rating of the games that have one, rounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average_rating: Option<u64>,
    /// The mean rating of the opponents, rounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average_opponent_rating: Option<u64>,
    /// The performance rating: the one that the results stand for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub performance: Option<u64>,
    /// Games that White won.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// The game, if there is only one.
    pub game: Option<GameSummary>,
    /// The opening after the move.
    pub opening: Option<Opening>,
}

/// A game, without its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct GameSummary {
    /// The move that was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uci: Option<String>,
    /// What the game is called.
    pub id: String,
    /// Who won.
    pub winner: Option<&'static str>,
    /// How fast it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<&'static str>,
    /// Whether it was rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<&'static str>,
    /// Who had White.
    pub white: PlayerSummary,
    /// Who had Black.
    pub black: PlayerSummary,
    /// The year, 0 if it is unknown.
    pub year: u16,
    /// The month, `2024-10`; what is not known of it is written as question marks.
    pub month: String,
}

impl GameSummary {
    /// A game as the answer to a question of this database has it, with the move that was played.
    pub(crate) fn of(game: &Game<'_>, database: Database, uci: Option<String>) -> GameSummary {
        let [white, black] = game.ratings;
        let is_master = database == Database::Masters;
        let speed = Speed::of_time_control(game.time_control);
        GameSummary {
            uci,
            id: if is_master { record::own_identifier(game.number) } else { record::identifier(game) },
            winner: match game.winner {
                Some(Winner::White) => Some("white"),
                Some(Winner::Black) => Some("black"),
                Some(Winner::Draw) | None => None,
            },
            speed: (!is_master).then(|| speed.name()),
            mode: (!is_master).then(|| if is_casual(game) { "casual" } else { "rated" }),
            white: PlayerSummary { name: game.white.to_owned(), rating: white },
            black: PlayerSummary { name: game.black.to_owned(), rating: black },
            year: game.date.year,
            month: game.date.to_month().to_string(),
        }
    }
}

/// A player of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PlayerSummary {
    /// The name, as the game has it.
    pub name: String,
    /// The rating, 0 for none.
    pub rating: u16,
}

/// The games of a month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MonthCount {
    /// The month, `2024-10`.
    pub month: String,
    /// Games that White won.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
}

/// Whether a game was not rated, by the words of Lichess.
pub(crate) fn is_casual(game: &Game<'_>) -> bool {
    game.event.starts_with("Casual")
}
