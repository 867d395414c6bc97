//! What is known of the position before an unmove: all states that it can have had.
//!
//! The pieces are known, and so is whose turn it was. Of the rest a position shows only what is left:
//!
//! ```text
//!               must have had                        may have had, too
//! castling      all rights that are left; that of    those that the move has ended: of a king that moved, of a
//!               castling taken back                  rook that left its home, of one captured there
//! en passant    the square of a capture en passant   any square that the door lets pass
//! clock         one less than now, if that is true   any, before a capture or a pawn's move
//! ```
//!
//! The choices do not depend on each other, so the states are a product; `Iter` counts through it.

use core::fmt;
use core::ops::RangeInclusive;

use philidor::{
    Bitboard, Board, CastlingMode, CastlingRights, CastlingRooks, CastlingSide, Color, File, MoveType,
    PawnStep, PieceType, Position, Rank, Setup, Square, State, Strictness,
};

use super::retractor::{ClockReading, Retractor};
use super::unmove::Unmove;

/// All that is known of the position before an unmove; from [`Retractor::predecessors`].
///
/// ```
/// use philidor::{Bitboard, CastlingRights, Color, Position, Square};
/// use philidor_retro::Retractor;
///
/// // The king has come from e1, where it may have had the right to castle with either rook.
/// let position: Position = "4k3/8/8/8/8/8/4K3/R6R b - - 1 1".parse()?;
/// let retractor = Retractor::new();
/// let step = retractor.unmoves(&position).into_iter().find(|unmove| unmove.to_string() == "Ke1-e2");
/// let unmove = step.expect("a step");
/// let before = retractor.predecessors(&position, unmove);
/// assert_eq!(before.required_rights(), CastlingRights::NONE);
/// assert_eq!(before.possible_rights(), CastlingRights::WHITE);
/// assert_eq!(before.len(), 4);
/// for predecessor in &before {
///     let mv = unmove.to_move(predecessor.state());
///     assert_eq!(predecessor.after(mv).key(), position.key());
/// }
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predecessors {
    /// The predecessor with what it must have.
    reduced: Position,
    /// The homes of rooks that may have had each right in addition, in the order of the rights.
    homes: [Bitboard; 4],
    /// The en-passant squares that it may have had.
    en_passant: Bitboard,
    clocks: RangeInclusive<u16>,
}

/// A state that the position before an unmove cannot have had; from [`Predecessors::choose`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ImpossibleState {
    /// It was the turn of this side.
    SideToMove(Color),
    /// It must have had these rights and the state lacks them, or it cannot have had them and the state has them.
    CastlingRights(CastlingRights),
    /// It cannot have had this en-passant square, or none.
    EnPassant(Option<Square>),
    /// The clock was not this.
    HalfmoveClock(u16),
    /// The number of the move was this.
    FullmoveNumber(u32),
}

impl fmt::Display for ImpossibleState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImpossibleState::SideToMove(color) => write!(f, "it was the turn of {color}"),
            ImpossibleState::CastlingRights(rights) => {
                write!(f, "the castling rights {rights} contradict what follows")
            }
            ImpossibleState::EnPassant(Some(square)) => {
                write!(f, "{square} cannot have been the en-passant square")
            }
            ImpossibleState::EnPassant(None) => f.write_str("a pawn was captured en passant"),
            ImpossibleState::HalfmoveClock(clock) => write!(f, "the halfmove clock cannot have been {clock}"),
            ImpossibleState::FullmoveNumber(number) => write!(f, "the number of the move was {number}"),
        }
    }
}

impl core::error::Error for ImpossibleState {}

philidor::debug_is_the_sentence!(ImpossibleState);

