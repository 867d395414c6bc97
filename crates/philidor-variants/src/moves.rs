//! A move of any variant, in the word of the library's [`Move`].
//!
//! Two things happen in variants that a move of chess has no bits for: a piece is *dropped* from a pocket, and a pawn
//! promotes to a *king*. A normal move of chess leaves its auxiliary bits zero, so there is room for both:
//!
//! ```text
//! type      aux   origin          destination
//! normal     0    a square        a square       as in chess
//! normal     1    a square        a square       a pawn promotes to a king
//! normal     2    the piece type  a square       a piece is dropped: 1 queen … 5 pawn
//! others          as in chess
//! ```
//!
//! Everything else stands where [`Move`] has it: the piece that moves (or is dropped), the captured one, the rights and
//! the en-passant file before the move, the score. So moves sort as those of chess do, and sixteen bits still say what
//! a move does.

use core::fmt;

use philidor::{CastlingRights, CastlingSide, File, Move, MoveDigest, MoveType, PieceType, Square};

const KING_PROMOTION: u8 = 1;
const DROP: u8 = 2;

/// A move of a variant; of chess, too.
///
/// # Stability
///
/// The bits, drawn in the module's source and at [`Move`], will not change.
///
/// ```
/// use philidor_variants::{Crazyhouse, VariantPosition};
/// let position: VariantPosition<Crazyhouse> = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1".parse()?;
/// let drop = position.parse_uci("N@f3")?;
/// assert!(drop.is_drop());
/// assert_eq!(drop.to_string(), "N@f3");
/// assert_eq!(drop.origin(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct VariantMove(Move);

/// What kind of move it is.
///
/// ```
/// use philidor::PieceType;
/// use philidor_variants::{Antichess, VariantMoveKind, VariantPosition};
/// let position: VariantPosition<Antichess> = "8/4P3/8/8/8/8/8/7r w - - 0 1".parse()?;
/// let kinds = [VariantMoveKind::Promotion(PieceType::King), VariantMoveKind::Promotion(PieceType::Queen)];
/// let moves = position.legal_moves();
/// assert!(kinds.into_iter().all(|kind| moves.iter().any(|mv| mv.kind() == kind)));
/// # Ok::<(), philidor_variants::VariantError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariantMoveKind {
    /// A piece moves, and may capture where it arrives.
    Normal,
    /// A pawn reaches its last rank and becomes this piece.
    Promotion(PieceType),
    /// A pawn captures the pawn that has just passed its square.
    EnPassant,
    /// King and rook move together.
    Castling(CastlingSide),
    /// A piece comes from the pocket.
    Drop,
}

/// What all moves of a position share: its rights and its en-passant file.
#[derive(Clone, Copy)]
pub(crate) struct Stem {
    pub(crate) rights: CastlingRights,
    pub(crate) file: Option<File>,
}

impl Stem {
    #[inline(always)]
    fn word(
        self,
        kind: (MoveType, u8),
        origin: Square,
        destination: Square,
        captured: Option<PieceType>,
        played: PieceType,
    ) -> VariantMove {
        let (move_type, aux) = kind;
        VariantMove(Move::new(
            move_type,
            origin,
            destination,
            aux,
            captured,
            played,
            self.rights,
            self.file,
            0,
        ))
    }

    #[inline(always)]
    pub(crate) fn normal(
        self,
        played: PieceType,
        origin: Square,
        destination: Square,
        captured: Option<PieceType>,
    ) -> VariantMove {
        self.word((MoveType::Normal, 0), origin, destination, captured, played)
    }

    #[inline(always)]
    pub(crate) fn promotion(
        self,
        to: PieceType,
        origin: Square,
        destination: Square,
        captured: Option<PieceType>,
    ) -> VariantMove {
        let kind = match to {
            PieceType::King => (MoveType::Normal, KING_PROMOTION),
            _ => (MoveType::Promotion, Move::aux_data_of(to)),
        };
        self.word(kind, origin, destination, captured, PieceType::Pawn)
    }

    #[inline(always)]
    pub(crate) fn en_passant(self, origin: Square, destination: Square) -> VariantMove {
        let pawn = PieceType::Pawn;
        self.word((MoveType::EnPassant, 0), origin, destination, Some(pawn), pawn)
    }

    #[inline(always)]
    pub(crate) fn castling(self, king: Square, destination: Square) -> VariantMove {
        self.word((MoveType::Castling, 0), king, destination, None, PieceType::King)
    }

    #[inline(always)]
    pub(crate) fn drop(self, piece_type: PieceType, destination: Square) -> VariantMove {
        let code = Square::ALL[piece_type.index()];
        self.word((MoveType::Normal, DROP), code, destination, None, piece_type)
    }
}

impl VariantMove {
    /// What kind of move it is.
    #[must_use]
    #[inline(always)]
    pub const fn kind(self) -> VariantMoveKind {
        let Self(mv) = self;
        match (mv.move_type(), mv.aux_data()) {
            (MoveType::Normal, DROP) => VariantMoveKind::Drop,
            (MoveType::Normal, KING_PROMOTION) => VariantMoveKind::Promotion(PieceType::King),
            (MoveType::Normal, _) => VariantMoveKind::Normal,
            (MoveType::EnPassant, _) => VariantMoveKind::EnPassant,
            (MoveType::Promotion, aux) => VariantMoveKind::Promotion(Move::piece_from_aux_data(aux)),
            (MoveType::Castling, _) => match mv.castling_side() {
                Some(side) => VariantMoveKind::Castling(side),
                None => VariantMoveKind::Normal,
            },
        }
    }

