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

use super::{Board, Position, State, zobrist};
use crate::attacks::{Magic, Sliders};
use crate::types::{
    Bitboard, CastlingRights, CastlingRooks, CastlingSide, Color, File, Piece, PieceType, Rank, Square,
};

/// Pieces, state and castling rooks in any combination, for editors, puzzles and parsers.
///
/// ```
/// use philidor::{Color, Fault, Piece, PieceType, Position, Setup, Square};
///
/// let mut setup = Setup::empty();
/// setup.board.put(Square::E1, Piece::new(Color::White, PieceType::King));
/// assert_eq!(setup.faults(), [Fault::MissingKing { color: Color::Black }]);
/// setup.board.put(Square::E8, Piece::new(Color::Black, PieceType::King));
/// let position = Position::try_from(setup)?;
/// assert_eq!(position.legal_moves().len(), 5);
/// # Ok::<(), philidor::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pieces on the squares.
    pub board: Board,
    /// Castling rights, en-passant square, clocks, side to move.
    pub state: State,
    /// The home squares of the rooks that castle; those of rooks without a right have no meaning.
    pub castling_rooks: CastlingRooks,
}

impl Default for Setup {
    /// The start position of standard chess.
    fn default() -> Setup {
        let mut setup = Setup::empty();
        setup.state.castling_rights = CastlingRights::ANY;
        for (file, letter) in File::ALL.into_iter().zip("rnbqkbnr".chars()) {
            for color in Color::ALL {
                let home = Square::at(file, Rank::First.relative_to(color));
                let front = Square::at(file, Rank::Second.relative_to(color));
                if let Some(piece_type) = PieceType::from_letter(letter) {
                    setup.board.put(home, Piece::new(color, piece_type));
                }
                setup.board.put(front, Piece::new(color, PieceType::Pawn));
            }
        }
        setup
    }
}

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

/// A reason why a setup is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// A side has no king.
    MissingKing {
        /// The side.
        color: Color,
    },
    /// A side has more than one king.
    SeveralKings {
        /// The side.
        color: Color,
        /// Their squares.
        squares: Bitboard,
    },
    /// A side has more than sixteen pieces, pawns included.
    TooManyMen {
        /// The side.
        color: Color,
        /// Their squares.
        squares: Bitboard,
    },
    /// A side has more than eight pawns.
    TooManyPawns {
        /// The side.
        color: Color,
        /// Their squares.
        squares: Bitboard,
    },
    /// Pawns stand on the first or the eighth rank.
    PawnsOnLastRanks {
        /// Their squares.
        squares: Bitboard,
    },
    /// The side that has just moved is in check: its king could be captured.
    OpponentInCheck {
        /// The king's square.
        king: Square,
        /// The pieces that attack it.
        checkers: Bitboard,
    },
    /// The side to move is in check by more than two pieces.
    TooManyCheckers {
        /// The king's square.
        king: Square,
        /// The pieces that attack it.
        checkers: Bitboard,
    },
    /// A castling right without the king or the rook for it.
    Castling {
        /// The side that has the right.
        color: Color,
        /// The side to castle to.
        side: CastlingSide,
        /// What is wrong.
        reason: CastlingFault,
    },
    /// An en-passant square that no pawn can just have passed.
    EnPassant {
        /// The square.
        square: Square,
        /// What is wrong.
        reason: EnPassantFault,
    },
}

impl Fault {
    /// Whether this fault leaves the moves undefined. The other faults only show that no game reaches the position;
    /// [`Strictness::WellDefined`] accepts them.
    ///
    /// ```
    /// use philidor::Setup;
    /// let triple_check: Setup = "4k3/8/8/b7/4r3/8/6n1/4K3 w - - 0 1".parse()?;
    /// assert!(triple_check.faults().iter().all(|fault| !fault.leaves_rules_undefined()));
    /// let no_king: Setup = "4k3/8/8/8/8/8/8/8 w - - 0 1".parse()?;
    /// assert!(no_king.faults().iter().all(|fault| fault.leaves_rules_undefined()));
    /// # Ok::<(), philidor::FenError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn leaves_rules_undefined(&self) -> bool {
        !matches!(
            self,
            Fault::TooManyMen { .. }
                | Fault::TooManyPawns { .. }
                | Fault::TooManyCheckers { .. }
                | Fault::EnPassant { reason: EnPassantFault::ImpossibleCheck(_), .. }
        )
    }
}

