//! Sets of moves as the generator reports them, the kinds that can be asked for, and the sinks that take them.

use core::ops::ControlFlow;

use crate::types::{Bitboard, CastlingSide, Color, PieceType, Square};

/// The kind of moves to generate. Every move is either tactical or quiet; captures are a part of the tactical ones.
///
/// ```
/// use philidor::{MoveKind, Position};
/// let position: Position = "3r4/4P3/8/8/8/8/8/k3K3 w - - 0 1".parse()?;
/// let count = |kind| position.moves(kind).len();
/// assert_eq!(count(MoveKind::All), count(MoveKind::Tactical) + count(MoveKind::Quiet));
/// assert_eq!((count(MoveKind::Tactical), count(MoveKind::Captures)), (8, 4)); // e8 and exd8
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveKind {
    /// All moves.
    #[default]
    All,
    /// Captures, en passant, and every promotion.
    Tactical,
    /// All others, castling included.
    Quiet,
    /// Captures alone: en passant and promotions that capture are among them.
    Captures,
}

impl MoveKind {
    /// Whether moves of this kind are tactical, some or all.
    #[inline(always)]
    pub(crate) const fn has_tactical(self) -> bool {
        !matches!(self, MoveKind::Quiet)
    }

    /// Whether moves of this kind are quiet, some or all.
    #[inline(always)]
    pub(crate) const fn has_quiet(self) -> bool {
        matches!(self, MoveKind::All | MoveKind::Quiet)
    }
}

/// The four ways in which a pawn moves, seen from its own side; west is always toward the a-file.
///
/// ```
/// use philidor::{Color, PawnStep, Square};
/// assert_eq!(PawnStep::DoublePush.origin(Color::White, Square::E4), Square::E2);
/// assert_eq!(PawnStep::CaptureEast.origin(Color::White, Square::D5), Square::C4);
/// assert_eq!(PawnStep::CaptureEast.origin(Color::Black, Square::D4), Square::C5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PawnStep {
    /// One square forward.
    Push,
    /// Two squares forward.
    DoublePush,
    /// A capture toward the a-file.
    CaptureWest,
    /// A capture toward the h-file.
    CaptureEast,
}

impl PawnStep {
    /// The origin of a pawn of `color` that reached `target` by this step.
    #[must_use]
    #[inline(always)]
    pub const fn origin(self, color: Color, target: Square) -> Square {
        Square::wrapping((target as i32 + self.squares_back(color)) as u32)
    }

    /// How far the origin is from the target.
    #[inline(always)]
    pub(crate) const fn squares_back(self, color: Color) -> i32 {
        let back: i32 = match self {
            PawnStep::Push => -8,
            PawnStep::DoublePush => -16,
            PawnStep::CaptureWest => -7,
            PawnStep::CaptureEast => -9,
        };
        match (color, self) {
            (Color::White, _) => back,
            (Color::Black, PawnStep::CaptureWest) => 9,
            (Color::Black, PawnStep::CaptureEast) => 7,
            (Color::Black, _) => -back,
        }
    }
}

/// Some moves that belong together, as the generator reports them. Sets of targets may be empty.
///
/// This major version will have no further variants: a sink that overlooked one would silently lose moves, so its
/// `match` should be exhaustive, for the compiler to check.
///
/// ```
/// use philidor::{MoveSet, PawnStep, Position, Square};
/// let position: Position = "4k3/8/8/2pP4/8/8/8/4K2R w K c6 0 2".parse()?;
/// let mut sets = Vec::new();
/// position.for_each_set(|set| sets.push(set));
/// assert!(sets.contains(&MoveSet::Pawns { step: PawnStep::Push, targets: Square::D6.into() }));
/// assert!(sets.contains(&MoveSet::EnPassant { origin: Square::D5, target: Square::C6 }));
/// assert_eq!(sets.iter().map(|set| set.len() as usize).sum::<usize>(), position.legal_moves().len());
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveSet {
    /// A king, queen, rook, bishop or knight on `origin` moves to any of `targets`.
    Piece {
        /// King, queen, rook, bishop or knight.
        piece_type: PieceType,
        /// Where it stands.
        origin: Square,
        /// Where it may go.
        targets: Bitboard,
    },
    /// Pawns reach `targets` by one kind of step, without promoting.
    Pawns {
        /// A single or double push, or a capture to one side.
        step: PawnStep,
        /// Where they may go.
        targets: Bitboard,
    },
    /// Pawns reach `targets` on the last rank by one kind of step, each with four promotions.
    Promotions {
        /// A single push, or a capture to one side.
        step: PawnStep,
        /// Where they may go.
        targets: Bitboard,
    },
    /// A pawn captures en passant.
    EnPassant {
        /// Where it stands.
        origin: Square,
        /// Where it goes: the en-passant square.
        target: Square,
    },
    /// The king on `origin` castles.
    Castling {
        /// Kingside or queenside.
        side: CastlingSide,
        /// Where the king stands.
        origin: Square,
    },
}

impl MoveSet {
    /// The number of moves in the set.
    ///
    /// ```
    /// use philidor::{Bitboard, MoveSet, PawnStep, Rank};
    /// let targets = Bitboard::from_rank(Rank::Eighth);
    /// assert_eq!(MoveSet::Promotions { step: PawnStep::Push, targets }.len(), 32);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn len(self) -> u32 {
        match self {
            MoveSet::Piece { targets, .. } | MoveSet::Pawns { targets, .. } => targets.len(),
            MoveSet::Promotions { targets, .. } => 4 * targets.len(),
            MoveSet::EnPassant { .. } | MoveSet::Castling { .. } => 1,
        }
    }

    /// Whether the set has no moves.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        match self {
            MoveSet::Piece { targets, .. }
            | MoveSet::Pawns { targets, .. }
            | MoveSet::Promotions { targets, .. } => targets.is_empty(),
            MoveSet::EnPassant { .. } | MoveSet::Castling { .. } => false,
        }
    }
}

/// A receiver of the sets that the generator reports. Any closure from a set to a [`ControlFlow`] is one.
///
/// ```
/// use core::ops::ControlFlow;
/// use philidor::{Bitboard, MoveKind, MoveSet, Position};
///
/// // All squares that the pieces (not the pawns) can move to.
/// let mut reached = Bitboard::EMPTY;
/// let _ = Position::default().generate(MoveKind::All, &mut |set| {
///     if let MoveSet::Piece { targets, .. } = set {
///         reached |= targets;
///     }
///     ControlFlow::Continue(())
/// });
/// assert_eq!(reached.len(), 4); // a3, c3, f3, h3
/// ```
pub trait MoveSink {
    /// Takes a set of moves, and returns whether to continue.
    fn accept(&mut self, set: MoveSet) -> ControlFlow<()>;
}

impl<F: FnMut(MoveSet) -> ControlFlow<()>> MoveSink for F {
    #[inline(always)]
    fn accept(&mut self, set: MoveSet) -> ControlFlow<()> {
        self(set)
    }
}

/// A sink that counts moves without writing any.
///
/// ```
/// use philidor::{MoveCounter, MoveKind, Position};
/// let kiwipete: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// let mut captures = MoveCounter::default();
/// let _ = kiwipete.generate(MoveKind::Captures, &mut captures);
/// assert_eq!(captures.count, 8);
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveCounter {
    /// The moves counted so far.
    pub count: u64,
}

impl MoveSink for MoveCounter {
    #[inline(always)]
    fn accept(&mut self, set: MoveSet) -> ControlFlow<()> {
        self.count += u64::from(set.len());
        ControlFlow::Continue(())
    }
}
