//! What is reported along with an error code: the reason in words, and the place.

use std::ffi::c_char;
use std::fmt::{self, Write};

use chess::{MoveFault, PositionError, SanError, SanErrorKind, UciError, UciErrorKind};
use games::PgnError;

use crate::error::philidor_error;
use crate::memory::Output;

/// How many bytes of a fault are its text, the zero at the end included.
const TEXT_SIZE: usize = 232;

/// What is wrong with a text, with 32 bytes or with the parts of a position, and where. Written only when a function
/// fails because of it, and by `philidor_read_fen_leniently` also for what it mends.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct philidor_fault {
    /// The offset of the first offending byte; 0 if no byte is to blame.
    pub offset: u64,
    /// The line, from 1; 0 if there is none.
    pub line: u64,
    /// The column in characters, from 1; 0 if there is none.
    pub column: u64,
    /// What is wrong, with the offending text but without the place, as UTF-8 that ends with a zero; cut off where it
    /// is too long.
    pub text: [c_char; 232],
}

impl philidor_fault {
    /// A fault with its text and without a place.
    pub(crate) fn of(what: &dyn fmt::Display) -> philidor_fault {
        let mut text = Text { bytes: [0; TEXT_SIZE], length: 0 };
        // An error here only means that the text was cut off.
        let _ = write!(text, "{what}");
        philidor_fault { offset: 0, line: 0, column: 0, text: text.bytes }
    }

    /// The same at a byte of a text of one line.
    fn at(self, text: &[u8], offset: usize) -> philidor_fault {
        let before = &text[..offset.min(text.len())];
        let column = String::from_utf8_lossy(before).chars().count() as u64 + 1;
        philidor_fault { offset: before.len() as u64, line: 1, column, ..self }
    }
}

/// Text that is cut off between characters.
struct Text {
    bytes: [c_char; TEXT_SIZE],
    length: usize,
}

impl fmt::Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars().map(|character| if character == '\0' { '\u{fffd}' } else { character })
        {
            let mut buffer = [0; 4];
            let encoded = character.encode_utf8(&mut buffer).as_bytes();
            let end = self.length + encoded.len();
            if end >= TEXT_SIZE {
                return Err(fmt::Error);
            }
            let place = &mut self.bytes[self.length..end];
            place.iter_mut().zip(encoded).for_each(|(place, &byte)| *place = byte as c_char);
            self.length = end;
        }
        Ok(())
    }
}

/// Writes a fault where the caller wants it, if anywhere, and passes the error on.
pub(crate) fn failed(
    place: &Output<philidor_fault>,
    error: philidor_error,
    fault: impl FnOnce() -> philidor_fault,
) -> philidor_error {
    if place.len() == 1 {
        place.write(0, fault());
    }
    error
}

/// The error of a FEN.
pub(crate) fn of_fen(place: &Output<philidor_fault>, text: &str, error: &PositionError) -> philidor_error {
    let code = match error {
        PositionError::Setup(_) => philidor_error::PHILIDOR_INVALID_SETUP,
        _ => philidor_error::PHILIDOR_INVALID_FEN,
    };
    failed(place, code, || of_faults(text, std::slice::from_ref(error)))
}

/// The faults of one FEN, at the place of the first.
pub(crate) fn of_faults(text: &str, errors: &[PositionError]) -> philidor_fault {
    let fault = philidor_fault::of(&Faults(errors));
    let Some(PositionError::Fen(first)) = errors.first() else { return fault };
    let start = text.char_indices().nth(first.column.saturating_sub(1));
    fault.at(text.as_bytes(), start.map_or(text.len(), |(offset, _)| offset))
}

/// The reasons of several errors, without their columns.
struct Faults<'a>(&'a [PositionError]);

impl fmt::Display for Faults<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { "; " })?;
            match error {
                PositionError::Fen(error) => write!(f, "{}", error.reason())?,
                error => write!(f, "{error}")?,
            }
        }
        Ok(())
    }
}