impl Predecessors {
    pub(super) fn new(retractor: Retractor, position: &Position, unmove: Unmove) -> Predecessors {
        let clocks = clocks_before(retractor.clock, unmove, position.halfmove_clock());
        let reduced = before(retractor, position, unmove);
        let mut predecessors =
            Predecessors { reduced, homes: [Bitboard::EMPTY; 4], en_passant: Bitboard::EMPTY, clocks };
        for (homes, (_, color, side)) in predecessors.homes.iter_mut().zip(CastlingRights::EACH) {
            if !reduced.castling_rights().has(color, side) {
                *homes = ended_right(retractor.castling, &reduced, unmove, color, side);
            }
        }
        if unmove.move_type() != MoveType::EnPassant && predecessors.clocks.contains(&0) {
            let them = !reduced.side_to_move();
            let pawns = reduced.board().colored_pieces(them, PieceType::Pawn)
                & Bitboard::from_rank(Rank::Fourth.relative_to(them));
            let passed = pawns.into_iter().map(|pawn| PawnStep::Push.origin(them, pawn));
            predecessors.en_passant = passed.filter(|&square| may_pass(reduced.to_setup(), square)).collect();
        }
        predecessors
    }

    /// The predecessor in *reduced* form: with the castling rights and the en-passant square that it must have had, and
    /// no others. Of all states, it rules out the least about earlier moves.
    ///
    /// Before a quiet move its clock is one less than after it, but at least 0; before a capture or a pawn's move it is
    /// 0.
    #[must_use]
    pub const fn reduced(&self) -> Position {
        self.reduced
    }

    /// The castling rights that it must have had.
    #[must_use]
    pub const fn required_rights(&self) -> CastlingRights {
        self.reduced.castling_rights()
    }

    /// The castling rights that it may have had, including those that it must have had.
    #[must_use]
    pub fn possible_rights(&self) -> CastlingRights {
        let possible = CastlingRights::EACH.into_iter().zip(self.homes);
        possible
            .filter(|(_, homes)| !homes.is_empty())
            .fold(self.required_rights(), |rights, ((right, ..), _)| rights | right)
    }

    /// The homes of the rooks to which a right may have belonged: one for a right that it must have had, and none for
    /// one that it cannot have had. There are several in Chess960 alone.
    #[must_use]
    pub const fn rook_homes(&self, color: Color, side: CastlingSide) -> Bitboard {
        if self.required_rights().has(color, side) {
            Bitboard::from_square(self.reduced.castling_rooks().square(color, side))
        } else {
            self.homes[color as usize * 2 + side as usize]
        }
    }

    /// The en-passant square that it must have had: that of a capture taken back.
    #[must_use]
    pub const fn required_en_passant(&self) -> Option<Square> {
        self.reduced.en_passant()
    }

    /// The en-passant squares that it may have had; it may have had none, too, unless one is
    /// [required](Predecessors::required_en_passant).
    #[must_use]
    pub fn possible_en_passant(&self) -> Bitboard {
        self.required_en_passant().map_or(self.en_passant, Bitboard::from)
    }

    /// What its halfmove clock may have said.
    #[must_use]
    pub fn halfmove_clocks(&self) -> RangeInclusive<u16> {
        self.clocks.clone()
    }

    /// How many predecessors there are, clocks aside.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always the reduced one")]
    pub fn len(&self) -> usize {
        self.sizes().into_iter().product()
    }

