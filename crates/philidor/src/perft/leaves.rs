//! The last half-move: the moves of one position, counted from their sets.

use core::marker::PhantomData;

use super::children::{Node, generate_all};
use crate::cpu::{Job, Level};
use crate::movegen::MoveCounter;
use crate::types::Side;

/// The number of legal moves of a node.
pub(super) struct Leaves<'a, S> {
    node: &'a Node,
    side: PhantomData<S>,
}

impl<'a, S> Leaves<'a, S> {
    #[inline(always)]
    pub(super) fn of(node: &'a Node) -> Leaves<'a, S> {
        Leaves { node, side: PhantomData }
    }
}

impl<S: Side> Job for Leaves<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> u64 {
        let mut counter = MoveCounter::default();
        let _ = generate_all::<S, _, _>(self.node, level, &mut counter);
        counter.count
    }
}
