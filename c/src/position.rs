//! Positions: 32 bytes, FENs, and what stands where.

use std::ffi::c_char;

use chess::binary::PackedPosition;
use chess::{
    Bitboard, CastlingNotation, Color, EnPassantFault, EnPassantPolicy, Fault, Piece, PieceType, Position,
    Rank, Square,
};

use crate::error::philidor_error;
use crate::fault::{failed, of_faults, of_fen, philidor_fault};
use crate::guard::guarded;
use crate::memory::{AnyBits, Output, text, value, write_text};
use crate::numbers::square;

/// A position: 32 bytes, to be copied, compared, hashed and stored as they are.
///
/// Equal bytes are equal positions and the other way round, where everything in a FEN counts: both clocks, and the
/// square behind a pawn after its double advance, whether or not it can be captured. `philidor_key` compares positions
/// as the rule of repetition does.
///
///     bytes  0 …  7   the occupied squares, a1 the lowest bit of the first byte
///            8 … 23   the pieces on them from a1 to h8, four bits each, the low half of a byte first; then zeros:
///                     0 king, 1 queen, 2 rook, 3 bishop, 4 knight, 5 pawn, 6 a rook that may castle; + 8 for Black
///           24 … 25   the halfmove clock
///           26 … 29   the fullmove number, any of 32 bits; after the greatest comes 0
///           30        bits 0–3 the file of the en-passant square, 8 for none; bit 4 Black is to move; bits 5–7 zero
///           31        the number of this format, 1
///
/// Numbers of several bytes are little-endian. The bytes of a position are the same in every version. Every function
/// checks the bytes it is given; those that are not a valid position, 32 zeros for example, are
/// `PHILIDOR_INVALID_POSITION`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct philidor_position {
    /// The bytes.
    pub bytes: [u8; 32],
}

// SAFETY: 32 bytes and nothing else.
unsafe impl AnyBits for philidor_position {}

impl philidor_position {
    /// What a batch writes where there is no position.
    pub(crate) const NONE: philidor_position = philidor_position { bytes: [0; 32] };

    /// The bytes, not yet checked.
    #[inline(always)]
    pub(crate) const fn packed(self) -> PackedPosition {
        PackedPosition::from_bytes(self.bytes)
    }

    /// The position, if it is one.
    #[inline(always)]
    pub(crate) fn read(self) -> Result<Position, philidor_error> {
        self.packed().unpack().map_err(|_| philidor_error::PHILIDOR_INVALID_POSITION)
    }
}

impl From<&Position> for philidor_position {
    #[inline(always)]
    fn from(position: &Position) -> philidor_position {
        philidor_position { bytes: position.pack().to_bytes() }
    }
}

/// The position behind a pointer.
///
/// # Safety
///
/// As that of [`value`].
#[inline(always)]
pub(crate) unsafe fn position(pointer: *const philidor_position) -> Result<Position, philidor_error> {
    // SAFETY: the promise is the same.
    unsafe { value(pointer) }?.read()
}

/// Room for any FEN, the zero at the end included.
pub const PHILIDOR_FEN_SIZE: usize = 128;
/// Castling rights as in Shredder-FEN, `HAha`. Without it as in X-FEN: `KQkq`, and a file only where an inner rook
/// castles.
pub const PHILIDOR_FEN_SHREDDER: u32 = 1;
/// The en-passant square only where the capture is legal. Without it after every double advance, as the standard says.
pub const PHILIDOR_FEN_LEGAL_EN_PASSANT: u32 = 2;

/// The start position of standard chess.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_start(start: *mut philidor_position) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let start = unsafe { Output::one(start) }?;
        start.write(0, philidor_position::from(&Position::default()));
        Ok(())
    })
}

/// The start position of Chess960 with a number from 0 to 959; 518 is that of standard chess.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_chess960(number: u32, start: *mut philidor_position) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let place = unsafe { Output::one(start) }?;
        let start = u16::try_from(number).ok().and_then(Position::chess960);
        place.write(0, philidor_position::from(&start.ok_or(philidor_error::PHILIDOR_BAD_ARGUMENT)?));
        Ok(())
    })
}

/// Reads a FEN: standard, X-FEN or Shredder-FEN. The last two fields, both numbers, may be missing together.
///
/// `PHILIDOR_INVALID_FEN` if the text is not a FEN, `PHILIDOR_INVALID_SETUP` if it is one but its board breaks rules;
/// the fault, which may be null, names all of them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_read_fen(
    fen: *const c_char,
    length: usize,
    position: *mut philidor_position,
    fault: *mut philidor_fault,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (fen, position, fault) =
            unsafe { (text(fen, length)?, Output::one(position)?, Output::optional(fault)?) };
        let fen = String::from_utf8_lossy(fen);
        let read = fen.parse::<Position>().map_err(|error| of_fen(&fault, &fen, &error))?;
        position.write(0, philidor_position::from(&read));
        Ok(())
    })
}

