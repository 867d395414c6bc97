//! Late move pruning and late move reductions: is a move searched at all, and if so, how deep?
//!
//! The later a move comes in a good order, the less likely it is to be the best one. Futility pruning, history pruning
//! and pruning by static exchange (SEE) leave out more.

use philidor::Move;
use philidor::search_support::{Level, Picker};

use super::best::Best;
use super::frame::Frame;
use super::node::Node;
use super::scoring::ZERO;
use super::static_eval::StaticEval;
use super::tt_probe::TtProbe;
use super::value::WIN_BOUND;
use crate::parts::ordering::Ordering as _;
use crate::parts::pruning::Pruning as _;
use crate::parts::search_parts::Parts;

/// A move with its rank in the order.
pub(crate) struct RankedMove {
    mv: Move,
    /// The number of the move, the first is 1.
    count: u32,
    pub(crate) is_quiet: bool,
    is_hash_or_killer: bool,
    /// The history score of a quiet move; 0 for others.
    score: i32,
    /// The late move reduction, in 1024ths of a half-move.
    reduction: i32,
}

impl RankedMove {
    #[inline(always)]
    pub(crate) fn new<K: Parts>(node: &Node<'_, '_, K>, mv: Move, count: u32) -> RankedMove {
        let worker = &*node.worker;
        let is_quiet = !mv.is_tactical();
        let is_hash_or_killer = mv.score() >= u32::MAX - 1;
        let score = if !is_quiet {
            0
        } else if is_hash_or_killer {
            worker.data.ordering.quiet(&worker.position, worker.path(node.ply), mv)
        } else {
            (mv.score() as i64 - i64::from(ZERO)) as i32
        };
        let reduction = if Node::<K>::PRUNES {
            worker.pruning.late_move_reduction(node.depth, count, is_quiet)
        } else {
            0
        };
        RankedMove { mv, count, is_quiet, is_hash_or_killer, score, reduction }
    }

    /// Whether to prune this move, and perhaps all quiet moves after it: by late move pruning, futility, history, or
    /// static exchange.
    ///
    /// Never before a move is known that is not lost, so that mates, and losses by endgame tables, stay proven.
    #[inline(always)]
    pub(crate) fn is_pruned<K: Parts, L: Level>(
        &self,
        node: &mut Node<'_, '_, K>,
        level: L,
        picker: &mut Picker,
        frame: &Frame,
        eval: &StaticEval,
        best: &Best,
    ) -> bool {
        if !Node::<K>::PRUNES || best.value <= -WIN_BOUND || !node.worker.has_pieces() {
            return false;
        }
        let Node { ref mut worker, depth, ply, .. } = *node;
        let RankedMove { mv, count, is_hash_or_killer, score, .. } = *self;
        if !self.is_quiet {
            return !is_hash_or_killer
                && picker.is_among_bad()
                && worker
                    .pruning
                    .tactical_exchange(depth)
                    .is_some_and(|most| !level.wins(&worker.exchange, &worker.position, mv, most));
        }
        if count > worker.pruning.late_move_pruning(depth, eval.is_improving) {
            picker.skip_quiet();
            return true;
        }
        let reduced = (depth - self.reduction / 1024).max(1);
        if let Some(margin) = worker.pruning.futility(reduced)
            && !frame.is_check
            && !is_hash_or_killer
            && worker.frame(ply).evaluation + margin + score / 128 <= best.alpha
            && !worker.position.gives_check(mv)
        {
            picker.skip_quiet();
            return true;
        }
        worker.pruning.history_pruning(depth).is_some_and(|least| score < least)
            || worker
                .pruning
                .quiet_exchange(reduced)
                .is_some_and(|most| !level.wins(&worker.exchange, &worker.position, mv, most))
    }

    #[inline(always)]
    pub(crate) fn is_late<K: Parts>(&self, node: &Node<'_, '_, K>) -> bool {
        Node::<K>::PRUNES && node.depth >= 2 && self.count > 1 + u32::from(node.is_pv)
    }

    /// The reduced depth at which it is searched first, at most the full depth. The move has been played.
    #[inline(always)]
    pub(crate) fn reduced_depth<K: Parts>(
        &self,
        node: &mut Node<'_, '_, K>,
        full: i32,
        probe: &TtProbe,
        eval: &StaticEval,
    ) -> i32 {
        let mut reduction = self.reduction;
        if node.is_pv {
            reduction -= 1024;
        }
        if node.is_cut_node {
            reduction += 1024;
        }
        if !eval.is_improving {
            reduction += 400;
        }
        if node.worker.frame(node.ply + 1).is_check {
            reduction -= 800;
        }
        if self.is_hash_or_killer {
            reduction -= 900;
        }
        if probe.is_pv() {
            reduction -= 700;
        }
        if self.is_quiet {
            reduction -= self.score / 8;
        }
        (full - reduction / 1024).clamp(1, full.max(1))
    }
}
