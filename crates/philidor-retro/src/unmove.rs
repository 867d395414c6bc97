//! A move taken back, in 32 bits: the digest of the move, and what a move's word takes from the position before it.

use core::fmt;

use philidor::{CastlingSide, File, Move, MoveDigest, MoveType, PieceType, Position, Square, State};

const ORIGIN_SHIFT: u32 = 8;
const DESTINATION_SHIFT: u32 = 2;
const TYPE_SHIFT: u32 = 14;
const PIECE_SHIFT: u32 = 16;
pub(super) const UNCAPTURED_SHIFT: u32 = 19;
const ROOK_SHIFT: u32 = 22;

/// A move taken back: a retraction, or *unmove*. Origin and destination are those of the move, so that the piece stands
/// on the destination now and goes back to the origin.
///
/// ```text
///  31      25 24  22 21   19 18  16 15  14 13    8 7         2 1   0
/// +----------+------+-------+------+------+-------+-----------+-----+
/// |    0     | rook |uncapt.| piece| type | origin|destination| aux |
/// |    7     |  3   |   3   |  3   |  2   |   6   |     6     |  2  |
/// +----------+------+-------+------+------+-------+-----------+-----+
///                                  '-------- the MoveDigest --------'
/// ```
///
/// * the low half is the digest of the move, with its type and its promotion;
/// * **piece** that moved: for a promotion the pawn, for castling the king;
/// * **uncaptured** piece: put back where it was captured; 0 for none, since no king is;
/// * **rook**: for castling the file on which the rook stood.
///
/// What an unmove leaves open, such as the castling rights before it, is in
/// [`Predecessors`](super::Predecessors).
///
/// # Stability
///
/// The bits will not change.
///
/// ```
/// use philidor::{PieceType, Position, Square};
/// use philidor_retro::Retractor;
/// let position: Position = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1".parse()?;
/// let unmoves = Retractor::new().unmoves(&position);
/// let unmove = unmoves.iter().find(|unmove| unmove.to_string() == "Ra7xNa1").expect("one of many");
/// assert_eq!((unmove.origin(), unmove.destination()), (Square::A7, Square::A1));
/// assert_eq!(unmove.uncaptured(), Some(PieceType::Knight));
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Unmove(u32);

const _: () = assert!(size_of::<Unmove>() == 4);

impl Unmove {
    /// A king's move from a1 to a1, to fill lists with.
    pub(super) const BLANK: Unmove = Unmove(0);

    /// The unmove of a move, for which the position before it says where a castling rook stood.
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_retro::{Retractor, Unmove};
    /// let before: Position = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".parse()?;
    /// for mv in before.legal_moves() {
    ///     assert!(Retractor::new().is_legal(&before.after(mv), Unmove::of(mv, &before)));
    /// }
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn of(mv: Move, before: &Position) -> Unmove {
        let uncaptured = mv.captured_piece().map_or(0, |piece| piece as u32);
        let word = u32::from(mv.digest().0)
            | (mv.played_piece() as u32) << PIECE_SHIFT
            | uncaptured << UNCAPTURED_SHIFT;
        let rook = mv
            .castling_side()
            .map_or(0, |side| before.castling_rooks().square(before.side_to_move(), side).file() as u32);
        Unmove(word | rook << ROOK_SHIFT)
    }

    /// The part that all unmoves of one type by one piece type share.
    #[inline(always)]
    pub(super) const fn stem(move_type: MoveType, piece: PieceType) -> Unmove {
        Unmove((move_type as u32) << TYPE_SHIFT | (piece as u32) << PIECE_SHIFT)
    }

    #[inline(always)]
    pub(super) const fn from(self, origin: Square) -> Unmove {
        Unmove(self.0 | (origin as u32) << ORIGIN_SHIFT)
    }

    #[inline(always)]
    pub(super) const fn to(self, destination: Square) -> Unmove {
        Unmove(self.0 | (destination as u32) << DESTINATION_SHIFT)
    }

    #[inline(always)]
    pub(super) const fn unpromoting(self, piece: PieceType) -> Unmove {
        Unmove(self.0 | Move::aux_data_of(piece) as u32)
    }

    /// The code of a piece type, or 0 to put nothing back.
    #[inline(always)]
    pub(super) const fn uncapturing(self, code: u32) -> Unmove {
        Unmove(self.0 | code << UNCAPTURED_SHIFT)
    }

    #[inline(always)]
    pub(super) const fn with_rook_on(self, rook: Square) -> Unmove {
        Unmove(self.0 | (rook.file() as u32) << ROOK_SHIFT)
    }

    /// The unmove with these [`bits`](Unmove::bits). Bits that no unmove has are legal in no position, and
    /// [`Retractor::is_legal`](super::Retractor::is_legal) says so.
    #[must_use]
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Unmove {
        Unmove(bits)
    }

    /// The 32 bits.
    #[must_use]
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The sixteen bits of the move that was played.
    #[must_use]
    #[inline(always)]
    pub const fn digest(self) -> MoveDigest {
        MoveDigest(self.0 as u16)
    }

    /// The type of the move that was played.
    #[must_use]
    pub const fn move_type(self) -> MoveType {
        self.digest().move_type()
    }

