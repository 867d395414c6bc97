//! Why a text is refused as a move: it is not a move, not legal, or ambiguous.

use core::fmt;

use super::super::fault::MoveFault;
use super::write::San;
use crate::types::{Bitboard, Color, Move, Piece, PieceType};

/// The error for a text that is not exactly one legal move of the position; from
/// [`Position::parse_san`](crate::Position::parse_san).
///
/// It does not keep the text.
///
/// ```
/// use philidor::{MoveFault, PieceType, Position, SanErrorKind, Square};
/// let position: Position = "4k3/8/8/8/8/8/8/RN2K2R w - - 0 1".parse()?;
///
/// let error = position.parse_san("Raf").expect_err("a rank is missing");
/// assert_eq!(error.kind, SanErrorKind::Syntax { offset: 3 });
///
/// let error = position.parse_san("Nd5").expect_err("the knight does not go there");
/// let fault = MoveFault::Unreachable { piece_type: PieceType::Knight, destination: Square::D5 };
/// assert_eq!(error.kind, SanErrorKind::Illegal(fault));
///
/// let position: Position = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1".parse()?;
/// let error = position.parse_san("Rd1").expect_err("both rooks go there");
/// assert_eq!(error.to_string(), "more than one move: Ra1d1 or Rh1d1");
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SanError {
    /// What is wrong.
    pub kind: SanErrorKind,
}

/// What is wrong with a text that was read as a move. See [`SanError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SanErrorKind {
    /// The text is not a move in any position.
    Syntax {
        /// The byte, counted from 0, at which it stops being one; the length of the text if something is missing.
        offset: usize,
    },
    /// The text is a move, but not a legal one.
    Illegal(MoveFault),
    /// The text fits several legal moves.
    Ambiguous(Candidates),
    /// The text is read strictly, and is a legal move that is written otherwise: so. From
    /// [`Position::parse_san_strictly`](crate::Position::parse_san_strictly).
    Misspelled(San),
}

/// The legal moves that an ambiguous text fits: one piece type, one destination, several origins.
///
/// ```
/// use philidor::{Position, SanErrorKind};
/// let position: Position = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1".parse()?;
/// let error = position.parse_san("Rd1").expect_err("both rooks go there");
/// let SanErrorKind::Ambiguous(candidates) = error.kind else { panic!("{error}") };
/// let meant: Vec<String> = candidates.moves().map(|mv| position.to_san(mv).to_string()).collect();
/// assert_eq!(meant, ["Rad1", "Rhd1"]);
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Candidates {
    /// Each of the moves, without its origin.
    stem: Move,
    origins: Bitboard,
}

impl Candidates {
    /// The moves that differ from `mv` only in their origin, one for each of these squares: for a position type of your
    /// own.
    ///
    /// ```
    /// use philidor::{Candidates, Position, SanError, SanErrorKind, Square};
    /// let position: Position = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1".parse()?;
    /// let origins = [Square::A1, Square::H1].into_iter().collect();
    /// let candidates = Candidates::new(position.parse_san("Rad1")?, origins);
    /// let error = SanError::from(SanErrorKind::Ambiguous(candidates));
    /// assert_eq!(error.to_string(), "more than one move: Ra1d1 or Rh1d1");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn new(mv: Move, origins: Bitboard) -> Candidates {
        Candidates { stem: mv.without_origin(), origins }
    }

    /// The squares of the pieces that fit.
    #[must_use]
    pub const fn origins(&self) -> Bitboard {
        self.origins
    }

    /// The moves, by origin from a1 to h8. Each can be played in the position that parsed the text.
    #[must_use]
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + use<> {
        let stem = self.stem;
        self.origins.into_iter().map(move |origin| stem.with_origin(origin))
    }
}

impl San {
    /// Whether a text is this move, read strictly: equal, but for a mark of check or mate that may be missing.
    ///
    /// # Errors
    ///
    /// [`SanErrorKind::Misspelled`] with this move if it is written otherwise.
    ///
    /// ```
    /// use philidor::San;
    /// let san = San::new("Rh8+").expect("short");
    /// assert!(san.check(b"Rh8").is_ok() && san.check(b"Rh8#").is_err());
    /// ```
    pub fn check(&self, text: &[u8]) -> Result<(), SanError> {
        let san = self.as_bytes();
        let unmarked = san.strip_suffix(b"+").or_else(|| san.strip_suffix(b"#")).unwrap_or(san);
        let is_strict = text == san || text == unmarked;
        if is_strict { Ok(()) } else { Err(SanErrorKind::Misspelled(*self).into()) }
    }
}

impl From<SanErrorKind> for SanError {
    fn from(kind: SanErrorKind) -> SanError {
        SanError { kind }
    }
}

impl From<MoveFault> for SanError {
    fn from(fault: MoveFault) -> SanError {
        SanError { kind: SanErrorKind::Illegal(fault) }
    }
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            SanErrorKind::Syntax { offset } => write!(f, "not a move, from byte {offset} on"),
            SanErrorKind::Illegal(fault) => fault.fmt(f),
            SanErrorKind::Ambiguous(candidates) => candidates.fmt(f),
            SanErrorKind::Misspelled(san) => write!(f, "strictly it is written {san}"),
        }
    }
}

impl core::error::Error for SanError {}

impl fmt::Display for Candidates {
    /// The moves with their full origins.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "more than one move: ";
        for mv in self.moves() {
            f.write_str(before)?;
            if mv.played_piece() != PieceType::Pawn {
                write!(f, "{}", Piece::new(Color::White, mv.played_piece()))?;
            }
            write!(f, "{mv}")?;
            before = " or ";
        }
        Ok(())
    }
}
