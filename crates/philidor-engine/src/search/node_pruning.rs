//! Pruning of a whole node, before its moves are searched: reverse futility pruning (also *static null move pruning*),
//! razoring, and null move pruning with verification.
//!
//! ```text
//! static evaluation ──► far above beta     reverse futility: it will stay above
//!                   ──► far below alpha    razoring: only captures could help; quiescence says whether they do
//!                   ──► above beta         null move: if even passing is good enough, so is the best move
//! ```

use philidor::search_support::Level;

use super::bet::Known;
use super::frame::MAX_PLIES;
use super::node::{Node, value_of};
use super::quiescence::Quiescence;
use super::value::WIN_BOUND;
use crate::parts::pruning::Pruning as _;
use crate::parts::search_parts::Parts;

impl<K: Parts> Node<'_, '_, K> {
    /// The value of the node, if it can be pruned; 0 once the search is stopped.
    #[inline(always)]
    pub(crate) fn prune<L: Level>(&mut self, level: L, known: Known<'_>) -> Option<i32> {
        if !Self::PRUNES || self.is_pv || known.frame.is_check || known.frame.excluded.is_some() {
            return None;
        }
        self.reverse_futility(known)
            .or_else(|| self.razoring(level, known))
            .or_else(|| self.null_move(level, known))
    }

    #[inline(always)]
    fn reverse_futility(&self, known: Known<'_>) -> Option<i32> {
        let node = self.situation(known, self.alpha);
        let margin = self.worker.pruning.reverse_futility(&node)?;
        let is_enough =
            node.evaluation - margin >= self.beta && node.evaluation < WIN_BOUND && self.beta > -WIN_BOUND;
        is_enough.then(|| self.worker.pruning.reverse_futility_value(&node))
    }

    #[inline(always)]
    fn razoring<L: Level>(&mut self, level: L, known: Known<'_>) -> Option<i32> {
        let margin = self.worker.pruning.razoring(&self.situation(known, self.alpha))?;
        let Node { ref mut worker, alpha, ply, .. } = *self;
        if known.eval.value + margin >= alpha || alpha.abs() >= WIN_BOUND {
            return None;
        }
        let value = level.call(Quiescence { worker: &mut **worker, alpha, beta: alpha + 1, ply, depth: 0 });
        if worker.is_stopped {
            return Some(0);
        }
        (value <= alpha).then_some(value)
    }

    #[inline(always)]
    fn null_move<L: Level>(&mut self, level: L, known: Known<'_>) -> Option<i32> {
        let (beta, ply, is_cut_node) = (self.beta, self.ply, self.is_cut_node);
        if known.eval.value < beta
            || ply < self.worker.null_move_from
            || self.worker.path(ply).placed(1).is_none()
            || beta <= -WIN_BOUND
        {
            return None;
        }
        let reduction = self.worker.pruning.null_move(&self.situation(known, self.alpha))?;
        let worker = &mut *self.worker;
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
        let plies = self.worker.pruning.verification(&self.situation(known, self.alpha), reduced);
        let Some(plies) = plies.filter(|_| self.worker.null_move_from == 0) else { return Some(value) };
        // Zugzwang? A search verifies it that makes no null move in most of its plies.
        self.worker.null_move_from = ply + plies.clamp(1, MAX_PLIES);
        let verified = value_of(level, self.other((beta - 1, beta), reduced, ply, false));
        self.worker.null_move_from = 0;
        if self.worker.is_stopped {
            return Some(0);
        }
        (verified >= beta).then_some(value)
    }
}
