//! Validation: from anything that can stand on a board to a valid position.
//!
//! ```text
//! text ── FEN ──► Setup ── faults()? ──► Position
//!                   ▲  │
//!            repair └──┘
//! ```
//!
//! A [`Setup`] may have no kings or nine. [`Setup::faults`] lists everything that is wrong with it, not only the first
//! fault, each with its squares. There are two sorts of faults:
//!
//! ```text
//! leave the rules undefined        no king or several, pawns on the last ranks, a king that could be taken,
//!                                  castling without king or rook, an en-passant square without its pawn
//! say that no game leads here      more than sixteen pieces or eight pawns per side, more than two checkers,
//!                                  an en-passant square although the check was there before the pawn advanced
//! ```
//!
//! [`Position::try_from`] accepts a setup without any faults. [`Position::from_setup`] takes a [`Strictness`]: with
//! [`Strictness::WellDefined`] only faults of the first sort count, and every accepted position has a well-defined list
//! of moves. Whether a game leads to a setup cannot be decided in general, so strict validation does not try: it
//! accepts fifteen queens, or two checkers on one line.
//!
//! The homes of rooks without a castling right have no meaning. Validation resets them to the corners.

use alloc::vec::Vec;
use core::fmt;

use super::fault::{CastlingFault, EnPassantFault, Fault};
use super::setup::Setup;
use super::{Position, zobrist};
use crate::attacks::{Magic, Sliders};
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, File, PieceType, Rank, Square};

/// Which faults keep a setup from being a position.
///
/// ```
/// use philidor::{Position, Setup, Strictness, perft::perft};
///
/// // Before the pawn advanced to d4, the queen gave check already, and it was White's turn.
/// let setup: Setup = "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1".parse()?;
/// assert!(Position::from_setup(setup, Strictness::Reachable).is_err());
/// let position = Position::from_setup(setup, Strictness::WellDefined)?;
/// assert_eq!(perft(&position, 3), 711);
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strictness {
    /// All faults: those that leave the rules undefined, and those that show that no game reaches the position. Some
    /// positions that no game reaches are accepted all the same.
    #[default]
    Reachable,
    /// Only faults that leave the rules undefined; see [`Fault::leaves_rules_undefined`].
    WellDefined,
}

impl Strictness {
    /// Whether this fault counts.
    #[inline(always)]
    const fn refuses(self, fault: &Fault) -> bool {
        matches!(self, Strictness::Reachable) || fault.leaves_rules_undefined()
    }
}

/// The error for a refused setup: its faults, and the setup itself, so that it can be repaired.
///
/// ```
/// use philidor::{Position, Setup, SetupError};
/// let setup: Setup = "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1".parse()?;
/// let error: SetupError = Position::try_from(setup).expect_err("no rook can castle");
/// assert_eq!(error.faults.len(), 2); // a right on each side
/// let repaired: Position = error.setup.without_impossible_castling_rights().try_into()?;
/// assert_eq!(repaired.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SetupError {
    /// All faults that count at the requested [`Strictness`], at least one.
    pub faults: Vec<Fault>,
    /// The setup that was refused. Boxed, so that results stay small.
    pub setup: alloc::boxed::Box<Setup>,
}

impl SetupError {
    /// The error for a setup with faults, at least one: for rules of your own.
    #[must_use]
    pub fn new(setup: Setup, faults: Vec<Fault>) -> SetupError {
        SetupError { faults, setup: alloc::boxed::Box::new(setup) }
    }
}

impl fmt::Display for SetupError {
    /// All faults, one after another.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupError {}

impl Setup {
    /// All faults, each with its squares; none if the setup is a position.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        self.each_fault(Magic, |fault| faults.push(fault));
        faults
    }

    /// Whether none of its faults counts, without making a list.
    #[inline(always)]
    fn passes<A: Sliders>(&self, sliders: A, strictness: Strictness) -> bool {
        let mut passes = true;
        self.each_fault(sliders, |fault| passes &= !strictness.refuses(&fault));
        passes
    }

