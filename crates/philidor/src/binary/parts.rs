//! The 32 bytes of a packed position by their meaning; see the drawing in `position.rs`.

use crate::types::Bitboard;

/// The number of this format, stored in the last byte.
pub(super) const FORMAT: u8 = 1;
/// The en-passant file if there is none.
pub(super) const NO_FILE: u8 = 8;
/// The bit set if Black is to move, above the en-passant file.
pub(super) const BLACK_TO_MOVE: u8 = 1 << 4;

/// The bytes by their meaning.
pub(crate) struct Parts {
    pub(super) occupied: Bitboard,
    pub(super) pieces: [u8; 16],
    pub(super) halfmove_clock: u16,
    pub(super) fullmove_number: u32,
    pub(super) state: u8,
    pub(super) format: u8,
}

impl Parts {
    #[inline(always)]
    pub(crate) fn new(bytes: [u8; 32]) -> Parts {
        let [
            o0,
            o1,
            o2,
            o3,
            o4,
            o5,
            o6,
            o7,
            pieces @ ..,
            clock_low,
            clock_high,
            n0,
            n1,
            n2,
            n3,
            state,
            format,
        ] = bytes;
        Parts {
            occupied: Bitboard(u64::from_le_bytes([o0, o1, o2, o3, o4, o5, o6, o7])),
            pieces,
            halfmove_clock: u16::from_le_bytes([clock_low, clock_high]),
            fullmove_number: u32::from_le_bytes([n0, n1, n2, n3]),
            state,
            format,
        }
    }
}
