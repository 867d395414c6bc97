//! Pruning of a whole node, before its moves are searched: reverse futility pruning (also *static null move pruning*),
//! razoring, and null move pruning with verification.
//!
//! ```text
//! static evaluation ──► far above beta     reverse futility: it will stay above
//!                   ──► far below alpha    razoring: only captures could help; quiescence says whether they do
//!                   ──► above beta         null move: if even passing is good enough, so is the best move
//! ```

use philidor::search_support::Level;

use super::frame::Frame;
use super::node::{Node, value_of};
use super::quiescence::Quiescence;
use super::static_eval::StaticEval;
use super::value::WIN_BOUND;
use crate::parts::pruning::Pruning as _;
use crate::parts::search_parts::Parts;

impl<K: Parts> Node<'_, '_, K> {
    /// The value of the node, if it can be pruned; 0 once the search is stopped.
    #[inline(always)]
    pub(crate) fn prune<L: Level>(&mut self, level: L, frame: &Frame, eval: &StaticEval) -> Option<i32> {
        if !Self::PRUNES || self.is_pv || frame.is_check || frame.excluded.is_some() {
            return None;
        }
        self.reverse_futility(eval)
            .or_else(|| self.razoring(level, eval.value))
            .or_else(|| self.null_move(level, eval.value))
    }

    #[inline(always)]
    fn reverse_futility(&self, eval: &StaticEval) -> Option<i32> {
        let StaticEval { value: static_eval, is_improving, .. } = *eval;
        let margin = self.worker.pruning.reverse_futility(self.depth, is_improving)?;
        let is_enough =
            static_eval - margin >= self.beta && static_eval < WIN_BOUND && self.beta > -WIN_BOUND;
        is_enough.then_some((static_eval + self.beta) / 2)
    }

    #[inline(always)]
    fn razoring<L: Level>(&mut self, level: L, static_eval: i32) -> Option<i32> {
        let Node { ref mut worker, alpha, ply, depth, .. } = *self;
        let margin = worker.pruning.razoring(depth)?;
        if static_eval + margin >= alpha || alpha.abs() >= WIN_BOUND {
            return None;
        }
        let value = level.call(Quiescence { worker: &mut **worker, alpha, beta: alpha + 1, ply, depth: 0 });
        if worker.is_stopped {
            return Some(0);
        }
        (value <= alpha).then_some(value)
    }

    #[inline(always)]
    fn null_move<L: Level>(&mut self, level: L, static_eval: i32) -> Option<i32> {
        let (beta, ply, is_cut_node) = (self.beta, self.ply, self.is_cut_node);
        let worker = &mut *self.worker;
        if static_eval < beta
            || ply < worker.null_move_from
            || worker.path(ply).placed(1).is_none()
            || beta <= -WIN_BOUND
            || !worker.has_pieces()
        {
            return None;
        }
        let reduction = worker.pruning.null_move(self.depth, static_eval - beta)?;
        let null = worker.position.null_move()?;
        let reduced = self.depth - reduction;
        let undo = worker.play_null(null, ply);
        let value = -value_of(level, self.other((-beta, 1 - beta), reduced, ply + 1, !is_cut_node));
        self.worker.undo_null(null, undo);
        if self.worker.is_stopped {
            return Some(0);
        }
        if value < beta {
            return None;
        }
        let value = if value >= WIN_BOUND { beta } else { value };
        if self.depth < self.worker.pruning.verification_depth() || self.worker.null_move_from > 0 {
            return Some(value);
        }
        // Zugzwang? A search verifies it that makes no null move in most of its plies.
        self.worker.null_move_from = ply + (reduced.max(0) as usize) * 3 / 4 + 1;
        let verified = value_of(level, self.other((beta - 1, beta), reduced, ply, false));
        self.worker.null_move_from = 0;
        if self.worker.is_stopped {
            return Some(0);
        }
        (verified >= beta).then_some(value)
    }
}
