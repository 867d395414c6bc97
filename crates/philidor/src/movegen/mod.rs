//! Move generation.
//!
//! The generator states the rules once and reports *sets*: this piece on this square reaches these targets; these pawns
//! push; these promote. A [`MoveSink`] decides what happens to them: a [`MoveList`] writes words, a [`MoveCounter`]
//! counts, a closure filters or stops. The generator is generic over the sink and compiles to straight code for each.
//!
//! # Order
//!
//! Moves come in a documented order, which is stable (see [`Position::moves`]).

// * `sets.rs`, `bitboard.rs`: kinds of moves, sets of them and their sinks; the generator, which reports sets to a sink
// * `words.rs`, `blocks.rs`: sets spelled out as packed moves, one by one and eight at a time
// * `has_move.rs`, `ends.rs`: whether there is any legal move; how a position ends a game by itself
// * `narrow.rs`: quiet checks: sets cut down before words are written
// * `counts/`: how many moves many positions have, eight of them at a time
// * `generator.rs`: the trait that every generator implements
mod bitboard;
mod blocks;
mod counts;
mod ends;
mod generator;
pub(crate) mod has_move;
mod narrow;
mod sets;
mod words;

use core::ops::ControlFlow;

use bitboard::Generator;
pub(crate) use bitboard::{Rights, Scene, generate};
use blocks::BlockWriter;
#[cfg(feature = "proof")]
pub(crate) use counts::{counts_at, counts_in_portable_lanes};
pub use generator::{MoveGenerator, Unrepresentable};
pub use sets::{MoveCounter, MoveKind, MoveSet, MoveSink, PawnStep};
use words::{EvasionWriter, ListWriter, SmallWriter, Words};

use crate::cpu::{self, Cpu, Job, Level};
use crate::position::Position;
use crate::simd::expand::Expander;
use crate::types::{Bitboard, Black, Color, Move, MoveList, Side, Square, White};

/// Generation as a job for a CPU level: into a sink, for either side, legal or pseudo-legal.
struct Generate<'a, M, const LEGAL: bool> {
    position: &'a Position,
    kind: MoveKind,
    movers: Bitboard,
    sink: &'a mut M,
}

impl<M: MoveSink, const LEGAL: bool> Job for Generate<'_, M, LEGAL> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> ControlFlow<()> {
        let scene = Scene::new(self.position);
        let sliders = level.sliders();
        match self.position.side_to_move() {
            Color::White => {
                generate::<White, _, _, LEGAL>(&scene, sliders, self.kind, self.movers, self.sink)
            }
            Color::Black => {
                generate::<Black, _, _, LEGAL>(&scene, sliders, self.kind, self.movers, self.sink)
            }
        }
    }
}

/// Writing a list as a job, so that the words, too, are built with the instructions of the level.
struct List<'a, const LEGAL: bool> {
    position: &'a Position,
    kind: MoveKind,
    movers: Bitboard,
    list: &'a mut MoveList,
}

impl<const LEGAL: bool> Job for List<'_, LEGAL> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(mut self, level: L) {
        // Each kind of legal moves has code of its own, so that what it leaves out costs nothing: a search asks for all
        // three (6 % of `philidor bench`). Not on wasm, where more code is a larger download, nor for CPUs from before
        // 2020, while everyone compiles the code for them.
        if !LEGAL || cfg!(target_family = "wasm") || L::IS_OLD {
            let kind = self.kind;
            return self.write(level, kind);
        }
        match self.kind {
            MoveKind::All => self.write(level, MoveKind::All),
            MoveKind::Quiet => self.write(level, MoveKind::Quiet),
            // Captures have no code of their own: of tactical moves hardly any are promotions that capture nothing.
            kind @ (MoveKind::Tactical | MoveKind::Captures) => {
                self.write(level, MoveKind::Tactical);
                if kind == MoveKind::Captures {
                    self.list.retain(Move::is_capture);
                }
            }
        }
    }
}

impl<const LEGAL: bool> List<'_, LEGAL> {
    #[inline(always)]
    fn write<L: Level>(&mut self, level: L, kind: MoveKind) {
        match self.position.side_to_move() {
            Color::White => self.write_as::<White, L>(level, kind),
            Color::Black => self.write_as::<Black, L>(level, kind),
        }
    }

    /// Eight words at a time if the level can, but evasions one by one: in check most pieces have no move or one.
    #[inline(always)]
    fn write_as<S: Side, L: Level>(&mut self, level: L, kind: MoveKind) {
        let Self { position, movers, .. } = *self;
        let list = &mut *self.list;
        list.clear();
        let words = Words::new(position);
        let scene = Scene::new(position);
        let generator = Generator::new::<S, LEGAL>(&scene, level.sliders(), kind, movers);
        let _ = if L::IS_RARE {
            generator.report::<S, _, LEGAL>(&mut SmallWriter(ListWriter { words, kind, list }))
        } else if !<L::Expander as Expander>::IN_BLOCKS {
            generator.report::<S, _, LEGAL>(&mut ListWriter { words, kind, list })
        } else if generator.is_check() {
            generator.report::<S, _, LEGAL>(&mut EvasionWriter { words, kind, list })
        } else {
            let mut writer = BlockWriter::new(level.expander(), words, kind, list);
            generator.report::<S, _, LEGAL>(&mut writer)
        };
    }
}

