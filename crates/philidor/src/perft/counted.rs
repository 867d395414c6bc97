//! The fast path: the last half-move is counted from the sets of targets; no move is written or played for it.
//!
//! Above the leaves, too, no list is made: the generator reports sets to [`Descend`], which makes a child board for
//! each target and goes down. A child is 72 bytes: the men, the rights, the en-passant square; no key, no clocks.

use core::ops::ControlFlow;

use super::batch::{Batch, Changes};
use crate::cpu::{self, Cpu, Job, Level};
use crate::movegen::{MoveCounter, MoveKind, MoveSet, MoveSink, PawnStep, Scene, generate};
use crate::position::{Board, Position, captured_en_passant};
use crate::types::{Bitboard, Black, CastlingRights, CastlingRooks, Color, PieceType, Side, Square, White};

/// Counts the tree below a position.
pub(super) fn count(cpu: Cpu, position: &Position, depth: u32) -> u128 {
    if depth == 0 {
        return 1;
    }
    let node = Node {
        board: *position.board(),
        castling_rights: position.castling_rights(),
        castling_rooks: position.castling_rooks(),
        en_passant: position.en_passant(),
    };
    let mut nothing_noted = Changes::NONE;
    let changes = &mut nothing_noted;
    u128::from(match position.side_to_move() {
        Color::White => cpu::dispatch_at(cpu, Subtree::<White>::of(&node, depth, changes)),
        Color::Black => cpu::dispatch_at(cpu, Subtree::<Black>::of(&node, depth, changes)),
    })
}

/// A position without its side to move, which is a type, its clocks and its key.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) board: Board,
    pub(super) castling_rights: CastlingRights,
    pub(super) castling_rooks: CastlingRooks,
    pub(super) en_passant: Option<Square>,
}

/// A tree to count, at least one half-move deep.
struct Subtree<'a, S> {
    node: &'a Node,
    depth: u32,
    /// Room for a batch, the same for the whole tree, and always left as it was found: nothing noted.
    changes: &'a mut Changes,
    side: core::marker::PhantomData<S>,
}

impl<'a, S> Subtree<'a, S> {
    #[inline(always)]
    fn of(node: &'a Node, depth: u32, changes: &'a mut Changes) -> Subtree<'a, S> {
        Subtree { node, depth, changes, side: core::marker::PhantomData }
    }
}

impl<S: Side> Job for Subtree<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> u64 {
        if self.depth == 1 {
            return level.call(Leaves::<S> { node: self.node, side: self.side });
        }
        if L::COUNTS_BATCHES && self.depth == 2 {
            let mut batch = Batch::<S, L>::new(self.node, self.changes, level);
            generate_all::<S, _, _>(self.node, level, &mut batch);
            return batch.finish();
        }
        let mut descend = Descend::<S, L> {
            node: self.node,
            depth: self.depth - 1,
            changes: self.changes,
            count: 0,
            level,
            side: self.side,
        };
        generate_all::<S, _, _>(self.node, level, &mut descend);
        descend.count
    }
}

/// The moves of one position, counted.
pub(super) struct Leaves<'a, S> {
    node: &'a Node,
    side: core::marker::PhantomData<S>,
}

impl<'a, S> Leaves<'a, S> {
    #[inline(always)]
    pub(super) fn of(node: &'a Node) -> Leaves<'a, S> {
        Leaves { node, side: core::marker::PhantomData }
    }
}

impl<S: Side> Job for Leaves<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> u64 {
        let mut counter = MoveCounter::default();
        generate_all::<S, _, _>(self.node, level, &mut counter);
        u64::from(counter.count)
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
    /// The depth of the children.
    depth: u32,
    changes: &'a mut Changes,
    count: u64,
    level: L,
    side: core::marker::PhantomData<S>,
}

impl<S: Side, L: Level> Descend<'_, S, L> {
    #[inline(always)]
    fn count_below(&mut self, child: &Node) {
        self.count += if self.depth == 1 {
            self.level.call(Leaves::<S::Other> { node: child, side: core::marker::PhantomData })
        } else {
            self.level.call(Subtree::<S::Other>::of(child, self.depth, self.changes))
        };
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
                    self.count_below(&child);
                }
                for target in targets - enemy {
                    let child = self.child(rights, piece_type, origin, piece_type, target, false);
                    self.count_below(&child);
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
                    self.count_below(&child);
                }
            }
            MoveSet::Promotions { step, targets } => {
                for target in targets {
                    let origin = step.origin(us, target);
                    let rights = self.node.castling_rights;
                    for piece_type in PieceType::PROMOTIONS {
                        let child = self.child(rights, PieceType::Pawn, origin, piece_type, target, true);
                        self.count_below(&child);
                    }
                }
            }
            MoveSet::EnPassant { origin, target } => {
                let rights = self.node.castling_rights;
                let mut child = self.child(rights, PieceType::Pawn, origin, PieceType::Pawn, target, false);
                let captured = captured_en_passant(origin, target);
                child.board.toggle(<S::Other as Side>::COLOR, PieceType::Pawn, captured.into());
                self.count_below(&child);
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
                self.count_below(&child);
            }
        }
        ControlFlow::Continue(())
    }
}
