//! The notations of moves: SAN, UCI and Purdy's long one.

use alloc::vec::Vec;

use philidor::{Move, SanError};

use crate::json::Json;
use crate::position::{Utf8, mode};
use crate::refusals;
use crate::rules::{self, *};

/// How a move is written.
pub(crate) const SAN: u32 = 0;
pub(crate) const UCI: u32 = 1;
pub(crate) const UCI_960: u32 = 2;
pub(crate) const LONG: u32 = 3;

/// How a move is read, besides the first two.
const STRICT_SAN: u32 = 3;

/// Writes a legal move.
pub(crate) fn write(text: &mut Vec<u8>, position: &Position, mv: Move, notation: u32) {
    match notation {
        SAN => text.extend_from_slice(position.to_san(mv).as_bytes()),
        UCI | UCI_960 => {
            let uci = position.to_uci_in(mv, mode(notation == UCI_960));
            // Writing to memory does not fail.
            let _ = core::fmt::Write::write_fmt(&mut Utf8(text), format_args!("{uci}"));
        }
        _ => {
            let long = rules::long(position, mv);
            let _ = core::fmt::Write::write_fmt(&mut Utf8(text), format_args!("{long}"));
        }
    }
}

/// Reads a legal move, or says why the text is not one. What is neither SAN nor UCI is refused as SAN.
pub(crate) fn read(position: &Position, text: &str, notation: u32) -> Result<Move, Json> {
    let (bytes, refused) = (text.as_bytes(), |error: &SanError| refusals::san(error, text, position));
    let uci = || position.parse_uci(bytes).map_err(|error| refusals::uci(error, text, position));
    let san = || position.parse_san(bytes).map_err(|error| refused(&error));
    let strictly = || position.parse_san_strictly(bytes).map_err(|error| refused(&error));
    match notation {
        SAN => san(),
        STRICT_SAN => strictly(),
        UCI => uci(),
        // Castling begins with a letter that UCI does not have, and pieces with uppercase ones.
        _ if looks_like_uci(text) => uci(),
        _ => san(),
    }
}

/// Two squares, and perhaps a letter: `e2e4`, `e7e8q`, `b1c3`. No SAN has both.
fn looks_like_uci(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_square = |at: usize| {
        matches!(bytes.get(at), Some(b'a'..=b'h')) && matches!(bytes.get(at + 1), Some(b'1'..=b'8'))
    };
    text == "0000" || ((4..=5).contains(&bytes.len()) && is_square(0) && is_square(2))
}
