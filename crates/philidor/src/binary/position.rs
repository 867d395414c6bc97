//! A position in 32 bytes.
//!
//! The occupied squares are a set, and each piece on them takes four bits (pieces here include pawns). There is room
//! for 32 pieces, the most that strict validation accepts; castling rights cost nothing, since a rook that may castle
//! has a code of its own.

use core::fmt;
use core::ops::Range;

use super::fast_unpack;
use super::parts::{BLACK_TO_MOVE, FORMAT, NO_FILE, Parts};

use crate::attacks::Sliders;
use crate::cpu::{self, Job, Level};
use crate::position::{Board, Position, Setup, SetupError, State, Strictness, zobrist};
use crate::types::{
    Bitboard, CastlingRights, CastlingRooks, CastlingSide, Color, File, PieceType, Rank, Square,
};

/// Four bits that do not stand for a piece.
const UNKNOWN: u8 = 7;
/// The fourth bit of a piece: set if it is black.
const BLACK: u8 = 8;

/// A position packed into 32 bytes.
///
/// ```text
/// bytes  0 …  7   the occupied squares, a1 the lowest bit of the first byte
///        8 … 23   the pieces on them from a1 to h8, four bits each, the low half of a byte first; then zeros:
///                 0 king, 1 queen, 2 rook, 3 bishop, 4 knight, 5 pawn, 6 a rook that may castle; + 8 for Black
///       24 … 25   the halfmove clock
///       26 … 29   the fullmove number
///       30        bits 0–3 the file of the en-passant square, 8 for none; bit 4 Black is to move; bits 5–7 zero
///       31        the number of this format, 1
/// ```
///
/// Numbers of several bytes are little-endian. The en-passant square is that of [`Position::en_passant`], whether or
/// not a capture there is possible. Chess960 needs nothing more: a rook that may castle does so on its side of the
/// king.
///
/// Two positions are equal if and only if their bytes are. The order is that of the bytes and means nothing.
///
/// # Stability
///
/// The bytes of a position are the same in every version. A different format would have a different number in the last
/// byte.
///
/// ```
/// use philidor::{Position, binary::PackedPosition};
/// let position: Position = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 7".parse()?;
/// let packed = position.pack();
/// assert_eq!(packed.to_bytes()[24..], [0, 0, 7, 0, 0, 0, 3, 1]);
/// assert_eq!(PackedPosition::from_bytes(packed.to_bytes()).unpack(), Ok(position));
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedPosition([u8; PackedPosition::BYTES]);

impl PackedPosition {
    /// The number of bytes.
    pub const BYTES: usize = 32;

    /// These bytes, valid or not: [`unpack`](PackedPosition::unpack) checks them.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; PackedPosition::BYTES]) -> PackedPosition {
        PackedPosition(bytes)
    }

    /// The bytes.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; PackedPosition::BYTES] {
        self.0
    }

    /// The position, checked as strictly as [`Position::try_from`] checks a setup.
    ///
    /// # Errors
    ///
    /// If the bytes do not describe a valid position. A position that is read packs into the same bytes again.
    pub fn unpack(self) -> Result<Position, PackedPositionError> {
        self.unpack_with(Strictness::Reachable)
    }

    /// The position, checked as strictly as you choose.
    ///
    /// # Errors
    ///
    /// If the bytes do not describe a position that passes. A position that is read packs into the same bytes again.
    ///
    /// ```
    /// use philidor::{Position, Setup, Strictness};
    /// let triple_check: Setup = "4k3/8/8/b7/4r3/8/6n1/4K3 w - - 0 1".parse()?;
    /// let position = Position::from_setup(triple_check, Strictness::WellDefined)?;
    /// assert!(position.pack().unpack().is_err());
    /// assert_eq!(position.pack().unpack_with(Strictness::WellDefined), Ok(position));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    pub fn unpack_with(self, strictness: Strictness) -> Result<Position, PackedPositionError> {
        cpu::dispatch(Unpack { packed: &self, strictness })
    }

    /// Unpacks positions one after another, in one go: for columns of them, or for training. The closure called with
    /// each result is compiled for the level of the CPU, too, as in [`Work`](crate::search_support::Work).
    ///
    /// ```
    /// use philidor::{Position, binary::PackedPosition};
    /// let packed = [Position::default().pack(), PackedPosition::from_bytes([0; 32])];
    /// let mut counts = Vec::new();
    /// PackedPosition::unpack_each(packed, |result| counts.push(result.map(|position| position.legal_move_count())));
    /// assert_eq!(counts[0], Ok(20));
    /// assert!(counts[1].is_err());
    /// ```
    #[inline]
    pub fn unpack_each(
        packed: impl IntoIterator<Item = PackedPosition>,
        each: impl FnMut(Result<Position, PackedPositionError>),
    ) {
        cpu::dispatch(Each { packed: packed.into_iter(), each });
    }

    /// The full check, which names what is wrong.
    #[cold]
    #[inline(never)]
    pub(crate) fn look_closer(self, strictness: Strictness) -> Result<Position, PackedPositionError> {
        LookCloser { packed: self, strictness }.run(cpu::PortableLevel)
    }
}

