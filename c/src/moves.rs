//! The moves of one position, their texts, and what they lead to.

use std::ffi::c_char;

use chess::{CastlingMode, Move, MoveDigest, MoveKind, MoveList, Position, SanError};

use crate::error::philidor_error;
use crate::fault::{of_san, of_uci, philidor_fault};
use crate::guard::guarded;
use crate::memory::{Output, text, write_text};
use crate::position::{philidor_position, position};

/// A move: 16 bits, which say what it does. It belongs to the position it was made for; 0 is not a move in any.
///
///     bits 14 … 15   0 en passant, 1 promotion, 2 castling, 3 any other move
///           8 … 13   the origin; in castling that of the king
///           2 …  7   the destination; in castling that of the king
///           0 …  1   of a promotion: 0 queen, 1 rook, 2 bishop, 3 knight; else 0
///
/// The bits are the same in every version.
pub type philidor_move = u16;

/// Room for the moves of any position.
pub const PHILIDOR_MAX_MOVES: usize = 449;
const _: () = assert!(PHILIDOR_MAX_MOVES == MoveList::CAPACITY);

/// Room for the text of any move, the zero at the end included.
pub const PHILIDOR_MOVE_TEXT_SIZE: usize = 16;

/// All legal moves.
pub const PHILIDOR_ALL_MOVES: u32 = 0;
/// Captures, en passant included, and every promotion.
pub const PHILIDOR_TACTICAL_MOVES: u32 = 1;
/// All other legal moves.
pub const PHILIDOR_QUIET_MOVES: u32 = 2;

/// Castling as the origin and destination of the king: `e1g1`. In Chess960 that can be another king move, too, and is
/// read as one.
pub const PHILIDOR_CASTLING_STANDARD: u32 = 0;
/// Castling as the king taking its own rook, as engines write it in Chess960: `e1h1`.
pub const PHILIDOR_CASTLING_CHESS960: u32 = 1;

/// The kind of moves that a number stands for.
pub(crate) fn kind(number: u32) -> Result<MoveKind, philidor_error> {
    match number {
        PHILIDOR_ALL_MOVES => Ok(MoveKind::All),
        PHILIDOR_TACTICAL_MOVES => Ok(MoveKind::Tactical),
        PHILIDOR_QUIET_MOVES => Ok(MoveKind::Quiet),
        _ => Err(philidor_error::PHILIDOR_BAD_ARGUMENT),
    }
}

/// The move with these bits, if it is legal.
#[inline(always)]
pub(crate) fn legal(position: &Position, mv: philidor_move) -> Result<Move, philidor_error> {
    position.decode(MoveDigest(mv)).ok_or(philidor_error::PHILIDOR_ILLEGAL_MOVE)
}

/// Writes moves and their number; if there is no room for all of them, the number alone.
pub(crate) fn write_moves(
    list: impl ExactSizeIterator<Item = Move>,
    moves: &Output<philidor_move>,
    count: &Output<usize>,
) -> Result<(), philidor_error> {
    count.write(0, list.len());
    if list.len() > moves.len() {
        return Err(philidor_error::PHILIDOR_TOO_SMALL);
    }
    list.enumerate().for_each(|(index, mv)| moves.write(index, mv.digest().0));
    Ok(())
}

/// Lists the legal moves of a kind, and their number. `PHILIDOR_MAX_MOVES` is room for those of any position; with
/// less, `PHILIDOR_TOO_SMALL` if they do not fit. Their order is the same in every version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_moves(
    position: *const philidor_position,
    kind: u32,
    moves: *mut philidor_move,
    capacity: usize,
    count: *mut usize,
) -> philidor_error {
    guarded(|| {
        let kind = self::kind(kind)?;
        // SAFETY: the caller promises what the header says of pointers.
        let (position, moves, count) =
            unsafe { (self::position(position)?, Output::new(moves, capacity)?, Output::one(count)?) };
        write_moves(position.moves(kind).iter().copied(), &moves, &count)
    })
}

/// Counts the legal moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_move_count(
    position: *const philidor_position,
    count: *mut usize,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (position, count) = unsafe { (self::position(position)?, Output::one(count)?) };
        count.write(0, position.legal_move_count() as usize);
        Ok(())
    })
}

/// Whether 16 bits, which may be any, are a legal move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_is_legal(
    position: *const philidor_position,
    mv: philidor_move,
    legal: *mut bool,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (position, place) = unsafe { (self::position(position)?, Output::one(legal)?) };
        place.write(0, self::legal(&position, mv).is_ok());
        Ok(())
    })
}

/// Whether a legal move gives check.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_gives_check(
    position: *const philidor_position,
    mv: philidor_move,
    check: *mut bool,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (position, place) = unsafe { (self::position(position)?, Output::one(check)?) };
        place.write(0, position.gives_check(legal(&position, mv)?));
        Ok(())
    })
}

