//! Patterns in games that have been read.

use philidor_patterns::{Ending, Facts, Search};

use crate::parts::variants::{ByRules, Game};

/// Whether a game has a pattern at some ply. A game of a variant has none: patterns are those of chess.
pub(super) fn has_pattern(game: Game<'_>, search: &Search) -> bool {
    let ByRules::Chess(game) = game else { return false };
    let mut facts = Facts::with_result(game.result);
    facts.ending = game.positions().last().and_then(Ending::of);
    let mut matcher = search.begin(facts);
    // A null move is no move; the position after it is one like any other.
    let nexts = game.moves().iter().map(|&mv| Some(mv).filter(|mv| !mv.is_null())).chain([None]);
    game.positions().iter().zip(nexts).any(|(position, next)| matcher.holds(position, next))
}