    /// Where the piece comes from; `None` for a drop. For castling it is the king's square.
    #[must_use]
    #[inline(always)]
    pub const fn origin(self) -> Option<Square> {
        if self.is_drop() { None } else { Some(self.0.orig_square()) }
    }

    /// Where the piece arrives; for castling the king.
    #[must_use]
    #[inline(always)]
    pub const fn destination(self) -> Square {
        self.0.dest_square()
    }

    /// The piece that moves or is dropped: for a promotion the pawn, for castling the king.
    #[must_use]
    #[inline(always)]
    pub const fn piece_type(self) -> PieceType {
        self.0.played_piece()
    }

    /// The captured piece, if any: for en passant a pawn, which does not stand on the destination. What else an
    /// explosion takes is not part of the move.
    #[must_use]
    #[inline(always)]
    pub const fn captured(self) -> Option<PieceType> {
        self.0.captured_piece()
    }

    /// The piece that a pawn becomes, if the move is a promotion.
    #[must_use]
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        match self.kind() {
            VariantMoveKind::Promotion(piece_type) => Some(piece_type),
            _ => None,
        }
    }

    /// The side to which the king castles, if the move is castling.
    #[must_use]
    #[inline(always)]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        self.0.castling_side()
    }

    /// Whether a piece is dropped.
    #[must_use]
    #[inline(always)]
    pub const fn is_drop(self) -> bool {
        matches!(self.0.move_type(), MoveType::Normal) && self.0.aux_data() == DROP
    }

    /// Whether the move captures, en passant included.
    #[must_use]
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.captured().is_some()
    }

    /// Whether it is a capture or a promotion; all others are quiet, drops among them.
    #[must_use]
    #[inline(always)]
    pub const fn is_tactical(self) -> bool {
        self.is_capture() || self.promotion().is_some()
    }

    /// Whether it resets the halfmove clock: a capture, a pawn's move, or the drop of a pawn.
    #[must_use]
    #[inline(always)]
    pub const fn is_zeroing(self) -> bool {
        self.0.is_pawn_advance_or_capture()
    }

    /// Whether it is the null move, which only passes the turn: see
    /// [`VariantPosition::null_move`](crate::VariantPosition::null_move).
    #[must_use]
    pub const fn is_null(self) -> bool {
        !self.is_drop() && self.0.is_null()
    }

    /// The sixteen bits that say what the move does.
    #[must_use]
    #[inline(always)]
    pub const fn digest(self) -> MoveDigest {
        self.0.digest()
    }

    /// The ordering score.
    #[must_use]
    #[inline(always)]
    pub const fn score(self) -> u32 {
        self.0.score()
    }

    /// Sets the ordering score.
    #[inline(always)]
    pub const fn set_score(&mut self, score: u32) {
        self.0.set_score(score);
    }

    /// The word, whose fields mean what they mean in chess unless the move is a drop or promotes to a king: of a drop,
    /// neither its origin nor [`Move::is_null`] means anything.
    #[must_use]
    #[inline(always)]
    pub const fn word(self) -> Move {
        self.0
    }

    /// The move with this word.
    #[must_use]
    pub const fn from_word(word: Move) -> VariantMove {
        VariantMove(word)
    }

    /// The null move of a king; of a side without one it stands on a1.
    pub(crate) fn null(stem: Stem, king: Square) -> VariantMove {
        stem.normal(PieceType::King, king, king, None)
    }

    /// Whether both do the same, whatever their scores.
    #[must_use]
    pub const fn same_move(self, other: VariantMove) -> bool {
        self.0.same_move(other.0)
    }
}

impl From<VariantMove> for Move {
    fn from(mv: VariantMove) -> Move {
        mv.0
    }
}

impl From<Move> for VariantMove {
    /// The same word: a move of chess is one of each variant that allows it.
    fn from(mv: Move) -> VariantMove {
        VariantMove(mv)
    }
}

impl fmt::Display for VariantMove {
    /// Origin, destination and promotion, or the drop: `e2e4`, `a7a8q`, `a7a8k`, `N@f3`, `P@e4`. Castling is written by
    /// the king's destination; [`VariantPosition::to_uci`](crate::VariantPosition::to_uci) knows Chess960.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let destination = self.destination();
        match (self.origin(), self.promotion()) {
            (None, _) => write!(f, "{}@{destination}", self.piece_type().letter().to_ascii_uppercase()),
            (Some(origin), None) => write!(f, "{origin}{destination}"),
            (Some(origin), Some(to)) => write!(f, "{origin}{destination}{}", to.letter()),
        }
    }
}

impl fmt::Debug for VariantMove {
    /// The notation and every field.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VariantMove({self}, {:?}, {:?}", self.kind(), self.piece_type())?;
        if let Some(captured) = self.captured() {
            write!(f, ", captures {captured:?}")?;
        }
        write!(f, ", {}, score {})", self.0.castling_rights(), self.score())
    }
}
