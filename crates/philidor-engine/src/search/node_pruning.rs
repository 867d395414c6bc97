//! Pruning of a whole node, before its moves are searched: reverse futility pruning (also *static null move pruning*),
//! razoring, null move pruning with verification, and ProbCut.
//!
//! ```text
//! static evaluation ──► far above beta     reverse futility: it will stay above
//!                   ──► far below alpha    razoring: only captures could help; quiescence says whether they do
//!                   ──► above beta         null move: if even passing is good enough, so is the best move
//!                                          ProbCut: a capture that is far above beta at less depth is above it here
//! ```

use philidor::search_support::{Level, Picker};

use super::frame::MAX_PLIES;
use super::node::{Node, value_of};
use super::node_info::NodeInfo;
use super::quiescence::Quiescence;
use super::tt_probe::TtProbe;
use super::value::{WIN_BOUND, to_tt};
use crate::bot::report::Bound;
use crate::parts::pruning::Pruning as _;
use crate::parts::search_parts::Parts;
use crate::parts::situation::ProbCutSearch;
use crate::parts::transposition_table::{Entry, TranspositionTable as _};

impl<K: Parts> Node<'_, '_, K> {
    /// The value of the node, if it can be pruned; 0 once the search is stopped.
    #[inline(always)]
    pub(crate) fn prune<L: Level>(&mut self, level: L, info: NodeInfo<'_>) -> Option<i32> {
        if !Self::PRUNES || self.is_pv || info.frame.is_check || info.frame.excluded.is_some() {
            return None;
        }
        // No `or_else`: its closure would be compiled for the build's target, not for the level.
        if let Some(value) = self.reverse_futility(info) {
            return Some(value);
        }
        if let Some(value) = self.razoring(level, info) {
            return Some(value);
        }
        if let Some(value) = self.null_move(level, info) {
            return Some(value);
        }
        self.probcut(level, info)
    }

    #[inline(always)]
    fn reverse_futility(&self, info: NodeInfo<'_>) -> Option<i32> {
        let node = self.situation(info, self.alpha);
        let margin = self.worker.pruning.reverse_futility(&node)?;
        let is_enough =
            node.evaluation - margin >= self.beta && node.evaluation < WIN_BOUND && self.beta > -WIN_BOUND;
        is_enough.then(|| self.worker.pruning.reverse_futility_value(&node))
    }

    #[inline(always)]
    fn razoring<L: Level>(&mut self, level: L, info: NodeInfo<'_>) -> Option<i32> {
        let margin = self.worker.pruning.razoring(&self.situation(info, self.alpha))?;
        let Node { ref mut worker, alpha, ply, .. } = *self;
        if info.eval.value + margin >= alpha || alpha.abs() >= WIN_BOUND {
            return None;
        }
        let value = level.call(Quiescence { worker: &mut **worker, alpha, beta: alpha + 1, ply, depth: 0 });
        if worker.is_stopped {
            return Some(0);
        }
        (value <= alpha).then_some(value)
    }

    #[inline(always)]
    fn null_move<L: Level>(&mut self, level: L, info: NodeInfo<'_>) -> Option<i32> {
        let (beta, ply, is_cut_node) = (self.beta, self.ply, self.is_cut_node);
        if info.eval.value < beta
            || ply < self.worker.null_move_from
            || self.worker.path(ply).placed(1).is_none()
            || beta.abs() >= WIN_BOUND
        {
            return None;
        }
        let reduction = self.worker.pruning.null_move(&self.situation(info, self.alpha))?;
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
        let plies = self.worker.pruning.verification(&self.situation(info, self.alpha), reduced);
        let Some(plies) = plies.filter(|_| self.worker.null_move_from == 0) else { return Some(value) };
        // In case of zugzwang, a search that makes no null moves in most of its plies verifies the value.
        self.worker.null_move_from = ply + plies.clamp(1, MAX_PLIES);
        let verified = value_of(level, self.other((beta - 1, beta), reduced, ply, false));
        self.worker.null_move_from = 0;
        if self.worker.is_stopped {
            return Some(0);
        }
        (verified >= beta).then_some(value)
    }

    /// A capture that a reduced search finds far above beta is most likely above beta in the full search, too.
    #[inline(always)]
    fn probcut<L: Level>(&mut self, level: L, info: NodeInfo<'_>) -> Option<i32> {
        let ProbCutSearch { depth, margin } =
            self.worker.pruning.probcut(&self.situation(info, self.alpha))?;
        let (ply, beta) = (self.ply, self.beta + margin);
        if self.beta.abs() >= WIN_BOUND || beta >= WIN_BOUND {
            return None;
        }
        let TtProbe { key, entry, value } = *info.probe;
        if let (Some(entry), Some((value, _))) = (entry, value)
            && entry.depth >= depth
            && value < beta
        {
            return None;
        }
        let wanted = beta - self.worker.static_evaluation(ply);
        let mut picker = Picker::tactical(info.probe.mv());
        while let Some(mv) = self.next_move(level, &mut picker) {
            if picker.is_among_bad() {
                break;
            }
            if !level.exchange_at_least(&self.worker.exchange, &self.worker.position, mv, wanted) {
                continue;
            }
            let played = self.worker.play(level, mv, ply);
            let worker = &mut *self.worker;
            let mut value =
                -level.call(Quiescence { worker, alpha: -beta, beta: 1 - beta, ply: ply + 1, depth: 0 });
            if value >= beta && depth > 1 {
                value =
                    -value_of(level, self.other((-beta, 1 - beta), depth - 1, ply + 1, !self.is_cut_node));
            }
            self.worker.undo(played);
            if self.worker.is_stopped {
                return Some(0);
            }
            if value >= beta {
                let entry = Entry {
                    mv: Some(mv.digest()),
                    value: to_tt(value, ply),
                    evaluation: info.eval.raw,
                    depth,
                    bound: Some(Bound::Lower),
                    is_pv: info.probe.is_pv(),
                };
                self.worker.tt.put(key, entry);
                return Some(value);
            }
        }
        None
    }
}