/// Writes the legal moves of one kind into a list, at the level of the job that calls this.
///
/// The list is a function of its own, compiled in this crate, once for each level: as part of generic jobs it was
/// compiled again in each crate that has one, and the copies evicted one another from the instruction cache.
pub(crate) fn list_at(cpu: Cpu, position: &Position, kind: MoveKind, list: &mut MoveList) {
    let movers = Bitboard::FULL;
    cpu::dispatch_without_gfni_at(cpu, List::<true> { position, kind, movers, list });
}

/// Reports the legal moves of one kind to a sink, inside a job.
#[inline(always)]
pub(crate) fn generate_at<L: Level, M: MoveSink>(
    level: L,
    position: &Position,
    kind: MoveKind,
    sink: &mut M,
) -> ControlFlow<()> {
    Generate::<_, true> { position, kind, movers: Bitboard::FULL, sink }.run(level)
}

/// Whether there is any legal move, inside a job.
#[inline(always)]
pub(crate) fn has_legal_move_at<L: Level>(level: L, position: &Position) -> bool {
    has_move::has_safe_push(position.board(), position.side_to_move()) || HasMove(position).run(level)
}

/// Whether there is any legal move, as a job.
struct HasMove<'a>(&'a Position);

impl Job for HasMove<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> bool {
        let HasMove(position) = self;
        let (board, sliders) = (position.board(), level.sliders());
        let has_free_move = match position.side_to_move() {
            Color::White => has_move::has_free_move::<White, _>(board, sliders),
            Color::Black => has_move::has_free_move::<Black, _>(board, sliders),
        };
        // On wasm, where each sink makes the download larger, the moves are counted instead.
        if cfg!(target_family = "wasm") {
            has_free_move || level.call(Count(position)) > 0
        } else {
            has_free_move || level.call(Generated(position))
        }
    }
}

/// The number of legal moves.
struct Count<'a>(&'a Position);

impl Job for Count<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> u64 {
        let Count(position) = self;
        let mut counter = MoveCounter::default();
        if L::IS_RARE {
            level.call(EachSet { position, kind: MoveKind::All, each: &mut |set| _ = counter.accept(set) });
        } else {
            let _ = generate_at(level, position, MoveKind::All, &mut counter);
        }
        counter.count
    }
}

/// The sets of legal moves that are not empty, one by one, to any closure.
struct EachSet<'a> {
    position: &'a Position,
    kind: MoveKind,
    each: &'a mut dyn FnMut(MoveSet),
}

impl Job for EachSet<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, level: L) {
        let EachSet { position, kind, each } = self;
        let _ = generate_at(level, position, kind, &mut |set: MoveSet| {
            if !set.is_empty() {
                each(set);
            }
            ControlFlow::Continue(())
        });
    }
}

/// The first set that the generator reports.
struct Generated<'a>(&'a Position);

impl Job for Generated<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> bool {
        let sink = &mut |set: MoveSet| {
            if set.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let Generated(position) = self;
        Generate::<_, true> { position, kind: MoveKind::All, movers: Bitboard::FULL, sink }
            .run(level)
            .is_break()
    }
}

