//! Why a text is not a move of a position.

use core::fmt;

use philidor::{CastlingSide, MoveFault, PieceType, San, SanError, SanErrorKind, Square};

use alloc::vec::Vec;

use crate::moves::VariantMove;

/// The error for a text that is not exactly one legal move.
///
/// ```
/// use philidor_variants::{Antichess, VariantMoveError, VariantMoveFault, VariantPosition};
/// let position: VariantPosition<Antichess> = "8/6p1/8/8/8/8/6R1/8 w - - 0 1".parse()?;
/// let error = position.parse_san("Ra2").expect_err("the pawn must be taken");
/// assert_eq!(error, VariantMoveError::Illegal(VariantMoveFault::CaptureIsCompulsory));
/// assert_eq!(error.to_string(), "illegal: there is a capture, and captures are compulsory");
/// # Ok::<(), philidor_variants::VariantError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VariantMoveError {
    /// The text is not a move in any position.
    Syntax {
        /// The byte, counted from 0, at which it stops being one.
        offset: usize,
    },
    /// The text is a move, but not a legal one.
    Illegal(VariantMoveFault),
    /// The text fits several legal moves, these.
    Ambiguous(Vec<VariantMove>),
    /// The text is read strictly, and is a legal move that is written otherwise: so.
    Misspelled(San),
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum VariantMoveFault {
    /// The game is over.
    GameOver,
    /// There is a capture, and captures are compulsory.
    CaptureIsCompulsory,
    /// The side to move has no such piece in its pocket.
    NotInPocket(PieceType),
    /// This piece cannot be dropped there: the square is occupied, or on a pawn's first or last rank, or does not stop
    /// a check.
    NoDrop(PieceType, Square),
    /// The side to move has no piece on the origin.
    NoPiece(Square),
    /// No piece of this kind can move to the destination, or it would leave its king to be captured.
    Unreachable(PieceType, Square),
    /// Moves that give check are illegal.
    GivesCheck,
    /// The capture would explode the own king, or leave it in check.
    KingLost,
    /// A pawn reaches the last rank, and the promotion piece is missing.
    PromotionMissing,
    /// A promotion of something else, or to a piece that the variant does not allow.
    PromotionMisplaced,
    /// This castling is not possible.
    NoCastling(CastlingSide),
    /// A castling that is legal, written in SAN as a step or a capture of the king to this square.
    CastlingMisspelled(Square, CastlingSide),
    /// The null move is not a move of a game.
    NullMove,
}

impl VariantMoveFault {
    /// The fault without its details, as a text that lives as long as the program.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            VariantMoveFault::GameOver => "illegal: the game is over",
            VariantMoveFault::CaptureIsCompulsory => {
                "illegal: there is a capture, and captures are compulsory"
            }
            VariantMoveFault::NotInPocket(_) => "illegal: no such piece is in the pocket",
            VariantMoveFault::NoDrop(..) => "illegal: this piece cannot be dropped there",
            VariantMoveFault::NoPiece(_) => "illegal: the side to move has no piece on the origin",
            VariantMoveFault::Unreachable(..) => "illegal: no such piece can move there",
            VariantMoveFault::GivesCheck => "illegal: no move may give check",
            VariantMoveFault::KingLost => "illegal: the capture would cost the side its king",
            VariantMoveFault::PromotionMissing => "illegal: the promotion piece is missing",
            VariantMoveFault::PromotionMisplaced => "illegal: no pawn can promote to this piece there",
            VariantMoveFault::NoCastling(CastlingSide::KingSide) => "illegal: castling O-O is not possible",
            VariantMoveFault::NoCastling(CastlingSide::QueenSide) => {
                "illegal: castling O-O-O is not possible"
            }
            VariantMoveFault::CastlingMisspelled(_, CastlingSide::KingSide) => {
                "illegal: castling is written O-O"
            }
            VariantMoveFault::CastlingMisspelled(_, CastlingSide::QueenSide) => {
                "illegal: castling is written O-O-O"
            }
            VariantMoveFault::NullMove => "illegal: the null move is not a move of a game",
        }
    }
}

impl fmt::Display for VariantMoveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            VariantMoveFault::CastlingMisspelled(destination, side) => {
                MoveFault::CastlingMisspelled { destination, side }.fmt(f)
            }
            VariantMoveFault::NotInPocket(piece_type) => {
                write!(f, "illegal: no {piece_type} is in the pocket")
            }
            VariantMoveFault::NoDrop(piece_type, square) => {
                write!(f, "illegal: no {piece_type} can be dropped on {square}")
            }
            VariantMoveFault::NoPiece(square) => {
                write!(f, "illegal: the side to move has no piece on {square}")
            }
            VariantMoveFault::Unreachable(piece_type, square) => {
                write!(f, "illegal: no such {piece_type} can move to {square}")
            }
            other => f.write_str(other.reason()),
        }
    }
}

impl fmt::Display for VariantMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VariantMoveError::Syntax { offset } => write!(f, "not a move, from byte {offset} on"),
            VariantMoveError::Illegal(fault) => fault.fmt(f),
            VariantMoveError::Misspelled(san) => SanError::from(SanErrorKind::Misspelled(*san)).fmt(f),
            VariantMoveError::Ambiguous(moves) => {
                f.write_str("more than one move")?;
                let separators = [": "].into_iter().chain(core::iter::repeat(", "));
                moves.iter().zip(separators).try_for_each(|(mv, before)| write!(f, "{before}{mv}"))
            }
        }
    }
}

impl core::error::Error for VariantMoveError {}
