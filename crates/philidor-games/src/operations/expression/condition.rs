//! Conditions on games, which may be made of others.

use philidor::Position;
use philidor_patterns::Search;
use philidor_pgn::{GameResult, rating};

use super::comparison::Comparison;
use super::reached::{BoardEnd, MaterialCondition, comes_down_to, reaches};
use super::tag_condition::TagCondition;
use crate::operations::pattern::has_pattern;
use crate::parts::scoresheet::GameFacts;
use crate::parts::tag_name::TagName;
use crate::parts::tag_value::RATINGS;
use crate::parts::variants::{Game, with_game};

/// Which games.
#[derive(Clone, Debug)]
pub enum Expression {
    /// Those that all of these hold for.
    All(Vec<Expression>),
    /// Those that one of these holds for.
    Any(Vec<Expression>),
    /// Those that this does not hold for.
    Not(Box<Expression>),
    /// By a tag.
    Tag(TagCondition),
    /// By the ratings of both players; it does not hold if one of them is unknown.
    Rating(Comparison, u32),
    /// By the number of half-moves.
    Plies(Comparison, u32),
    /// By the result at the end of the moves.
    Result(GameResult),
    /// By what the last position is.
    End(BoardEnd),
    /// By a position that the game reaches, with any clocks.
    Position(Box<Position>),
    /// By pieces and pawns that are left at some point.
    Material(MaterialCondition),
    /// By what happens, at some ply.
    Pattern(Box<Search>),
}

impl Expression {
    /// Whether the positions of games have to be known.
    pub(crate) fn needs_positions(&self) -> bool {
        match self {
            Expression::All(parts) | Expression::Any(parts) => parts.iter().any(Expression::needs_positions),
            Expression::Not(part) => part.needs_positions(),
            Expression::Position(_)
            | Expression::Material(_)
            | Expression::End(_)
            | Expression::Pattern(_) => true,
            _ => false,
        }
    }

    /// Whether the number of half-moves has to be known.
    pub(crate) fn needs_plies(&self) -> bool {
        match self {
            Expression::All(parts) | Expression::Any(parts) => parts.iter().any(Expression::needs_plies),
            Expression::Not(part) => part.needs_plies(),
            Expression::Plies(..) => true,
            _ => false,
        }
    }

    /// The tags that are asked for by name.
    pub(crate) fn tags(&self) -> Vec<&TagName> {
        match self {
            Expression::All(parts) | Expression::Any(parts) => {
                parts.iter().flat_map(Expression::tags).collect()
            }
            Expression::Not(part) => part.tags(),
            Expression::Tag(condition) => vec![condition.name()],
            _ => Vec::new(),
        }
    }

    /// Whether it holds for a game, whose positions are there if they are needed.
    pub(crate) fn holds(&self, facts: GameFacts<'_>, game: Option<Game<'_>>) -> bool {
        match self {
            Expression::All(parts) => parts.iter().all(|part| part.holds(facts, game)),
            Expression::Any(parts) => parts.iter().any(|part| part.holds(facts, game)),
            Expression::Not(part) => !part.holds(facts, game),
            Expression::Tag(condition) => condition.holds(facts),
            Expression::Rating(comparison, wanted) => RATINGS.into_iter().all(|name| {
                let known = facts.tag(name).and_then(rating);
                known.is_some_and(|known| comparison.holds(u32::from(known).cmp(wanted)))
            }),
            Expression::Plies(comparison, plies) => comparison.holds(facts.plies.cmp(plies)),
            Expression::Result(result) => facts.result == *result,
            Expression::End(end) => {
                game.is_some_and(|game| with_game!(game, game => BoardEnd::of(game) == *end))
            }
            Expression::Position(wanted) => {
                game.is_some_and(|game| with_game!(game, game => reaches(game, wanted)))
            }
            Expression::Pattern(search) => game.is_some_and(|game| has_pattern(game, search)),
            Expression::Material(material) => {
                game.is_some_and(|game| with_game!(game, game => comes_down_to(game, material)))
            }
        }
    }
}