/// Which bytes hold the pieces, and which the state.
const CODE_BYTES: Range<usize> = 8..24;
const STATE: usize = 30;

/// The pieces of a position: the board, the rooks that may castle, and the key of all.
struct Pieces {
    board: Board,
    castling_rooks: Bitboard,
    key: u64,
}

impl Pieces {
    /// Reads four bits for each square.
    ///
    /// Each of the four bits is a set of squares, and the board is made from the sets, without a branch on the piece
    /// type. Two of the eight codes must not occur.
    #[inline(always)]
    fn read<A: Sliders>(
        sliders: A,
        occupied: Bitboard,
        codes: [u8; 16],
    ) -> Result<Pieces, PackedPositionError> {
        let codes = u128::from_le_bytes(codes);
        if occupied.len() > u128::BITS / 4 {
            return Err(PackedPositionError::TooManyPieces(occupied.len()));
        }
        let left = codes.checked_shr(4 * occupied.len()).unwrap_or(0);
        let [one, two, four, black] = sliders.planes(occupied, [codes as u64, (codes >> 64) as u64]);
        if let Some(square) = (one & two & four).first() {
            let code = if black.contains(square) { UNKNOWN | BLACK } else { UNKNOWN };
            return Err(PackedPositionError::UnknownPiece { square, code });
        }
        if left != 0 {
            let half_bytes = occupied.len() + left.trailing_zeros() / 4;
            return Err(PackedPositionError::UnusedBits { byte: CODE_BYTES.start + half_bytes as usize / 2 });
        }
        let pieces = [
            occupied - one - two - four, // king 0
            one - two - four,            // queen 1
            two - one,                   // rook 2, castling rook 6
            one & two,                   // bishop 3
            four - one - two,            // knight 4
            one & four,                  // pawn 5
        ];
        let board = Board::from_kinds([occupied - black, black], pieces);
        Ok(Pieces { board, castling_rooks: two & four, key: zobrist::coded(sliders, occupied, codes) })
    }
}

/// Unpacking as a job for a CPU level. The bytes are behind a reference: moved into the job, they would be stored in
/// parts, and reading them as whole words would wait for those stores.
pub(crate) struct Unpack<'a> {
    pub(crate) packed: &'a PackedPosition,
    pub(crate) strictness: Strictness,
}

impl Job for Unpack<'_> {
    type Output = Result<Position, PackedPositionError>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        match fast_unpack::read(level.sliders(), &Parts::new(self.packed.0)) {
            Some(position) => Ok(position),
            None => self.packed.look_closer(self.strictness),
        }
    }
}

/// Many of them in one job.
struct Each<I, F> {
    packed: I,
    each: F,
}

impl<I: Iterator<Item = PackedPosition>, F: FnMut(Result<Position, PackedPositionError>)> Job for Each<I, F> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, level: L) {
        let Each { packed, mut each } = self;
        let sliders = level.sliders();
        for packed in packed {
            match fast_unpack::read(sliders, &Parts::new(packed.0)) {
                Some(position) => each(Ok(position)),
                None => each(packed.look_closer(Strictness::Reachable)),
            }
        }
    }
}

/// The full check as a job for a CPU level.
struct LookCloser {
    packed: PackedPosition,
    strictness: Strictness,
}

impl Job for LookCloser {
    type Output = Result<Position, PackedPositionError>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let LookCloser { packed, strictness } = self;
        let sliders = level.sliders();
        let parts = Parts::new(packed.0);
        if parts.format != FORMAT {
            return Err(PackedPositionError::Format { byte: 31, format: parts.format });
        }
        let mut state = State {
            castling_rights: CastlingRights::NONE,
            en_passant: None,
            halfmove_clock: parts.halfmove_clock,
            fullmove_number: parts.fullmove_number,
            side_to_move: if parts.state & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black },
        };
        if parts.state & !(0x0f | BLACK_TO_MOVE) != 0 {
            return Err(PackedPositionError::UnusedBits { byte: STATE });
        }
        let file = parts.state & 0x0f;
        if file != NO_FILE {
            let file = File::from_index(usize::from(file)).ok_or(PackedPositionError::EnPassantFile(file))?;
            state.en_passant = Some(Square::new(file, Rank::Sixth.relative_to(state.side_to_move)));
        }
        let pieces = Pieces::read(sliders, parts.occupied, parts.pieces)?;
        let mut setup = Setup { board: pieces.board, state, castling_rooks: CastlingRooks::default() };
        give_rights(&mut setup, pieces.castling_rooks)?;
        Ok(Position::checked(sliders, setup, pieces.key, strictness)?)
    }
}

