//! Late move pruning and late move reductions: is a move searched at all, and if so, how deep?
//!
//! The later a move comes in a good order, the less likely it is to be the best one. Futility pruning, history pruning
//! and pruning by static exchange (SEE) leave out more.

use philidor::Move;
use philidor::search_support::{Level, Picker};

use super::best::Best;
use super::frame::Frame;
use super::node::Node;
use super::node_info::NodeInfo;
use super::scoring::ZERO;
use super::value::WIN_BOUND;
use crate::parts::ordering::MoveOrdering as _;
use crate::parts::pruning::Pruning as _;
use crate::parts::search_parts::Parts;
use crate::parts::situation::Candidate;

impl<K: Parts> Node<'_, '_, K> {
    /// The move that the picker has just given, in its place in the order.
    #[inline(always)]
    pub(crate) fn candidate(
        &self,
        mv: Move,
        count: u32,
        picker: &Picker,
        info: NodeInfo<'_>,
        alpha: i32,
    ) -> Candidate {
        let worker = &*self.worker;
        let mut candidate = Candidate::new(mv, count);
        candidate.is_losing = !candidate.is_quiet && picker.is_among_bad();
        candidate.is_hash_or_killer = mv.score() >= u32::MAX - 1;
        candidate.score = if !candidate.is_quiet {
            0
        } else if candidate.is_hash_or_killer {
            worker.data.ordering.score_quiet(&worker.position, worker.path(self.ply), mv)
        } else {
            (mv.score() as i64 - i64::from(ZERO)) as i32
        };
        if Self::PRUNES {
            let node = self.situation(info, alpha);
            candidate.reduction = worker.pruning.late_move_reduction(&node, &candidate);
        }
        candidate
    }

    /// Whether to prune this move, and perhaps all quiet moves after it: by late move pruning, futility, history, or
    /// static exchange.
    ///
    /// Prunes nothing until a move is known not to lose, so that mates, and losses by endgame tables, stay proven.
    #[inline(always)]
    pub(crate) fn is_pruned<L: Level>(
        &self,
        level: L,
        candidate: &Candidate,
        picker: &mut Picker,
        info: NodeInfo<'_>,
        best: &Best,
    ) -> bool {
        if !Self::PRUNES || best.value <= -WIN_BOUND {
            return false;
        }
        let (worker, node) = (&*self.worker, self.situation(info, best.alpha));
        let pruning = worker.pruning;
        if !pruning.prunes_moves(&node) {
            return false;
        }
        let mv = candidate.mv;
        if !candidate.is_quiet {
            if !candidate.is_hash_or_killer
                && candidate.is_losing
                && let Some(most) = pruning.tactical_see(&node, candidate)
            {
                return !level.exchange_at_least(&worker.exchange, &worker.position, mv, most);
            }
            return false;
        }
        if candidate.count > pruning.late_move_pruning(&node) {
            picker.skip_quiet();
            return true;
        }
        if let Some(margin) = pruning.futility(&node, candidate)
            && node.static_evaluation + margin <= best.alpha
            && !worker.position.gives_check(mv)
        {
            picker.skip_quiet();
            return true;
        }
        if let Some(least) = pruning.history_pruning(&node, candidate)
            && candidate.score < least
        {
            return true;
        }
        if let Some(most) = pruning.quiet_see(&node, candidate) {
            return !level.exchange_at_least(&worker.exchange, &worker.position, mv, most);
        }
        false
    }

    /// Whether a move is searched to a reduced depth first. It has not been played yet.
    #[inline(always)]
    pub(crate) fn is_reducible(&self, candidate: &Candidate, info: NodeInfo<'_>, alpha: i32) -> bool {
        Self::PRUNES && self.worker.pruning.is_reducible(&self.situation(info, alpha), candidate)
    }

    /// The reduced depth, at most the full depth. The move has been played.
    #[inline(always)]
    pub(crate) fn reduced_depth(
        &mut self,
        candidate: &Candidate,
        full: i32,
        info: NodeInfo<'_>,
        alpha: i32,
    ) -> i32 {
        let Frame { is_check: gives_check, cutoffs, .. } = *self.worker.frame(self.ply + 1);
        let candidate = Candidate { gives_check, cutoffs, ..*candidate };
        let reduction = self.worker.pruning.reduction(&self.situation(info, alpha), &candidate);
        (full - reduction / 1024).clamp(1, full.max(1))
    }
}
