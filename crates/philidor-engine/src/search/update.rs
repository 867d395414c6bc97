//! The update after a node: histories and killers, the correction history, and the transposition table.

use philidor::Move;

use super::best::Best;
use super::frame::Frame;
use super::node::Node;
use super::static_eval::StaticEval;
use super::tt_probe::TtProbe;
use super::value::{WIN_BOUND, is_closer, to_tt};
use crate::parts::ordering::Cutoff;
use crate::parts::search_parts::Parts;
use crate::parts::transposition_table::{Entry, TranspositionTable as _};

/// The best move of a node, and the others that were searched.
pub(crate) struct Update<'a> {
    pub(crate) best: &'a Best,
    pub(crate) quiet: &'a [Move],
    pub(crate) tactical: &'a [Move],
}

impl Update<'_> {
    #[inline(always)]
    pub(crate) fn apply<K: Parts>(
        &self,
        node: &mut Node<'_, '_, K>,
        frame: &Frame,
        probe: &TtProbe,
        eval: &StaticEval,
    ) {
        let Update { best, quiet, tactical } = *self;
        let Node { ref mut worker, alpha, beta, depth, ply, is_pv, .. } = *node;
        if let Some(mv) = best.mv
            && best.value >= beta
        {
            worker.learn(ply, Cutoff { best: mv, quiet, tactical, depth });
        }
        if frame.is_after_quiet && best.mv.is_none() && frame.excluded.is_none() {
            worker.fail_low(ply, depth);
        }
        // With a move excluded, the value is not that of the position that the key stands for.
        if frame.excluded.is_some() {
            return;
        }
        let bound = best.bound(alpha, is_pv);
        let static_eval = worker.frame(ply).evaluation;
        if Node::<K>::PRUNES
            && !frame.is_check
            && is_closer(bound, best.value, static_eval)
            && best.value.abs() < WIN_BOUND
            && best.mv.is_none_or(|mv| !mv.is_tactical())
        {
            let color = worker.position.side_to_move();
            worker.data.correction_history.learn(&worker.keys, color, best.value - static_eval, depth);
        }
        let entry = Entry {
            mv: best.mv.map(Move::digest),
            value: to_tt(best.value, ply),
            evaluation: eval.raw,
            depth,
            bound: Some(bound),
            is_pv: is_pv || probe.is_pv(),
        };
        worker.tt.put(probe.key, entry);
    }
}
