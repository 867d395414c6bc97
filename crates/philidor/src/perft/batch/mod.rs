//! Counting the replies to eight moves at once.
//!
//! All children of one position share nearly everything. The side that replies is the same, its king stands on the same
//! square, its pieces stand where they stood, except one that was captured. So no child is made: only its changes are
//! noted (`changes.rs`, `noting.rs`), and eight children are counted side by side, each in a lane:
//!
//! ```text
//! parent      pawns  diagonal  straight  pieces  of the mover, and of the replier: the same in all lanes
//! changes     e2|e4 among the pawns           lane 0: e2e4
//!             g1|f3 among the knights         lane 1: g1f3
//!             …
//! ```
//!
//! The count (`counting.rs`, `replies.rs`) needs no branch and no table:
//!
//! 1. The attacks of the mover's sliders in eight directions are found for all of them at once
//!    (`attacks/lane_sliders.rs`).
//! 2. Together with the attacks of the other pieces they make up the *danger* to the king. If the king stands in it,
//!    the lane is in check and is left to the plain counter.
//! 3. The king looks in eight directions up to the first piece. Where a look one way and an attack the other way meet,
//!    a piece is *pinned* on that line.
//! 4. The replier's sliders that are free, or pinned along the same line, move in each direction. The targets of one
//!    direction never overlap, since a slider stops at the next, so the number of moves is a count of squares. Pawns
//!    move by shifts, knights one by one: their squares are the same in all lanes.
//!
//! Lanes in check, and those in which a pawn can be captured en passant, are a few percent.

// `child.rs`: a lane as a board, for the plain counter. `capacity.rs`: how many children are noted before they are
// counted.
mod capacity;
mod changes;
mod child;
mod counting;
mod noting;
mod replies;

use super::children::Node;
use crate::attacks;
use crate::cpu::Level;
use crate::types::{Bitboard, Side};

#[cfg(feature = "proof")]
pub(super) use capacity::with_batches_of;
pub(super) use changes::Changes;
use changes::{Noted, Pieces};

/// Counts the moves of all children of a position: a sink for the generator at depth two.
pub(super) struct Batch<'a, S, L> {
    notes: Notes<'a>,
    level: L,
    count: u64,
    side: core::marker::PhantomData<S>,
}

/// A position, and what is noted about its children: the same at every level, so that levels can share what counts
/// them.
struct Notes<'a> {
    parent: &'a Node,
    mover: Pieces<u64>,
    replier: Pieces<u64>,
    /// The attacks of the mover's king and knights.
    leaps: u64,
    changes: &'a mut Changes,
    /// Which children are noted.
    noted: Noted,
    /// For each kind of the mover's pieces, the children in which they change: a bit for each child.
    changed: Pieces<u64>,
    /// Those of them that the plain counter must count.
    plain: u64,
}

impl<'a, S: Side, L: Level> Batch<'a, S, L> {
    #[inline(always)]
    pub(super) fn new(parent: &'a Node, changes: &'a mut Changes, level: L) -> Batch<'a, S, L> {
        let mover = Pieces::of(&parent.board, S::COLOR);
        let leaps = knight_attacks(mover.knights) | attacks::king(Bitboard(mover.king).first_or_a1()).0;
        let notes = Notes {
            parent,
            mover,
            replier: Pieces::of(&parent.board, <S::Other as Side>::COLOR),
            leaps,
            changes,
            noted: Noted::NONE,
            changed: Pieces::NONE,
            plain: 0,
        };
        Batch { notes, level, count: 0, side: core::marker::PhantomData }
    }
}

/// The attacks of a set of knights.
fn knight_attacks(knights: u64) -> u64 {
    Bitboard(knights).into_iter().fold(0, |set, knight| set | attacks::knight(knight).0)
}
