//! What takes moves back: how much the state of a position is believed, and the questions that can be asked.

use core::ops::ControlFlow;

use super::generation::generate;
use super::list::{ListWriter, UnmoveList};
use super::predecessors::{self, Predecessors};
use super::sets::{UnmoveCounter, UnmoveSet, UnmoveSink};
use super::unmove::{IllegalUnmove, Unmove};
use crate::cpu::{self, Job, Level};
use crate::notation::CastlingMode;
use crate::position::Position;
use crate::types::{Black, Color, White};

/// What it means that a position has no en-passant square. One that it has means that a pawn has just passed it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EnPassantReading {
    /// The last move was not a double push: the square is there after each of them, as in positions that are played and as
    /// the FEN standard says.
    #[default]
    Always,
    /// A double push that no pawn can answer en passant may have been the last move: FENs of many programs have the
    /// square only where a capture is legal. The position after the move then has the same
    /// [`key`](Position::key), but is not `==`.
    Legal,
    /// Nothing: any pawn may have made a double push. So it is for predecessors in reduced form, and in drawings.
    Unknown,
}

/// What is believed of the halfmove clock.
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
/// The pieces and the castling rights of a position are always believed. How far the rest of its state is, and whether
/// kings and rooks castle from other squares than those of standard chess, is the retractor's to know.
///
/// An unmove is *legal* if the position before it passes the door of [`Position::try_from`], and if the move leads from
/// there to the position, clocks aside unless they are read as exact.
///
/// ```
/// use philidor::{Position, retro::{ClockReading, EnPassantReading, Retractor}};
///
/// // The FEN of a program that shows en-passant squares where a capture is legal.
/// let position: Position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse()?;
/// let exact = Retractor::new().unmoves(&position);
/// assert_eq!(exact.iter().map(|unmove| unmove.to_string()).collect::<Vec<_>>(), ["e3-e4"]);
/// let retractor = Retractor::new().en_passant(EnPassantReading::Legal);
/// assert!(retractor.unmoves(&position).iter().any(|unmove| unmove.to_string() == "e2-e4"));
///
/// // With a clock of 3, no pawn has moved, and no piece captured.
/// let position: Position = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 9".parse()?;
/// assert_eq!(Retractor::new().count(&position), 4 * 5 + 4);
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
    pub fn of(position: &Position) -> Retractor {
        Retractor::new().castling(CastlingMode::detect(position))
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

    /// The retractor for the predecessors that this one finds, in their [reduced](Predecessors::reduced) form: en passant
    /// before them is unknown, and so are clocks once one of them is.
    pub(super) fn further_back(self, unmove: Unmove) -> Retractor {
        let clock = if unmove.is_pawn_advance_or_capture() { ClockReading::Unknown } else { self.clock };
        Retractor { en_passant: EnPassantReading::Unknown, clock, ..self }
    }

    /// All legal unmoves of the side that is not to move.
    ///
    /// The order: king, knights, bishops, rooks, queens, each from a1 to h8; pawns; unpromotions; en passant; castling. In
    /// check the checking pieces come first.
    #[must_use]
    pub fn unmoves(self, position: &Position) -> UnmoveList {
        let mut list = UnmoveList::new();
        self.unmoves_into(position, &mut list);
        list
    }

    /// Writes all legal unmoves into a list, replacing its contents, so that one list can be reused.
    pub fn unmoves_into(self, position: &Position, list: &mut UnmoveList) {
        list.clear();
        let mut writer = ListWriter { moved: !position.side_to_move(), list };
        let _ = self.generate(position, &mut writer);
    }

    /// Reports the legal unmoves to a sink, set by set, without allocation. Returns `Break` if the sink stopped.
    pub fn generate<M: UnmoveSink>(self, position: &Position, sink: &mut M) -> ControlFlow<()> {
        cpu::dispatch(Generate { position, retractor: self, sink })
    }

    /// Calls a closure with each legal unmove, until it breaks.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use philidor::{Position, retro::Retractor};
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let mut castled = 0;
    /// let _ = Retractor::new().for_each(&position, |unmove| {
    ///     castled += u32::from(unmove.castling_side().is_some());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(castled, 0);
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    pub fn for_each<F: FnMut(Unmove) -> ControlFlow<()>>(
        self,
        position: &Position,
        mut each: F,
    ) -> ControlFlow<()> {
        let moved = !position.side_to_move();
        self.generate(position, &mut |set: UnmoveSet| set.for_each(moved, &mut each))
    }

    /// Counts the legal unmoves without writing any.
    #[must_use]
    pub fn count(self, position: &Position) -> u32 {
        let mut counter = UnmoveCounter::default();
        let _ = self.generate(position, &mut counter);
        counter.count as u32
    }

    /// Whether there is any legal unmove. Stops at the first one.
    ///
    /// ```
    /// use philidor::{Position, retro::Retractor};
    /// let position: Position = "k7/8/8/8/8/8/8/K7 w - - 0 1".parse()?;
    /// assert!(Retractor::new().has_unmove(&position));
    /// // Two knights give check, and neither can have uncovered the other.
    /// let position: Position = "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1".parse()?;
    /// assert!(!Retractor::new().has_unmove(&position));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn has_unmove(self, position: &Position) -> bool {
        let first = |set: UnmoveSet| match set.is_empty() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        self.generate(position, &mut { first }).is_break()
    }

    /// Whether an unmove of any origin is legal here.
    #[must_use]
    pub fn is_legal(self, position: &Position, unmove: Unmove) -> bool {
        let same = |each| if each == unmove { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.for_each(position, same).is_break()
    }

    /// What is known of the position before an unmove that is known to be legal.
    ///
    /// Any other unmove gives a meaningless answer, but never panics.
    #[must_use]
    pub fn predecessors(self, position: &Position, unmove: Unmove) -> Predecessors {
        Predecessors::new(self, position, unmove)
    }

    /// The position before an unmove that is known to be legal, in [reduced](Predecessors::reduced) form: with the
    /// castling rights and the en-passant square that it must have had, and no others.
    ///
    /// Any other unmove gives a meaningless position, but never panics.
    #[must_use]
    pub fn before(self, position: &Position, unmove: Unmove) -> Position {
        predecessors::before(self, position, unmove)
    }

    /// The same for any unmove, if it is legal here.
    ///
    /// # Errors
    ///
    /// [`IllegalUnmove`] returns the unmove, if it is not legal here.
    pub fn try_before(self, position: &Position, unmove: Unmove) -> Result<Position, IllegalUnmove> {
        match self.is_legal(position, unmove) {
            true => Ok(self.before(position, unmove)),
            false => Err(IllegalUnmove(unmove)),
        }
    }
}

