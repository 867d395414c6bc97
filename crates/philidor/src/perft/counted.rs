//! The fast path (*bulk counting*): the last half-move is counted from the sets of targets, without writing or playing
//! moves.
//!
//! With a [`Table`], subtrees that were counted before are looked up; see `table.rs`. A child waits in a short queue
//! while its entry is fetched from memory, and others are made meanwhile.
//!
//! Above the leaves, too, no list is made: `children.rs` makes a child for each move, and [`Descend`] counts below it.

use core::marker::PhantomData;

use super::batch::{Batch, Changes};
use super::children::{Node, Visitor, generate_all, visit_all};
use super::coverage::{Mark, mark};
use super::leaves::Leaves;
use super::table::Table;
use crate::cpu::{self, Cpu, Job, Level};
use crate::movegen::Rights;
use crate::position::{Board, Position};
use crate::types::{Black, CastlingRights, CastlingRooks, Color, Side, White};

/// Counts the tree below a position, with the help of a table if there is one.
///
/// It recurses once per half-move, so the caller keeps the depth within bounds.
pub(super) fn count(cpu: Cpu, table: Option<&Table>, position: &Position, depth: u32) -> u128 {
    match position.side_to_move() {
        _ if depth == 0 => 1,
        Color::White => count_as::<White>(cpu, table, position, depth),
        Color::Black => count_as::<Black>(cpu, table, position, depth),
    }
}

fn count_as<S: Side>(cpu: Cpu, table: Option<&Table>, position: &Position, depth: u32) -> u128 {
    let mut node = Node::new(position);
    let key = table.map_or(0, |table| table.key::<S>(&mut node));
    let mut changes = Changes::NONE;
    let changes = &mut changes;
    cpu::dispatch_without_gfni_at(
        cpu,
        Subtree::<S> { node: &node, key, depth, table, changes, side: PhantomData },
    )
}

/// Counts the tree below a position at a level that [`Cpu`] does not offer.
#[cfg(feature = "proof")]
pub(super) fn count_at<L: Level>(level: L, position: &Position, depth: u32) -> u128 {
    let node = Node::new(position);
    let (key, table, mut changes) = (0, None, Changes::NONE);
    let changes = &mut changes;
    match position.side_to_move() {
        _ if depth == 0 => 1,
        Color::White => {
            let side = PhantomData::<White>;
            level.call(Subtree { node: &node, key, depth, table, changes, side })
        }
        Color::Black => {
            let side = PhantomData::<Black>;
            level.call(Subtree { node: &node, key, depth, table, changes, side })
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
    /// Room for a batch, the same for the whole tree. Its contents are unspecified between batches.
    changes: &'a mut Changes,
    side: PhantomData<S>,
}

impl<S: Side> Job for Subtree<'_, S> {
    type Output = u128;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> u128 {
        let Subtree { node, key, depth, table, changes, side } = self;
        if depth == 1 {
            return u128::from(level.call(Leaves::<S>::of(node)));
        }
        if let Some(count) = table.and_then(|table| table.recall(key, depth)) {
            mark(if Table::is_shallow(depth) { Mark::RecalledShallow } else { Mark::RecalledDeep });
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

/// A child whose table entry is fetched while others are made.
struct Queued<'a, 'b, S, L> {
    descend: &'a mut Descend<'b, S, L>,
    table: &'b Table,
    child: &'a mut Node,
}

impl<S: Side, M: Level> Job for Queued<'_, '_, S, M> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, _: L) {
        let Queued { descend, table, child } = self;
        let key = table.key_after::<S::Other>(descend.node, descend.key, child);
        table.prefetch(key, descend.depth);
        if let Some((waited, key)) = descend.queue.exchange(*child, key) {
            descend.count_waited(&waited, key);
        }
    }
}

/// Children that wait for their table entry.
struct Queue {
    waiting: [(Node, u128); Queue::LEN],
    /// How many wait: those from the first on while there are free places, all of them afterwards.
    len: usize,
    /// The one that has waited longest.
    oldest: usize,
}

impl Queue {
    /// The most that wait: as many as memory can fetch at a time.
    const LEN: usize = 8;

    const EMPTY: Queue = {
        let placeholder = Node {
            board: Board::EMPTY,
            rights: Rights {
                castling: CastlingRights::NONE,
                rooks: CastlingRooks::STANDARD,
                en_passant: None,
            },
        };
        Queue { waiting: [(placeholder, 0); Queue::LEN], len: 0, oldest: 0 }
    };

    /// Queues a child; in a full queue it replaces the one that has waited longest, which is returned.
    #[inline(always)]
    fn exchange(&mut self, node: Node, key: u128) -> Option<(Node, u128)> {
        if let Some(free) = self.waiting.get_mut(self.len) {
            *free = (node, key);
            self.len += 1;
            return None;
        }
        mark(Mark::QueueWrapped);
        let oldest = core::mem::replace(&mut self.waiting[self.oldest], (node, key));
        self.oldest = (self.oldest + 1) % Queue::LEN;
        Some(oldest)
    }

    /// The one that has waited longest after skipping a number of others, if there is one.
    #[inline(always)]
    fn after(&self, others: usize) -> Option<(Node, u128)> {
        (others < self.len).then(|| self.waiting[(self.oldest + others) % Queue::LEN])
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
            _ if !L::COUNTS_BATCHES && self.depth == 1 => {
                self.count += u128::from(self.level.call(Leaves::<S::Other>::of(&child)));
            }
            None => self.count_subtree(&child, 0),
            Some(table) => {
                let level = self.level;
                level.call(Queued { descend: self, table, child: &mut child });
            }
        }
    }

    #[inline(always)]
    fn count_subtree(&mut self, node: &Node, key: u128) {
        let Descend { depth, table, level, .. } = *self;
        let changes = &mut *self.changes;
        let subtree = Subtree::<S::Other> { node, key, depth, table, changes, side: PhantomData };
        self.count = self.count.saturating_add(level.call(subtree));
    }

    /// Counts a child that has waited long enough.
    #[inline(never)]
    fn count_waited(&mut self, node: &Node, key: u128) {
        self.count_subtree(node, key);
    }

    /// The count, after all waiting children.
    #[inline(always)]
    fn finish(mut self) -> u128 {
        let mut counted = 0;
        while let Some((node, key)) = self.queue.after(counted) {
            mark(Mark::QueueDrained);
            self.count_waited(&node, key);
            counted += 1;
        }
        self.count
    }
}

impl<S: Side, L: Level> Visitor for Descend<'_, S, L> {
    #[inline(always)]
    fn visit(&mut self, child: &Node) {
        self.count_below(*child);
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn a_full_queue_hands_out_the_oldest_first() {
        let node = Node::new(&Position::default());
        let mut queue = Queue::EMPTY;
        let handed_out: Vec<u128> =
            (0..20).filter_map(|key| queue.exchange(node, key)).map(|(_, key)| key).collect();
        let waiting: Vec<u128> = (0..).map_while(|others| queue.after(others)).map(|(_, key)| key).collect();
        assert_eq!((handed_out, waiting), ((0..12).collect(), (12..20).collect()));
    }

    #[test]
    fn a_queue_with_room_hands_out_nothing() {
        let node = Node::new(&Position::default());
        let mut queue = Queue::EMPTY;
        assert!(queue.after(0).is_none());
        for key in 0..Queue::LEN {
            assert!(queue.exchange(node, key as u128).is_none());
            assert_eq!(queue.after(key).map(|(_, key)| key), Some(key as u128));
            assert!(queue.after(key + 1).is_none());
        }
    }
}
