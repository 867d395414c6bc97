//! A position with depth left.
//!
//! ```text
//! end          draws, mates that are nearer elsewhere, leaves        node.rs
//! recollection what the table knows, if it decides already           recollection.rs
//! outlook      what the evaluation says                              outlook.rs
//! shortcuts    bets on the whole node: is there need to look?        shortcuts.rs
//! moves        one by one: left out, extended, reduced, searched     moves.rs, candidate.rs, singularity.rs
//! lesson       what is learned and remembered                        lesson.rs
//! ```
//!
//! Each step is a function of its own and compiled as one with the others: they share a dozen values, which stay in
//! registers.

use philidor::engine::{Level, Work};

use super::frame::{Frame, MOST_PLIES};
use super::outlook::Outlook;
use super::parts::Parts;
use super::quiescence::Quiescence;
use super::recollection::Recollection;
use super::worker::Worker;
use crate::{Pruning, Score};

/// A node between the root and quiescence.
pub(crate) struct Node<'w, 'a, K: Parts> {
    pub(crate) worker: &'w mut Worker<'a, K>,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    /// Whether the best line may lead through here. It stays so if the window shrinks to one point.
    pub(crate) is_principal: bool,
    /// Whether the first moves are expected to be too good.
    pub(crate) expects_cut: bool,
}

/// The value of the position after a move: by a node, or by quiescence where no depth is left.
#[inline(always)]
pub(crate) fn value_of<K: Parts, L: Level>(level: L, node: Node<'_, '_, K>) -> i32 {
    let Node { worker, alpha, beta, depth, ply, .. } = node;
    if depth <= 0 && !<K::Pruning as Pruning>::FULL_WIDTH {
        return level.call(Quiescence { worker, alpha, beta, ply, depth: 0 });
    }
    level.call(Node { worker, depth: depth.max(0), ..node })
}

impl<K: Parts> Work for Node<'_, '_, K> {
    type Output = i32;

    #[inline(always)]
    fn run<L: Level>(mut self, level: L) -> i32 {
        if self.is_principal {
            self.worker.clear_line(self.ply);
        }
        if !self.worker.visit(self.ply) {
            return 0;
        }
        let frame = *self.worker.frame(self.ply);
        if let Some(value) = self.end(level, &frame) {
            return value;
        }
        let recalled = Recollection::of(&self, &frame);
        if let Some(value) = recalled.decision(&self) {
            return value;
        }
        let outlook = Outlook::of(&mut self, level, &frame, &recalled);
        if let Some(value) = self.shortcut(level, &frame, &outlook) {
            return value;
        }
        // Without a move from the table the order is poor: look less deep, and deeper the next time.
        if Self::BETS
            && self.depth >= 4
            && recalled.mv().is_none()
            && frame.excluded.is_none()
            && (self.is_principal || self.expects_cut)
        {
            self.depth -= 1;
        }
        self.search_moves(level, &frame, &recalled, &outlook)
    }
}

impl<'w, 'a, K: Parts> Node<'w, 'a, K> {
    /// The position of a worker, to be searched in a window to a depth.
    #[inline(always)]
    pub(crate) fn new(
        worker: &'w mut Worker<'a, K>,
        (alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
        expects_cut: bool,
    ) -> Self {
        Node { worker, alpha, beta, depth, ply, is_principal: beta - alpha > 1, expects_cut }
    }

    /// Whether anything is bet at all.
    pub(crate) const BETS: bool = !<K::Pruning as Pruning>::FULL_WIDTH;

    /// The same position, or the one after the move that was played, in another window and to another depth.
    #[inline(always)]
    pub(crate) fn other(
        &mut self,
        window: (i32, i32),
        depth: i32,
        ply: usize,
        expects_cut: bool,
    ) -> Node<'_, 'a, K> {
        Node::new(self.worker, window, depth, ply, expects_cut)
    }

    /// The value of a node that ends here: draws, leaves, and where a mate elsewhere is nearer than any here.
    #[inline(always)]
    fn end<L: Level>(&mut self, level: L, frame: &Frame) -> Option<i32> {
        let worker = &mut *self.worker;
        if worker.history.is_draw(&worker.position) {
            return Some(Score::DRAW.value());
        }
        if self.ply >= MOST_PLIES {
            return Some(if frame.is_check { Score::DRAW.value() } else { worker.evaluate(level) });
        }
        self.alpha = self.alpha.max(Score::mated_in(self.ply as u32).value());
        self.beta = self.beta.min(Score::mates_in(self.ply as u32 + 1).value());
        if self.alpha >= self.beta {
            return Some(self.alpha);
        }
        if Self::BETS
            && self.alpha < 0
            && worker.history.reversible_plies() >= 3
            && worker.history.can_repeat(&worker.position)
        {
            self.alpha = Score::DRAW.value();
            if self.alpha >= self.beta {
                return Some(self.alpha);
            }
        }
        // A leaf of a search without bets.
        (self.depth == 0 && !frame.is_check).then(|| worker.evaluate(level))
    }
}