    /// The error, with the faults that count.
    #[cold]
    fn refused(self, strictness: Strictness) -> SetupError {
        let mut faults = self.faults();
        faults.retain(|fault| strictness.refuses(fault));
        SetupError::new(self, faults)
    }

    /// Reports each fault. Inlined so that counting faults does not pay for building them.
    #[inline(always)]
    fn each_fault<A: Sliders>(&self, sliders: A, mut report: impl FnMut(Fault)) {
        self.each_fault_of_pieces(&mut report);
        self.each_fault_of_check(sliders, &mut report);
        for (_, color, side) in CastlingRights::EACH {
            if let Some(reason) = self.castling_fault(color, side) {
                report(Fault::Castling { color, side, reason });
            }
        }
        if let Some(square) = self.state.en_passant
            && let Some(reason) = self.en_passant_fault(square)
        {
            report(Fault::EnPassant { square, reason });
        }
    }

    /// The same setup without the castling rights that are impossible.
    ///
    /// ```
    /// use philidor::{Position, Setup};
    /// let setup: Setup = "4k2r/8/8/8/8/8/8/4K3 w KQkq - 0 1".parse()?;
    /// let position = Position::try_from(setup.without_impossible_castling_rights()).expect("repaired");
    /// assert_eq!(position.castling_rights().to_string(), "k");
    /// # Ok::<(), philidor::FenError>(())
    /// ```
    #[must_use]
    pub fn without_impossible_castling_rights(mut self) -> Setup {
        for (right, color, side) in CastlingRights::EACH {
            if self.castling_fault(color, side).is_some() {
                self.state.castling_rights.remove(right);
            }
        }
        self
    }

    /// The same setup without its en-passant square if that is impossible.
    #[must_use]
    pub fn without_impossible_en_passant(mut self) -> Setup {
        if self.state.en_passant.is_some_and(|square| self.en_passant_fault(square).is_some()) {
            self.state.en_passant = None;
        }
        self
    }

    /// Kings, numbers of pieces, misplaced pawns.
    #[inline(always)]
    fn each_fault_of_pieces(&self, report: &mut impl FnMut(Fault)) {
        for color in Color::ALL {
            let squares = self.board.colored_pieces(color, PieceType::King);
            match squares.len() {
                0 => report(Fault::MissingKing { color }),
                1 => {}
                _ => report(Fault::SeveralKings { color, squares }),
            }
            let squares = self.board.colors(color);
            if squares.len() > 16 {
                report(Fault::TooManyPieces { color, squares });
            }
            let squares = self.board.colored_pieces(color, PieceType::Pawn);
            if squares.len() > 8 {
                report(Fault::TooManyPawns { color, squares });
            }
        }
        let squares = self.board.pieces(PieceType::Pawn) & Bitboard::LAST_RANKS;
        if !squares.is_empty() {
            report(Fault::PawnsOnLastRanks { squares });
        }
    }

    /// A king that could be captured, or one in check from more pieces than a single move can bring about.
    #[inline(always)]
    fn each_fault_of_check<A: Sliders>(&self, sliders: A, report: &mut impl FnMut(Fault)) {
        let us = self.state.side_to_move;
        if let Some(king) = self.king(!us) {
            let checkers = self.checkers(sliders, king, !us);
            if !checkers.is_empty() {
                report(Fault::OpponentInCheck { king, checkers });
            }
        }
        if let Some(king) = self.king(us) {
            let checkers = self.checkers(sliders, king, us);
            if checkers.len() > 2 {
                report(Fault::TooManyCheckers { king, checkers });
            }
        }
    }

    /// The enemy pieces that attack the king of `color`.
    #[inline(always)]
    fn checkers<A: Sliders>(&self, sliders: A, king: Square, color: Color) -> Bitboard {
        self.board.attackers(sliders, king, self.board.occupied()) & self.board.colors(!color)
    }

