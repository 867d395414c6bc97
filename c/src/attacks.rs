//! Attack sets: from a square to the squares that it attacks, and back.

use chess::{Bitboard, PieceType, attacks};

use crate::error::philidor_error;
use crate::guard::guarded;
use crate::memory::Output;
use crate::numbers::{color, piece, square};
use crate::position::{philidor_position, position};

/// The squares that a piece (a `philidor_piece`) of a color (a `philidor_color`) attacks from a square, where the
/// occupied squares block it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_attacks(
    piece: u8,
    color: u8,
    square: u8,
    occupied: u64,
    attacked: *mut u64,
) -> philidor_error {
    guarded(|| {
        let (color, square, occupied) = (self::color(color)?, self::square(square)?, Bitboard(occupied));
        let set = match self::piece(piece)? {
            PieceType::King => attacks::king(square),
            PieceType::Queen => attacks::queen(square, occupied),
            PieceType::Rook => attacks::rook(square, occupied),
            PieceType::Bishop => attacks::bishop(square, occupied),
            PieceType::Knight => attacks::knight(square),
            PieceType::Pawn => attacks::pawn(color, square),
        };
        // SAFETY: the caller promises what the header says of pointers.
        unsafe { Output::one(attacked) }?.write(0, set.0);
        Ok(())
    })
}

/// The pieces and pawns of both colors that attack a square.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_attackers(
    position: *const philidor_position,
    square: u8,
    attackers: *mut u64,
) -> philidor_error {
    guarded(|| {
        let square = self::square(square)?;
        // SAFETY: the caller promises what the header says of pointers.
        let (position, attackers) = unsafe { (self::position(position)?, Output::one(attackers)?) };
        attackers.write(0, position.attackers_to(square, position.board().occupied()).0);
        Ok(())
    })
}

/// The pieces that give check to the side to move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_checkers(
    position: *const philidor_position,
    checkers: *mut u64,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (position, checkers) = unsafe { (self::position(position)?, Output::one(checkers)?) };
        checkers.write(0, position.checkers().0);
        Ok(())
    })
}

/// All squares that a color (a `philidor_color`) attacks, occupied or not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_attacked_by(
    position: *const philidor_position,
    color: u8,
    attacked: *mut u64,
) -> philidor_error {
    guarded(|| {
        let color = self::color(color)?;
        // SAFETY: the caller promises what the header says of pointers.
        let (position, attacked) = unsafe { (self::position(position)?, Output::one(attacked)?) };
        attacked.write(0, position.attacked_by(color).0);
        Ok(())
    })
}

/// The squares strictly between two squares of one rank, file or diagonal; none for any other two.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_between(one: u8, other: u8, between: *mut u64) -> philidor_error {
    guarded(|| {
        let (one, other) = (square(one)?, square(other)?);
        // SAFETY: the caller promises what the header says of pointers.
        unsafe { Output::one(between) }?.write(0, attacks::between(one, other).0);
        Ok(())
    })
}
