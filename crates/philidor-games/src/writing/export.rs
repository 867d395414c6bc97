//! Games of PGN as they are written again, with the mark of those that are kept in spite of a fault.

use philidor::GamePosition;
use philidor_pgn::{GameResult, GameTree, Tags};

use crate::parts::found::{FAULT, Found};

/// A tree with the whole roster, and what is said of a game that is kept in spite of a fault.
pub(crate) fn exported<P: GamePosition>(
    mut tree: GameTree<P>,
    roster: &Tags,
    found: &Found<'_>,
) -> GameTree<P> {
    for (name, unknown) in roster.iter() {
        if tree.tags.get(name).is_none() {
            // The roster has valid names.
            let _ = tree.tags.set(name, unknown);
        }
    }
    if found.fault.is_some() {
        // Without a marker the tag counted; it stays what it is.
        let tag = tree.result_tag().to_owned();
        tree.result = GameResult::Unknown;
        let _ = tree.keep_tag("Result", &tag);
    }
    if let Some(fault) = found.mark() {
        // It has a valid name.
        let _ = tree.tags.set(FAULT, &fault);
    }
    tree
}