impl Position {
    /// All legal moves.
    ///
    /// ```
    /// use philidor::Position;
    /// assert_eq!(Position::default().legal_moves().len(), 20);
    /// ```
    #[must_use]
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.moves(MoveKind::All)
    }

    /// Writes all legal moves into a list, replacing its contents, so that one list can be reused.
    ///
    /// ```
    /// use philidor::{MoveList, Position};
    /// let mut list = MoveList::new();
    /// Position::default().legal_moves_into(&mut list);
    /// Position::default().legal_moves_into(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    #[inline]
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        self.moves_into(MoveKind::All, list);
    }

    /// The legal moves of one kind.
    ///
    /// # Stability
    ///
    /// The order of moves is the same in every version, so an index into the list of all moves may be stored:
    ///
    /// 1. the king's steps, then knights, bishops, rooks, queens, each kind from a1 to h8 by origin;
    /// 2. pawns: captures toward a, captures toward h, single pushes, double pushes, each from a1 to h8 by target;
    ///    then promotions by capture toward a, toward h, by push, each target queen, rook, bishop, knight; then en
    ///    passant from the western pawn, then from the eastern;
    /// 3. castling short, castling long.
    ///
    /// A piece's captures come before its quiet moves, each from a1 to h8 by target. The tactical moves, the quiet
    /// moves and the captures alone are in the same order.
    ///
    /// ```
    /// use philidor::{MoveKind, Position};
    /// let position: Position = "4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1".parse()?;
    /// let [all, tactical, quiet] =
    ///     [MoveKind::All, MoveKind::Tactical, MoveKind::Quiet].map(|kind| position.moves(kind).len());
    /// assert_eq!((all, tactical, quiet), (tactical + quiet, 4, 14));
    /// assert!(position.moves(MoveKind::Captures).is_empty()); // the four promotions capture nothing
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn moves(&self, kind: MoveKind) -> MoveList {
        let mut list = MoveList::new();
        self.moves_into(kind, &mut list);
        list
    }

    /// Writes the legal moves of one kind into a list, replacing its contents.
    pub fn moves_into(&self, kind: MoveKind, list: &mut MoveList) {
        cpu::dispatch(List::<true> { position: self, kind, movers: Bitboard::FULL, list });
    }

    /// The legal moves of the piece on one square, castling among the king's.
    ///
    /// ```
    /// use philidor::{Position, Square};
    /// assert_eq!(Position::default().legal_moves_from(Square::B1).len(), 2);
    /// ```
    #[must_use]
    pub fn legal_moves_from(&self, origin: Square) -> MoveList {
        let mut list = MoveList::new();
        cpu::dispatch(List::<true> {
            position: self,
            kind: MoveKind::All,
            movers: origin.into(),
            list: &mut list,
        });
        list
    }

    /// All moves that the pieces can make if the safety of the king is ignored, as many engines generate them.
    ///
    /// Castling is among them if there is a right and the path is free; whether the king passes an attacked square is a
    /// matter of legality. [`Position::leaves_king_safe`] tests for the legal ones.
    #[must_use]
    pub fn pseudo_legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.pseudo_legal_moves_into(MoveKind::All, &mut list);
        list
    }

    /// Writes the pseudo-legal moves of one kind into a list, replacing its contents.
    pub fn pseudo_legal_moves_into(&self, kind: MoveKind, list: &mut MoveList) {
        cpu::dispatch_wide_or_few(List::<false> { position: self, kind, movers: Bitboard::FULL, list });
    }

    /// Reports the legal moves of one kind to a sink, set by set. Returns `Break` if the sink stopped.
    pub fn generate<M: MoveSink>(&self, kind: MoveKind, sink: &mut M) -> ControlFlow<()> {
        cpu::dispatch(Generate::<_, true> { position: self, kind, movers: Bitboard::FULL, sink })
    }

    /// Calls a closure with each set of legal moves that is not empty: a piece on its square with the squares that it
    /// reaches, or all pawns that take the same step.
    ///
    /// [`generate`](Position::generate) compiles the closure into the generator, may be stopped, and reports the moves
    /// of one kind. See [`MoveSet`].
    pub fn for_each_set(&self, mut each: impl FnMut(MoveSet)) {
        self.for_each_set_of(MoveKind::All, &mut each);
    }

    /// The generator for all such closures, compiled once for each of few levels: most of the time goes into the calls.
    fn for_each_set_of(&self, kind: MoveKind, each: &mut dyn FnMut(MoveSet)) {
        cpu::dispatch_few(EachSet { position: self, kind, each });
    }

    /// Calls a closure with each legal move of one kind, until it breaks.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use philidor::{MoveKind, Position};
    /// let mut first = None;
    /// let _ = Position::default().for_each_move(MoveKind::All, |mv| {
    ///     first = Some(mv);
    ///     ControlFlow::Break(())
    /// });
    /// assert_eq!(first.map(|mv| mv.to_string()).as_deref(), Some("b1a3"));
    /// ```
    pub fn for_each_move<F: FnMut(Move) -> ControlFlow<()>>(
        &self,
        kind: MoveKind,
        mut each: F,
    ) -> ControlFlow<()> {
        let words = Words::new(self);
        self.generate(kind, &mut |set| words.expand(set, &mut each))
    }

    /// Counts the legal moves without writing any.
    #[must_use]
    pub fn legal_move_count(&self) -> u32 {
        cpu::dispatch(Count(self)) as u32
    }

    /// Whether there is any legal move; if not, it is mate or stalemate. Stops at the first one.
    ///
    /// ```
    /// use philidor::Position;
    /// let mate: Position = "R3k3/8/4K3/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert!(mate.is_checkmate() && !mate.has_legal_move());
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        has_move::has_safe_push(self.board(), self.side_to_move()) || self.has_legal_move_in_doubt()
    }

    /// The same at the level of this CPU.
    #[inline(never)]
    fn has_legal_move_in_doubt(&self) -> bool {
        cpu::dispatch(HasMove(self))
    }
}
