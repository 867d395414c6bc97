//! SAN alone, which is all that `philidor/chess` needs.

use alloc::vec::Vec;

use philidor::Move;

use crate::json::Json;
use crate::refusals;
use crate::rules::Position;

pub(crate) fn write(text: &mut Vec<u8>, position: &Position, mv: Move, _: u32) {
    text.extend_from_slice(position.to_san(mv).as_bytes());
}

pub(crate) fn read(position: &Position, text: &str, _: u32) -> Result<Move, Json> {
    position.parse_san(text).map_err(|_| refusals::refused())
}
