//! What a node knows of itself before its moves, and how a [`Pruning`](crate::Pruning) sees it.

use super::frame::Frame;
use super::node::Node;
use super::static_eval::StaticEval;
use super::tt_probe::TtProbe;
use crate::parts::search_parts::Parts;
use crate::parts::situation::Situation;

/// What a node knows of itself before its moves are searched.
#[derive(Clone, Copy)]
pub(crate) struct NodeInfo<'n> {
    pub(crate) frame: &'n Frame,
    pub(crate) probe: &'n TtProbe,
    pub(crate) eval: &'n StaticEval,
}

impl<K: Parts> Node<'_, '_, K> {
    /// The node with the worker's position, which is the one after a move while that is being searched.
    #[inline(always)]
    pub(crate) fn situation(&self, info: NodeInfo<'_>, alpha: i32) -> Situation<'_> {
        let NodeInfo { frame, probe, eval } = info;
        Situation {
            position: &self.worker.position,
            depth: self.depth,
            ply: self.ply,
            alpha,
            beta: self.beta,
            evaluation: eval.value,
            static_evaluation: self.worker.static_evaluation(self.ply),
            is_check: frame.is_check,
            is_improving: eval.is_improving,
            is_pv: self.is_pv,
            was_pv: probe.is_pv(),
            is_cut_node: self.is_cut_node,
        }
    }
}
