//! A move in one word: what it does, how to take it back, how good it looks.
//!
//! The layout is that of the `Move` of the alcibiades engine (Evgeni Pandurski, 2016), but for the order of the four
//! castling rights; it is drawn at [`Move`].
//!
//! Chess leaves the auxiliary bits of a normal move zero. Two things happen in variants that chess has no bits for, and
//! both have their place there:
//!
//! ```text
//! type      aux   origin          destination
//! normal     0    a square        a square       as in chess
//! normal     1    a square        a square       a pawn promotes to a king
//! normal     2    the piece type  a square       a piece is dropped: 1 queen … 5 pawn
//! ```

use alloc::string::{String, ToString};
use core::fmt;

use super::{CastlingRights, CastlingSide, File, PieceType, Square};

/// The four types of moves.
///
/// ```
/// use philidor::{MoveType, Position};
/// let position: Position = "4k3/P7/8/2pP4/8/8/8/4K2R w K c6 0 2".parse()?;
/// let count = |move_type| position.legal_moves().iter().filter(|mv| mv.move_type() == move_type).count();
/// assert_eq!([MoveType::EnPassant, MoveType::Promotion, MoveType::Castling].map(count), [1, 4, 1]);
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum MoveType {
    /// A pawn captures a pawn that has just passed the destination with a double push.
    EnPassant = 0,
    /// A pawn reaches the last rank, capturing or not.
    Promotion = 1,
    /// King and rook move together; origin and destination are the king's.
    Castling = 2,
    /// Everything else, captures included; of variants also drops and promotions to a king.
    Normal = 3,
}

/// The moving and the captured piece by their three-bit codes. Tables, because a `match` is often compiled to a jump,
/// which the processor mispredicts whenever the next move has another piece.
const PLAYED: [PieceType; 8] = {
    let [king, queen, rook, bishop, knight, pawn] = PieceType::ALL;
    [king, queen, rook, bishop, knight, pawn, pawn, pawn]
};
const CAPTURED: [Option<PieceType>; 8] = {
    let [king, queen, rook, bishop, knight, pawn] = PieceType::ALL;
    [Some(king), Some(queen), Some(rook), Some(bishop), Some(knight), Some(pawn), None, None]
};

/// The promotion piece by type and auxiliary data of a move. A table, for the same reason.
const PROMOTED: [Option<PieceType>; 16] = {
    let mut table = [None; 16];
    let mut aux_data = 0;
    while aux_data < 4 {
        table[(MoveType::Promotion as usize) << 2 | aux_data] = Some(PieceType::PROMOTIONS[aux_data]);
        aux_data += 1;
    }
    table[(MoveType::Normal as usize) << 2 | Move::TO_KING as usize] = Some(PieceType::King);
    table
};

const DESTINATION_SHIFT: u32 = 2;
const ORIGIN_SHIFT: u32 = 8;
const TYPE_SHIFT: u32 = 14;
const EN_PASSANT_SHIFT: u32 = 16;
const CASTLING_SHIFT: u32 = 20;
const PLAYED_SHIFT: u32 = 24;
const CAPTURED_SHIFT: u32 = 27;
const SCORE_SHIFT: u32 = 32;

/// The code of "nothing captured", before inversion.
const NO_PIECE: u64 = 6;
/// The code of "no en-passant file".
const NO_FILE: u64 = 8;

/// The sixteen bits that say what a move does, for storing and sending.
///
/// [`Position::decode`](crate::Position::decode) turns a digest back into the [`Move`], if it is legal there.
///
/// # Stability
///
/// The bits, drawn at [`Move`], will not change.
///
/// ```
/// use philidor::{MoveDigest, Position, Square};
/// let position = Position::default();
/// let digest = position.legal_moves()[0].digest();
/// assert_eq!(position.decode(digest).map(|m| m.digest()), Some(digest));
/// assert_eq!(position.decode(MoveDigest::default()), None);
/// assert_eq!(format!("{:#06x}", MoveDigest(0xc31c)), "0xc31c");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct MoveDigest(pub u16);

