//! What a node knows of its best move while the moves are searched one by one.
//!
//! ```text
//!          alpha                beta
//! ───────────┼────────────────────┼───────────
//!   worse    │  the best so far   │   too good: the opponent will not let it come to this
//! ```

use philidor::Move;

use super::parts::Parts;
use super::worker::Worker;
use crate::report::Bound;

/// The best so far, in a window of values.
pub(crate) struct Best {
    /// The highest value, which may be below the window.
    pub(crate) value: i32,
    /// The move that raised alpha last.
    pub(crate) mv: Option<Move>,
    /// A move has to be worth more than this to be an improvement.
    pub(crate) alpha: i32,
    beta: i32,
}

impl Best {
    /// Before the first move.
    #[inline(always)]
    pub(crate) const fn new(value: i32, alpha: i32, beta: i32) -> Best {
        Best { value, mv: None, alpha, beta }
    }

    /// A move was searched. Returns whether it is too good, so that no other needs to be looked at.
    #[inline(always)]
    pub(crate) fn learn<K: Parts>(
        &mut self,
        worker: &mut Worker<'_, K>,
        ply: usize,
        mv: Move,
        value: i32,
        is_principal: bool,
    ) -> bool {
        self.value = self.value.max(value);
        if value <= self.alpha {
            return false;
        }
        (self.alpha, self.mv) = (value, Some(mv));
        if is_principal {
            worker.set_line(ply, mv);
        }
        value >= self.beta
    }

    /// What is known of the value in the end, if the window began at this alpha.
    #[inline(always)]
    pub(crate) fn bound(&self, first_alpha: i32, is_principal: bool) -> Bound {
        if self.value >= self.beta {
            Bound::AtLeast
        } else if self.mv.is_some() && self.value > first_alpha && is_principal {
            Bound::Exact
        } else {
            Bound::AtMost
        }
    }
}
