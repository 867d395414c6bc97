//! Singular extensions: is the hash move the only good one? Then it is searched deeper.
//!
//! All other moves are searched less deep, with a window below the move's value. If none reaches it, the move is
//! singular and extended, by two half-moves if the others are far worse (*double extension*). If one reaches it and the
//! window is above beta, the node is pruned (*multi-cut*).

use std::ops::ControlFlow;

use philidor::Move;
use philidor::search_support::Level;

use super::node::{Node, value_of};
use super::node_info::NodeInfo;
use super::value::WIN_BOUND;
use crate::bot::report::Bound;
use crate::parts::pruning::Pruning as _;
use crate::parts::search_parts::Parts;
use crate::parts::situation::{SingularResult, SingularSearch};

impl<K: Parts> Node<'_, '_, K> {
    /// The extension of the move; or the value of the node, which is 0 once the search is stopped.
    #[inline(always)]
    pub(crate) fn singular_extension<L: Level>(
        &mut self,
        level: L,
        mv: Move,
        info: NodeInfo<'_>,
    ) -> ControlFlow<i32, i32> {
        let Some((value, search)) = self.singular_search(mv, info) else { return ControlFlow::Continue(0) };
        let NodeInfo { frame, probe, .. } = info;
        let (ply, is_cut_node) = (self.ply, self.is_cut_node);
        let (below, depth) = (value - search.margin, search.depth.min(self.depth - 1));
        self.worker.frame(ply).excluded = probe.mv();
        let others = value_of(level, self.other((below - 1, below), depth, ply, is_cut_node));
        self.worker.frame(ply).excluded = None;
        if self.worker.is_stopped {
            return ControlFlow::Break(0);
        }
        let double_extensions = frame.double_extensions;
        let result = SingularResult { value, below, others, double_extensions };
        let node = self.situation(info, self.alpha);
        if self.worker.pruning.multi_cut(&node, &result) {
            // Even without its best move, the position is too good.
            return ControlFlow::Break(below);
        }
        let extension = self.worker.pruning.singular_extension(&node, &result);
        if extension > 1 {
            self.worker.frame(ply).double_extensions = double_extensions + 1;
        }
        ControlFlow::Continue(extension)
    }

    /// The value of the hash move and the search of the others, if this is the move and the pruning wants to know.
    #[inline(always)]
    fn singular_search(&self, mv: Move, info: NodeInfo<'_>) -> Option<(i32, SingularSearch)> {
        let NodeInfo { frame, probe, .. } = info;
        if !Self::PRUNES || probe.mv() != Some(mv.digest()) || frame.excluded.is_some() {
            return None;
        }
        let (entry, (value, bound)) = (probe.entry?, probe.value?);
        if bound == Bound::Upper || value.abs() >= WIN_BOUND {
            return None;
        }
        Some((value, self.worker.pruning.singular_search(&self.situation(info, self.alpha), &entry)?))
    }
}