impl MoveDigest {
    /// A digest that is not a legal move in any position: zero, an en-passant capture from a1 to a1.
    #[must_use]
    pub const fn invalid() -> MoveDigest {
        MoveDigest(0)
    }

    /// The type of the move.
    #[must_use]
    pub const fn move_type(self) -> MoveType {
        Move(self.0 as u64).move_type()
    }

    /// The origin: [`orig_square`](MoveDigest::orig_square).
    #[must_use]
    #[inline(always)]
    pub const fn origin(self) -> Square {
        self.orig_square()
    }

    /// The destination: [`dest_square`](MoveDigest::dest_square).
    #[must_use]
    #[inline(always)]
    pub const fn destination(self) -> Square {
        self.dest_square()
    }

    /// The origin of the moving piece.
    #[must_use]
    pub const fn orig_square(self) -> Square {
        Move(self.0 as u64).orig_square()
    }

    /// The destination of the moving piece.
    #[must_use]
    pub const fn dest_square(self) -> Square {
        Move(self.0 as u64).dest_square()
    }

    /// The auxiliary data, between 0 and 3.
    #[must_use]
    pub const fn aux_data(self) -> u8 {
        Move(self.0 as u64).aux_data()
    }

    /// The move as [`Move::notation`] writes it: the digest has all that is written.
    #[must_use]
    pub fn notation(self) -> String {
        self.to_string()
    }

    /// Whether it is a null move: a normal move to its own square, as only the king of a [null move](Move::is_null)
    /// makes.
    ///
    /// ```
    /// use philidor::{MoveDigest, Position};
    /// let null = Position::default().null_move().map(|mv| mv.digest());
    /// assert!(null.is_some_and(MoveDigest::is_null));
    /// assert!(!MoveDigest::invalid().is_null());
    /// ```
    #[must_use]
    pub const fn is_null(self) -> bool {
        Move(self.0 as u64).is_null()
    }
}

/// Compares what the move does: its score and what takes it back do not matter.
impl PartialEq<MoveDigest> for Move {
    fn eq(&self, other: &MoveDigest) -> bool {
        self.digest() == *other
    }
}

/// Compares what the move does: its score and what takes it back do not matter.
impl PartialEq<Move> for MoveDigest {
    fn eq(&self, other: &Move) -> bool {
        *self == other.digest()
    }
}

impl From<Move> for MoveDigest {
    fn from(mv: Move) -> MoveDigest {
        mv.digest()
    }
}

impl From<&Move> for MoveDigest {
    fn from(mv: &Move) -> MoveDigest {
        mv.digest()
    }
}

impl From<u16> for MoveDigest {
    fn from(bits: u16) -> MoveDigest {
        MoveDigest(bits)
    }
}

impl From<MoveDigest> for u16 {
    fn from(digest: MoveDigest) -> u16 {
        digest.0
    }
}

impl Default for MoveDigest {
    /// [`MoveDigest::invalid`], for tables with empty places.
    fn default() -> MoveDigest {
        MoveDigest::invalid()
    }
}

/// The sixteen bits as a number: `{:x}`, `{:#06X}`, `{:016b}`.
macro_rules! number_formats {
    ($($format:ident),*) => {$(
        impl fmt::$format for MoveDigest {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::$format::fmt(&self.0, f)
            }
        }
    )*};
}

number_formats! { LowerHex, UpperHex, Binary }

impl fmt::Display for MoveDigest {
    /// Like [`Move::notation`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Move(u64::from(self.0)).fmt(f)
    }
}

