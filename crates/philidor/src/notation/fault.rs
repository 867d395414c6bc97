//! A move given by its squares: legal, or with a named fault.
//!
//! Both notations are resolved here: UCI always, SAN if the origin is written in full. A king's move
//! then means castling if it takes its own rook, or if it goes to its castling destination and cannot step there:
//!
//! ```text
//! 1 | . . . . K . . R     e1h1, e1g1: both castle
//! 1 | . . . . . K . R     f1h1 castles, f1g1 is a step
//! ```

use core::fmt;

use crate::attacks;
use crate::position::{CastlingPath, Position};
use crate::types::{Bitboard, CastlingSide, Move, MoveType, PieceType, Square};

/// Why a move is not legal. The faults from [`GameOver`](MoveFault::GameOver) on come from positions of variants, never
/// from [`Position`](crate::Position).
///
/// ```
/// use philidor::{MoveFault, PieceType, Position, Square};
/// let position: Position = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1".parse()?;
/// let fault = position.find_move(Square::E2, Square::C3, None).expect_err("the knight is pinned");
/// assert_eq!(fault, MoveFault::KingInCheck { piece_type: PieceType::Knight, destination: Square::C3 });
/// assert_eq!(fault.to_string(), "illegal: moving the knight to c3 would leave its king in check");
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveFault {
    /// The side to move has no piece on the origin.
    NoPiece {
        /// The origin of the move.
        origin: Square,
    },
    /// No piece of this type, on a square that the text allows, can move to the destination.
    Unreachable {
        /// The type of the piece.
        piece_type: PieceType,
        /// The destination of the move.
        destination: Square,
    },
    /// A piece can move there, but would leave its king in check: it is pinned, does not parry a check, or is the king
    /// itself.
    KingInCheck {
        /// The type of the piece.
        piece_type: PieceType,
        /// The destination of the move.
        destination: Square,
    },
    /// A pawn reaches the last rank, and the promotion piece is missing.
    PromotionMissing,
    /// A promotion of a piece other than a pawn that reaches the last rank.
    PromotionMisplaced,
    /// There is no right to castle to this side.
    NoCastlingRight(CastlingSide),
    /// Pieces stand in the way of this castling.
    CastlingBlocked(CastlingSide),
    /// The king would castle out of, through or into check.
    CastlingAttacked(CastlingSide),
    /// A castling that is legal, written in SAN as a step or a capture of the king, `Kg1` or `Kxh1`.
    CastlingMisspelled {
        /// The destination that is written.
        destination: Square,
        /// The castling that may be meant.
        side: CastlingSide,
    },
    /// The null move, `--`, `Z0`, `0000` or `@@@@`: it passes the turn, which the rules do not allow. Programs that
    /// need it get it from [`Position::null_move`](crate::Position::null_move).
    NullMove,
    /// The game is over, by a rule of the variant.
    GameOver,
    /// There is a capture, and captures are compulsory.
    CaptureIsCompulsory,
    /// The side to move has no such piece in its pocket.
    NotInPocket {
        /// The type of the piece.
        piece_type: PieceType,
    },
    /// This piece cannot be dropped there: the square is occupied, or on a pawn's first or last rank, or does not stop
    /// a check.
    NoDrop {
        /// The type of the piece.
        piece_type: PieceType,
        /// The destination of the drop.
        destination: Square,
    },
    /// Moves that give check are illegal.
    GivesCheck,
    /// The capture would explode the king of the side to move, or leave that king in check.
    KingLost,
    /// This castling is not possible, by a rule of the variant.
    NoCastling(CastlingSide),
    /// No piece promotes so by the rules of the variant.
    NoPromotion,
    /// Why the rules of another game forbid the move, printed as it is. It comes from a position type of your own.
    ///
    /// ```
    /// use philidor::{MoveFault, UciError};
    /// let error = UciError::from(MoveFault::Refused("illegal: there is no knight in the pocket"));
    /// assert_eq!(error.to_string(), "illegal: there is no knight in the pocket");
    /// ```
    Refused(&'static str),
}

impl fmt::Display for MoveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let castling = |side| match side {
            CastlingSide::KingSide => "O-O",
            CastlingSide::QueenSide => "O-O-O",
        };
        match *self {
            MoveFault::NoPiece { origin } => {
                write!(f, "illegal: the side to move has no piece on {origin}")
            }
            MoveFault::Unreachable { piece_type: PieceType::King, destination } => {
                write!(f, "illegal: the king cannot move to {destination}")
            }
            MoveFault::Unreachable { piece_type, destination } => {
                write!(f, "illegal: no such {piece_type} can move to {destination}")
            }
            MoveFault::KingInCheck { piece_type: PieceType::King, destination } => {
                write!(f, "illegal: the king would be in check on {destination}")
            }
            MoveFault::KingInCheck { piece_type, destination } => {
                write!(f, "illegal: moving the {piece_type} to {destination} would leave its king in check")
            }
            MoveFault::PromotionMissing => f.write_str("illegal: the promotion piece is missing"),
            MoveFault::PromotionMisplaced => {
                f.write_str("illegal: only a pawn that reaches the last rank promotes")
            }
            MoveFault::NoCastlingRight(side) => {
                write!(f, "illegal: there is no right to castle {}", castling(side))
            }
            MoveFault::CastlingBlocked(side) => {
                write!(f, "illegal: pieces stand in the way of {}", castling(side))
            }
            MoveFault::CastlingAttacked(side) => {
                write!(f, "illegal: the king would castle {} out of, through or into check", castling(side))
            }
            MoveFault::CastlingMisspelled { destination, side } => {
                let written = castling(side);
                write!(f, "illegal: the king cannot move to {destination}; castling is written {written}")
            }
            MoveFault::NullMove => f.write_str("illegal: the null move is not a move of a game"),
            MoveFault::GameOver => f.write_str("illegal: the game is over"),
            MoveFault::CaptureIsCompulsory => {
                f.write_str("illegal: there is a capture, and captures are compulsory")
            }
            MoveFault::NotInPocket { piece_type } => write!(f, "illegal: no {piece_type} is in the pocket"),
            MoveFault::NoDrop { piece_type, destination } => {
                write!(f, "illegal: no {piece_type} can be dropped on {destination}")
            }
            MoveFault::GivesCheck => f.write_str("illegal: no move may give check"),
            MoveFault::KingLost => f.write_str("illegal: the capture would cost the side its king"),
            MoveFault::NoCastling(side) => {
                write!(f, "illegal: castling {} is not possible", castling(side))
            }
            MoveFault::NoPromotion => f.write_str("illegal: no pawn can promote to this piece there"),
            MoveFault::Refused(reason) => f.write_str(reason),
        }
    }
}