/// Plays a legal move. The position after it may be written over the one before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_play(
    position: *const philidor_position,
    mv: philidor_move,
    after: *mut philidor_position,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (position, after) = unsafe { (self::position(position)?, Output::one(after)?) };
        let mv = legal(&position, mv)?;
        after.write(0, philidor_position::from(&position.after(mv)));
        Ok(())
    })
}

/// Reads a move in standard notation: `Nf3`, `exd8=Q+`, `O-O`. It is read as people write it: without `+`, `x`, `=`, or
/// with more of them, with more of the origin, in UCI. Castling is `O-O` or UCI, never `Kg1`.
///
/// `PHILIDOR_INVALID_MOVE_TEXT`, `PHILIDOR_ILLEGAL_MOVE` or `PHILIDOR_AMBIGUOUS_MOVE`; the fault, which may be null,
/// has the text and the reason.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_read_san(
    position: *const philidor_position,
    san: *const c_char,
    length: usize,
    mv: *mut philidor_move,
    fault: *mut philidor_fault,
) -> philidor_error {
    // SAFETY: the caller promises what the header says of pointers.
    unsafe { read_san(position, san, length, (mv, fault), |position, san| position.parse_san(san)) }
}

/// Reads a move in standard notation as `philidor_write_san` writes it; only `+` or `#` may be missing.
///
/// Likewise; a legal move that is written otherwise is `PHILIDOR_INVALID_MOVE_TEXT`, and the fault says how.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_read_san_strictly(
    position: *const philidor_position,
    san: *const c_char,
    length: usize,
    mv: *mut philidor_move,
    fault: *mut philidor_fault,
) -> philidor_error {
    // SAFETY: the caller promises what the header says of pointers.
    unsafe { read_san(position, san, length, (mv, fault), |position, san| position.parse_san_strictly(san)) }
}

/// Reads a move in standard notation by one of its readings.
///
/// # Safety
///
/// The pointers are what the header says of them.
unsafe fn read_san(
    position: *const philidor_position,
    san: *const c_char,
    length: usize,
    (mv, fault): (*mut philidor_move, *mut philidor_fault),
    read: fn(&Position, &[u8]) -> Result<Move, SanError>,
) -> philidor_error {
    guarded(|| {
        // SAFETY: as the caller promised.
        let (position, san) = unsafe { (self::position(position)?, text(san, length)?) };
        // SAFETY: likewise.
        let (mv, fault) = unsafe { (Output::one(mv)?, Output::optional(fault)?) };
        let found = read(&position, san).map_err(|error| of_san(&fault, san, &error))?;
        mv.write(0, found.digest().0);
        Ok(())
    })
}

/// Writes a legal move in standard notation, with `+` or `#`. It needs room for its length and a zero, and
/// `PHILIDOR_MOVE_TEXT_SIZE` is enough for any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_write_san(
    position: *const philidor_position,
    mv: philidor_move,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let position = unsafe { self::position(position) }?;
        let san = position.san(legal(&position, mv)?);
        // SAFETY: likewise.
        unsafe { write_text(san.as_bytes(), buffer, size, length) }
    })
}

/// Reads a move as engines write it: `e2e4`, `e7e8q`. Castling is read in both forms.
///
/// `PHILIDOR_INVALID_MOVE_TEXT` or `PHILIDOR_ILLEGAL_MOVE`; the fault, which may be null, has the text and the reason.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_read_uci(
    position: *const philidor_position,
    uci: *const c_char,
    length: usize,
    mv: *mut philidor_move,
    fault: *mut philidor_fault,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (position, uci) = unsafe { (self::position(position)?, text(uci, length)?) };
        // SAFETY: likewise.
        let (mv, fault) = unsafe { (Output::one(mv)?, Output::optional(fault)?) };
        let read = position.parse_uci(uci).map_err(|error| of_uci(&fault, uci, &error))?;
        mv.write(0, read.digest().0);
        Ok(())
    })
}

/// Writes a legal move as engines do, castling as `PHILIDOR_CASTLING_STANDARD` or `PHILIDOR_CASTLING_CHESS960`. It
/// needs room for its length and a zero, and `PHILIDOR_MOVE_TEXT_SIZE` is enough for any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_write_uci(
    position: *const philidor_position,
    mv: philidor_move,
    castling: u32,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> philidor_error {
    guarded(|| {
        let mode = match castling {
            PHILIDOR_CASTLING_STANDARD => CastlingMode::Standard,
            PHILIDOR_CASTLING_CHESS960 => CastlingMode::Chess960,
            _ => return Err(philidor_error::PHILIDOR_BAD_ARGUMENT),
        };
        // SAFETY: the caller promises what the header says of pointers.
        let position = unsafe { self::position(position) }?;
        let uci = position.uci(legal(&position, mv)?, mode).to_string();
        // SAFETY: likewise.
        unsafe { write_text(uci.as_bytes(), buffer, size, length) }
    })
}