/// Reads a FEN as people and other programs write one. A field that is missing or cannot be read has its value in
/// `w - - 0 1`, impossible castling rights and an impossible en-passant square are left out, and so is what follows
/// the last field; a large `W` or `B` and underscores in place of blanks are read. The board is read as it is.
///
/// `mended`, which may be null, says whether the text is not a FEN of a position as it stands. Then the fault, which
/// may be null, has what was wrong in each field, at the place of the first; after an error it is that of
/// `philidor_read_fen`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_read_fen_leniently(
    fen: *const c_char,
    length: usize,
    position: *mut philidor_position,
    mended: *mut bool,
    fault: *mut philidor_fault,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (fen, position) = unsafe { (text(fen, length)?, Output::one(position)?) };
        // SAFETY: likewise.
        let (mended, fault) = unsafe { (Output::optional(mended)?, Output::optional(fault)?) };
        let fen = String::from_utf8_lossy(fen);
        let read = Position::from_fen_leniently(&fen).map_err(|error| of_fen(&fault, &fen, &error))?;
        position.write(0, philidor_position::from(&read.position));
        mended.write(0, !read.mended.is_empty());
        if !read.mended.is_empty() {
            fault.write(0, of_faults(&fen, &read.mended));
        }
        Ok(())
    })
}

/// Writes the FEN. It needs room for its length and a zero, and `PHILIDOR_FEN_SIZE` is enough for any. The style is 0,
/// or a sum of `PHILIDOR_FEN_SHREDDER` and `PHILIDOR_FEN_LEGAL_EN_PASSANT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_write_fen(
    position: *const philidor_position,
    style: u32,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> philidor_error {
    guarded(|| {
        if style & !(PHILIDOR_FEN_SHREDDER | PHILIDOR_FEN_LEGAL_EN_PASSANT) != 0 {
            return Err(philidor_error::PHILIDOR_BAD_ARGUMENT);
        }
        let castling = match style & PHILIDOR_FEN_SHREDDER {
            0 => CastlingNotation::XFen,
            _ => CastlingNotation::Shredder,
        };
        let en_passant = match style & PHILIDOR_FEN_LEGAL_EN_PASSANT {
            0 => EnPassantPolicy::Always,
            _ => EnPassantPolicy::Legal,
        };
        // SAFETY: the caller promises what the header says of pointers.
        let fen = unsafe { self::position(position) }?.to_fen(en_passant, castling).to_string();
        // SAFETY: likewise.
        unsafe { write_text(fen.as_bytes(), buffer, size, length) }
    })
}

/// Whether 32 bytes are a valid position; the fault, which may be null, says why they are not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_check(
    position: *const philidor_position,
    fault: *mut philidor_fault,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (position, fault) = unsafe { (value(position)?, Output::optional(fault)?) };
        position.packed().unpack().map(|_| ()).map_err(|error| {
            failed(&fault, philidor_error::PHILIDOR_INVALID_POSITION, || philidor_fault::of(&error))
        })
    })
}

/// The color of a side or of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum philidor_color {
    /// White.
    PHILIDOR_WHITE = 0,
    /// Black.
    PHILIDOR_BLACK = 1,
}

impl From<Color> for philidor_color {
    fn from(color: Color) -> philidor_color {
        match color {
            Color::White => philidor_color::PHILIDOR_WHITE,
            Color::Black => philidor_color::PHILIDOR_BLACK,
        }
    }
}

/// A piece type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum philidor_piece {
    /// A king.
    PHILIDOR_KING = 0,
    /// A queen.
    PHILIDOR_QUEEN = 1,
    /// A rook.
    PHILIDOR_ROOK = 2,
    /// A bishop.
    PHILIDOR_BISHOP = 3,
    /// A knight.
    PHILIDOR_KNIGHT = 4,
    /// A pawn.
    PHILIDOR_PAWN = 5,
}

impl From<PieceType> for philidor_piece {
    fn from(piece_type: PieceType) -> philidor_piece {
        match piece_type {
            PieceType::King => philidor_piece::PHILIDOR_KING,
            PieceType::Queen => philidor_piece::PHILIDOR_QUEEN,
            PieceType::Rook => philidor_piece::PHILIDOR_ROOK,
            PieceType::Bishop => philidor_piece::PHILIDOR_BISHOP,
            PieceType::Knight => philidor_piece::PHILIDOR_KNIGHT,
            PieceType::Pawn => philidor_piece::PHILIDOR_PAWN,
        }
    }
}

