//! Games of any format, read for their tags, results and lengths. Moves of PGN are not played: playing them takes most
//! of the time of reading.

use super::any::each_replay;
use super::pgn::each_game;
use crate::parts::chunk::Chunk;
use crate::parts::format::Format;
use crate::parts::found::Found;
use crate::parts::reading::Reading;
use crate::parts::scoresheet::{GameFacts, Scoresheet};
use crate::parts::variants::{Visitors, with_game};

/// Reads the games of a chunk, and passes every one to `each`. Games of PGN are good if their syntax is. Without
/// `counts_plies` the syntax of their moves is not checked either, and their number of half-moves is 0.
pub(crate) fn each_scoresheet<T>(
    chunk: &Chunk<'_>,
    counts_plies: bool,
    made: T,
    mut each: impl FnMut(GameFacts<'_>, &Found<'_>, &mut T),
) -> Reading<T> {
    if chunk.source.format != Format::Pgn {
        return each_replay(chunk, made, |game, found, made| {
            let (result, plies) = (game.result(), game.plies() as u32);
            with_game!(game, game => each(GameFacts { tags: &game.tags, result, plies, lacks_result: false }, found, made));
        });
    }
    // No rules are applied, so none can refuse a game of a variant.
    let visitors = Visitors::new(Scoresheet::new(counts_plies), || ());
    each_game(chunk, visitors, made, |visitors, found, made| each(visitors.chess.facts(), found, made)).0
}