impl Position {
    /// All legal unmoves: what the side that is not to move can have moved last, by [`Retractor::of`] this position.
    ///
    /// ```
    /// use philidor::Position;
    /// // The castled king and rook, or one of them alone. White is to move, so this is Black's.
    /// let position: Position = "5rk1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1".parse()?;
    /// let unmoves: Vec<String> = position.unmoves().iter().map(|unmove| unmove.to_string()).collect();
    /// assert!(unmoves.contains(&"O-O".to_owned()) && unmoves.contains(&"Re8xQf8".to_owned()));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn unmoves(&self) -> UnmoveList {
        Retractor::of(self).unmoves(self)
    }

    /// The position before an unmove that is known to be legal here, in [reduced](Predecessors::reduced) form.
    ///
    /// Any other unmove gives a meaningless position, but never panics; for untrusted ones, use
    /// [`Retractor::try_before`].
    ///
    /// ```
    /// use philidor::Position;
    /// let position: Position = "5rk1/8/8/8/8/8/8/6K1 w - - 0 1".parse()?;
    /// let castling = position.unmoves().into_iter().find(|unmove| unmove.castling_side().is_some());
    /// let before = position.before(castling.expect("the king castled, or walked"));
    /// assert_eq!(before.to_string(), "4k2r/8/8/8/8/8/8/6K1 b k - 0 0");
    /// assert_eq!(before.legal_moves().iter().filter(|&&mv| before.after(mv).board() == position.board()).count(), 1);
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn before(&self, unmove: Unmove) -> Position {
        Retractor::of(self).before(self, unmove)
    }
}

/// Generation as a job for a CPU level.
struct Generate<'a, M> {
    position: &'a Position,
    retractor: Retractor,
    sink: &'a mut M,
}

impl<M: UnmoveSink> Job for Generate<'_, M> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> ControlFlow<()> {
        let Generate { position, retractor, sink } = self;
        match position.side_to_move() {
            Color::White => generate::<Black, _, _>(level.sliders(), position, retractor, sink),
            Color::Black => generate::<White, _, _>(level.sliders(), position, retractor, sink),
        }
    }
}