/// The fault of a move that is given by its squares.
pub(crate) fn of_squares(place: &Output<philidor_fault>, fault: &MoveFault) -> philidor_error {
    failed(place, philidor_error::PHILIDOR_ILLEGAL_MOVE, || philidor_fault::of(fault))
}

/// The error of a move in standard notation, with its text.
pub(crate) fn of_san(place: &Output<philidor_fault>, text: &[u8], error: &SanError) -> philidor_error {
    let (code, offset) = match error.kind {
        SanErrorKind::Syntax { offset } => (philidor_error::PHILIDOR_INVALID_MOVE_TEXT, offset),
        SanErrorKind::Misspelled(_) => (philidor_error::PHILIDOR_INVALID_MOVE_TEXT, 0),
        SanErrorKind::Ambiguous(_) => (philidor_error::PHILIDOR_AMBIGUOUS_MOVE, 0),
        _ => (philidor_error::PHILIDOR_ILLEGAL_MOVE, 0),
    };
    let is_syntax = matches!(error.kind, SanErrorKind::Syntax { .. });
    failed(place, code, || of_move(text, is_syntax, error).at(text, offset))
}

/// The error of a move in UCI, with its text.
pub(crate) fn of_uci(place: &Output<philidor_fault>, text: &[u8], error: &UciError) -> philidor_error {
    let (code, offset) = match error.kind {
        UciErrorKind::Syntax { offset } => (philidor_error::PHILIDOR_INVALID_MOVE_TEXT, offset),
        _ => (philidor_error::PHILIDOR_ILLEGAL_MOVE, 0),
    };
    let is_syntax = matches!(error.kind, UciErrorKind::Syntax { .. });
    failed(place, code, || of_move(text, is_syntax, error).at(text, offset))
}

/// How many characters of a move are quoted at most.
const MAX_QUOTED: usize = 32;

/// The fault of a move, with the move quoted. The message of a syntax error is replaced, since it names the place, for
/// which a fault has fields of its own.
fn of_move(text: &[u8], is_syntax: bool, error: &dyn fmt::Display) -> philidor_fault {
    // Enough bytes for one character more than is quoted, so a character cut in half here is never shown.
    let head = String::from_utf8_lossy(&text[..text.len().min(4 * (MAX_QUOTED + 1))]);
    let (shown, dots) = match head.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => (&head[..end], "…"),
        None => (&*head, ""),
    };
    let what: &dyn fmt::Display = if is_syntax { &"not a move" } else { error };
    philidor_fault::of(&format_args!("`{shown}{dots}`: {what}"))
}

/// The error of a game.
pub(crate) fn of_game(place: &Output<philidor_fault>, error: &PgnError) -> philidor_error {
    failed(place, philidor_error::PHILIDOR_INVALID_GAME, || philidor_fault::from(error))
}

impl From<&PgnError> for philidor_fault {
    fn from(error: &PgnError) -> philidor_fault {
        philidor_fault {
            offset: error.offset,
            line: error.line,
            column: error.column,
            ..philidor_fault::of(&error.reason())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let fault = philidor_fault::of(&"é".repeat(200));
        let bytes: Vec<u8> = fault.text.iter().map(|&byte| byte as u8).collect();
        let text = CStr::from_bytes_until_nul(&bytes).expect("a zero").to_str().expect("whole characters");
        assert_eq!(text, "é".repeat(115));
        for letters in ["abcé", "e"] {
            let (text, shown) = (letters.repeat(40), letters.repeat(32).chars().take(32).collect::<String>());
            let fault = of_move(text.as_bytes(), true, &"at byte 0");
            let bytes: Vec<u8> = fault.text.iter().map(|&byte| byte as u8).collect();
            let text =
                CStr::from_bytes_until_nul(&bytes).expect("a zero").to_str().expect("whole characters");
            assert_eq!(text, format!("`{shown}…`: not a move"));
        }
        let fault = philidor_fault::of(&"a\0b");
        assert_eq!(fault.text[0], b'a' as c_char);
        assert_ne!(fault.text[1], 0);
    }
}
