//! The best move of a node so far, while its moves are searched one by one.
//!
//! It is fail-soft: a value may be outside of the window, below alpha (*fail low*) or above beta (*fail high*).
//!
//! ```text
//!          alpha                beta
//! ───────────┼────────────────────┼───────────
//!  fails low │  the best so far   │  fails high: the opponent avoids the position
//! ```

use philidor::Move;

use super::worker::Worker;
use crate::bot::report::Bound;
use crate::parts::search_parts::Parts;

/// The best so far, in a window of values.
pub(crate) struct Best {
    /// The highest value, which may be outside of the window.
    pub(crate) value: i32,
    /// The move that raised alpha last.
    pub(crate) mv: Option<Move>,
    /// A move has to be worth more than this to be an improvement.
    pub(crate) alpha: i32,
    beta: i32,
}

impl Best {
    #[inline(always)]
    pub(crate) const fn new(value: i32, alpha: i32, beta: i32) -> Best {
        Best { value, mv: None, alpha, beta }
    }

    /// Takes in a move that was searched. Returns whether it is a beta cutoff.
    #[inline(always)]
    pub(crate) fn update<K: Parts>(
        &mut self,
        worker: &mut Worker<'_, K>,
        ply: usize,
        mv: Move,
        value: i32,
        is_pv: bool,
    ) -> bool {
        self.value = self.value.max(value);
        if value <= self.alpha {
            return false;
        }
        (self.alpha, self.mv) = (value, Some(mv));
        if is_pv {
            worker.set_pv(ply, mv);
        }
        value >= self.beta
    }

    /// The bound of the final value, if the window began at this alpha.
    #[inline(always)]
    pub(crate) fn bound(&self, first_alpha: i32, is_pv: bool) -> Bound {
        if self.value >= self.beta {
            Bound::Lower
        } else if self.mv.is_some() && self.value > first_alpha && is_pv {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}