/// A move: 16 bits of what it does, 16 of how to take it back, 32 of ordering score.
///
/// ```text
///  63        32 31 30 29    27 26   24 23     20 19     16 15  14 13    8 7         2 1   0
/// +------------+-----+--------+-------+---------+---------+------+-------+-----------+-----+
/// |   score    | 0 0 |!captur.| played| castling| en pass.| type | origin|destination| aux |
/// |     32     |  2  |   3    |   3   |    4    |    4    |  2   |   6   |     6     |  2  |
/// +------------+-----+--------+-------+---------+---------+------+-------+-----------+-----+
/// ```
///
/// * **type**: 0 en passant, 1 promotion, 2 castling, 3 normal;
/// * **aux**: for a promotion 0 queen, 1 rook, 2 bishop, 3 knight; zero for all other moves of chess. Of variants, a
///   normal move with 1 is the promotion of a pawn to a king, and with 2 a drop: its origin is the square with the
///   number of the piece type;
/// * **en passant** (a file, 8 for none) and **castling** rights: as they were *before* the move;
/// * **captured** piece: stored inverted, 6 standing for none before inversion.
///
/// Moves are ordered as words: in descending order a higher score comes first, then a more valuable victim, then a less
/// valuable attacker.
///
/// # Stability
///
/// The bits will not change. The design is that of alcibiades (Evgeni Pandurski, 2016), and so are the names
/// `orig_square`, `dest_square` and `enpassant_file`; everywhere else the library says `origin`, `destination` and
/// `en_passant`. Words of the two programs differ in two things. The castling rights have the bits of
/// [`CastlingRights`], in the order of the blog series "Writing a BitBoard in Rust", part 2; alcibiades 0.3.0 documents
/// the queen side of each color below its king side. And what a placeholder is ([`Move::invalid`]), its documentation
/// leaves open.
///
/// ```
/// use philidor::{CastlingRights, Move, MoveType, PieceType, Square};
///
/// let takes_queen = |attacker| {
///     Move::new(MoveType::Normal, Square::E4, Square::D5, 0, Some(PieceType::Queen), attacker,
///               CastlingRights::ANY, None, 0)
/// };
/// let mut moves = [takes_queen(PieceType::Rook), takes_queen(PieceType::Pawn)];
/// moves.sort_by(|a, b| b.cmp(a));
/// assert_eq!(moves[0].played_piece(), PieceType::Pawn);
/// assert_eq!(moves[0].notation(), "e4d5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(u64);

const _: () = assert!(size_of::<Move>() == 8 && size_of::<MoveDigest>() == 2);

