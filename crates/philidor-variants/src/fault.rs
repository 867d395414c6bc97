//! What can be wrong with a setup of a variant.

use core::fmt;

use alloc::vec::Vec;

use philidor::{Bitboard, Color, Fault, FenError, PieceType, Square};

/// A reason why a setup is not a position of a variant.
///
/// ```
/// use philidor_variants::{RacingKings, VariantError, VariantFault, VariantPosition};
/// let error = "8/8/8/8/8/P7/k7/7K w - - 0 1".parse::<VariantPosition<RacingKings>>().expect_err("a pawn");
/// assert_eq!(error.to_string(), "racing kings has no pawns: a3");
/// assert!(matches!(error, VariantError::Setup(faults) if matches!(faults[..], [VariantFault::PawnsInRace { .. }])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum VariantFault {
    /// A fault by the rules of chess, which this variant shares.
    Chess(Fault),
    /// Squares are marked as those of promoted pieces, where none can stand.
    PromotedNowhere {
        /// The marked squares on which no promoted piece can stand.
        squares: Bitboard,
    },
    /// Board and pockets have more than the 32 pieces of a game.
    TooManyPieces {
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
    /// A fault by rules of your own.
    Other(&'static str),
}

impl VariantFault {
    /// Whether this fault leaves the moves undefined; the others only show that no game reaches the position.
    #[must_use]
    pub const fn leaves_rules_undefined(&self) -> bool {
        match self {
            VariantFault::Chess(fault) => fault.leaves_rules_undefined(),
            VariantFault::TooManyPieces { .. }
            | VariantFault::TooManyChecks { .. }
            | VariantFault::TooManyInRace { .. } => false,
            _ => true,
        }
    }
}

impl fmt::Display for VariantFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VariantFault::Chess(fault) => fault.fmt(f),
            VariantFault::PromotedNowhere { squares } => {
                write!(f, "no promoted piece can stand on {}", Squares(*squares))
            }
            VariantFault::TooManyPieces { count } => {
                write!(f, "board and pockets have {count} pieces, more than 32")
            }
            VariantFault::TooManyChecks { color, checks, needed } => {
                write!(f, "{color} has given {checks} checks, more than {needed}")
            }
            VariantFault::PawnsInRace { squares } => {
                write!(f, "racing kings has no pawns: {}", Squares(*squares))
            }
            VariantFault::KingInHorde { squares } => {
                write!(f, "white has a king, and the horde has none: {}", Squares(*squares))
            }
            VariantFault::TooManyInRace { color, piece_type, count } => {
                write!(f, "{color} has {count} {piece_type}s, more than a race starts with")
            }
            VariantFault::CheckInRace { king, checkers } => {
                write!(
                    f,
                    "no side gives check in racing kings: king {king}, attacked from {}",
                    Squares(*checkers)
                )
            }
            VariantFault::Other(text) => f.write_str(text),
        }
    }
}

/// The squares of a set, as words.
struct Squares(Bitboard);

impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, square) in self.0.into_iter().enumerate() {
            write!(f, "{}{square}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// Why a text or a setup is not a position of a variant.
///
/// ```
/// use philidor_variants::{Crazyhouse, VariantPosition};
/// let error = "4k3/8/8/8/8/8/8/4K3[Nx] w - - 0 1".parse::<VariantPosition<Crazyhouse>>().expect_err("a pocket");
/// assert_eq!(error.to_string(), "column 22: `x` is not a piece that can be in a pocket");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VariantError {
    /// The text is not a FEN; columns are those of the whole text.
    Fen(FenError),
    /// Pockets, promoted marks or check counts cannot be read.
    Extra {
        /// The column, counted in characters from 1.
        column: usize,
        /// The offending text.
        text: alloc::string::String,
        /// What was expected there.
        expected: &'static str,
    },
    /// All that is wrong with the setup, at least one fault.
    Setup(Vec<VariantFault>),
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VariantError::Fen(error) => error.fmt(f),
            VariantError::Extra { column, text, expected } => {
                write!(f, "column {column}: `{text}` is not {expected}")
            }
            VariantError::Setup(faults) => {
                for (index, fault) in faults.iter().enumerate() {
                    write!(f, "{}{fault}", if index == 0 { "" } else { "; " })?;
                }
                Ok(())
            }
        }
    }
}

impl core::error::Error for VariantError {}

impl From<FenError> for VariantError {
    fn from(error: FenError) -> VariantError {
        VariantError::Fen(error)
    }
}
