//! Positions: 32 bytes, FENs, and what stands where.

use std::ffi::c_char;

use chess::binary::PackedPosition;
use chess::{CastlingNotation, Color, EnPassantPolicy, PieceType, Position};

use crate::error::philidor_error;
use crate::fault::{failed, of_fen, philidor_fault};
use crate::guard::guarded;
use crate::memory::{AnyBits, Output, text, value, write_text};

/// A position: 32 bytes, to be copied, compared, hashed and stored as they are. Equal positions have equal bytes.
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

/// Stands for a square where there is none.
pub const PHILIDOR_NO_SQUARE: u8 = 64;

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
    /// The side to move.
    pub side_to_move: philidor_color,
    /// The square that a pawn has just passed in a double advance, or `PHILIDOR_NO_SQUARE`.
    pub en_passant: u8,
}

/// Takes a position apart.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_describe(
    position: *const philidor_position,
    board: *mut philidor_board,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (position, place) = unsafe { (self::position(position)?, Output::one(board)?) };
        let board = position.board();
        let rights = position.castling_rights();
        let castling_rooks = chess::CastlingRights::EACH
            .into_iter()
            .filter(|&(_, color, side)| rights.has(color, side))
            .map(|(_, color, side)| position.castling_rooks().square(color, side))
            .collect::<chess::Bitboard>();
        place.write(
            0,
            philidor_board {
                colors: Color::ALL.map(|color| board.colors(color).0),
                pieces: PieceType::ALL.map(|piece_type| board.pieces(piece_type).0),
                checkers: position.checkers().0,
                pinned: position.pinned(position.side_to_move()).0,
                castling_rooks: castling_rooks.0,
                fullmove_number: position.fullmove_number(),
                halfmove_clock: position.halfmove_clock(),
                side_to_move: position.side_to_move().into(),
                en_passant: position.en_passant().map_or(PHILIDOR_NO_SQUARE, |square| square as u8),
            },
        );
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
