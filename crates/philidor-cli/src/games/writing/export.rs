//! Games of PGN as they are written again, with the mark of those that are kept in spite of a fault.

use philidor::pgn::{GameResult, GameTree, PgnErrorKind, Tags};
use philidor::{MoveFault, SanErrorKind};

use crate::games::parts::part::Found;

/// The tag that says why a game is not whole.
pub(crate) const FAULT: &str = "Fault";

/// What a game that is kept in spite of a fault is marked with: what is wrong, where it ends or the first of its parts was
/// lost. None if nothing was.
pub(crate) fn mark(found: &Found<'_>) -> Option<String> {
    let lost = || found.cuts.iter().find(|cut| !is_whole_with(&cut.kind));
    found.fault.or_else(lost).map(ToString::to_string)
}

/// Whether a game is whole in spite of a remark: without a marker and with null moves.
fn is_whole_with(kind: &PgnErrorKind) -> bool {
    is_null_move(kind) || matches!(kind, PgnErrorKind::MissingResult | PgnErrorKind::ResultOfTag(_))
}

/// Whether a remark is about a null move.
pub(crate) fn is_null_move(kind: &PgnErrorKind) -> bool {
    matches!(kind, PgnErrorKind::San(error) if error.kind == SanErrorKind::Illegal(MoveFault::NullMove))
}

/// A tree with the whole roster, and what is said of a game that is kept in spite of a fault.
pub(crate) fn exported(mut tree: GameTree, roster: &Tags, found: &Found<'_>) -> GameTree {
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
    if let Some(fault) = mark(found) {
        // It has a valid name.
        let _ = tree.tags.set(FAULT, &fault);
    }
    tree
}
