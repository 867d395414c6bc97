//! The fast path: the last half-move is counted from the sets of targets; no move is written or played for it.
//!
//! With a [`Table`], subtrees that were counted before are looked up; see `table.rs`. A child whose entry must come
//! from far-off memory waits in a short queue while that is fetched, and others are made meanwhile.
//!
//! Above the leaves, too, no list is made: `children.rs` makes a child for each move, and [`Descend`] counts below it.

use core::marker::PhantomData;

use super::batch::{Batch, Changes};
use super::children::{Node, Visitor, generate_all, visit_all};
use super::table::Table;
use crate::cpu::{self, Cpu, Job, Level};
use crate::movegen::MoveCounter;
use crate::position::{Board, Position};
use crate::types::{Black, CastlingRights, CastlingRooks, Color, Side, White};

/// Counts the tree below a position, with the help of a table if there is one.
pub(super) fn count(cpu: Cpu, table: Option<&Table>, position: &Position, depth: u32) -> u128 {
    match position.side_to_move() {
        _ if depth == 0 => 1,
        Color::White => count_as::<White>(cpu, table, position, depth),
        Color::Black => count_as::<Black>(cpu, table, position, depth),
    }
}

fn count_as<S: Side>(cpu: Cpu, table: Option<&Table>, position: &Position, depth: u32) -> u128 {
    let mut node = Node::of(position);
    let key = table.map_or(0, |table| table.key::<S>(&mut node));
    let mut nothing_noted = Changes::NONE;
    let room = &mut nothing_noted;
    cpu::dispatch_at(cpu, Subtree::<S> { node: &node, key, depth, table, changes: room, side: PhantomData })
}

/// Counts the tree below a position at a level that need not be one of those to choose from.
#[cfg(test)]
pub(super) fn count_at<L: Level>(level: L, position: &Position, depth: u32) -> u128 {
    let node = Node::of(position);
    let (key, table, changes) = (0, None, &mut { Changes::NONE });
    match position.side_to_move() {
        Color::White => {
            level.call(Subtree::<White> { node: &node, key, depth, table, changes, side: PhantomData })
        }
        Color::Black => {
            level.call(Subtree::<Black> { node: &node, key, depth, table, changes, side: PhantomData })
        }
    }
}

/// A tree to count, at least one half-move deep.
struct Subtree<'a, S> {
    node: &'a Node,
    /// The key of the node, if there is a table.
    key: u128,
    depth: u32,
    table: Option<&'a Table>,
    /// Room for a batch, the same for the whole tree. What is left in it means nothing.
    changes: &'a mut Changes,
    side: PhantomData<S>,
}

impl<S: Side> Job for Subtree<'_, S> {
    type Output = u128;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> u128 {
        let Subtree { node, key, depth, table, changes, side } = self;
        if depth == 1 {
            return u128::from(level.call(Leaves::<S> { node, side }));
        }
        if let Some(count) = table.and_then(|table| table.recall(key, depth)) {
            return u128::from(count);
        }
        let count = if L::COUNTS_BATCHES && depth == 2 {
            let mut batch = Batch::<S, L>::new(node, changes, level);
            let _ = generate_all::<S, _, _>(node, level, &mut batch);
            u128::from(batch.finish())
        } else {
            let mut descend = Descend::<S, L> {
                node,
                key,
                depth: depth - 1,
                table,
                changes,
                queue: Queue::EMPTY,
                count: 0,
                level,
                side,
            };
            visit_all::<S, _, _>(node, level, &mut descend);
            descend.finish()
        };
        if let Some(table) = table {
            table.keep(key, depth, count);
        }
        count
    }
}

/// Children that wait for their entry of the table.
struct Queue {
    waiting: [(Node, u128); Queue::LEN],
    /// How many have come and how many have gone.
    come: usize,
    gone: usize,
}

impl Queue {
    /// How many wait at most: as many as memory can be asked for at a time.
    const LEN: usize = 8;

    const EMPTY: Queue = {
        let nobody = Node {
            board: Board::EMPTY,
            castling_rights: CastlingRights::NONE,
            castling_rooks: CastlingRooks::STANDARD,
            en_passant: None,
        };
        Queue { waiting: [(nobody, 0); Queue::LEN], come: 0, gone: 0 }
    };

    #[inline(always)]
    fn push(&mut self, node: Node, key: u128) {
        self.waiting[self.come % Queue::LEN] = (node, key);
        self.come += 1;
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.come - self.gone == Queue::LEN
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<(Node, u128)> {
        if self.come == self.gone {
            return None;
        }
        self.gone += 1;
        Some(self.waiting[(self.gone - 1) % Queue::LEN])
    }
}

/// The moves of one position, counted.
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

/// Counts below each child of a position.
struct Descend<'a, S, L> {
    node: &'a Node,
    key: u128,
    /// The depth of the children.
    depth: u32,
    table: Option<&'a Table>,
    changes: &'a mut Changes,
    queue: Queue,
    count: u128,
    level: L,
    side: PhantomData<S>,
}

impl<S: Side, L: Level> Descend<'_, S, L> {
    #[inline(always)]
    fn count_below(&mut self, mut child: Node) {
        match self.table {
            _ if self.depth == 1 => {
                self.count += u128::from(self.level.call(Leaves::<S::Other>::of(&child)));
            }
            None => self.count_subtree(&child, 0),
            Some(table) => {
                let key = table.key_after::<S::Other>(self.node, self.key, &mut child);
                table.prefetch(key, self.depth);
                self.queue.push(child, key);
                if self.queue.is_full() {
                    self.count_waiting();
                }
            }
        }
    }

    #[inline(always)]
    fn count_subtree(&mut self, node: &Node, key: u128) {
        let Descend { depth, table, level, .. } = *self;
        let changes = &mut *self.changes;
        self.count += level.call(Subtree::<S::Other> { node, key, depth, table, changes, side: PhantomData });
    }

    /// Counts the child that has waited longest; false if none waits.
    #[inline(never)]
    fn count_waiting(&mut self) -> bool {
        let Some((child, key)) = self.queue.pop() else { return false };
        self.count_subtree(&child, key);
        true
    }

    /// The count, once nobody waits any more.
    #[inline(always)]
    fn finish(mut self) -> u128 {
        while self.count_waiting() {}
        self.count
    }
}

impl<S: Side, L: Level> Visitor for Descend<'_, S, L> {
    #[inline(always)]
    fn visit(&mut self, child: &Node) {
        self.count_below(*child);
    }
}
