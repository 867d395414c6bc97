//! The children of all positions of a frontier, packed one by one and put where a taker has room.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::packed::{Entry, Packed};
use crate::cpu::{self, Cpu, Job, Level};
use crate::movegen::Rights;
use crate::perft::children::{Node, Visitor, visit_sets};
use crate::perft::leaves::Leaves;
use crate::types::{Black, CastlingRooks, Color, Side, Square, White};

/// A receiver of children.
///
/// It is a trait object, and called once for each position, not for each child: so the code that makes children, which
/// is compiled for each level, does not depend on who takes them.
pub(super) trait Take {
    /// Takes what was put into this room before, and returns room for the children of one position.
    fn room(&mut self) -> &mut Vec<Entry>;
}

/// Shows all children of some positions to a taker.
pub(super) fn expand(
    entries: &[Entry],
    side_to_move: Color,
    rooks: CastlingRooks,
    cpu: Cpu,
    taker: &mut dyn Take,
) {
    match side_to_move {
        Color::White => {
            cpu::dispatch_at_few(cpu, Expand::<White> { entries, rooks, taker, side: PhantomData });
        }
        Color::Black => {
            cpu::dispatch_at_few(cpu, Expand::<Black> { entries, rooks, taker, side: PhantomData });
        }
    }
}

/// The same as a job.
struct Expand<'a, S> {
    entries: &'a [Entry],
    rooks: CastlingRooks,
    taker: &'a mut dyn Take,
    side: PhantomData<S>,
}

impl<S: Side> Job for Expand<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, level: L) {
        let Expand { entries, rooks, taker, side } = self;
        for entry in entries {
            let node = entry.position.unpack(rooks);
            let mut pack = Pack::<S, L> { paths: entry.paths, room: taker.room(), level, side };
            visit_sets::<S, _, _>(&node, level, &mut pack);
        }
    }
}

/// Packs each child.
struct Pack<'a, S, L> {
    paths: u128,
    room: &'a mut Vec<Entry>,
    level: L,
    side: PhantomData<S>,
}

impl<S: Side, L: Level> Visitor for Pack<'_, S, L> {
    #[inline(always)]
    fn visit(&mut self, child: &Node) {
        let (sliders, them) = (self.level.sliders(), <S::Other as Side>::COLOR);
        let is_legal = |square: &Square| child.board.can_capture_en_passant(sliders, them, *square);
        let en_passant = child.rights.en_passant.filter(is_legal);
        let child = Node { rights: Rights { en_passant, ..child.rights }, ..*child };
        self.room.push(Entry { position: Packed::new(&child), paths: self.paths });
    }
}

/// The number of children, equal ones included, and of the paths that lead to them.
#[derive(Clone, Copy, Default)]
pub(in crate::perft) struct CountedChildren {
    pub(in crate::perft) children: u64,
    pub(in crate::perft) paths: u128,
}

/// Counts the children of some positions without making them.
pub(super) fn count_children(
    entries: &[Entry],
    side_to_move: Color,
    rooks: CastlingRooks,
    cpu: Cpu,
) -> CountedChildren {
    match side_to_move {
        Color::White => cpu::dispatch_at_few(cpu, Count::<White> { entries, rooks, side: PhantomData }),
        Color::Black => cpu::dispatch_at_few(cpu, Count::<Black> { entries, rooks, side: PhantomData }),
    }
}

/// The same as a job.
struct Count<'a, S> {
    entries: &'a [Entry],
    rooks: CastlingRooks,
    side: PhantomData<S>,
}

impl<S: Side> Job for Count<'_, S> {
    type Output = CountedChildren;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> CountedChildren {
        let mut total = CountedChildren::default();
        for entry in self.entries {
            let children = level.call(Leaves::<S>::of(&entry.position.unpack(self.rooks)));
            total.children += children;
            total.paths = total.paths.saturating_add(entry.paths.saturating_mul(children.into()));
        }
        total
    }
}