    /// All predecessors, clocks aside, the reduced one first. Those with an en-passant square have the clock 0, as
    /// after each double push, and the others that of the reduced one.
    #[must_use]
    pub const fn iter(&self) -> PredecessorsIter<'_> {
        PredecessorsIter { predecessors: self, next: 0 }
    }

    /// Whether a position can have been the one before the unmove.
    #[must_use]
    pub fn contains(&self, position: &Position) -> bool {
        self.reduced.board() == position.board()
            && self.choose(*position.state(), position.castling_rooks()) == Ok(*position)
    }

    /// The predecessor with a state, and with the homes of the rooks that its rights belong to.
    ///
    /// # Errors
    ///
    /// What in the state contradicts the position or the unmove.
    ///
    /// ```
    /// use philidor::{CastlingRights, CastlingRooks, Position, State};
    /// use philidor_retro::{ImpossibleState, Retractor};
    /// let position: Position = "4k3/8/8/8/8/8/8/4KR2 b - - 1 1".parse()?;
    /// let retractor = Retractor::new();
    /// let unmove = retractor.unmoves(&position).into_iter().find(|unmove| unmove.to_string() == "Rh1-f1");
    /// let before = retractor.predecessors(&position, unmove.expect("a move"));
    ///
    /// let with = |castling_rights| State { castling_rights, ..*before.reduced().state() };
    /// let predecessor = before.choose(with(CastlingRights::WHITE_KING_SIDE), CastlingRooks::STANDARD);
    /// assert_eq!(predecessor.map(|position| position.to_string()).as_deref(), Ok("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    /// assert_eq!(
    ///     before.choose(with(CastlingRights::BLACK_QUEEN_SIDE), CastlingRooks::STANDARD),
    ///     Err(ImpossibleState::CastlingRights(CastlingRights::BLACK_QUEEN_SIDE))
    /// );
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    pub fn choose(&self, state: State, rooks: CastlingRooks) -> Result<Position, ImpossibleState> {
        let known = self.reduced.state();
        let is_possible = |color, side| self.rook_homes(color, side).contains(rooks.square(color, side));
        let wrong = |&(right, color, side): &(CastlingRights, Color, CastlingSide)| {
            let has = state.castling_rights.has(color, side);
            if has { !is_possible(color, side) } else { !(known.castling_rights & right).is_empty() }
        };
        let rights = CastlingRights::EACH.into_iter().filter(wrong);
        let rights = rights.fold(CastlingRights::NONE, |rights, (right, ..)| rights | right);
        let fits_en_passant = match state.en_passant {
            None => known.en_passant.is_none(),
            Some(square) => self.possible_en_passant().contains(square),
        };
        if state.side_to_move != known.side_to_move {
            Err(ImpossibleState::SideToMove(known.side_to_move))
        } else if !rights.is_empty() {
            Err(ImpossibleState::CastlingRights(rights))
        } else if !fits_en_passant {
            Err(ImpossibleState::EnPassant(state.en_passant))
        } else if !self.clocks.contains(&state.halfmove_clock) {
            Err(ImpossibleState::HalfmoveClock(state.halfmove_clock))
        } else if state.fullmove_number != known.fullmove_number {
            Err(ImpossibleState::FullmoveNumber(known.fullmove_number))
        } else {
            Ok(self.with(Setup { board: *self.reduced.board(), state, castling_rooks: rooks }))
        }
    }

    /// How many choices there are for each right, and for en passant.
    fn sizes(&self) -> [usize; 5] {
        let [a, b, c, d] = self.homes.map(|homes| 1 + homes.len() as usize);
        [a, b, c, d, 1 + self.en_passant.len() as usize]
    }

    /// The predecessor with a number: a digit for each right, and one for en passant, each 0 for none.
    fn numbered(&self, mut number: usize) -> Position {
        let mut setup = self.reduced.to_setup();
        let sizes = self.sizes();
        let mut digit = |size| {
            let digit = number % size;
            number /= size;
            digit
        };
        let rights = CastlingRights::EACH.into_iter().zip(self.homes).zip(sizes);
        for (((right, color, side), homes), size) in rights {
            if let Some(home) = digit(size).checked_sub(1).and_then(|index| homes.into_iter().nth(index)) {
                setup.state.castling_rights |= right;
                setup.castling_rooks.set(color, side, home.file());
            }
        }
        let index = digit(sizes[4]).checked_sub(1);
        if let Some(square) = index.and_then(|index| self.en_passant.into_iter().nth(index)) {
            setup.state.en_passant = Some(square);
            setup.state.halfmove_clock = 0;
        }
        self.with(setup)
    }

    /// The predecessor with a setup; the reduced one if the unmove was not legal and the setup is no position.
    fn with(&self, setup: Setup) -> Position {
        Position::from_setup(setup, Strictness::WellDefined).unwrap_or(self.reduced)
    }
}

impl<'a> IntoIterator for &'a Predecessors {
    type Item = Position;
    type IntoIter = PredecessorsIter<'a>;

    fn into_iter(self) -> PredecessorsIter<'a> {
        self.iter()
    }
}

/// The positions that can have been before an unmove; from [`Predecessors::iter`].
#[derive(Clone, Debug)]
pub struct PredecessorsIter<'a> {
    predecessors: &'a Predecessors,
    next: usize,
}

impl Iterator for PredecessorsIter<'_> {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        (self.next < self.predecessors.len()).then(|| {
            self.next += 1;
            self.predecessors.numbered(self.next - 1)
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.predecessors.len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for PredecessorsIter<'_> {}
impl core::iter::FusedIterator for PredecessorsIter<'_> {}