/// Stands for a piece type where there is none.
pub const PHILIDOR_NO_PIECE: u8 = 6;
/// Stands for a square where there is none.
pub const PHILIDOR_NO_SQUARE: u8 = 64;

/// White may castle on the king side.
pub const PHILIDOR_WHITE_KING_SIDE: u8 = 1;
/// White may castle on the queen side.
pub const PHILIDOR_WHITE_QUEEN_SIDE: u8 = 2;
/// Black may castle on the king side.
pub const PHILIDOR_BLACK_KING_SIDE: u8 = 4;
/// Black may castle on the queen side.
pub const PHILIDOR_BLACK_QUEEN_SIDE: u8 = 8;
const _: () = assert!(PHILIDOR_BLACK_QUEEN_SIDE == chess::CastlingRights::BLACK_QUEEN_SIDE.bits());

/// A position taken apart. A set of squares is 64 bits, a1 the lowest, h1 the eighth, h8 the highest; a square is the
/// number of its bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct philidor_board {
    /// The pieces and pawns of White and of Black.
    pub colors: [u64; 2],
    /// Kings, queens, rooks, bishops, knights and pawns of both, by `philidor_piece`.
    pub pieces: [u64; 6],
    /// The pieces that give check to the side to move.
    pub checkers: u64,
    /// The pieces of the side to move that are pinned to their king.
    pub pinned: u64,
    /// The rooks that may castle.
    pub castling_rooks: u64,
    /// The fullmove number.
    pub fullmove_number: u32,
    /// The halfmove clock.
    pub halfmove_clock: u16,
    /// The side to move, a `philidor_color`.
    pub side_to_move: u8,
    /// The square that a pawn has just passed in a double advance, or `PHILIDOR_NO_SQUARE`.
    pub en_passant: u8,
}

// SAFETY: numbers and nothing else, without a byte between them.
unsafe impl AnyBits for philidor_board {}
const _: () = assert!(size_of::<philidor_board>() == 96);

impl From<&Position> for philidor_board {
    fn from(position: &Position) -> philidor_board {
        let board = position.board();
        let rights = position.castling_rights();
        let castling_rooks = chess::CastlingRights::EACH
            .into_iter()
            .filter(|&(_, color, side)| rights.has(color, side))
            .map(|(_, color, side)| position.castling_rooks().square(color, side))
            .collect::<Bitboard>();
        philidor_board {
            colors: Color::ALL.map(|color| board.colors(color).0),
            pieces: PieceType::ALL.map(|piece_type| board.pieces(piece_type).0),
            checkers: position.checkers().0,
            pinned: position.pinned(position.side_to_move()).0,
            castling_rooks: castling_rooks.0,
            fullmove_number: position.fullmove_number(),
            halfmove_clock: position.halfmove_clock(),
            side_to_move: position.side_to_move() as u8,
            en_passant: position.en_passant().map_or(PHILIDOR_NO_SQUARE, |square| square as u8),
        }
    }
}

impl philidor_board {
    /// The first square whose sets contradict each other: it has two pieces, or a piece without a color or a color
    /// without a piece, or a piece other than a rook that may castle.
    fn contradiction(&self) -> Option<Square> {
        let [white, black] = self.colors;
        let (mut pieces, mut several) = (0, white & black);
        for set in self.pieces {
            several |= pieces & set;
            pieces |= set;
        }
        let rooks = self.pieces[PieceType::Rook as usize];
        Bitboard(several | pieces ^ (white | black) | self.castling_rooks & !rooks).first()
    }

    /// The 32 bytes of what is on the board, valid or not; `Err` with the square that cannot be the en-passant square.
    fn packed(&self, en_passant: Option<Square>) -> Result<PackedPosition, Square> {
        let [white, black] = self.colors;
        let mut codes = 0_u128;
        // With more squares than this, which the bytes then show, no piece counts.
        for (place, square) in Bitboard(white | black).into_iter().take(32).enumerate() {
            let is_in = |set: u64| Bitboard(set).contains(square);
            let code = match self.pieces.into_iter().position(is_in) {
                _ if is_in(self.castling_rooks) => 6,
                piece => piece.unwrap_or_default(),
            };
            codes |= (code as u128 | u128::from(is_in(black)) << 3) << (4 * place);
        }
        let side = if self.side_to_move == 0 { Color::White } else { Color::Black };
        let file = match en_passant {
            None => 8,
            Some(square) if square.rank() == Rank::Sixth.relative_to(side) => square.file() as u8,
            Some(square) => return Err(square),
        };
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&(white | black).to_le_bytes());
        bytes[8..24].copy_from_slice(&codes.to_le_bytes());
        bytes[24..26].copy_from_slice(&self.halfmove_clock.to_le_bytes());
        bytes[26..30].copy_from_slice(&self.fullmove_number.to_le_bytes());
        bytes[30..].copy_from_slice(&[file | self.side_to_move << 4, 1]);
        Ok(PackedPosition::from_bytes(bytes))
    }
}

