//! The transposition table probe: what the table knows of a node, and whether that is a cutoff.

use philidor::MoveDigest;

use super::frame::Frame;
use super::node::Node;
use super::value::is_cutoff;
use crate::bot::report::Bound;
use crate::parts::search_parts::Parts;
use crate::parts::transposition_table::{Entry, TranspositionTable as _};

/// The key of a node, and the entry that was found.
#[derive(Clone, Copy)]
pub(crate) struct TtProbe {
    pub(crate) key: u64,
    pub(crate) entry: Option<Entry>,
    /// Its value and bound, with mates counted from the root.
    pub(crate) value: Option<(i32, Bound)>,
}

impl TtProbe {
    /// Probes the table; not while a move is excluded, because the entry is about all moves.
    #[inline(always)]
    pub(crate) fn new<K: Parts>(node: &Node<'_, '_, K>, frame: &Frame) -> TtProbe {
        let key = node.worker.position.key();
        let entry = if frame.excluded.is_none() { node.worker.tt.get(key) } else { None };
        let value = entry.and_then(|entry| entry.value_at(node.ply));
        TtProbe { key, entry, value }
    }

    /// The value of a table cutoff, if there is one: the entry was searched deep enough, and its bound decides the
    /// window.
    ///
    /// Not near the fifty-move rule, of which the table knows nothing, nor in a PV node, whose principal variation
    /// would lose its moves.
    #[inline(always)]
    pub(crate) fn cutoff<K: Parts>(&self, node: &Node<'_, '_, K>) -> Option<i32> {
        let (entry, (value, bound)) = (self.entry?, self.value?);
        if node.is_pv || node.worker.position.halfmove_clock() >= 90 {
            return None;
        }
        let is_deep = if Node::<K>::PRUNES { entry.depth >= node.depth } else { entry.depth == node.depth };
        (is_deep && is_cutoff(bound, value, node.alpha, node.beta)).then_some(value)
    }

    /// The hash move: it was best, or caused a beta cutoff.
    #[inline(always)]
    pub(crate) fn mv(&self) -> Option<MoveDigest> {
        self.entry?.mv
    }

    #[inline(always)]
    pub(crate) fn is_pv(&self) -> bool {
        self.entry.is_some_and(|entry| entry.is_pv)
    }
}