/// Why a castling right is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CastlingFault {
    /// The king stands on this square, off its home rank, so it has moved.
    KingAway(Square),
    /// The side has no rook on this square, to which the right belongs.
    NoRook(Square),
    /// The rook, on this square, stands on the other side of the king.
    WrongSide(Square),
}

/// Why an en-passant square is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EnPassantFault {
    /// It is not on the sixth rank of the side to move.
    WrongRank,
    /// The passed square or the pawn's origin is occupied; these one or two squares.
    Occupied(Bitboard),
    /// No enemy pawn stands on this square, where the advance would have ended.
    NoPawn(Square),
    /// These pieces give check, and would have done so before the pawn advanced, when it was not our turn.
    ImpossibleCheck(Bitboard),
}

/// The error for a refused setup: its faults, and the setup itself, so that it can be repaired.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SetupError {
    /// All faults that count at the requested [`Strictness`], at least one.
    pub faults: Vec<Fault>,
    /// The setup that was refused. Boxed, so that results stay small.
    pub setup: alloc::boxed::Box<Setup>,
}

impl Setup {
    /// No pieces, no rights, White to move, move 1.
    #[must_use]
    pub fn empty() -> Setup {
        Setup { board: Board::default(), state: State::default(), castling_rooks: CastlingRooks::default() }
    }

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
        SetupError { faults, setup: alloc::boxed::Box::new(self) }
    }

    /// Reports each fault. Inlined so that counting faults does not pay for building them.
    #[inline(always)]
    fn each_fault<A: Sliders>(&self, sliders: A, mut report: impl FnMut(Fault)) {
        self.each_fault_of_men(&mut report);
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

    /// The same setup with the homes of all rooks without a right in the corners, where a FEN has them, too.
    ///
    /// ```
    /// use philidor::{CastlingRooks, CastlingSide, Color, File, Setup};
    /// let mut setup: Setup = "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1".parse()?;
    /// let before = setup;
    /// setup.castling_rooks.set(Color::White, CastlingSide::Short, File::F);
    /// assert_eq!(setup.without_unused_castling_rooks(), before);
    /// # Ok::<(), philidor::FenError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn without_unused_castling_rooks(mut self) -> Setup {
        self.castling_rooks = self.castling_rooks.of_rights(self.state.castling_rights);
        self
    }

    /// Whether some castling right belongs to a king off the e-file or a rook off the corners.
    pub(crate) fn is_chess960(&self) -> bool {
        CastlingRights::EACH.into_iter().any(|(right, color, side)| {
            let at_home = self.king(color).is_some_and(|king| king.file() == File::E)
                && self.castling_rooks.square(color, side) == CastlingRooks::STANDARD.square(color, side);
            !(self.state.castling_rights & right).is_empty() && !at_home
        })
    }

    /// The square of a side's only king.
    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        self.board.men(color, PieceType::King).single()
    }

    /// Kings, numbers of pieces, misplaced pawns.
    #[inline(always)]
    fn each_fault_of_men(&self, report: &mut impl FnMut(Fault)) {
        for color in Color::ALL {
            let squares = self.board.men(color, PieceType::King);
            match squares.len() {
                0 => report(Fault::MissingKing { color }),
                1 => {}
                _ => report(Fault::SeveralKings { color, squares }),
            }
            let squares = self.board.color(color);
            if squares.len() > 16 {
                report(Fault::TooManyMen { color, squares });
            }
            let squares = self.board.men(color, PieceType::Pawn);
            if squares.len() > 8 {
                report(Fault::TooManyPawns { color, squares });
            }
        }
        let squares = self.board.pieces(PieceType::Pawn) & Bitboard::LAST_RANKS;
        if !squares.is_empty() {
            report(Fault::PawnsOnLastRanks { squares });
        }
    }

    /// A king that could be captured, or one attacked by more pieces than any move can uncover.
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
        self.board.attackers(sliders, king, self.board.occupied()) & self.board.color(!color)
    }

    /// The fault of a castling right. Without exactly one king, that is the fault instead.
    fn castling_fault(&self, color: Color, side: CastlingSide) -> Option<CastlingFault> {
        if !self.state.castling_rights.has(color, side) {
            return None;
        }
        let king = self.king(color)?;
        let rook = self.castling_rooks.square(color, side);
        if king.rank() != Rank::First.relative_to(color) {
            Some(CastlingFault::KingAway(king))
        } else if !self.board.men(color, PieceType::Rook).contains(rook) {
            Some(CastlingFault::NoRook(rook))
        } else if (rook.file() > king.file()) != (side == CastlingSide::Short) {
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
        let forward = if us == Color::White { 1 } else { -1 };
        if square.rank() != Rank::Sixth.relative_to(us) {
            return Some(EnPassantFault::WrongRank);
        }
        let (from, to) = (square.offset(0, forward)?, square.offset(0, -forward)?);
        let blocked = Bitboard::from_iter([square, from]) & self.board.occupied();
        if !blocked.is_empty() {
            return Some(EnPassantFault::Occupied(blocked));
        }
        if !self.board.men(!us, PieceType::Pawn).contains(to) {
            return Some(EnPassantFault::NoPawn(to));
        }
        // Before the advance it was the enemy's turn, so no piece that gives check now can have done so then. A check
        // that the advance has blocked is accepted: no game leads there, but the moves are well defined.
        let mut before = self.board;
        before.toggle(!us, PieceType::Pawn, Bitboard::from_iter([from, to]));
        let king = self.king(us)?;
        let then = before.attackers(Magic, king, before.occupied()) & before.color(!us);
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
        Position::checked(Magic, setup, zobrist::men(&setup.board), strictness)
    }

    /// A position from a setup, if it has no fault that counts, and the key of its pieces.
    #[inline(always)]
    pub(crate) fn checked<A: Sliders>(
        sliders: A,
        setup: Setup,
        key_of_men: u64,
        strictness: Strictness,
    ) -> Result<Position, SetupError> {
        if setup.passes(sliders, strictness) {
            Ok(Position::trusted(setup, key_of_men))
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

/// Writes the squares of a set as a list: `e4, e5 and h8`.
struct Listed(Bitboard);

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.0.len().saturating_sub(1);
        for (index, square) in (0..).zip(self.0) {
            let before = match index {
                0 => "",
                _ if index == last => " and ",
                _ => ", ",
            };
            write!(f, "{before}{square}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Fault::MissingKing { color } => write!(f, "{color} has no king"),
            Fault::SeveralKings { color, squares } => {
                write!(f, "{color} has {} kings: {}", squares.len(), Listed(squares))
            }
            Fault::TooManyMen { color, squares } => {
                write!(f, "{color} has {} pieces and pawns, more than 16: {}", squares.len(), Listed(squares))
            }
            Fault::TooManyPawns { color, squares } => {
                write!(f, "{color} has {} pawns, more than 8: {}", squares.len(), Listed(squares))
            }
            Fault::PawnsOnLastRanks { squares } => {
                write!(f, "no pawn can stand on the first or eighth rank: {}", Listed(squares))
            }
            Fault::OpponentInCheck { king, checkers } => write!(
                f,
                "the side that is not to move is in check: king {king}, attacked from {}",
                Listed(checkers)
            ),
            Fault::TooManyCheckers { king, checkers } => {
                write!(
                    f,
                    "the king on {king} is in check from {} pieces: {}",
                    checkers.len(),
                    Listed(checkers)
                )
            }
            Fault::Castling { color, side, reason } => {
                let way = if side == CastlingSide::Short { "short" } else { "long" };
                write!(f, "{color} cannot have the right to castle {way}: {reason}")
            }
            Fault::EnPassant { square, reason } => {
                write!(f, "{square} cannot be the en-passant square: {reason}")
            }
        }
    }
}

impl fmt::Display for CastlingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CastlingFault::KingAway(king) => write!(f, "its king is on {king}, off its home rank"),
            CastlingFault::NoRook(square) => write!(f, "no rook of its own is on {square}"),
            CastlingFault::WrongSide(rook) => {
                write!(f, "its rook on {rook} is on the wrong side of the king")
            }
        }
    }
}

impl fmt::Display for EnPassantFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EnPassantFault::WrongRank => f.write_str("the side to move captures on its sixth rank"),
            EnPassantFault::Occupied(men) => {
                write!(f, "the pawn cannot have come through {}, which is occupied", Listed(*men))
            }
            EnPassantFault::NoPawn(square) => write!(f, "no enemy pawn is on {square}"),
            EnPassantFault::ImpossibleCheck(checkers) => {
                write!(f, "{} gave check before the pawn advanced", Listed(*checkers))
            }
        }
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
