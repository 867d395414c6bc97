//! Sets of unmoves as the generator reports them, and the sinks that take them.

use core::fmt;
use core::ops::ControlFlow;

use philidor::{Bitboard, CastlingSide, Color, MoveType, PawnStep, PieceType, Square};

use super::unmove::Unmove;

/// What may be put back on the square that a piece leaves: nothing, or one of some pieces; a set.
///
/// ```text
///   5      4        3       2      1        0
/// +------+--------+--------+------+-------+---------+
/// | pawn | knight | bishop | rook | queen | nothing |     the numbers of PieceType; a king is never captured
/// +------+--------+--------+------+-------+---------+
/// ```
///
/// ```
/// use philidor::PieceType;
/// use philidor_retro::PutBack;
/// let pieces: Vec<_> = PutBack::OFFICERS.into_iter().collect();
/// assert_eq!(pieces.len(), 4);
/// assert!(PutBack::OFFICERS.contains(Some(PieceType::Rook)));
/// assert!(!PutBack::OFFICERS.contains(None) && PutBack::NOTHING.contains(None));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PutBack(u8);

impl PutBack {
    /// Not even nothing: no unmove.
    pub const NONE: PutBack = PutBack(0);
    /// Nothing: the move was not a capture.
    pub const NOTHING: PutBack = PutBack(0b00_0001);
    /// A queen, rook, bishop or knight: on the last ranks, where no pawn stands.
    pub const OFFICERS: PutBack = PutBack(0b01_1110);
    /// Any piece but a king.
    pub const ANY: PutBack = PutBack(0b11_1110);

    /// Whether this piece, or nothing, may be put back.
    #[must_use]
    #[inline(always)]
    pub const fn contains(self, piece: Option<PieceType>) -> bool {
        let code = match piece {
            None => 0,
            Some(PieceType::King) => return false,
            Some(piece) => piece as u8,
        };
        self.0 >> code & 1 != 0
    }

    /// How many choices there are.
    #[must_use]
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no choice.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Either of both.
    #[inline(always)]
    pub(super) const fn or(self, other: PutBack) -> PutBack {
        PutBack(self.0 | other.0)
    }

    /// What both contain.
    #[inline(always)]
    pub(super) const fn and(self, other: PutBack) -> PutBack {
        PutBack(self.0 & other.0)
    }

    #[inline(always)]
    pub(super) const fn without(self, piece: PieceType) -> PutBack {
        PutBack(self.0 & !(1 << piece as u8))
    }

    /// The lowest code, and whether all codes from there to the highest are in the set.
    #[inline(always)]
    pub(super) const fn run(self) -> (u32, bool) {
        let first = self.0.trailing_zeros();
        let run = self.0 as u32 >> (first & 7);
        (first, run & run.wrapping_add(1) == 0)
    }

    /// The codes of the choices, in order.
    #[inline(always)]
    pub(super) fn codes(self) -> impl Iterator<Item = u32> {
        (0..6).filter(move |&code| self.0 >> code & 1 != 0)
    }
}

impl IntoIterator for PutBack {
    type Item = Option<PieceType>;
    type IntoIter = PutBackIntoIter;

    fn into_iter(self) -> PutBackIntoIter {
        PutBackIntoIter(self)
    }
}

/// The choices of a [`PutBack`]: nothing, then queen to pawn.
#[derive(Clone, Debug)]
pub struct PutBackIntoIter(PutBack);

impl Iterator for PutBackIntoIter {
    type Item = Option<PieceType>;

    fn next(&mut self) -> Option<Option<PieceType>> {
        let left = &mut self.0.0;
        let code = left.trailing_zeros() as usize;
        *left &= left.wrapping_sub(1);
        match code {
            0 => Some(None),
            _ => PieceType::ALL.get(code).map(|&piece| Some(piece)),
        }
    }
}

/// Some unmoves that belong together, as the generator reports them. Sets may be empty.
///
/// No variants will be added in this major version, as with [`MoveSet`](philidor::MoveSet). See [`UnmoveSink`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnmoveSet {
    /// A king, queen, rook, bishop or knight on `destination` goes back to any of `origins`.
    Piece {
        /// King, queen, rook, bishop or knight.
        piece_type: PieceType,
        /// Where it stands.
        destination: Square,
        /// Where it may come from.
        origins: Bitboard,
        /// What may be put back in its place.
        put_back: PutBack,
    },
    /// Pawns on `destinations` take one kind of step back.
    Pawns {
        /// The step that they take back, as it was made.
        step: PawnStep,
        /// Where they stand.
        destinations: Bitboard,
        /// What may be put back in their place: nothing if and only if they pushed.
        put_back: PutBack,
    },
    /// Pieces on `destinations`, on the last rank, become pawns again and take one kind of step back.
    Unpromotions {
        /// What they are: queens, rooks, bishops or knights.
        piece_type: PieceType,
        /// The step that they take back, as it was made.
        step: PawnStep,
        /// Where they stand.
        destinations: Bitboard,
        /// What may be put back in their place: nothing if and only if they pushed.
        put_back: PutBack,
    },
    /// A pawn takes back a capture en passant, and the enemy pawn stands beside its origin again.
    EnPassant {
        /// Where it came from.
        origin: Square,
        /// Where it stands.
        destination: Square,
    },
    /// King and rook take castling back.
    Castling {
        /// Kingside or queenside.
        side: CastlingSide,
        /// Where the king stood.
        king: Square,
        /// Where the rook stood.
        rook: Square,
    },
}

