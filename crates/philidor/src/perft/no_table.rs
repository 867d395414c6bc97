//! The table on a CPU without 64-bit atomics: a type without values.
//!
//! It cannot be made, so each method is a `match` on nothing, and [`counted`](super::counted) is the same everywhere:
//! its `Option` of a table is always `None`.

use super::children::Node;
use crate::types::Side;

/// A table that cannot exist.
#[derive(Debug)]
pub(super) enum Table {}

impl Table {
    pub(super) fn is_shallow(_depth: u32) -> bool {
        false
    }

    pub(super) fn key<S: Side>(&self, _node: &mut Node) -> u128 {
        match *self {}
    }

    pub(super) fn key_after<S: Side>(&self, _parent: &Node, _parent_key: u128, _child: &mut Node) -> u128 {
        match *self {}
    }

    pub(super) fn prefetch(&self, _key: u128, _depth: u32) {
        match *self {}
    }

    pub(super) fn recall(&self, _key: u128, _depth: u32) -> Option<u64> {
        match *self {}
    }

    pub(super) fn keep(&self, _key: u128, _depth: u32, _count: u128) {
        match *self {}
    }
}
