//! What a suspect is asked: every count of the suite, the small ones first.
//!
//! Beside a position with castling rights or an en-passant square come its siblings, which have the same men and another
//! state, and after them the position once more. A suspect that confuses states answers one of them wrong:
//!
//! ```text
//! r3k2r/8/8/8/8/8/8/R3K2R w KQkq -      26 moves
//! r3k2r/8/8/8/8/8/8/R3K2R w - -         24 moves
//! r3k2r/8/8/8/8/8/8/R3K2R b KQkq -      26 moves
//! ```

use philidor::{CastlingRights, Position, Setup};

use super::suspect::Question;
use crate::command::perft::suite::{Entry, Limits};

/// The depth at which siblings are asked.
const SIBLING_DEPTH: u32 = 2;

/// A question of the suite.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// The position's name in the suite.
    pub(super) name: String,
    pub(super) question: Question,
    /// About how many leaves the tree has.
    pub(super) cost: u128,
}

/// The questions of a suite, by increasing cost.
pub(super) fn of(entries: &[Entry], limits: Limits) -> Vec<Item> {
    let mut items = Vec::new();
    for Entry { name, position, counts } in entries {
        let chess960 = position.is_chess960();
        let item = |start: &Position, depth, cost| Item {
            name: name.clone(),
            question: Question { start: *start, line: Vec::new(), depth, chess960 },
            cost,
        };
        let admitted = counts.iter().filter(|&&(depth, leaves)| depth > 0 && limits.admit(depth, leaves));
        for &(depth, leaves) in admitted {
            items.push(item(position, depth, leaves));
            if depth == SIBLING_DEPTH {
                let siblings = siblings(position);
                items.extend(siblings.iter().map(|sibling| item(sibling, depth, leaves)));
                if !siblings.is_empty() {
                    items.push(item(position, depth, leaves));
                }
            }
        }
    }
    // Stable, so that siblings stay together.
    items.sort_by_key(|item| item.cost);
    items
}

/// Positions with the same men, but for a position without any state.
fn siblings(position: &Position) -> Vec<Position> {
    let setup = position.to_setup();
    let state = setup.state;
    if state.castling_rights.is_empty() && state.en_passant.is_none() {
        return Vec::new();
    }
    let mut siblings = Vec::new();
    let mut add = |change: &dyn Fn(&mut Setup)| {
        let mut changed = setup;
        change(&mut changed);
        if changed != setup
            && let Ok(sibling) = Position::try_from(changed)
        {
            siblings.push(sibling);
        }
    };
    add(&|setup| setup.state.castling_rights = CastlingRights::NONE);
    add(&|setup| setup.state.en_passant = None);
    add(&|setup| {
        setup.state.en_passant = None;
        setup.state.side_to_move = !setup.state.side_to_move;
    });
    siblings
}