impl Move {
    /// A move from its parts, for generators. If you have a position, ask it for its moves instead, or for a single one
    /// with [`Position::find_move`](crate::Position::find_move).
    ///
    /// `aux_data` is taken modulo 4. `castling_rights` and `enpassant_file` are those *before* the move: the file is
    /// that of a pawn which has just advanced two squares.
    #[must_use]
    #[inline(always)]
    #[expect(
        clippy::too_many_arguments,
        reason = "the nine fields of the word, in the order of its definition"
    )]
    pub const fn new(
        move_type: MoveType,
        orig_square: Square,
        dest_square: Square,
        aux_data: u8,
        captured_piece: Option<PieceType>,
        played_piece: PieceType,
        castling_rights: CastlingRights,
        enpassant_file: Option<File>,
        score: u32,
    ) -> Move {
        let file = match enpassant_file {
            Some(file) => file as u64,
            None => NO_FILE,
        };
        Move(
            (score as u64) << SCORE_SHIFT
                | inverted(captured_piece)
                | (played_piece as u64) << PLAYED_SHIFT
                | (castling_rights.bits() as u64) << CASTLING_SHIFT
                | file << EN_PASSANT_SHIFT
                | (move_type as u64) << TYPE_SHIFT
                | (orig_square as u64) << ORIGIN_SHIFT
                | (dest_square as u64) << DESTINATION_SHIFT
                | (aux_data & 3) as u64,
        )
    }

    /// A king's en-passant move from a1 to a1, to which a generator adds the fields of each move.
    #[inline(always)]
    pub(crate) const fn blank(castling_rights: CastlingRights, enpassant_file: Option<File>) -> Move {
        let (king, a1) = (PieceType::King, Square::A1);
        Move::new(MoveType::EnPassant, a1, a1, 0, None, king, castling_rights, enpassant_file, 0)
    }

    /// A move that is legal nowhere, as a placeholder.
    ///
    /// Its digest is [`MoveDigest::invalid()`]; the rest of the word says that a king moves and nothing is captured.
    #[must_use]
    pub const fn invalid() -> Move {
        Move(inverted(None) | (PieceType::King as u64) << PLAYED_SHIFT | NO_FILE << EN_PASSANT_SHIFT)
    }

    /// The piece type encoded by the auxiliary data of a promotion: 0 queen, 1 rook, 2 bishop, 3 knight.
    ///
    /// Only the low two bits count.
    #[must_use]
    #[inline(always)]
    pub const fn piece_from_aux_data(aux_data: u8) -> PieceType {
        PieceType::PROMOTIONS[(aux_data & 3) as usize]
    }

    /// The auxiliary data of a promotion to a piece type: the inverse of [`piece_from_aux_data`].
    ///
    /// [`piece_from_aux_data`]: Move::piece_from_aux_data
    ///
    /// ```
    /// use philidor::{Move, PieceType};
    /// assert_eq!(PieceType::PROMOTIONS.map(Move::aux_data_of), [0, 1, 2, 3]);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn aux_data_of(promotion: PieceType) -> u8 {
        (promotion as u8).wrapping_sub(PieceType::Queen as u8) & 3
    }

    /// Sets the ordering score.
    #[inline(always)]
    pub const fn set_score(&mut self, score: u32) {
        self.0 = self.0 & 0xffff_ffff | (score as u64) << SCORE_SHIFT;
    }

    /// The ordering score.
    #[must_use]
    #[inline(always)]
    pub const fn score(self) -> u32 {
        (self.0 >> SCORE_SHIFT) as u32
    }

    /// The type of the move.
    #[must_use]
    #[inline(always)]
    pub const fn move_type(self) -> MoveType {
        match self.0 >> TYPE_SHIFT & 3 {
            0 => MoveType::EnPassant,
            1 => MoveType::Promotion,
            2 => MoveType::Castling,
            _ => MoveType::Normal,
        }
    }

    /// The type of the moving piece: for a promotion the pawn, for castling the king.
    #[must_use]
    #[inline(always)]
    pub const fn played_piece(self) -> PieceType {
        PLAYED[(self.0 >> PLAYED_SHIFT & 7) as usize]
    }

    /// The origin; for castling the king's square. A [drop](Move::is_drop) has none: ask first, since its square means
    /// nothing.
    ///
    /// Document 000 calls it [`orig_square`](Move::orig_square).
    #[must_use]
    #[inline(always)]
    pub const fn origin(self) -> Square {
        Square::wrapping((self.0 >> ORIGIN_SHIFT) as u32)
    }

    /// The destination; for castling the king's, also in Chess960. Document 000 calls it
    /// [`dest_square`](Move::dest_square).
    #[must_use]
    #[inline(always)]
    pub const fn destination(self) -> Square {
        Square::wrapping((self.0 >> DESTINATION_SHIFT) as u32)
    }

    /// The type of the captured piece, if any: for en passant a pawn, which does not stand on the destination. Document
    /// 000 calls it [`captured_piece`](Move::captured_piece).
    #[must_use]
    #[inline(always)]
    pub const fn captured(self) -> Option<PieceType> {
        CAPTURED[(!(self.0 >> CAPTURED_SHIFT) & 7) as usize]
    }

    /// Whether it captures, en passant and capturing promotions included.
    ///
    /// ```
    /// use philidor::Position;
    /// let position: Position = "4k3/8/8/8/8/8/1p6/Q3K3 w - - 0 1".parse()?;
    /// assert!(position.parse_san("Qxb2")?.is_capture());
    /// assert!(!position.parse_san("Qa2")?.is_capture());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0 & CAPTURED_MASK != inverted(None)
    }

    /// The [`origin`](Move::origin), by the name that document 000 gives it.
    #[must_use]
    #[inline(always)]
    pub const fn orig_square(self) -> Square {
        self.origin()
    }

    /// The [`destination`](Move::destination), by the name that document 000 gives it.
    #[must_use]
    #[inline(always)]
    pub const fn dest_square(self) -> Square {
        self.destination()
    }

    /// The type of the [captured](Move::captured) piece, by the name that document 000 gives it.
    #[must_use]
    #[inline(always)]
    pub const fn captured_piece(self) -> Option<PieceType> {
        self.captured()
    }

    /// The file of the pawn that advanced two squares just before this move, if one did.
    #[must_use]
    #[inline(always)]
    pub const fn enpassant_file(self) -> Option<File> {
        File::from_index((self.0 >> EN_PASSANT_SHIFT & 15) as usize)
    }

    /// The castling rights before the move.
    #[must_use]
    #[inline(always)]
    pub const fn castling_rights(self) -> CastlingRights {
        CastlingRights::from_bits((self.0 >> CASTLING_SHIFT) as u8)
    }

    /// The auxiliary data: the code of the promoted piece, or zero.
    #[must_use]
    #[inline(always)]
    pub const fn aux_data(self) -> u8 {
        (self.0 & 3) as u8
    }

    /// The promotion piece, if the move is a promotion; a king only in variants.
    #[must_use]
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        PROMOTED[(self.0 >> (TYPE_SHIFT - 2) & 12 | self.0 & 3) as usize]
    }

    /// The auxiliary data of a normal move by which a pawn promotes to a king, as in antichess.
    pub const TO_KING: u8 = 1;

    /// The auxiliary data of a normal move that is a drop, as in crazyhouse.
    pub const DROP: u8 = 2;

    /// The drop of a piece from the pocket, for generators of variants. The rest is as for [`Move::new`].
    ///
    /// ```
    /// use philidor::{CastlingRights, Move, PieceType, Square};
    /// let drop = Move::new_drop(PieceType::Knight, Square::F3, CastlingRights::NONE, None);
    /// assert!(drop.is_drop() && !drop.is_tactical());
    /// assert_eq!((drop.played_piece(), drop.to_string()), (PieceType::Knight, "N@f3".to_owned()));
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn new_drop(
        piece_type: PieceType,
        destination: Square,
        castling_rights: CastlingRights,
        en_passant_file: Option<File>,
    ) -> Move {
        let code = Square::ALL[piece_type as usize];
        let (kind, aux) = (MoveType::Normal, Move::DROP);
        Move::new(kind, code, destination, aux, None, piece_type, castling_rights, en_passant_file, 0)
    }

    /// Whether a piece is dropped from a pocket, as in crazyhouse. Such a move has no origin.
    #[must_use]
    #[inline(always)]
    pub const fn is_drop(self) -> bool {
        self.0 & (3 << TYPE_SHIFT | 3) == (MoveType::Normal as u64) << TYPE_SHIFT | Move::DROP as u64
    }

    /// The low sixteen bits: what the move does.
    #[must_use]
    #[inline(always)]
    pub const fn digest(self) -> MoveDigest {
        MoveDigest(self.0 as u16)
    }

    /// Whether both moves have the same digest, and so do the same, whatever their scores and the positions they belong
    /// to. `==` compares the whole word with another word, and what the move does with a [`MoveDigest`].
    ///
    /// ```
    /// use philidor::Position;
    /// let moves = Position::default().legal_moves();
    /// let mut killer = moves[3];
    /// killer.set_score(900);
    /// assert!(moves[3] != killer && moves[3].same_move(killer) && moves[3] == killer.digest());
    /// assert!(moves.contains(killer));
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn same_move(self, other: Move) -> bool {
        self.digest().0 == other.digest().0
    }

    /// The side to which the king castles, if the move is castling: queen side to the c-file, king side to the g-file.
    #[must_use]
    #[inline(always)]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        match (self.move_type(), self.dest_square() as u8 % 8 == File::C as u8) {
            (MoveType::Castling, true) => Some(CastlingSide::QueenSide),
            (MoveType::Castling, false) => Some(CastlingSide::KingSide),
            _ => None,
        }
    }

    /// The move encoded in a word; any word is a move, legal or not.
    ///
    /// ```
    /// use philidor::{Move, Position};
    /// let mv = Position::default().legal_moves()[0];
    /// assert_eq!(Move::from_raw(mv.raw()), mv);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn from_raw(word: u64) -> Move {
        Move(word)
    }

    /// The whole word.
    #[must_use]
    #[inline(always)]
    pub const fn raw(self) -> u64 {
        self.0
    }

    /// The move as origin, destination and promotion: `e2e4`, `e1g1` (white castles short), `e7e8q`. A drop is `N@f3`.
    ///
    /// Chess960 castling is written with the king's destination here, which can look like a king's step; a notation
    /// that distinguishes them needs the position: [`Position::to_uci`](crate::Position::to_uci).
    #[must_use]
    pub fn notation(self) -> String {
        self.to_string()
    }

    /// Whether it moves a pawn or captures, and so resets the halfmove clock.
    #[doc(alias = "is_pawn_advance_or_capure")]
    #[must_use]
    #[inline(always)]
    pub const fn is_pawn_advance_or_capture(self) -> bool {
        self.0 >> PLAYED_SHIFT & 7 == PieceType::Pawn as u64 || self.is_capture()
    }

    /// Whether it is tactical: a capture, en passant, or any promotion. All others are quiet.
    #[must_use]
    pub const fn is_tactical(self) -> bool {
        self.is_capture() || self.promotion().is_some()
    }

    /// Whether it is a null move: a normal move of the king to its own square, which only passes the turn.
    ///
    /// Chess960 castling in which the king stays on its square is not a null move.
    #[must_use]
    #[inline(always)]
    pub const fn is_null(self) -> bool {
        const NORMAL_BY_KING: u64 = (MoveType::Normal as u64) << TYPE_SHIFT;
        self.0 & (7 << PLAYED_SHIFT | 3 << TYPE_SHIFT | 3) == NORMAL_BY_KING
            && (self.0 >> ORIGIN_SHIFT ^ self.0 >> DESTINATION_SHIFT) & 63 == 0
    }

    /// This word with a type, if its own is still [`MoveType::EnPassant`].
    ///
    /// The move generator builds words with these: the bits that all moves of a piece share are computed once, and a
    /// field that is still zero takes its value by a single `|`.
    #[inline(always)]
    pub(crate) const fn with_type(self, move_type: MoveType) -> Move {
        Move(self.0 | (move_type as u64) << TYPE_SHIFT)
    }

    /// This word with a played piece, if its own is still the king.
    #[inline(always)]
    pub(crate) const fn with_played(self, played: PieceType) -> Move {
        Move(self.0 | (played as u64) << PLAYED_SHIFT)
    }

    /// This word with an origin, if its own is still a1.
    #[inline(always)]
    pub(crate) const fn with_origin(self, origin: Square) -> Move {
        Move(self.0 | (origin as u64) << ORIGIN_SHIFT)
    }

    /// This word with the origin a1, which is all zeros.
    #[inline(always)]
    pub(crate) const fn without_origin(self) -> Move {
        Move(self.0 & !(63 << ORIGIN_SHIFT))
    }

    /// The code with which [`with_capture`](Move::with_capture) captures nothing.
    pub(crate) const NO_CODE: u32 = NO_PIECE as u32;

    /// The captured-piece field of a word that captures nothing.
    pub(crate) const NOTHING_CAPTURED: u64 = inverted(None);

    /// This word prepared for adding a square to its origin field: the sum is the origin, `squares` ahead of that
    /// square.
    #[inline(always)]
    pub(crate) const fn origin_ahead(self, squares: i32) -> Move {
        Move(self.0.wrapping_add_signed((squares as i64) << ORIGIN_SHIFT))
    }

    /// This word with a destination, if its own is still a1.
    #[inline(always)]
    pub(crate) const fn with_destination(self, destination: Square) -> Move {
        Move(self.0 | (destination as u64) << DESTINATION_SHIFT)
    }

    /// This word with a digest, if its own is still zero.
    #[inline(always)]
    pub(crate) const fn with_digest(self, digest: MoveDigest) -> Move {
        Move(self.0 | digest.0 as u64)
    }

    /// This word with auxiliary data, if its own is still zero.
    #[inline(always)]
    pub(crate) const fn with_aux_data(self, aux_data: u8) -> Move {
        Move(self.0 | aux_data as u64)
    }

    /// This word capturing the piece type with this code, if it captures nothing yet: flipping the bits in which the
    /// code differs from that of "nothing" works whether or not the field is inverted.
    #[inline(always)]
    pub(crate) const fn with_capture(self, code: u32) -> Move {
        Move(self.0 ^ ((NO_PIECE ^ code as u64) & 7) << CAPTURED_SHIFT)
    }
}