impl core::error::Error for MoveFault {}

impl Position {
    /// The legal move from one square to another, as a user enters it with two clicks. Castling is the king's move to
    /// its destination, two squares or more away, or to the rook.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with the move, if it is not legal.
    ///
    /// ```
    /// use philidor::{MoveFault, PieceType, Position, Square};
    /// let position: Position = "8/P5k1/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let castling = position.find_move(Square::E1, Square::G1, None)?;
    /// assert_eq!(position.to_san(castling).to_string(), "O-O");
    /// let promotion = position.find_move(Square::A7, Square::A8, Some(PieceType::Knight))?;
    /// assert_eq!(promotion.to_string(), "a7a8n");
    /// let fault = position.find_move(Square::A7, Square::A8, None);
    /// assert_eq!(fault, Err(MoveFault::PromotionMissing));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn find_move(
        &self,
        origin: Square,
        destination: Square,
        promotion: Option<PieceType>,
    ) -> Result<Move, MoveFault> {
        let us = self.side_to_move();
        let piece =
            self.piece_at(origin).filter(|piece| piece.color == us).ok_or(MoveFault::NoPiece { origin })?;
        let is_pawn = piece.piece_type == PieceType::Pawn;
        let promotes = is_pawn && Bitboard::LAST_RANKS.contains(destination);
        let aux_data = match (promotes, promotion) {
            (true, Some(kind)) if PieceType::PROMOTIONS.contains(&kind) => Move::aux_data_of(kind),
            // A pawn cannot become a king, or stay a pawn.
            (true, _) => return Err(MoveFault::PromotionMissing),
            (false, Some(_)) => return Err(MoveFault::PromotionMisplaced),
            (false, None) => 0,
        };
        if piece.piece_type == PieceType::King
            && let Some(side) = self.castling_meant(origin, destination)
        {
            return self.castling(side);
        }
        let move_type = match is_pawn && self.en_passant() == Some(destination) {
            _ if promotes => MoveType::Promotion,
            true => MoveType::EnPassant,
            false => MoveType::Normal,
        };
        let word =
            self.stem(piece.piece_type, move_type, destination).with_origin(origin).with_aux_data(aux_data);
        self.decode(word.digest()).ok_or_else(|| self.fault_of(word))
    }

    /// The castling that a king's move between two squares stands for, if any.
    fn castling_meant(&self, origin: Square, destination: Square) -> Option<CastlingSide> {
        let us = self.side_to_move();
        let takes_rook = |side: &CastlingSide| {
            self.castling_rights().has(us, *side) && self.castling_rooks().square(us, *side) == destination
        };
        let goes_there = |side: &CastlingSide| {
            side.king_destination(us) == destination
                && origin.rank() == destination.rank()
                && !attacks::king(origin).contains(destination)
        };
        let sides = CastlingSide::ALL;
        sides.into_iter().find(takes_rook).or_else(|| sides.into_iter().find(goes_there))
    }

    /// The legal castling to a side.
    pub(super) fn castling(&self, side: CastlingSide) -> Result<Move, MoveFault> {
        let us = self.side_to_move();
        if !self.castling_rights().has(us, side) {
            return Err(MoveFault::NoCastlingRight(side));
        }
        let (king, rook) = (self.king(us), self.castling_rooks().square(us, side));
        if !CastlingPath::new(us, side, king, rook).is_free_of(self.board().occupied()) {
            return Err(MoveFault::CastlingBlocked(side));
        }
        let word =
            self.stem(PieceType::King, MoveType::Castling, side.king_destination(us)).with_origin(king);
        if self.leaves_king_safe(word) { Ok(word) } else { Err(MoveFault::CastlingAttacked(side)) }
    }

    /// A move to a square, still without its origin, which is left at a1, and without its promotion piece.
    #[inline(always)]
    pub(super) fn stem(&self, piece_type: PieceType, move_type: MoveType, destination: Square) -> Move {
        let captured = match move_type {
            MoveType::EnPassant => Some(PieceType::Pawn),
            MoveType::Castling => None,
            MoveType::Normal | MoveType::Promotion => self.board().piece_type_at(destination),
        };
        let passed = self.en_passant().map(Square::file);
        Move::new(
            move_type,
            Square::A1,
            destination,
            0,
            captured,
            piece_type,
            self.castling_rights(),
            passed,
            0,
        )
    }

    /// The fault of a move that is not legal, other than castling.
    #[cold]
    fn fault_of(&self, mv: Move) -> MoveFault {
        let (piece_type, origin, destination) = (mv.played_piece(), mv.orig_square(), mv.dest_square());
        let is_reached = match mv.move_type() {
            MoveType::EnPassant => self.en_passant_candidates(destination).contains(origin),
            _ => self.can_reach(piece_type, origin, destination),
        };
        if is_reached {
            MoveFault::KingInCheck { piece_type, destination }
        } else {
            MoveFault::Unreachable { piece_type, destination }
        }
    }
}
