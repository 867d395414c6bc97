//! Why a material is not solved, or a position not found.

use core::fmt;

use philidor::CastlingRights;

use super::combination::MAX_EQUAL;
use crate::material::{MAX_PIECES, Material};

/// Why a material was not solved, or not written. What was solved before stays. See [`Solver`](super::Solver).
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// A material is beyond what can be solved, whatever memory there is.
    TooLarge {
        /// The material: the one that was asked for, or one that it leads to.
        material: Material,
        /// What it exceeds.
        limit: Limit,
    },
    /// All tables that are needed take more memory than is allowed.
    Memory {
        /// The material that was asked for.
        material: Material,
        /// How many bytes are needed.
        bytes: u64,
        /// How many are allowed.
        limit: u64,
    },
    /// A table that is needed is missing.
    Missing {
        /// The material of that table.
        material: Material,
    },
    /// It was asked to stop.
    Stopped,
}

/// What a material may exceed. See [`Solver`](super::Solver).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// Seven pieces, kings included.
    Pieces,
    /// Four equal pieces.
    EqualPieces,
    /// 2^24 placements of the pawns.
    Pawns,
    /// 2^31 placements of all pieces but pawns.
    Placements,
}

/// A number of bytes as people write it, rounded up to a tenth of a unit: `1.3 GiB`.
struct Amount(u64);

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(1_u128 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
        let bytes = u128::from(self.0);
        let (unit, name) = units.into_iter().find(|(unit, _)| bytes >= *unit).unwrap_or((1, "bytes"));
        let tenths = (10 * bytes).div_ceil(unit);
        match tenths % 10 {
            0 => write!(f, "{} {name}", tenths / 10),
            tenth => write!(f, "{}.{tenth} {name}", tenths / 10),
        }
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::TooLarge { material, limit } => match limit {
                Limit::Pieces => {
                    let pieces = material.pieces();
                    write!(f, "{material} has {pieces} pieces, and no table has more than {MAX_PIECES}")
                }
                Limit::EqualPieces => {
                    write!(f, "{material} cannot be solved: it has more than {MAX_EQUAL} equal pieces")
                }
                Limit::Pawns => {
                    write!(f, "{material} cannot be solved: its pawns have more than 2^24 placements")
                }
                Limit::Placements => {
                    write!(f, "{material} cannot be solved: its pieces have more than 2^31 placements")
                }
            },
            SolveError::Memory { material, bytes, limit } => {
                let (bytes, limit) = (Amount(*bytes), Amount(*limit));
                write!(f, "{material} and the tables that it leads to take {bytes}, and {limit} are allowed")
            }
            SolveError::Missing { material } => write!(f, "{material} is needed, and not solved"),
            SolveError::Stopped => write!(f, "stopped"),
        }
    }
}

philidor::debug_is_the_sentence!(SolveError);

impl core::error::Error for SolveError {}

/// Why a position has no value.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolvedProbeError {
    /// Tables know no castling.
    Castling {
        /// The rights of the position.
        rights: CastlingRights,
    },
    /// Its material is not solved.
    Missing {
        /// The table that is needed.
        material: Material,
    },
}

impl fmt::Display for SolvedProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolvedProbeError::Castling { rights } => {
                write!(f, "tables know no castling, and the position has the rights {rights}")
            }
            SolvedProbeError::Missing { material } => write!(f, "{material} is not solved"),
        }
    }
}

philidor::debug_is_the_sentence!(SolvedProbeError);

impl core::error::Error for SolvedProbeError {}
