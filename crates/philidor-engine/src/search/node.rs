//! A position that is searched to some depth, within a window; `visit.rs` tells how.

use philidor::engine::Level;

use super::parts::Parts;
use super::quiescence::Quiescence;
use super::worker::Worker;
use crate::pruning::Pruning;

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
}
