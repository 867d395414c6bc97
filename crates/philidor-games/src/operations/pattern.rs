//! Patterns in games that have been read.

use philidor_patterns::{Ending, GameFacts, Search};

use crate::parts::variants::{ByRules, Game};

/// Whether a game has a pattern at some ply. A game of a variant has none: patterns are those of chess.
pub(super) fn has_pattern(game: Game<'_>, search: &Search) -> bool {
    let ByRules::Chess(game) = game else { return false };
    let mut facts = GameFacts::with_result(game.result);
    if search.asks_ending() {
        facts.ending = game.positions().last().and_then(Ending::of);
    }
    let mut matcher = search.begin(facts);
    let nexts = game.moves().iter().copied().map(Some).chain([None]);
    for (position, next) in game.positions().iter().zip(nexts) {
        // A game that no longer has the pieces and pawns for the pattern is given up.
        if !matcher.may_hold(position) {
            return false;
        }
        if matcher.holds(position, next) {
            return true;
        }
    }
    false
}