/// Gives each of these rooks its right, on its side of the king.
fn give_rights(setup: &mut Setup, castling_rooks: Bitboard) -> Result<(), PackedPositionError> {
    for rook in castling_rooks {
        let white = setup.board.colors(Color::White).contains(rook);
        let color = if white { Color::White } else { Color::Black };
        let home = Rank::First.relative_to(color);
        let king =
            setup.board.colored_pieces(color, PieceType::King).single().filter(|king| king.rank() == home);
        let Some(king) = king.filter(|_| rook.rank() == home) else {
            return Err(PackedPositionError::CastlingRook(rook));
        };
        let side = if rook > king { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        if setup.state.castling_rights.has(color, side) {
            return Err(PackedPositionError::CastlingRook(rook));
        }
        setup.state.castling_rights.insert(CastlingRights::new(color, side));
        setup.castling_rooks.set(color, side, rook.file());
    }
    Ok(())
}

impl fmt::Debug for PackedPosition {
    /// The bytes as hexadecimal digits: `PackedPosition(90000000…01)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PackedPosition(")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

impl Position {
    /// The position in 32 bytes: see [`PackedPosition`].
    ///
    /// A position with more than 32 pieces, which only [`Strictness::WellDefined`] accepts, does not fit:
    /// [`try_pack`](Position::try_pack) returns an error, and [`PackedPosition::unpack`] rejects the bytes returned
    /// here with the number of pieces.
    ///
    /// ```
    /// use philidor::Position;
    /// assert_eq!(Position::default().pack().unpack(), Ok(Position::default()));
    /// ```
    #[must_use]
    pub fn pack(&self) -> PackedPosition {
        self.packed()
    }

    /// The position in 32 bytes, if it has at most 32 pieces.
    ///
    /// # Errors
    ///
    /// [`PackedPositionError::TooManyPieces`] with their number.
    ///
    /// ```
    /// use philidor::{Position, Setup, Strictness, binary::PackedPositionError};
    /// let crowd: Setup = "rnbqkbnr/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/RNBQKBNR w - - 0 1".parse()?;
    /// let position = Position::from_setup(crowd, Strictness::WellDefined)?;
    /// assert_eq!(position.try_pack(), Err(PackedPositionError::TooManyPieces(48)));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    pub fn try_pack(&self) -> Result<PackedPosition, PackedPositionError> {
        let count = self.board().occupied().len();
        if count > u128::BITS / 4 {
            Err(PackedPositionError::TooManyPieces(count))
        } else {
            Ok(self.packed())
        }
    }

    fn packed(&self) -> PackedPosition {
        let occupied = self.board().occupied();
        let mut castling_rooks = Bitboard::EMPTY;
        for (right, color, side) in CastlingRights::EACH {
            if !(self.castling_rights() & right).is_empty() {
                castling_rooks.insert(self.castling_rooks().square(color, side));
            }
        }
        let mut bytes = [0; PackedPosition::BYTES];
        bytes[..CODE_BYTES.start].copy_from_slice(&occupied.0.to_le_bytes());
        bytes[CODE_BYTES].copy_from_slice(&self.codes(castling_rooks).to_le_bytes());
        bytes[24..26].copy_from_slice(&self.halfmove_clock().to_le_bytes());
        bytes[26..STATE].copy_from_slice(&self.fullmove_number().to_le_bytes());
        bytes[STATE] = self.en_passant().map_or(NO_FILE, |square| square.file() as u8);
        if self.side_to_move() == Color::Black {
            bytes[STATE] |= BLACK_TO_MOVE;
        }
        bytes[STATE + 1] = FORMAT;
        PackedPosition(bytes)
    }

    /// The pieces from a1 to h8, four bits each, the first ones the lowest.
    ///
    /// Each of the four bits is a set of squares, because the codes are
    /// `king 000, queen 001, rook 010, bishop 011, knight 100, pawn 101, castling rook 110`.
    fn codes(&self, castling_rooks: Bitboard) -> u128 {
        let pieces = |piece_type| self.board().pieces(piece_type);
        let (rooks, bishops, pawns) =
            (pieces(PieceType::Rook), pieces(PieceType::Bishop), pieces(PieceType::Pawn));
        let planes = [
            pieces(PieceType::Queen) | bishops | pawns,
            rooks | bishops,
            pieces(PieceType::Knight) | pawns | castling_rooks,
            self.board().colors(Color::Black),
        ];
        let mut squares = self.board().occupied().into_iter();
        let mut halves = [0_u64; 2];
        for half in &mut halves {
            for (number, square) in squares.by_ref().take(16).enumerate() {
                let bit = |plane: usize| (planes[plane].0 >> square.index() & 1) << plane;
                *half |= (bit(0) | bit(1) | bit(2) | bit(3)) << (4 * number);
            }
        }
        u128::from(halves[0]) | u128::from(halves[1]) << 64
    }
}

impl From<&Position> for PackedPosition {
    fn from(position: &Position) -> PackedPosition {
        position.pack()
    }
}

impl TryFrom<PackedPosition> for Position {
    type Error = PackedPositionError;

    fn try_from(packed: PackedPosition) -> Result<Position, PackedPositionError> {
        packed.unpack()
    }
}

impl TryFrom<&[u8]> for PackedPosition {
    type Error = PackedPositionError;

    /// The bytes of a slice; the only error is a wrong length.
    fn try_from(bytes: &[u8]) -> Result<PackedPosition, PackedPositionError> {
        bytes.try_into().map(PackedPosition).map_err(|_| PackedPositionError::Length(bytes.len()))
    }
}

/// Why bytes are not a packed position.
///
/// ```
/// use philidor::{Position, Square, binary::{PackedPosition, PackedPositionError}};
/// let mut bytes = Position::default().pack().to_bytes();
/// bytes[8] |= 0x07; // neither a piece nor a rook that may castle
/// let error = PackedPosition::from_bytes(bytes).unpack();
/// assert_eq!(error, Err(PackedPositionError::UnknownPiece { square: Square::A1, code: 7 }));
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PackedPositionError {
    /// Not 32 bytes; the number there are.
    Length(usize),
    /// A byte is not a known format: the last one, or the first one of a position of a variant.
    Format {
        /// The byte, from 0.
        byte: usize,
        /// What it is.
        format: u8,
    },
    /// The bytes of a position of a variant end within the field that begins at this one.
    Truncated {
        /// The byte, from 0.
        byte: usize,
    },
    /// Bytes follow the end of a position of a variant.
    Overlong {
        /// The first of them, from 0.
        byte: usize,
    },
    /// A number that no variant has.
    UnknownVariant(u8),
    /// More than 32 squares are occupied.
    TooManyPieces(u32),
    /// Four bits that do not stand for a piece.
    UnknownPiece {
        /// The square.
        square: Square,
        /// The four bits.
        code: u8,
    },
    /// A rook on this square that cannot have a castling right: off its king's home rank, or the second one on its
    /// side.
    CastlingRook(Square),
    /// An en-passant file that does not exist.
    EnPassantFile(u8),
    /// Bits without a meaning are set.
    UnusedBits {
        /// The byte in which they are, from 0.
        byte: usize,
    },
    /// The bytes do not describe a valid position; the error has all faults and the setup.
    Setup(SetupError),
}

impl From<SetupError> for PackedPositionError {
    fn from(error: SetupError) -> PackedPositionError {
        PackedPositionError::Setup(error)
    }
}

impl fmt::Display for PackedPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackedPositionError::Length(length) => {
                write!(f, "a packed position of chess has 32 bytes, not {length}")
            }
            PackedPositionError::Format { byte, format } => {
                write!(f, "byte {byte}: {format} is not a known format of a position")
            }
            PackedPositionError::Truncated { byte } => {
                write!(f, "the bytes end within the field that begins at byte {byte}")
            }
            PackedPositionError::Overlong { byte } => write!(f, "bytes follow the end, from byte {byte} on"),
            PackedPositionError::UnknownVariant(number) => write!(f, "no variant has the number {number}"),
            PackedPositionError::TooManyPieces(count) => write!(f, "{count} pieces and pawns, more than 32"),
            PackedPositionError::UnknownPiece { square, code } => {
                write!(f, "{code} on {square} does not stand for a piece")
            }
            PackedPositionError::CastlingRook(square) => {
                write!(f, "the rook on {square} cannot have a right to castle")
            }
            PackedPositionError::EnPassantFile(file) => write!(f, "byte 30: {file} is not a file"),
            PackedPositionError::UnusedBits { byte } => {
                write!(f, "byte {byte}: bits without a meaning are set")
            }
            PackedPositionError::Setup(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PackedPositionError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            PackedPositionError::Setup(error) => error.source(),
            _ => None,
        }
    }
}
