//! The children of a position, made one by one from the sets that the generator reports.
//!
//! A child is a [`Node`]: the pieces, the rights, the en-passant square; no key, no clocks. A [`Visitor`] decides what
//! happens to it: statistics descend to it, a frontier packs it.

use core::ops::ControlFlow;

#[cfg(any(feature = "statistics", feature = "unique"))]
use crate::cpu::Job;
use crate::cpu::Level;
use crate::movegen::{MoveKind, MoveSet, MoveSink, PawnStep, Rights, Scene, generate};
use crate::position::{Board, Position, captured_en_passant};
use crate::types::{Bitboard, CastlingRights, PieceType, Side, Square};

/// A receiver of children.
pub(super) trait Visitor {
    fn visit(&mut self, child: &Node);
}

/// A position without its side to move, which is a type, its clocks and its key: 72 bytes.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) board: Board,
    pub(super) rights: Rights,
}

impl Node {
    pub(super) fn new(position: &Position) -> Node {
        Node { board: *position.board(), rights: Rights::of(position) }
    }
}

/// Reports the legal moves of a node to a sink.
#[inline(always)]
pub(super) fn generate_all<S: Side, L: Level, M: MoveSink>(
    node: &Node,
    level: L,
    sink: &mut M,
) -> ControlFlow<()> {
    let scene = Scene { board: &node.board, rights: node.rights };
    generate::<S, _, _, true>(&scene, level.sliders(), MoveKind::All, Bitboard::FULL, sink)
}

/// Shows a visitor every child of a node.
#[inline(always)]
pub(super) fn visit_all<S: Side, L: Level, V: Visitor>(node: &Node, level: L, visitor: &mut V) {
    let mut children = Children { node, visitor, side: core::marker::PhantomData::<S> };
    let _ = generate_all::<S, _, _>(node, level, &mut children);
}

/// The same with half the code, set by set: 4 % slower where little else is done.
#[cfg(any(feature = "statistics", feature = "unique"))]
#[inline(always)]
pub(super) fn visit_sets<S: Side, L: Level, V: Visitor>(node: &Node, level: L, visitor: &mut V) {
    let mut children = Children { node, visitor, side: core::marker::PhantomData::<S> };
    let _ = generate_all::<S, _, _>(node, level, &mut |set: MoveSet| {
        if !set.is_empty() {
            level.call(Accept { children: &mut children, set });
        }
        ControlFlow::Continue(())
    });
}

/// The children of one set: a function of its own, since the generator reports sets in ten places.
#[cfg(any(feature = "statistics", feature = "unique"))]
struct Accept<'a, 'b, S, V> {
    children: &'a mut Children<'b, S, V>,
    set: MoveSet,
}

#[cfg(any(feature = "statistics", feature = "unique"))]
impl<S: Side, V: Visitor> Job for Accept<'_, '_, S, V> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, _: L) {
        let _ = self.children.accept(self.set);
    }
}

/// Shows a visitor the children that some moves lead to.
#[cfg(feature = "statistics")]
#[inline(always)]
pub(super) fn visit<S: Side, V: Visitor>(node: &Node, set: MoveSet, visitor: &mut V) {
    let mut children = Children { node, visitor, side: core::marker::PhantomData::<S> };
    let _ = children.accept(set);
}

/// A sink that makes a child for each move.
struct Children<'a, S, V> {
    node: &'a Node,
    visitor: &'a mut V,
    side: core::marker::PhantomData<S>,
}

impl<S: Side, V> Children<'_, S, V> {
    /// A copy of the node in which a piece has moved from `origin` to `target`, capturing any piece there.
    ///
    /// Each child is copied from the parent, which is already in the cache. Copying from a board that has just been
    /// changed would have to wait for the change: a wide load cannot be forwarded from narrow stores in flight.
    #[inline(always)]
    fn child(
        &self,
        rights: CastlingRights,
        leaves: PieceType,
        origin: Square,
        arrives: PieceType,
        target: Square,
    ) -> Node {
        let mut child = *self.node;
        child.rights.castling = rights;
        child.rights.en_passant = None;
        let them = <S::Other as Side>::COLOR;
        if self.node.board.colors(them).contains(target) {
            child.board.clear(them, target.into());
            if !rights.is_empty() {
                child.rights.castling = rights - self.node.rights.rooks.rights_touched(target.into());
            }
        }
        if leaves == arrives {
            child.board.toggle(S::COLOR, leaves, Bitboard::from_square(origin) | target.into());
        } else {
            child.board.toggle(S::COLOR, leaves, origin.into());
            child.board.toggle(S::COLOR, arrives, target.into());
        }
        child
    }

    /// The castling rights once a piece has left `origin`.
    #[inline(always)]
    fn rights_without(&self, piece_type: PieceType, origin: Square) -> CastlingRights {
        let rights = self.node.rights.castling;
        match piece_type {
            PieceType::King => rights - CastlingRights::for_color(S::COLOR),
            PieceType::Rook => rights - self.node.rights.rooks.rights_touched(origin.into()),
            _ => rights,
        }
    }
}

impl<S: Side, V: Visitor> MoveSink for Children<'_, S, V> {
    #[inline(always)]
    fn accept(&mut self, set: MoveSet) -> ControlFlow<()> {
        let us = S::COLOR;
        match set {
            MoveSet::Piece { piece_type, origin, targets } => {
                let rights = self.rights_without(piece_type, origin);
                for target in targets {
                    let child = self.child(rights, piece_type, origin, piece_type, target);
                    self.visitor.visit(&child);
                }
            }
            MoveSet::Pawns { step, targets } => {
                let rights = self.node.rights.castling;
                for target in targets {
                    let origin = step.origin(us, target);
                    let mut child = self.child(rights, PieceType::Pawn, origin, PieceType::Pawn, target);
                    if step == PawnStep::DoublePush {
                        child.rights.en_passant = S::backward(target.into()).first();
                    }
                    self.visitor.visit(&child);
                }
            }
            MoveSet::Promotions { step, targets } => {
                let rights = self.node.rights.castling;
                for target in targets {
                    let origin = step.origin(us, target);
                    for piece_type in PieceType::PROMOTIONS {
                        let child = self.child(rights, PieceType::Pawn, origin, piece_type, target);
                        self.visitor.visit(&child);
                    }
                }
            }
            MoveSet::EnPassant { origin, target } => {
                let rights = self.node.rights.castling;
                let mut child = self.child(rights, PieceType::Pawn, origin, PieceType::Pawn, target);
                let captured = captured_en_passant(origin, target);
                child.board.toggle(<S::Other as Side>::COLOR, PieceType::Pawn, captured.into());
                self.visitor.visit(&child);
            }
            MoveSet::Castling { side, origin } => {
                let mut child = *self.node;
                child.rights.en_passant = None;
                child.rights.castling = self.rights_without(PieceType::King, origin);
                let rook = child.rights.rooks.square(us, side);
                child.board.toggle(us, PieceType::King, origin.into());
                child.board.toggle(us, PieceType::Rook, rook.into());
                child.board.toggle(us, PieceType::Rook, side.rook_destination(us).into());
                child.board.toggle(us, PieceType::King, side.king_destination(us).into());
                self.visitor.visit(&child);
            }
        }
        ControlFlow::Continue(())
    }
}
