//! What the table knows of a node.

use philidor::MoveDigest;

use super::frame::Frame;
use super::node::Node;
use super::parts::Parts;
use super::value::{decides, from_table};
use crate::report::Bound;
use crate::transposition_table::{Entry, TranspositionTable as _};

/// Which node was asked for, and what was found.
#[derive(Clone, Copy)]
pub(crate) struct TtProbe {
    pub(crate) key: u64,
    pub(crate) entry: Option<Entry>,
    /// Its value here, with mates counted from the root.
    pub(crate) value: Option<(i32, Bound)>,
}

impl TtProbe {
    /// Nothing, while a move is excluded: what is known is about all of them.
    #[inline(always)]
    pub(crate) fn new<K: Parts>(node: &Node<'_, '_, K>, frame: &Frame) -> TtProbe {
        let key = node.worker.position.key();
        let entry = if frame.excluded.is_none() { node.worker.table.get(key) } else { None };
        let value =
            entry.and_then(|entry| entry.bound.map(|bound| (from_table(entry.value, node.ply), bound)));
        TtProbe { key, entry, value }
    }

    /// The value, if it was found by a search that was deep enough and no other value would change anything.
    ///
    /// Not where the fifty moves come near, of which the table knows nothing, nor on the principal line, whose moves
    /// would be missing.
    #[inline(always)]
    pub(crate) fn cutoff<K: Parts>(&self, node: &Node<'_, '_, K>) -> Option<i32> {
        let (entry, (value, bound)) = (self.entry?, self.value?);
        if node.is_principal || node.worker.position.halfmove_clock() >= 90 {
            return None;
        }
        let is_deep = if Node::<K>::BETS { entry.depth >= node.depth } else { entry.depth == node.depth };
        (is_deep && decides(bound, value, node.alpha, node.beta)).then_some(value)
    }

    /// The move that was best, or too good.
    #[inline(always)]
    pub(crate) fn mv(&self) -> Option<MoveDigest> {
        self.entry?.mv
    }

    /// Whether the node was on a line that could have become the principal one.
    #[inline(always)]
    pub(crate) fn is_pv(&self) -> bool {
        self.entry.is_some_and(|entry| entry.is_pv)
    }
}