impl UnmoveSet {
    /// The number of unmoves in the set.
    ///
    /// ```
    /// use philidor::{Bitboard, PawnStep, Rank};
    /// use philidor_retro::{PutBack, UnmoveSet};
    /// let destinations = Bitboard::from_rank(Rank::Third);
    /// let pushes = UnmoveSet::Pawns { step: PawnStep::Push, destinations, put_back: PutBack::NOTHING };
    /// assert_eq!(pushes.len(), 8);
    /// let captures = UnmoveSet::Pawns { step: PawnStep::CaptureEast, destinations, put_back: PutBack::ANY };
    /// assert_eq!(captures.len(), 40);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn len(self) -> u32 {
        match self {
            UnmoveSet::Piece { origins: squares, put_back, .. }
            | UnmoveSet::Pawns { destinations: squares, put_back, .. }
            | UnmoveSet::Unpromotions { destinations: squares, put_back, .. } => {
                squares.len() * put_back.len()
            }
            UnmoveSet::EnPassant { .. } | UnmoveSet::Castling { .. } => 1,
        }
    }

    /// Whether the set has no unmoves.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Calls a closure with each unmove of the set, of the side that moved last, until it breaks.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use philidor::{CastlingSide, Color, Square};
    /// use philidor_retro::UnmoveSet;
    /// let set = UnmoveSet::Castling { side: CastlingSide::QueenSide, king: Square::E8, rook: Square::A8 };
    /// let _ = set.for_each(Color::Black, |unmove| -> ControlFlow<()> {
    ///     assert_eq!((unmove.to_string().as_str(), unmove.destination()), ("O-O-O", Square::C8));
    ///     ControlFlow::Continue(())
    /// });
    /// ```
    #[inline(always)]
    pub fn for_each(self, moved: Color, mut each: impl FnMut(Unmove) -> ControlFlow<()>) -> ControlFlow<()> {
        self.stems(moved, |stem, put_back| put_back.codes().try_for_each(|code| each(stem.uncapturing(code))))
    }

    /// Calls a closure with each unmove before anything is put back, and what may be.
    #[inline(always)]
    pub(super) fn stems(
        self,
        moved: Color,
        mut each: impl FnMut(Unmove, PutBack) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self {
            UnmoveSet::Piece { piece_type, destination, origins, put_back } => {
                let stem = Unmove::stem(MoveType::Normal, piece_type).to(destination);
                origins.into_iter().try_for_each(|origin| each(stem.from(origin), put_back))
            }
            UnmoveSet::Pawns { step, destinations, put_back } => {
                let stem = Unmove::stem(MoveType::Normal, PieceType::Pawn);
                destinations
                    .into_iter()
                    .try_for_each(|square| each(stem.from(step.origin(moved, square)).to(square), put_back))
            }
            UnmoveSet::Unpromotions { piece_type, step, destinations, put_back } => {
                let stem = Unmove::stem(MoveType::Promotion, PieceType::Pawn).unpromoting(piece_type);
                destinations
                    .into_iter()
                    .try_for_each(|square| each(stem.from(step.origin(moved, square)).to(square), put_back))
            }
            UnmoveSet::EnPassant { origin, destination } => {
                let stem = Unmove::stem(MoveType::EnPassant, PieceType::Pawn).from(origin).to(destination);
                each(stem.uncapturing(PieceType::Pawn as u32), PutBack::NOTHING)
            }
            UnmoveSet::Castling { side, king, rook } => {
                let stem = Unmove::stem(MoveType::Castling, PieceType::King).from(king).with_rook_on(rook);
                each(stem.to(side.king_destination(moved)), PutBack::NOTHING)
            }
        }
    }
}

/// A receiver of the sets that the generator of unmoves reports. Any closure from a set to a [`ControlFlow`] is one.
///
/// ```
/// use core::ops::ControlFlow;
/// use philidor::Position;
/// use philidor_retro::{Retractor, UnmoveSet};
///
/// // Can the rook have come from b2, whatever it captured?
/// let position: Position = "4k3/8/8/8/1R6/8/8/4K3 b - - 0 1".parse()?;
/// let stopped = Retractor::new().generate(&position, &mut |set| match set {
///     UnmoveSet::Piece { origins, .. } if origins.contains(philidor::Square::B2) => ControlFlow::Break(()),
///     _ => ControlFlow::Continue(()),
/// });
/// assert!(stopped.is_break());
/// # Ok::<(), philidor::PositionError>(())
/// ```
pub trait UnmoveSink {
    /// Takes a set of unmoves, and returns whether to continue.
    fn accept(&mut self, set: UnmoveSet) -> ControlFlow<()>;
}

impl<F: FnMut(UnmoveSet) -> ControlFlow<()>> UnmoveSink for F {
    #[inline(always)]
    fn accept(&mut self, set: UnmoveSet) -> ControlFlow<()> {
        self(set)
    }
}

/// A sink that counts unmoves without writing any.
///
/// ```
/// use philidor::Position;
/// use philidor_retro::{Retractor, UnmoveCounter};
/// let mut counter = UnmoveCounter::default();
/// let _ = Retractor::new().generate(&Position::default(), &mut counter);
/// assert_eq!(counter.count, 4); // White is to move, and a knight of Black's may have come back
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnmoveCounter {
    /// The unmoves counted so far.
    pub count: u64,
}

impl UnmoveSink for UnmoveCounter {
    #[inline(always)]
    fn accept(&mut self, set: UnmoveSet) -> ControlFlow<()> {
        self.count += u64::from(set.len());
        ControlFlow::Continue(())
    }
}

impl fmt::Display for PutBack {
    /// The letters of the pieces, with `-` for nothing: `-QRBNP`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |piece: PieceType| piece.letter().to_ascii_uppercase();
        self.into_iter().try_for_each(|piece| write!(f, "{}", piece.map_or('-', letter)))
    }
}
