//! What can be wrong with a setup, and how it is reported.

use core::fmt;

use crate::types::{Bitboard, CastlingSide, Color, PieceType, Square};

/// A reason why a setup is not a position. The faults from [`PromotedNowhere`](Fault::PromotedNowhere) on are those of
/// variants: no setup of chess has them.
///
/// ```
/// use philidor::{EnPassantFault, Fault, Setup, Square};
/// let setup: Setup = "4k3/8/8/8/8/8/8/P3K3 w - e6 0 1".parse()?;
/// let reason = EnPassantFault::NoPawn(Square::E5);
/// let expected = [
///     Fault::PawnsOnLastRanks { squares: Square::A1.into() },
///     Fault::EnPassant { square: Square::E6, reason },
/// ];
/// assert_eq!(setup.faults(), expected);
/// assert_eq!(expected[0].to_string(), "no pawn can stand on the first or eighth rank: a1");
/// # Ok::<(), philidor::FenError>(())
/// ```
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
    TooManyPieces {
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
    /// The side to move is in check from more than two pieces.
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
    /// A mark of a promoted piece is on a square where no promoted piece can stand.
    PromotedNowhere {
        /// The marked squares on which no promoted piece can stand.
        squares: Bitboard,
    },
    /// Board and pockets have more than the 32 pieces of a game.
    TooManyWithPockets {
        /// How many.
        count: u32,
    },
    /// A side has given more checks than it takes to win.
    TooManyChecks {
        /// The side.
        color: Color,
        /// How many checks it has given.
        checks: u8,
        /// How many win.
        needed: u8,
    },
    /// Racing kings has no pawns.
    PawnsInRace {
        /// Their squares.
        squares: Bitboard,
    },
    /// In racing kings a side has more pieces of a kind than at the start, and none can be added.
    TooManyInRace {
        /// The side.
        color: Color,
        /// The kind.
        piece_type: PieceType,
        /// How many.
        count: u32,
    },
    /// In racing kings no side gives check.
    CheckInRace {
        /// The king in check.
        king: Square,
        /// What attacks it.
        checkers: Bitboard,
    },
    /// The horde has no king.
    KingInHorde {
        /// The squares of white kings.
        squares: Bitboard,
    },
    /// A fault by rules of your own, printed as it is.
    Refused(&'static str),
}

impl Fault {
    /// Whether this fault leaves the moves undefined. The other faults only show that no game reaches the position;
    /// [`Strictness::WellDefined`](super::Strictness::WellDefined) accepts them.
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
            Fault::TooManyPieces { .. }
                | Fault::TooManyPawns { .. }
                | Fault::TooManyCheckers { .. }
                | Fault::TooManyWithPockets { .. }
                | Fault::TooManyChecks { .. }
                | Fault::TooManyInRace { .. }
                | Fault::EnPassant { reason: EnPassantFault::ImpossibleCheck(_), .. }
        )
    }
}

/// Why a castling right is impossible. See [`Fault::Castling`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CastlingFault {
    /// The king stands on this square, off its home rank, so it has moved.
    KingAway(Square),
    /// The side has no rook on this square, to which the right belongs.
    NoRook(Square),
    /// The king, which stands on this square of its home rank but not on the e-file, has no rook on this side of it.
    NoRookBeside(Square, CastlingSide),
    /// The rook, on this square, stands on the other side of the king.
    WrongSide(Square),
}

/// Why an en-passant square is impossible. See [`Fault`].
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
            Fault::TooManyPieces { color, squares } => {
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
                write!(f, "{color} cannot have the right to castle {side}: {reason}")
            }
            Fault::EnPassant { square, reason } => {
                write!(f, "{square} cannot be the en-passant square: {reason}")
            }
            Fault::PromotedNowhere { squares } => {
                write!(f, "no promoted piece can stand on {}", Listed(squares))
            }
            Fault::TooManyWithPockets { count } => {
                write!(f, "board and pockets have {count} pieces, more than 32")
            }
            Fault::TooManyChecks { color, checks, needed } => {
                write!(f, "{color} has given {checks} checks, more than {needed}")
            }
            Fault::PawnsInRace { squares } => write!(f, "racing kings has no pawns: {}", Listed(squares)),
            Fault::KingInHorde { squares } => {
                write!(f, "white has a king, and the horde has none: {}", Listed(squares))
            }
            Fault::TooManyInRace { color, piece_type, count } => {
                write!(f, "{color} has {count} {piece_type}s, more than a race starts with")
            }
            Fault::CheckInRace { king, checkers } => write!(
                f,
                "no side gives check in racing kings: king {king}, attacked from {}",
                Listed(checkers)
            ),
            Fault::Refused(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for CastlingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CastlingFault::KingAway(king) => write!(f, "its king is on {king}, off its home rank"),
            CastlingFault::NoRook(square) => write!(f, "no rook of its own is on {square}"),
            CastlingFault::NoRookBeside(king, side) => {
                let side = if *side == CastlingSide::KingSide { "right" } else { "left" };
                write!(f, "no rook of its own is {side} of the king on {king}")
            }
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
            EnPassantFault::Occupied(squares) => {
                write!(f, "the pawn cannot have come through {}, which is occupied", Listed(*squares))
            }
            EnPassantFault::NoPawn(square) => write!(f, "no enemy pawn is on {square}"),
            EnPassantFault::ImpossibleCheck(checkers) => {
                write!(f, "{} gave check before the pawn advanced", Listed(*checkers))
            }
        }
    }
}
