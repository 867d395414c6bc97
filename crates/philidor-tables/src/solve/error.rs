//! Why a material is not solved, or a position not found.

use core::fmt;

use philidor::CastlingRights;

use crate::Material;
use crate::material::MAX_PIECES;

/// Why a material was not solved. What was solved before stays.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// There are too many pieces.
    TooLarge {
        /// Of which material.
        material: Material,
        /// How many bytes its distances would take by one metric; [`u64::MAX`] if it is more than that.
        bytes: u64,
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
    /// A table is needed that is not there.
    Missing {
        /// The material of that table.
        material: Material,
    },
    /// The system did not start the threads.
    Threads {
        /// What it reports.
        message: String,
    },
    /// It was asked to stop.
    Stopped,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::TooLarge { material, .. } if material.pieces() > MAX_PIECES => {
                write!(
                    f,
                    "{material} has {} pieces, and no table has more than {MAX_PIECES}",
                    material.pieces()
                )
            }
            SolveError::TooLarge { material, bytes } => {
                write!(f, "{material} is too large: its distances would take {bytes} bytes")
            }
            SolveError::Memory { material, bytes, limit } => {
                write!(
                    f,
                    "{material} and the tables that it leads to take {bytes} bytes, and {limit} are allowed"
                )
            }
            SolveError::Missing { material } => write!(f, "{material} is needed, and not solved"),
            SolveError::Threads { message } => write!(f, "cannot start threads: {message}"),
            SolveError::Stopped => write!(f, "stopped"),
        }
    }
}

impl core::error::Error for SolveError {}

/// Why a position has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProbeError {
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

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProbeError::Castling { rights } => {
                write!(f, "tables know no castling, and the position has the rights {rights}")
            }
            ProbeError::Missing { material } => write!(f, "{material} is not solved"),
        }
    }
}

impl core::error::Error for ProbeError {}
