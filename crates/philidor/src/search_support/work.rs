//! A user's own code, compiled for each level.
//!
//! Move generation picks the level of the CPU by itself, but the search around it is compiled for what the whole build
//! targets: on x86-64 without POPCNT, BMI and PEXT. [`Cpu::run`] compiles the search for each level, too:
//!
//! ```text
//! Cpu::best().run(search) ── enters once ──► search, compiled for the level
//!                                              │  level.moves_into(…)     no question, no call
//!                                              └─ level.call(search of a child)
//! ```

use core::ops::ControlFlow;

use super::Exchange;
use crate::attacks::Sliders as _;
use crate::cpu::{Cpu, Job, Level as Features, dispatch_on_words_at, dispatch_without_gfni_at};
use crate::movegen::{MoveKind, MoveSink, generate_at, has_legal_move_at, list_at};
use crate::position::Position;
use crate::types::{Bitboard, Color, Move, MoveList, Square};

/// Code that is compiled once for each level of the CPU and entered by [`Cpu::run`].
///
/// Mark [`Work::run`] and what it calls `#[inline(always)]`: what is not inlined is compiled for the build's target.
/// Where it recurses, [`Level::call`] takes the place of inlining.
///
/// ```
/// use philidor::cpu::Cpu;
/// use philidor::{MoveKind, MoveList, Position, search_support::{Level, Work}};
///
/// /// Counts the leaves of a tree, each played.
/// struct Count<'a>(&'a mut Position, u32);
///
/// impl Work for Count<'_> {
///     type Output = u64;
///
///     #[inline(always)]
///     fn run<L: Level>(self, level: L) -> u64 {
///         let Count(position, depth) = self;
///         if depth == 0 {
///             return 1;
///         }
///         let mut list = MoveList::new();
///         level.moves_into(position, MoveKind::All, &mut list);
///         let mut leaves = 0;
///         for &mv in &list {
///             let undo = position.play_unchecked(mv);
///             leaves += level.call(Count(position, depth - 1));
///             position.undo(mv, undo);
///         }
///         leaves
///     }
/// }
///
/// let mut position = Position::default();
/// assert_eq!(Cpu::best().run(Count(&mut position, 3)), 8_902);
/// assert_eq!(Cpu::Portable.run(Count(&mut position, 3)), 8_902);
/// ```
pub trait Work {
    /// What the work returns.
    type Output;

    /// Whether AVX-512 can make it faster. If not, the work is compiled for one level less, and a CPU with AVX-512 uses
    /// the code for PEXT.
    const USES_AVX512: bool = true;

    /// Does the work at a level.
    fn run<L: Level>(self, level: L) -> Self::Output;
}

/// A level of the CPU, as a value that proves that the CPU has it. Only [`Cpu::run`] makes one, for [`Work`], whose
/// page has an example.
///
/// What it offers does the same as the methods of [`Position`] and the functions of [`attacks`](crate::attacks) of the
/// same names, without asking the CPU.
pub trait Level: Copy + Send + Sync + sealed::Sealed {
    /// Does other work at this level, in a function of its own.
    fn call<W: Work>(self, work: W) -> W::Output;

    /// Writes the legal moves of one kind into a list, replacing its contents.
    fn moves_into(self, position: &Position, kind: MoveKind, list: &mut MoveList);

    /// Reports the legal moves of one kind to a sink, as sets.
    fn generate<M: MoveSink>(self, position: &Position, kind: MoveKind, sink: &mut M) -> ControlFlow<()>;

    /// The squares that a bishop attacks.
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares that a rook attacks.
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// The pieces of both colors that attack a square, if the occupied squares were `occupied`.
    fn attackers_to(self, position: &Position, square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares that the pieces of a color attack; see [`Position::attacked_by`].
    fn attacked_by(self, position: &Position, color: Color) -> Bitboard;

    /// Whether the side to move is in check; see [`Position::is_check`].
    fn is_check(self, position: &Position) -> bool;

    /// Whether there is any legal move; see [`Position::has_legal_move`].
    fn has_legal_move(self, position: &Position) -> bool;

    /// Whether a move wins at least `threshold` by exchange; see [`Exchange::at_least`].
    fn exchange_at_least(self, exchange: &Exchange, position: &Position, mv: Move, threshold: i32) -> bool;

    /// Plays a move; see [`Position::after`].
    #[inline(always)]
    fn after(self, position: &Position, mv: Move) -> Position {
        let mut after = *position;
        after.play_unchecked(mv);
        after
    }
}

mod sealed {
    pub trait Sealed {}
}

/// The public face of a level.
#[derive(Clone, Copy)]
struct At<F>(F);

impl<F: Features> sealed::Sealed for At<F> {}

impl<F: Features> Level for At<F> {
    #[inline(always)]
    fn call<W: Work>(self, work: W) -> W::Output {
        self.0.call(Enter(work))
    }

    #[inline(always)]
    fn moves_into(self, position: &Position, kind: MoveKind, list: &mut MoveList) {
        list_at(F::CPU, position, kind, list);
    }

    #[inline(always)]
    fn generate<M: MoveSink>(self, position: &Position, kind: MoveKind, sink: &mut M) -> ControlFlow<()> {
        generate_at(self.0, position, kind, sink)
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.0.sliders().bishop(square, occupied)
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.0.sliders().rook(square, occupied)
    }

    #[inline(always)]
    fn attackers_to(self, position: &Position, square: Square, occupied: Bitboard) -> Bitboard {
        position.board().attackers(self.0.sliders(), square, occupied)
    }

    #[inline(always)]
    fn attacked_by(self, position: &Position, color: Color) -> Bitboard {
        position.board().attacked_by(self.0.sliders(), color)
    }

    #[inline(always)]
    fn is_check(self, position: &Position) -> bool {
        position.board().is_check(self.0.sliders(), position.side_to_move())
    }

    #[inline(always)]
    fn has_legal_move(self, position: &Position) -> bool {
        has_legal_move_at(self.0, position)
    }

    #[inline(always)]
    fn exchange_at_least(self, exchange: &Exchange, position: &Position, mv: Move, threshold: i32) -> bool {
        exchange.at_least_with(self.0.sliders(), position, mv, threshold)
    }
}

/// A user's work as a job of ours.
struct Enter<W>(W);

impl<W: Work> Job for Enter<W> {
    type Output = W::Output;

    #[inline(always)]
    fn run<F: Features>(self, level: F) -> W::Output {
        self.0.run(At(level))
    }
}

impl Cpu {
    /// Does work in code compiled for this level; at the portable one if the CPU does not have it, and at PEXT's for
    /// GFNI, since nothing that a [`Level`] offers needs more.
    ///
    /// Enter once, with the whole search: entering costs a call and a branch that the processor predicts.
    #[inline]
    pub fn run<W: Work>(self, work: W) -> W::Output {
        match W::USES_AVX512 {
            true => dispatch_without_gfni_at(self, Enter(work)),
            false => dispatch_on_words_at(self, Enter(work)),
        }
    }
}