const CAPTURED_MASK: u64 = 7 << CAPTURED_SHIFT;

/// The captured-piece field in its place, inverted.
#[inline(always)]
const fn inverted(captured: Option<PieceType>) -> u64 {
    let code = match captured {
        Some(piece) => piece as u64,
        None => NO_PIECE,
    };
    (!code & 7) << CAPTURED_SHIFT
}

impl Move {
    /// Writes origin, a destination, and the promotion in one piece, so that they are padded together; a drop as
    /// `N@f3`.
    pub(crate) fn write_to(self, destination: Square, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([from_file, from_rank], [to_file, to_rank]) = (self.orig_square().name(), destination.name());
        match self.promotion() {
            _ if self.is_drop() => {
                let piece = PieceType::ALL[self.orig_square().index() % 6];
                pad(f, &[piece.letter().to_ascii_uppercase() as u8, b'@', to_file, to_rank])
            }
            Some(piece) => pad(f, &[from_file, from_rank, to_file, to_rank, piece.letter() as u8]),
            None => pad(f, &[from_file, from_rank, to_file, to_rank]),
        }
    }
}

/// Writes letters of ASCII.
fn pad(f: &mut fmt::Formatter<'_>, letters: &[u8]) -> fmt::Result {
    f.pad(str::from_utf8(letters).unwrap_or_default())
}

