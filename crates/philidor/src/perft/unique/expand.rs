//! The children of all positions of a frontier, packed one by one and handed to a taker.

use core::marker::PhantomData;

use super::packed::{Entry, Packed};
use crate::cpu::{self, Cpu, Job, Level};
use crate::movegen::Rights;
use crate::perft::children::{Node, Visitor, visit_all};
use crate::types::{Black, CastlingRooks, Color, Side, Square, White};

/// A receiver of children, each with the paths that lead through one parent.
pub(super) trait Take {
    fn take(&mut self, position: Packed, paths: u128);
}

/// Shows all children of some positions to a taker.
pub(super) fn expand<T: Take + ?Sized>(
    entries: &[Entry],
    side_to_move: Color,
    rooks: CastlingRooks,
    cpu: Cpu,
    taker: &mut T,
) {
    match side_to_move {
        Color::White => {
            cpu::dispatch_without_gfni_at(
                cpu,
                Expand::<White, T> { entries, rooks, taker, side: PhantomData },
            );
        }
        Color::Black => {
            cpu::dispatch_without_gfni_at(
                cpu,
                Expand::<Black, T> { entries, rooks, taker, side: PhantomData },
            );
        }
    }
}

/// The same as a job.
struct Expand<'a, S, T: ?Sized> {
    entries: &'a [Entry],
    rooks: CastlingRooks,
    taker: &'a mut T,
    side: PhantomData<S>,
}

impl<S: Side, T: Take + ?Sized> Job for Expand<'_, S, T> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, level: L) {
        let Expand { entries, rooks, taker, side } = self;
        for entry in entries {
            let node = entry.position.unpack(rooks);
            let mut pack = Pack::<S, T, L> { paths: entry.paths, taker: &mut *taker, level, side };
            visit_all::<S, _, _>(&node, level, &mut pack);
        }
    }
}

/// Packs each child.
struct Pack<'a, S, T: ?Sized, L> {
    paths: u128,
    taker: &'a mut T,
    level: L,
    side: PhantomData<S>,
}

impl<S: Side, T: Take + ?Sized, L: Level> Visitor for Pack<'_, S, T, L> {
    #[inline(always)]
    fn visit(&mut self, child: &Node) {
        let (sliders, them) = (self.level.sliders(), <S::Other as Side>::COLOR);
        let is_legal = |square: &Square| child.board.can_capture_en_passant(sliders, them, *square);
        let en_passant = child.rights.en_passant.filter(is_legal);
        let child = Node { rights: Rights { en_passant, ..child.rights }, ..*child };
        self.taker.take(Packed::new(&child), self.paths);
    }
}

/// The number of children, equal ones included.
#[derive(Default)]
pub(in crate::perft) struct CountChildren {
    pub(in crate::perft) children: u64,
    pub(in crate::perft) paths: u128,
}

impl Take for CountChildren {
    fn take(&mut self, _position: Packed, paths: u128) {
        self.children += 1;
        self.paths = self.paths.saturating_add(paths);
    }
}
