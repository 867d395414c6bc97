//! What tests ask of the inside: the slow way beside a fast one, and whether a fast one was taken.
//!
//! A unit test that lists moves compiles the generator again, for each level of the CPU. So the laws live in `tests/`,
//! which links the library as it is, and this file is their door. The feature `proof` opens it; nothing is promised.

use crate::binary::fast_unpack;
use crate::binary::parts::Parts;
use crate::binary::position::{PackedPosition, PackedPositionError, Unpack};
use crate::cpu::{self, Cpu, Level, PortableLevel};
use crate::movegen::has_move;
use crate::notation::fen::{Fen, plain};
use crate::notation::san::{SanError, read_word};
use crate::position::{Position, Setup, Strictness, zobrist};
use crate::types::{Bitboard, Color, Move, Square};

/// A setup and the key of its pieces, if the text is plain enough for the short way of reading a FEN.
#[must_use]
pub fn plain_fen(text: &str) -> Option<(Setup, u64)> {
    plain::read(text.as_bytes())
}

/// A setup by the long way of reading a FEN, and the key of its pieces.
#[must_use]
pub fn fen_in_words(text: &str) -> Option<(Setup, u64)> {
    let setup = text.parse::<Fen>().ok()?.setup;
    Some((setup, zobrist::pieces(&setup.board)))
}

/// The move of a SAN, found with care for every text.
///
/// # Errors
///
/// Those of [`Position::parse_san`].
pub fn san_with_care(position: &Position, text: &str) -> Result<Move, SanError> {
    position.find_with_care(text.as_bytes())
}

/// Where the piece of a usual SAN stands, if the quick way finds the move.
#[must_use]
pub fn origin_by_usual_san(position: &Position, text: &str) -> Option<Square> {
    position.origin_of(read_word(text.as_bytes())?)
}

/// Plays the move of a SAN without making a move of it, as reading PGN does.
///
/// # Errors
///
/// Those of [`Position::parse_san`].
pub fn follow_san(position: &mut Position, text: &str) -> Result<(), SanError> {
    position.follow_san(text.as_bytes())
}

/// The bytes of any setup, valid or not.
#[must_use]
pub fn packed_on_trust(setup: Setup) -> PackedPosition {
    Position::trusted(setup, zobrist::pieces(&setup.board)).pack()
}

/// Unpacks by the full check, whatever the short way says.
///
/// # Errors
///
/// Those of [`PackedPosition::unpack`].
pub fn unpacked_with_care(packed: PackedPosition) -> Result<Position, PackedPositionError> {
    packed.look_closer(Strictness::Reachable)
}

/// Unpacks at a level of the CPU.
///
/// # Errors
///
/// Those of [`PackedPosition::unpack`].
pub fn unpacked_at(cpu: Cpu, packed: PackedPosition) -> Result<Position, PackedPositionError> {
    cpu::dispatch_at(cpu, Unpack { packed: &packed, strictness: Strictness::Reachable })
}

/// Whether the short way of unpacking, which checks less, takes these bytes.
#[must_use]
pub fn is_unpacked_fast(packed: PackedPosition) -> bool {
    fast_unpack::read(PortableLevel.sliders(), &Parts::new(packed.to_bytes())).is_some()
}

/// Whether the king of a color is shut out from the enemy's pawns by walls of pawns.
#[must_use]
pub fn is_shut_out(position: &Position, color: Color, pawns: Bitboard) -> bool {
    position.is_shut_out(color, pawns)
}

/// Whether a pawn of the side to move can step forward, without a look at pins and checks.
#[must_use]
pub fn has_safe_push(position: &Position) -> bool {
    has_move::has_safe_push(position.board(), position.side_to_move())
}