impl fmt::Display for Move {
    /// Like [`Move::notation`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(self.dest_square(), f)
    }
}

impl fmt::Debug for Move {
    /// The notation and every field: `Move(e4d5, Normal, Pawn, captures Queen, KQkq, en passant -, score 0)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self}, {:?}, {:?}", self.move_type(), self.played_piece())?;
        if let Some(captured) = self.captured_piece() {
            write!(f, ", captures {captured:?}")?;
        }
        write!(f, ", {}, en passant ", self.castling_rights())?;
        match self.enpassant_file() {
            Some(file) => write!(f, "{file}")?,
            None => f.write_str("-")?,
        }
        write!(f, ", score {})", self.score())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn capture(captured: Option<PieceType>, played: PieceType, score: u32) -> Move {
        Move::new(
            MoveType::Normal,
            Square::H8,
            Square::A1,
            0,
            captured,
            played,
            CastlingRights::ANY,
            Some(File::C),
            score,
        )
    }

    #[test]
    fn each_field_lies_where_the_drawing_says() {
        let every = Move::new(
            MoveType::Promotion,
            Square::G7,
            Square::H8,
            3,
            Some(PieceType::Rook),
            PieceType::Pawn,
            CastlingRights::BLACK_KING_SIDE,
            Some(File::D),
            0x1234_5678,
        );
        let expected: u64 = 0x1234_5678 << 32
            | (!2 & 7) << 27
            | 5 << 24
            | 0b0100 << 20
            | 3 << 16
            | 1 << 14
            | (Square::G7 as u64) << 8
            | (Square::H8 as u64) << 2
            | 3;
        assert_eq!(every.raw(), expected);
        assert_eq!(every.raw() >> 30 & 3, 0, "the two bits above the undo data are zero");
        assert_eq!(every.move_type(), MoveType::Promotion);
        assert_eq!(every.orig_square(), Square::G7);
        assert_eq!(every.dest_square(), Square::H8);
        assert_eq!(every.aux_data(), 3);
        assert_eq!(every.promotion(), Some(PieceType::Knight));
        assert_eq!(every.captured_piece(), Some(PieceType::Rook));
        assert_eq!(every.played_piece(), PieceType::Pawn);
        assert_eq!(every.castling_rights(), CastlingRights::BLACK_KING_SIDE);
        assert_eq!(every.enpassant_file(), Some(File::D));
        assert_eq!(every.score(), 0x1234_5678);
        assert_eq!(every.digest(), MoveDigest(expected as u16));
        assert_eq!(every.notation(), "g7h8n");
    }

