//! Singular extensions: is the hash move the only good one? Then it is searched deeper.
//!
//! All other moves are searched less deep, with a window below the move's value. If none reaches it, the move is
//! singular and extended, by two half-moves if the others are far worse (*double extension*). If one reaches it and the
//! window is above beta, the node is pruned (*multi-cut*).

use std::ops::ControlFlow;

use philidor::Move;
use philidor::search_support::Level;

use super::frame::Frame;
use super::node::{Node, value_of};
use super::tt_probe::TtProbe;
use super::value::WIN_BOUND;
use crate::bot::report::Bound;
use crate::parts::pruning::Pruning as _;
use crate::parts::search_parts::Parts;

impl<K: Parts> Node<'_, '_, K> {
    /// The extension of the move; or the value of the node, which is 0 once the search is stopped.
    #[inline(always)]
    pub(crate) fn singular_extension<L: Level>(
        &mut self,
        level: L,
        mv: Move,
        frame: &Frame,
        probe: &TtProbe,
    ) -> ControlFlow<i32, i32> {
        let Some(value) = self.value_to_beat(mv, frame, probe) else { return ControlFlow::Continue(0) };
        let (depth, ply, is_cut_node) = (self.depth, self.ply, self.is_cut_node);
        let below = value - 2 * depth;
        self.worker.frame(ply).excluded = probe.mv();
        let others = value_of(level, self.other((below - 1, below), (depth - 1) / 2, ply, is_cut_node));
        self.worker.frame(ply).excluded = None;
        if self.worker.is_stopped {
            return ControlFlow::Break(0);
        }
        if others < below {
            if self.is_pv || others >= below - 20 || frame.double_extensions >= 6 {
                return ControlFlow::Continue(1);
            }
            self.worker.frame(ply).double_extensions = frame.double_extensions + 1;
            ControlFlow::Continue(2)
        } else if below >= self.beta {
            // Multi-cut: even without its best move, the position is too good.
            ControlFlow::Break(below)
        } else {
            ControlFlow::Continue(-i32::from(value >= self.beta))
        }
    }

    /// The value of the hash move, if this is the one and it was searched deep enough to ask.
    #[inline(always)]
    fn value_to_beat(&self, mv: Move, frame: &Frame, probe: &TtProbe) -> Option<i32> {
        if !Self::PRUNES || probe.mv() != Some(mv.digest()) || frame.excluded.is_some() {
            return None;
        }
        let (entry, (value, bound)) = (probe.entry?, probe.value?);
        let is_known_well = self.depth >= self.worker.pruning.singular_depth()?
            && entry.depth >= self.depth - 3
            && bound != Bound::AtMost
            && value.abs() < WIN_BOUND;
        is_known_well.then_some(value)
    }
}
