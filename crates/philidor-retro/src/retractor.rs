//! What takes moves back, and how much of a position's state it believes.

use philidor::{CastlingMode, Position};

use super::unmove::Unmove;

/// What a missing en-passant square says about the last move. An en-passant square itself is always believed. See
/// [`Retractor`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EnPassantReading {
    /// The last move was not a double push: the square is there after each of them, as in positions that are played and
    /// as the FEN standard says.
    #[default]
    Always,
    /// A double push that no pawn can answer en passant may have been the last move: FENs of many programs have the
    /// square only where a capture is legal. The position after the move then has the same
    /// [`key`](Position::key), but is not `==`.
    Legal,
    /// Nothing: any pawn may have made a double push. So it is in predecessors in reduced form, and in diagrams.
    Unknown,
}

/// What is believed of the halfmove clock. See [`Retractor`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ClockReading {
    /// Nothing: most positions that are set up say 0.
    #[default]
    Unknown,
    /// It is true. With 0 a pawn has moved, or there was a capture; otherwise neither, and it was one less before.
    Exact,
}

/// Takes moves back: it lists unmoves, and knows what can be known of the positions before them.
///
/// The pieces and the castling rights of a position are always believed. Options of the retractor say how far to
/// believe the rest of its state, and whether kings and rooks castle from other squares than those of standard chess.
///
/// An unmove is *legal* if the position before it passes the door of [`Position::try_from`], and if the move leads from
/// there to the position, clocks aside unless they are read as exact.
///
/// ```
/// use philidor::Position;
/// use philidor_retro::{ClockReading, EnPassantReading, Retractor};
///
/// // The FEN of a program that shows en-passant squares where a capture is legal.
/// let position: Position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse()?;
/// let lists_double_push = |retractor: Retractor| retractor.unmoves(&position).iter().any(|unmove| unmove.is_double_push());
/// assert!(!lists_double_push(Retractor::new()));
/// assert!(lists_double_push(Retractor::new().en_passant(EnPassantReading::Legal)));
///
/// // With a clock of 3, no pawn has moved, and no piece captured.
/// let position: Position = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 9".parse()?;
/// assert_eq!(Retractor::new().count(&position), 4 * 5); // nothing, or one of four put back
/// assert_eq!(Retractor::new().clock(ClockReading::Exact).count(&position), 4);
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[must_use]
pub struct Retractor {
    pub(super) castling: CastlingMode,
    pub(super) en_passant: EnPassantReading,
    pub(super) clock: ClockReading,
}

impl Retractor {
    /// Standard chess; a position after a double push has its square; clocks are not read.
    pub fn new() -> Retractor {
        Retractor::default()
    }

    /// The retractor for a position: Chess960 if its rights show that, as [`CastlingMode::detect`] does.
    pub fn for_position(position: &Position) -> Retractor {
        Retractor::new().castling(CastlingMode::detect(position))
    }

    /// The retractor that takes back whatever may have been played, for a FEN of any program and for diagrams, in
    /// standard chess and in Chess960: any pawn may have made a double push, kings and rooks may have castled from any
    /// squares, and the clock is not read.
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_retro::{Reachability, Retractor};
    /// // Only e2-e4 uncovers the check of the bishop on f1, and most programs write no en-passant square after it.
    /// let position: Position = "8/8/8/8/2k1P3/8/6P1/K4B2 b - - 0 1".parse()?;
    /// assert_eq!(Retractor::cautious().reachability(&position, 3), Reachability::Unknown);
    /// assert_eq!(Retractor::new().reachability(&position, 3), Reachability::No { longest: 0 });
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    pub fn cautious() -> Retractor {
        Retractor::new().castling(CastlingMode::Chess960).en_passant(EnPassantReading::Unknown)
    }

    /// From which squares kings and rooks castle. In Chess960 a castling is taken back to any of them, and rooks on any
    /// may have had a right.
    pub fn castling(mut self, mode: CastlingMode) -> Retractor {
        self.castling = mode;
        self
    }

    /// What it means that a position has no en-passant square.
    pub fn en_passant(mut self, reading: EnPassantReading) -> Retractor {
        self.en_passant = reading;
        self
    }

    /// What is believed of the halfmove clock.
    pub fn clock(mut self, reading: ClockReading) -> Retractor {
        self.clock = reading;
        self
    }

    /// The retractor for the predecessors that this one finds, in their [reduced](Predecessors::reduced) form: en
    /// passant before them is unknown, and so are clocks once one of them is.
    pub(super) fn further_back(self, unmove: Unmove) -> Retractor {
        let clock = if unmove.is_pawn_advance_or_capture() { ClockReading::Unknown } else { self.clock };
        Retractor { en_passant: EnPassantReading::Unknown, clock, ..self }
    }
}