/// Sets up a position from its parts: the inverse of `philidor_describe`. What is in `checkers` and `pinned` does not
/// count. An empty board has `PHILIDOR_NO_SQUARE` as its en-passant square, not 0, which is a1.
///
/// `PHILIDOR_BAD_ARGUMENT` if sets contradict each other (two pieces on a square, a piece without a color, a castling
/// rook that is none) or a number stands for nothing, `PHILIDOR_INVALID_SETUP` if the board breaks rules. The fault,
/// which may be null, names all rules that are broken.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_setup(
    board: *const philidor_board,
    position: *mut philidor_position,
    fault: *mut philidor_fault,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (board, place, fault) =
            unsafe { (value(board)?, Output::one(position)?, Output::optional(fault)?) };
        let bad = |what: &dyn std::fmt::Display| {
            failed(&fault, philidor_error::PHILIDOR_BAD_ARGUMENT, || philidor_fault::of(what))
        };
        let broken = |what: &dyn std::fmt::Display| {
            failed(&fault, philidor_error::PHILIDOR_INVALID_SETUP, || philidor_fault::of(what))
        };
        if let Some(square) = board.contradiction() {
            return Err(bad(&format_args!("{square}: the sets of squares contradict each other")));
        }
        if board.side_to_move > 1 {
            return Err(bad(&format_args!("{} is not a color", board.side_to_move)));
        }
        let en_passant = match board.en_passant {
            PHILIDOR_NO_SQUARE => None,
            number => Some(square(number).map_err(|_| bad(&format_args!("{number} is not a square")))?),
        };
        let packed = board
            .packed(en_passant)
            .map_err(|square| broken(&Fault::EnPassant { square, reason: EnPassantFault::WrongRank }))?;
        let position = packed.unpack().map_err(|error| broken(&error))?;
        place.write(0, philidor_position::from(&position));
        Ok(())
    })
}

/// Takes a position apart.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_describe(
    position: *const philidor_position,
    board: *mut philidor_board,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (position, board) = unsafe { (self::position(position)?, Output::one(board)?) };
        board.write(0, philidor_board::from(&position));
        Ok(())
    })
}

/// Writes the piece on a square, and its color.
pub(crate) fn write_piece(
    found: Option<Piece>,
    piece: &Output<philidor_piece>,
    color: &Output<philidor_color>,
) -> Result<(), philidor_error> {
    let found = found.ok_or(philidor_error::PHILIDOR_NOTHING)?;
    piece.write(0, found.piece_type.into());
    color.write(0, found.color.into());
    Ok(())
}

/// The piece on a square, and its color; `PHILIDOR_NOTHING` if the square is empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_piece_at(
    position: *const philidor_position,
    square: u8,
    piece: *mut philidor_piece,
    color: *mut philidor_color,
) -> philidor_error {
    guarded(|| {
        let square = self::square(square)?;
        // SAFETY: the caller promises what the header says of pointers.
        let (position, piece, color) =
            unsafe { (self::position(position)?, Output::one(piece)?, Output::one(color)?) };
        write_piece(position.piece_at(square), &piece, &color)
    })
}

/// The castling rights: a sum of `PHILIDOR_WHITE_KING_SIDE`, `PHILIDOR_WHITE_QUEEN_SIDE`, `PHILIDOR_BLACK_KING_SIDE`
/// and `PHILIDOR_BLACK_QUEEN_SIDE`. A right says that king and rook have not moved, not that castling is legal now;
/// `philidor_describe` has the squares of the rooks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_castling_rights(
    position: *const philidor_position,
    rights: *mut u8,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (position, rights) = unsafe { (self::position(position)?, Output::one(rights)?) };
        rights.write(0, position.castling_rights().bits());
        Ok(())
    })
}

/// The Zobrist key of a position. It does not depend on the halfmove clock or the fullmove number, and has en passant
/// only where the capture is legal: two positions repeat each other if their keys are equal. Keys are the same in every
/// version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_key(position: *const philidor_position, key: *mut u64) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (position, key) = unsafe { (self::position(position)?, Output::one(key)?) };
        key.write(0, position.key());
        Ok(())
    })
}

/// The key of a position in Polyglot opening books.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_polyglot_key(
    position: *const philidor_position,
    key: *mut u64,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (position, key) = unsafe { (self::position(position)?, Output::one(key)?) };
        key.write(0, position.polyglot_key());
        Ok(())
    })
}
