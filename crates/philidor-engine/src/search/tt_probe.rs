//! What the table knows of a node.

use philidor::MoveDigest;

use super::frame::Frame;
use super::node::Node;
use super::parts::Parts;
use super::value::{decides, from_table};
use crate::{Bound, Known, Store as _};

/// Which node was asked for, and what was found.
#[derive(Clone, Copy)]
pub(crate) struct Recollection {
    pub(crate) key: u64,
    pub(crate) known: Option<Known>,
    /// Its value here, with mates counted from the root.
    pub(crate) value: Option<(i32, Bound)>,
}

impl Recollection {
    /// Nothing, while a move is excluded: what is known is about all of them.
    #[inline(always)]
    pub(crate) fn of<K: Parts>(node: &Node<'_, '_, K>, frame: &Frame) -> Recollection {
        let key = node.worker.position.key();
        let known = if frame.excluded.is_none() { node.worker.store.get(key) } else { None };
        let value =
            known.and_then(|known| known.bound.map(|bound| (from_table(known.value, node.ply), bound)));
        Recollection { key, known, value }
    }

    /// The value, if it was found by a search that was deep enough and no other value would change anything.
    ///
    /// Not where the fifty moves come near, of which the table knows nothing, nor on the principal line, whose moves
    /// would be missing.
    #[inline(always)]
    pub(crate) fn decision<K: Parts>(&self, node: &Node<'_, '_, K>) -> Option<i32> {
        let (known, (value, bound)) = (self.known?, self.value?);
        if node.is_principal || node.worker.position.halfmove_clock() >= 90 {
            return None;
        }
        let is_deep = if Node::<K>::BETS { known.depth >= node.depth } else { known.depth == node.depth };
        (is_deep && decides(bound, value, node.alpha, node.beta)).then_some(value)
    }

    /// The move that was best, or too good.
    #[inline(always)]
    pub(crate) fn mv(&self) -> Option<MoveDigest> {
        self.known?.mv
    }

    /// Whether the node was on a line that could have become the principal one.
    #[inline(always)]
    pub(crate) fn is_in_line(&self) -> bool {
        self.known.is_some_and(|known| known.is_in_line)
    }
}