/// The position before an unmove with what it must have had, computed without the other states. If the unmove was not
/// legal and there is no position before it, the position itself.
pub(super) fn before(retractor: Retractor, position: &Position, unmove: Unmove) -> Position {
    let clocks = clocks_before(retractor.clock, unmove, position.halfmove_clock());
    let setup = reduced(position, unmove, *clocks.start());
    Position::from_setup(setup, Strictness::WellDefined).unwrap_or(*position)
}

/// The same as a setup.
fn reduced(position: &Position, unmove: Unmove, known_clock: u16) -> Setup {
    let Setup { board, mut state, castling_rooks: mut rooks } = position.to_setup();
    let us = !state.side_to_move;
    state.side_to_move = us;
    // A position whose number is too small for its side to move came after a first move, whatever it says.
    state.fullmove_number = state.fullmove_number.saturating_sub(us as u32).max(1);
    state.en_passant = (unmove.move_type() == MoveType::EnPassant).then(|| unmove.destination());
    let quiet_before = state.halfmove_clock.saturating_sub(1);
    state.halfmove_clock =
        if unmove.is_pawn_advance_or_capture() { 0 } else { quiet_before }.max(known_clock);
    if let (Some(side), Some(rook)) = (unmove.castling_side(), unmove.rook_origin()) {
        state.castling_rights.insert(CastlingRights::new(us, side));
        rooks.set(us, side, rook.file());
    }
    Setup { board: board_before(&board, us, unmove), state, castling_rooks: rooks }
}

/// Whether a pawn can just have advanced over a square.
pub(super) fn may_pass(mut setup: Setup, square: Square) -> bool {
    setup.state.en_passant = Some(square);
    setup.without_impossible_en_passant().state.en_passant.is_some()
}

/// The pieces before an unmove.
pub(super) fn board_before(board: &Board, us: Color, unmove: Unmove) -> Board {
    let mut board = *board;
    let stands = unmove.unpromoted().unwrap_or(unmove.piece_type());
    board.toggle(us, stands, unmove.destination().into());
    if let (Some(side), Some(rook)) = (unmove.castling_side(), unmove.rook_origin()) {
        board.toggle(us, PieceType::Rook, side.rook_destination(us).into());
        board.toggle(us, PieceType::Rook, rook.into());
    }
    if let Some(uncaptured) = unmove.uncaptured() {
        board.toggle(!us, uncaptured, unmove.uncapture_square().into());
    }
    board.toggle(us, unmove.piece_type(), unmove.origin().into());
    board
}

/// What the halfmove clock may have said.
fn clocks_before(reading: ClockReading, unmove: Unmove, now: u16) -> RangeInclusive<u16> {
    if reading == ClockReading::Unknown || unmove.is_pawn_advance_or_capture() {
        return 0..=u16::MAX;
    }
    // A full clock stays full.
    let least = now.saturating_sub(1);
    least..=if now == u16::MAX { now } else { least }
}

/// The homes of rooks that may have had a right which the unmove's move has ended.
fn ended_right(
    mode: CastlingMode,
    before: &Position,
    unmove: Unmove,
    color: Color,
    side: CastlingSide,
) -> Bitboard {
    let us = before.side_to_move();
    let touched = match (color == us, unmove.piece_type()) {
        (true, PieceType::King) => Bitboard::FULL,
        (true, PieceType::Rook) => unmove.origin().into(),
        (false, _) if unmove.uncaptured() == Some(PieceType::Rook) => unmove.destination().into(),
        _ => return Bitboard::EMPTY,
    };
    let home_rank = Bitboard::from_rank(Rank::First.relative_to(color));
    let king = before.king(color);
    if !home_rank.contains(king) {
        return Bitboard::EMPTY;
    }
    let corner = CastlingRooks::STANDARD.square(color, side);
    let homes = if mode == CastlingMode::Chess960 {
        home_rank
    } else if king.file() == File::E {
        corner.into()
    } else {
        Bitboard::EMPTY
    };
    let is_on_side = |home: &Square| (home.file() > king.file()) == (side == CastlingSide::KingSide);
    let rooks = before.board().colored_pieces(color, PieceType::Rook);
    (homes & rooks & touched).into_iter().filter(is_on_side).collect()
}