    /// Where the piece goes back to; for castling the king.
    #[must_use]
    #[inline(always)]
    pub const fn origin(self) -> Square {
        self.digest().orig_square()
    }

    /// Where the piece stands before it is taken back; for castling the king, also in Chess960.
    #[must_use]
    #[inline(always)]
    pub const fn destination(self) -> Square {
        self.digest().dest_square()
    }

    /// The piece that moved: for an unpromotion the pawn, for castling the king.
    #[must_use]
    #[inline(always)]
    pub const fn piece_type(self) -> PieceType {
        PieceType::ALL[(self.0 >> PIECE_SHIFT & 7) as usize % 6]
    }

    /// What the piece became in the move, if it is a pawn unpromoted.
    #[must_use]
    pub const fn unpromoted(self) -> Option<PieceType> {
        match self.move_type() {
            MoveType::Promotion => Some(Move::piece_from_aux_data(self.digest().aux_data())),
            _ => None,
        }
    }

    /// The piece that is put back: on [`uncapture_square`](Unmove::uncapture_square).
    #[must_use]
    pub const fn uncaptured(self) -> Option<PieceType> {
        match self.0 >> UNCAPTURED_SHIFT & 7 {
            0 => None,
            code => Some(PieceType::ALL[code as usize % 6]),
        }
    }

    /// Where a captured piece stood: on the destination, but for en passant beside the origin.
    #[must_use]
    pub const fn uncapture_square(self) -> Square {
        match self.move_type() {
            MoveType::EnPassant => Square::new(self.destination().file(), self.origin().rank()),
            _ => self.destination(),
        }
    }

    /// Whether a pawn takes back a double push.
    #[must_use]
    pub const fn is_double_push(self) -> bool {
        // Origin and destination differ in bit 4 alone.
        matches!(self.piece_type(), PieceType::Pawn)
            && self.origin() as u32 ^ self.destination() as u32 == 16
            && matches!(self.move_type(), MoveType::Normal)
    }

    /// Whether the move was one of a pawn or a capture, after which the halfmove clock is zero.
    #[must_use]
    pub const fn is_pawn_advance_or_capture(self) -> bool {
        matches!(self.piece_type(), PieceType::Pawn) || self.uncaptured().is_some()
    }

    /// The side to which the king castled, if it did.
    #[must_use]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        match (self.move_type(), self.destination().file()) {
            (MoveType::Castling, File::G) => Some(CastlingSide::KingSide),
            (MoveType::Castling, _) => Some(CastlingSide::QueenSide),
            _ => None,
        }
    }

    /// Where the rook that castled stood.
    #[must_use]
    pub const fn rook_origin(self) -> Option<Square> {
        match (self.move_type(), File::from_index((self.0 >> ROOK_SHIFT & 7) as usize)) {
            (MoveType::Castling, Some(file)) => Some(Square::new(file, self.destination().rank())),
            _ => None,
        }
    }

    /// The move that was played, from a state before it: [`Position::undo`](philidor::Position::undo) and others need
    /// what was possible then.
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_retro::Retractor;
    /// let position: Position = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1".parse()?;
    /// let retractor = Retractor::new();
    /// for unmove in retractor.unmoves(&position) {
    ///     let before = retractor.before(&position, unmove);
    ///     assert!(before.is_legal(unmove.to_move(before.state())));
    /// }
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn to_move(self, before: &State) -> Move {
        let digest = self.digest();
        Move::new(
            digest.move_type(),
            digest.orig_square(),
            digest.dest_square(),
            digest.aux_data(),
            self.uncaptured(),
            self.piece_type(),
            before.castling_rights,
            before.en_passant.map(Square::file),
            0,
        )
    }

    /// Whether king and rook castled from the squares of standard chess.
    fn is_standard_castling(self) -> bool {
        let corner = if self.castling_side() == Some(CastlingSide::KingSide) { File::H } else { File::A };
        self.origin().file() == File::E && self.rook_origin().map(Square::file) == Some(corner)
    }
}

impl fmt::Display for Unmove {
    /// The move in the notation of retroanalysis: both squares, and after `x` the piece that is put back, as in
    /// `Ra1-a8`, `Ra1xNa8`, `e2-e4`, `e7xRd8=Q`, `e5xPd6ep`, `O-O`. Castling of Chess960 shows where king and rook
    /// stood: `O-O(b1,c1)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (origin, destination) = (self.origin(), self.destination());
        if let (Some(side), Some(rook)) = (self.castling_side(), self.rook_origin()) {
            f.write_str(if side == CastlingSide::KingSide { "O-O" } else { "O-O-O" })?;
            return match self.is_standard_castling() {
                true => Ok(()),
                false => write!(f, "({origin},{rook})"),
            };
        }
        if self.piece_type() != PieceType::Pawn {
            write!(f, "{}", self.piece_type().letter().to_ascii_uppercase())?;
        }
        match self.uncaptured() {
            None => write!(f, "{origin}-{destination}")?,
            Some(piece) => write!(f, "{origin}x{}{destination}", piece.letter().to_ascii_uppercase())?,
        }
        match (self.unpromoted(), self.move_type()) {
            (Some(piece), _) => write!(f, "={}", piece.letter().to_ascii_uppercase()),
            (None, MoveType::EnPassant) => f.write_str("ep"),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Unmove {
    /// The text of `Display`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
