//! The fast path: the last half-move is counted from the sets of targets; no move is written or played for it.
//!
//! With a [`Table`], subtrees that were counted before are looked up; see `table.rs`. A child whose entry must come
//! from far-off memory waits in a short queue while that is fetched, and others are made meanwhile.
//!
//! Above the leaves, too, no list is made: the generator reports sets to [`Descend`], which makes a child board for
//! each target and goes down. A child is 72 bytes: the men, the rights, the en-passant square; no key, no clocks.

use core::marker::PhantomData;
use core::ops::ControlFlow;

use super::batch::{Batch, Changes};
use super::table::Table;
use crate::cpu::{self, Cpu, Job, Level};
use crate::movegen::{MoveCounter, MoveKind, MoveSet, MoveSink, PawnStep, Scene, generate};
use crate::position::{Board, Position, captured_en_passant};
use crate::types::{Bitboard, Black, CastlingRights, CastlingRooks, Color, PieceType, Side, Square, White};

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

/// A position without its side to move, which is a type, its clocks and its key.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) board: Board,
    pub(super) castling_rights: CastlingRights,
    pub(super) castling_rooks: CastlingRooks,
    pub(super) en_passant: Option<Square>,
}

impl Node {
    fn of(position: &Position) -> Node {
        Node {
            board: *position.board(),
            castling_rights: position.castling_rights(),
            castling_rooks: position.castling_rooks(),
            en_passant: position.en_passant(),
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
    /// Room for a batch, the same for the whole tree, and always left as it was found: nothing noted.
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
            generate_all::<S, _, _>(node, level, &mut batch);
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
            generate_all::<S, _, _>(node, level, &mut descend);
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
        generate_all::<S, _, _>(self.node, level, &mut counter);
        counter.count
    }
}

#[inline(always)]
fn generate_all<S: Side, L: Level, M: MoveSink>(node: &Node, level: L, sink: &mut M) {
    let scene = Scene {
        board: &node.board,
        castling_rights: node.castling_rights,
        castling_rooks: node.castling_rooks,
        en_passant: node.en_passant,
    };
    let _ = generate::<S, _, _, true>(&scene, level.sliders(), MoveKind::All, Bitboard::FULL, sink);
}

/// A sink that makes a child for each move and counts below it.
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

    /// A copy of the position in which a man has gone from `origin` to `target`, taking what stood there.
    ///
    /// Each child is copied from the parent, which lies settled in the cache. Copying from a board that has just been
    /// changed would wait for the change to reach memory: a wide load cannot be served from narrow stores on the way.
    #[inline(always)]
    fn child(
        &self,
        castling_rights: CastlingRights,
        leaves: PieceType,
        origin: Square,
        arrives: PieceType,
        target: Square,
        captures: bool,
    ) -> Node {
        let mut child = *self.node;
        child.castling_rights = castling_rights;
        child.en_passant = None;
        if captures {
            self.capture(&mut child, target);
        }
        if leaves == arrives {
            child.board.toggle(S::COLOR, leaves, Bitboard::of(origin) | target.into());
        } else {
            child.board.toggle(S::COLOR, leaves, origin.into());
            child.board.toggle(S::COLOR, arrives, target.into());
        }
        child
    }

    /// The castling rights once a man has left `origin`.
    #[inline(always)]
    fn rights_without(&self, piece_type: PieceType, origin: Square) -> CastlingRights {
        let rights = self.node.castling_rights;
        match piece_type {
            PieceType::King => rights - CastlingRights::both(S::COLOR),
            PieceType::Rook => rights - self.node.castling_rooks.rights_touched(origin.into()),
            _ => rights,
        }
    }

    /// Takes the enemy man on `target`, if there is one.
    #[inline(always)]
    fn capture(&self, node: &mut Node, target: Square) {
        let them = <S::Other as Side>::COLOR;
        if self.node.board.color(them).contains(target) {
            node.board.clear(them, target.into());
            if !node.castling_rights.is_empty() {
                node.castling_rights =
                    node.castling_rights - node.castling_rooks.rights_touched(target.into());
            }
        }
    }
}

impl<S: Side, L: Level> MoveSink for Descend<'_, S, L> {
    #[inline(always)]
    fn accept(&mut self, set: MoveSet) -> ControlFlow<()> {
        let us = S::COLOR;
        match set {
            MoveSet::Piece { piece_type, origin, targets } => {
                let rights = self.rights_without(piece_type, origin);
                let enemy = self.node.board.color(<S::Other as Side>::COLOR);
                for target in targets & enemy {
                    let child = self.child(rights, piece_type, origin, piece_type, target, true);
                    self.count_below(child);
                }
                for target in targets - enemy {
                    let child = self.child(rights, piece_type, origin, piece_type, target, false);
                    self.count_below(child);
                }
            }
            MoveSet::Pawns { step, targets } => {
                let captures = matches!(step, PawnStep::CaptureWest | PawnStep::CaptureEast);
                for target in targets {
                    let origin = step.origin(us, target);
                    let rights = self.node.castling_rights;
                    let mut child =
                        self.child(rights, PieceType::Pawn, origin, PieceType::Pawn, target, captures);
                    if step == PawnStep::DoublePush {
                        child.en_passant = S::backward(target.into()).first();
                    }
                    self.count_below(child);
                }
            }
            MoveSet::Promotions { step, targets } => {
                for target in targets {
                    let origin = step.origin(us, target);
                    let rights = self.node.castling_rights;
                    for piece_type in PieceType::PROMOTIONS {
                        let child = self.child(rights, PieceType::Pawn, origin, piece_type, target, true);
                        self.count_below(child);
                    }
                }
            }
            MoveSet::EnPassant { origin, target } => {
                let rights = self.node.castling_rights;
                let mut child = self.child(rights, PieceType::Pawn, origin, PieceType::Pawn, target, false);
                let captured = captured_en_passant(origin, target);
                child.board.toggle(<S::Other as Side>::COLOR, PieceType::Pawn, captured.into());
                self.count_below(child);
            }
            MoveSet::Castling { side, origin } => {
                let mut child = *self.node;
                child.en_passant = None;
                child.castling_rights = self.rights_without(PieceType::King, origin);
                child.board.toggle(us, PieceType::King, origin.into());
                let rook = child.castling_rooks.square(us, side);
                child.board.toggle(us, PieceType::Rook, rook.into());
                child.board.toggle(us, PieceType::Rook, side.rook_target(us).into());
                child.board.toggle(us, PieceType::King, side.king_target(us).into());
                self.count_below(child);
            }
        }
        ControlFlow::Continue(())
    }
}
