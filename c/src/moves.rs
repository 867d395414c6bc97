//! The moves of one position, their texts, and what they lead to.

use std::ffi::c_char;

use chess::search_support::Exchange;
use chess::{CastlingMode, Move, MoveDigest, MoveKind, MoveList, Position, SanError};

use crate::error::philidor_error;
use crate::fault::{of_san, of_squares, of_uci, philidor_fault};
use crate::guard::guarded;
use crate::memory::{Output, text, write_text};
use crate::numbers::{piece, square};
use crate::position::{PHILIDOR_NO_PIECE, philidor_position, position};

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
/// Captures alone, en passant and capturing promotions among them.
pub const PHILIDOR_CAPTURES: u32 = 3;

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
        PHILIDOR_CAPTURES => Ok(MoveKind::Captures),
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

/// The legal move from one square to another, as a user enters it with two clicks: castling is the king's move to its
/// destination, two squares or more away, or to the rook. Of a pawn that reaches its last rank, the promotion is the
/// piece that it becomes (a `philidor_piece`); of any other move it is `PHILIDOR_NO_PIECE`.
///
/// `PHILIDOR_ILLEGAL_MOVE` if no legal move goes there. The fault, which may be null, says why: an empty square, a
/// pinned piece, a missing promotion.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_find_move(
    position: *const philidor_position,
    origin: u8,
    destination: u8,
    promotion: u8,
    mv: *mut philidor_move,
    fault: *mut philidor_fault,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let position = unsafe { self::position(position) }?;
        // SAFETY: likewise.
        unsafe { find_move(&position, [origin, destination, promotion], mv, fault) }
    })
}

/// Finds a move by its squares and the number of its promotion.
///
/// # Safety
///
/// The pointers are what the header says of them.
pub(crate) unsafe fn find_move(
    position: &Position,
    [origin, destination, promotion]: [u8; 3],
    mv: *mut philidor_move,
    fault: *mut philidor_fault,
) -> Result<(), philidor_error> {
    let (origin, destination) = (square(origin)?, square(destination)?);
    let promotion = match promotion {
        PHILIDOR_NO_PIECE => None,
        number => Some(piece(number)?),
    };
    // SAFETY: as the caller promised.
    let (mv, fault) = unsafe { (Output::one(mv)?, Output::optional(fault)?) };
    let found =
        position.find_move(origin, destination, promotion).map_err(|reason| of_squares(&fault, &reason))?;
    mv.write(0, found.digest().0);
    Ok(())
}

/// What a legal move wins in centipawns, or loses if it is below zero, by captures on its destination alone (*static
/// exchange evaluation*): a pawn is 100, a knight or a bishop 300, a rook 500, a queen 900. Castling is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_exchange(
    position: *const philidor_position,
    mv: philidor_move,
    value: *mut i32,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (position, value) = unsafe { (self::position(position)?, Output::one(value)?) };
        value.write(0, Exchange::default().value(&position, legal(&position, mv)?));
        Ok(())
    })
}

/// Passes the turn (*null move*), which no player may do but searches and analyses need. `PHILIDOR_ILLEGAL_MOVE` in
/// check. The position after it may be written over the one before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_play_null_move(
    position: *const philidor_position,
    after: *mut philidor_position,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (position, after) = unsafe { (self::position(position)?, Output::one(after)?) };
        let mv = position.null_move().ok_or(philidor_error::PHILIDOR_ILLEGAL_MOVE)?;
        after.write(0, philidor_position::from(&position.after(mv)));
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
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let position = unsafe { self::position(position) }?;
        // SAFETY: likewise.
        unsafe { read_san(&position, (san, length), (mv, fault), |position, san| position.parse_san(san)) }
    })
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
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let position = unsafe { self::position(position) }?;
        let strictly: fn(&Position, &[u8]) -> _ = |position, san| position.parse_san_strictly(san);
        // SAFETY: likewise.
        unsafe { read_san(&position, (san, length), (mv, fault), strictly) }
    })
}

/// Reads a move in standard notation by one of its readings.
///
/// # Safety
///
/// The pointers are what the header says of them.
pub(crate) unsafe fn read_san(
    position: &Position,
    (san, length): (*const c_char, usize),
    (mv, fault): (*mut philidor_move, *mut philidor_fault),
    read: fn(&Position, &[u8]) -> Result<Move, SanError>,
) -> Result<(), philidor_error> {
    // SAFETY: as the caller promised.
    let (san, mv, fault) = unsafe { (text(san, length)?, Output::one(mv)?, Output::optional(fault)?) };
    let found = read(position, san).map_err(|error| of_san(&fault, san, &error))?;
    mv.write(0, found.digest().0);
    Ok(())
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
        // SAFETY: likewise.
        unsafe { write_san(&position, mv, buffer, size, length) }
    })
}

/// Writes a move in standard notation.
///
/// # Safety
///
/// The pointers are what the header says of them.
pub(crate) unsafe fn write_san(
    position: &Position,
    mv: philidor_move,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Result<(), philidor_error> {
    let san = position.to_san(legal(position, mv)?);
    // SAFETY: as the caller promised.
    unsafe { write_text(san.as_bytes(), buffer, size, length) }
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
        let position = unsafe { self::position(position) }?;
        // SAFETY: likewise.
        unsafe { read_uci(&position, (uci, length), (mv, fault)) }
    })
}

/// Reads a move as engines write it.
///
/// # Safety
///
/// The pointers are what the header says of them.
pub(crate) unsafe fn read_uci(
    position: &Position,
    (uci, length): (*const c_char, usize),
    (mv, fault): (*mut philidor_move, *mut philidor_fault),
) -> Result<(), philidor_error> {
    // SAFETY: as the caller promised.
    let (uci, mv, fault) = unsafe { (text(uci, length)?, Output::one(mv)?, Output::optional(fault)?) };
    let read = position.parse_uci(uci).map_err(|error| of_uci(&fault, uci, &error))?;
    mv.write(0, read.digest().0);
    Ok(())
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
        // SAFETY: the caller promises what the header says of pointers.
        let position = unsafe { self::position(position) }?;
        // SAFETY: likewise.
        unsafe { write_uci(&position, (mv, castling), buffer, size, length) }
    })
}

/// Writes a move as engines do, castling in the form with this number.
///
/// # Safety
///
/// The pointers are what the header says of them.
pub(crate) unsafe fn write_uci(
    position: &Position,
    (mv, castling): (philidor_move, u32),
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Result<(), philidor_error> {
    let mode = match castling {
        PHILIDOR_CASTLING_STANDARD => CastlingMode::Standard,
        PHILIDOR_CASTLING_CHESS960 => CastlingMode::Chess960,
        _ => return Err(philidor_error::PHILIDOR_BAD_ARGUMENT),
    };
    let uci = position.to_uci_in(legal(position, mv)?, mode).to_string();
    // SAFETY: as the caller promised.
    unsafe { write_text(uci.as_bytes(), buffer, size, length) }
}