    /// The fault of a castling right. Without exactly one king there is none, because that is a fault by itself.
    fn castling_fault(&self, color: Color, side: CastlingSide) -> Option<CastlingFault> {
        if !self.state.castling_rights.has(color, side) {
            return None;
        }
        let king = self.king(color)?;
        let rook = self.castling_rooks.square(color, side);
        let rooks = self.board.colored_pieces(color, PieceType::Rook);
        if king.rank() != Rank::First.relative_to(color) {
            Some(CastlingFault::KingAway(king))
        } else if !rooks.contains(rook) {
            let is_on_side = |other: Square| (other.file() > king.file()) == (side == CastlingSide::KingSide);
            let home = rooks & Bitboard::from_rank(king.rank());
            let is_bare = king.file() != File::E && !home.into_iter().any(is_on_side);
            Some(if is_bare { CastlingFault::NoRookBeside(king, side) } else { CastlingFault::NoRook(rook) })
        } else if (rook.file() > king.file()) != (side == CastlingSide::KingSide) {
            Some(CastlingFault::WrongSide(rook))
        } else {
            None
        }
    }

    /// The fault of an en-passant square: could a pawn just have advanced over it?
    ///
    /// ```text
    /// 7 | . . . . p . . .   ← from: must be empty now
    /// 6 | . . . . x . . .   ← the en-passant square, empty
    /// 5 | . . . . p . . .   ← to: an enemy pawn
    /// ```
    fn en_passant_fault(&self, square: Square) -> Option<EnPassantFault> {
        let us = self.state.side_to_move;
        let them = !us;
        let forward = if us == Color::White { 1 } else { -1 };
        if square.rank() != Rank::Sixth.relative_to(us) {
            return Some(EnPassantFault::WrongRank);
        }
        let (from, to) = (square.offset(0, forward)?, square.offset(0, -forward)?);
        let blocked = Bitboard::from_iter([square, from]) & self.board.occupied();
        if !blocked.is_empty() {
            return Some(EnPassantFault::Occupied(blocked));
        }
        if !self.board.colored_pieces(them, PieceType::Pawn).contains(to) {
            return Some(EnPassantFault::NoPawn(to));
        }
        // Before the advance it was the enemy's turn, so no piece that gives check now can have done so then. A check
        // that the advance has blocked is accepted: no game leads there, but the moves are well defined.
        let mut before = self.board;
        before.toggle(them, PieceType::Pawn, Bitboard::from_iter([from, to]));
        let king = self.king(us)?;
        let then = before.attackers(Magic, king, before.occupied()) & before.colors(them);
        let checkers = then & self.checkers(Magic, king, us);
        (!checkers.is_empty()).then_some(EnPassantFault::ImpossibleCheck(checkers))
    }
}

impl Position {
    /// A position from a setup, if it has no fault that counts. `Position::try_from` uses [`Strictness::Reachable`].
    ///
    /// # Errors
    ///
    /// If the setup has faults that count: all of them.
    ///
    /// ```
    /// use philidor::{Position, Setup, Strictness};
    /// let queens: Setup = "QQQQQQQQ/QQQQQQQQ/QQQQQQQK/8/8/8/pppppppp/k7 w - - 0 1".parse()?;
    /// assert!(Position::from_setup(queens, Strictness::Reachable).is_err());
    /// assert!(Position::from_setup(queens, Strictness::WellDefined).is_ok());
    /// # Ok::<(), philidor::FenError>(())
    /// ```
    #[inline]
    pub fn from_setup(setup: Setup, strictness: Strictness) -> Result<Position, SetupError> {
        Position::checked(Magic, setup, zobrist::pieces(&setup.board), strictness)
    }

    /// The same, given the key of the setup's pieces.
    #[inline(always)]
    pub(crate) fn checked<A: Sliders>(
        sliders: A,
        setup: Setup,
        key_of_pieces: u64,
        strictness: Strictness,
    ) -> Result<Position, SetupError> {
        if setup.passes(sliders, strictness) {
            Ok(Position::trusted(setup, key_of_pieces))
        } else {
            Err(setup.refused(strictness))
        }
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    /// Strict: see [`Strictness::Reachable`].
    #[inline]
    fn try_from(setup: Setup) -> Result<Position, SetupError> {
        Position::from_setup(setup, Strictness::Reachable)
    }
}
