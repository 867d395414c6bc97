//! Forsyth–Edwards notation: a position in one line of text.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR  b  KQkq  e3  0  1
//! └──────────────── board ──────────────────┘   │   │    │   │  └ fullmove number
//!                                  side to move ┘   │    │   └ halfmove clock
//!                                   castling rights ┘    └ en-passant square
//! ```
//!
//! The last two fields may be left out (they are then 0 and 1). A fullmove number of 0, which many files have, is kept
//! and written back. Castling rights are read as `KQkq`, each for the outermost rook on its side (X-FEN, Reinhard
//! Scharnagl), or as the file of the rook (`HAha`, Shredder-FEN).

// `plain.rs` is the fast path for texts as programs write them, and leaves anything else to `read.rs`. `castling.rs`
// has the letters of rights, `write.rs` writes a FEN, `error.rs` what can be wrong, `mend.rs` reads leniently.
mod castling;
mod error;
mod mend;
pub(crate) mod plain;
mod read;
mod write;

use core::fmt;
use core::str::FromStr;

pub use castling::CastlingNotation;
pub use error::{FenError, FenErrorKind, FenField, PositionError};
pub use mend::LenientFen;

use crate::attacks::Magic;
use crate::position::{Position, Setup, Strictness};

/// When to write the en-passant square of a double push.
///
/// ```
/// use philidor::{CastlingNotation, EnPassantPolicy, Position, Square};
/// let position: Position = "3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1".parse()?;
/// let written = |policy| position.to_fen(policy, CastlingNotation::XFen).setup.state.en_passant;
/// assert_eq!(written(EnPassantPolicy::PseudoLegal), Some(Square::E3)); // the pawn on d4 could capture
/// assert_eq!(written(EnPassantPolicy::Legal), None); // but for the pin on the d-file
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EnPassantPolicy {
    /// After every double advance, as the FEN standard says. A square that was read is written back.
    #[default]
    Always,
    /// If an enemy pawn, pinned or not, stands where it could capture, as in X-FEN.
    PseudoLegal,
    /// If the capture is a legal move.
    Legal,
}

/// A FEN that was read: the setup, and the notation of its castling rights, so that it is written back as read.
///
/// ```
/// use philidor::Fen;
/// let text = "bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w GCgc - 0 1";
/// let fen: Fen = text.parse()?;
/// assert_eq!(fen.to_string(), text);
/// # Ok::<(), philidor::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Fen {
    /// The setup that the text describes, valid or not.
    pub setup: Setup,
    /// The notation of its castling rights.
    pub castling: CastlingNotation,
}

impl Fen {
    /// A setup, and how its castling rights are to be written.
    ///
    /// ```
    /// use philidor::{CastlingNotation, Fen, Setup};
    /// let fen = Fen::new(Setup::default(), CastlingNotation::Shredder);
    /// assert_eq!(fen.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    /// ```
    #[must_use]
    pub const fn new(setup: Setup, castling: CastlingNotation) -> Fen {
        Fen { setup, castling }
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        match plain::read(text.as_bytes()) {
            Some((setup, _)) => Ok(setup),
            None => text.parse::<Fen>().map(|fen| fen.setup),
        }
    }
}

impl fmt::Display for Setup {
    /// As a FEN, castling rights as X-FEN. It is read back as the same setup, valid or not, except for two things: the
    /// homes of rooks without a right, and those of [`Setup::rights_lost_in_fen`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Fen { setup: *self, castling: CastlingNotation::XFen }.fmt(f)
    }
}

impl FromStr for Position {
    type Err = PositionError;

    /// Strict: see [`Strictness::Reachable`](crate::Strictness::Reachable).
    fn from_str(text: &str) -> Result<Position, PositionError> {
        match plain::read(text.as_bytes()) {
            Some((setup, key)) => Ok(Position::checked(Magic, setup, key, Strictness::Reachable)?),
            None => Ok(Position::try_from(text.parse::<Fen>()?.setup)?),
        }
    }
}

impl fmt::Display for Position {
    /// As a FEN: the en-passant square always, castling rights as X-FEN. A FEN read in this form is written back letter
    /// by letter; Shredder-FEN is written back by [`Fen`], which remembers it, or by [`Position::to_fen`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_setup().fmt(f)
    }
}

impl Position {
    /// The position as a FEN, with a choice of when to write the en-passant square and how to write castling rights.
    ///
    /// ```
    /// use philidor::{CastlingNotation, EnPassantPolicy, Position};
    /// let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    /// let position: Position = fen.parse()?;
    /// assert_eq!(position.to_string(), fen);
    /// assert_eq!(
    ///     position.to_fen(EnPassantPolicy::Legal, CastlingNotation::Shredder).to_string(),
    ///     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 0 1",
    /// );
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn to_fen(&self, en_passant: EnPassantPolicy, castling: CastlingNotation) -> Fen {
        let mut setup = self.to_setup();
        let keeps = match en_passant {
            EnPassantPolicy::Always => true,
            EnPassantPolicy::PseudoLegal => {
                self.en_passant().is_some_and(|square| !self.en_passant_candidates(square).is_empty())
            }
            EnPassantPolicy::Legal => self.has_legal_en_passant(),
        };
        if !keeps {
            setup.state.en_passant = None;
        }
        Fen { setup, castling }
    }
}
