//! A node: a position to be searched to a depth, within a window of alpha and beta; `visit.rs` searches it.

use philidor::search_support::Level;

use super::quiescence::Quiescence;
use super::worker::Worker;
use crate::parts::pruning::Pruning;
use crate::parts::search_parts::Parts;

/// A node between the root and quiescence.
pub(crate) struct Node<'w, 'a, K: Parts> {
    pub(crate) worker: &'w mut Worker<'a, K>,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    /// Whether it is a PV node: the principal variation may lead through it. It stays one if its window shrinks to
    /// null.
    pub(crate) is_pv: bool,
    /// Whether it is expected to be a cut node, in which one of the first moves causes a beta cutoff.
    pub(crate) is_cut_node: bool,
}

/// The value of a position, by a node, or by quiescence where no depth is left.
#[inline(always)]
pub(crate) fn value_of<K: Parts, L: Level>(level: L, node: Node<'_, '_, K>) -> i32 {
    let Node { worker, alpha, beta, depth, ply, .. } = node;
    if depth <= 0 && !<K::Pruning as Pruning>::FULL_WIDTH {
        return level.call(Quiescence { worker, alpha, beta, ply, depth: 0 });
    }
    level.call(Node { worker, depth: depth.max(0), ..node })
}

impl<'w, 'a, K: Parts> Node<'w, 'a, K> {
    /// A node for the worker's position.
    #[inline(always)]
    pub(crate) fn new(
        worker: &'w mut Worker<'a, K>,
        (alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
        is_cut_node: bool,
    ) -> Self {
        Node { worker, alpha, beta, depth, ply, is_pv: beta - alpha > 1, is_cut_node }
    }

    /// Whether this search prunes, reduces and extends.
    pub(crate) const PRUNES: bool = !<K::Pruning as Pruning>::FULL_WIDTH;

    /// A node for the same position, or for the one after the move that was just played.
    #[inline(always)]
    pub(crate) fn other(
        &mut self,
        window: (i32, i32),
        depth: i32,
        ply: usize,
        is_cut_node: bool,
    ) -> Node<'_, 'a, K> {
        Node::new(self.worker, window, depth, ply, is_cut_node)
    }
}