    #[test]
    fn sorting_is_by_score_then_victim_then_attacker() {
        let mut moves = Vec::new();
        for score in [0, 7] {
            for captured in PieceType::ALL.into_iter().map(Some).chain([None]) {
                for played in PieceType::ALL {
                    moves.push(capture(captured, played, score));
                }
            }
        }
        moves.sort_by(|a, b| b.cmp(a));
        let keys: Vec<_> = moves
            .iter()
            .map(|m| {
                let victim = m.captured_piece().map_or(6, PieceType::index);
                (u32::MAX - m.score(), victim, 6 - m.played_piece().index())
            })
            .collect();
        assert!(keys.is_sorted(), "{keys:?}");
    }

    #[test]
    fn a_null_move_is_a_normal_king_move_to_its_own_square() {
        let king = |move_type, to| {
            Move::new(move_type, Square::G1, to, 0, None, PieceType::King, CastlingRights::ANY, None, 0)
        };
        assert!(king(MoveType::Normal, Square::G1).is_null());
        assert!(!king(MoveType::Normal, Square::F1).is_null());
        assert!(!king(MoveType::Castling, Square::G1).is_null(), "Chess960: the king stays");
        assert!(!Move::invalid().is_null());
    }

    #[test]
    fn the_invalid_move_mimics_a_move() {
        let invalid = Move::invalid();
        assert_eq!(invalid.digest(), MoveDigest::invalid());
        assert_eq!(invalid.captured_piece(), None);
        assert_eq!(invalid.enpassant_file(), None);
        assert!(!invalid.is_pawn_advance_or_capture());
    }

    #[test]
    fn a_new_score_changes_nothing_else() {
        let mut word = capture(Some(PieceType::Rook), PieceType::Bishop, 3);
        let before = word.raw() as u32;
        word.set_score(u32::MAX);
        assert_eq!((word.score(), word.raw() as u32), (u32::MAX, before));
    }

    #[test]
    fn captures_and_pawn_moves_reset_the_clock() {
        assert!(capture(None, PieceType::Pawn, 9).is_pawn_advance_or_capture());
        assert!(capture(Some(PieceType::Pawn), PieceType::King, 9).is_pawn_advance_or_capture());
        assert!(!capture(None, PieceType::Queen, 9).is_pawn_advance_or_capture());
    }
}
