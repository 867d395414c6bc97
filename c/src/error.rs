//! The codes of errors, and what is reported beside them.

use std::ffi::{CStr, c_char};
use std::fmt::{self, Write};

use chess::pgn::PgnError;
use chess::{PositionError, SanError, SanErrorKind, UciError, UciErrorKind};

use crate::memory::Output;

/// What a function reports: `PHILIDOR_OK`, or why it did nothing.
///
/// Numbers keep their meaning in every version. New ones may be added, so treat one that you do not know as a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
#[must_use]
pub enum philidor_error {
    /// It is done.
    PHILIDOR_OK = 0,
    /// There are no more games.
    PHILIDOR_END = 1,
    /// A pointer is null, or not aligned for what it points at.
    PHILIDOR_BAD_POINTER = 2,
    /// A length is greater than any memory.
    PHILIDOR_BAD_LENGTH = 3,
    /// The room is too small; the length or count reported is what is needed.
    PHILIDOR_TOO_SMALL = 4,
    /// A number that stands for nothing: a square above 63, an unknown kind of moves.
    PHILIDOR_BAD_ARGUMENT = 5,
    /// The 32 bytes are not a position; `philidor_check` says why.
    PHILIDOR_INVALID_POSITION = 6,
    /// The move is not legal in the position.
    PHILIDOR_ILLEGAL_MOVE = 7,
    /// The text is not a FEN.
    PHILIDOR_INVALID_FEN = 8,
    /// The FEN describes a board on which the rules are broken.
    PHILIDOR_INVALID_SETUP = 9,
    /// The text is not a move in any position.
    PHILIDOR_INVALID_MOVE_TEXT = 10,
    /// The text fits several legal moves.
    PHILIDOR_AMBIGUOUS_MOVE = 11,
    /// A game of a file is bad; the next call reads the game after it.
    PHILIDOR_INVALID_GAME = 12,
    /// The count does not fit into 64 bits.
    PHILIDOR_OVERFLOW = 13,
    /// There is nothing of the kind: no move to take back, no tag of this name, no game read yet.
    PHILIDOR_NOTHING = 14,
    /// The library has a bug: please report it. What the call was to write is not to be used.
    PHILIDOR_INTERNAL = 15,
}

impl philidor_error {
    /// All of them, each at its number.
    const ALL: [philidor_error; 16] = {
        use philidor_error::*;
        [
            PHILIDOR_OK,
            PHILIDOR_END,
            PHILIDOR_BAD_POINTER,
            PHILIDOR_BAD_LENGTH,
            PHILIDOR_TOO_SMALL,
            PHILIDOR_BAD_ARGUMENT,
            PHILIDOR_INVALID_POSITION,
            PHILIDOR_ILLEGAL_MOVE,
            PHILIDOR_INVALID_FEN,
            PHILIDOR_INVALID_SETUP,
            PHILIDOR_INVALID_MOVE_TEXT,
            PHILIDOR_AMBIGUOUS_MOVE,
            PHILIDOR_INVALID_GAME,
            PHILIDOR_OVERFLOW,
            PHILIDOR_NOTHING,
            PHILIDOR_INTERNAL,
        ]
    };

    const fn text(self) -> &'static CStr {
        match self {
            philidor_error::PHILIDOR_OK => c"no error",
            philidor_error::PHILIDOR_END => c"there are no more games",
            philidor_error::PHILIDOR_BAD_POINTER => c"a pointer is null or not aligned",
            philidor_error::PHILIDOR_BAD_LENGTH => c"a length is greater than any memory",
            philidor_error::PHILIDOR_TOO_SMALL => c"the room for the result is too small",
            philidor_error::PHILIDOR_BAD_ARGUMENT => c"an argument is a number that stands for nothing",
            philidor_error::PHILIDOR_INVALID_POSITION => c"the bytes are not a valid position",
            philidor_error::PHILIDOR_ILLEGAL_MOVE => c"the move is not legal in the position",
            philidor_error::PHILIDOR_INVALID_FEN => c"the text is not a FEN",
            philidor_error::PHILIDOR_INVALID_SETUP => {
                c"the FEN describes a board on which the rules are broken"
            }
            philidor_error::PHILIDOR_INVALID_MOVE_TEXT => c"the text is not a move",
            philidor_error::PHILIDOR_AMBIGUOUS_MOVE => c"the text fits several legal moves",
            philidor_error::PHILIDOR_INVALID_GAME => c"the game is bad",
            philidor_error::PHILIDOR_OVERFLOW => c"the count does not fit into 64 bits",
            philidor_error::PHILIDOR_NOTHING => c"there is nothing of the kind",
            philidor_error::PHILIDOR_INTERNAL => c"the library has a bug; please report it",
        }
    }
}

/// An error in words, in English; of a number that is not an error, that it is unknown. The text is there for the whole run
/// of the program.
#[unsafe(no_mangle)]
pub extern "C" fn philidor_error_text(error: i32) -> *const c_char {
    let known = usize::try_from(error).ok().and_then(|index| philidor_error::ALL.get(index));
    known.map_or(c"unknown error", |error| error.text()).as_ptr()
}

/// How many bytes of a fault are its text, the zero at the end included.
const TEXT_SIZE: usize = 232;

/// What is wrong with a text or with 32 bytes, and where. Written only when a function fails because of it.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct philidor_fault {
    /// The first offending byte, from 0; 0 where there is no such place.
    pub offset: u64,
    /// The line, from 1; 0 where there is no such place.
    pub line: u64,
    /// The column, from 1, in characters; 0 where there is no such place.
    pub column: u64,
    /// What is wrong, with the offending text, as UTF-8 that ends with a zero; cut off where it is too long.
    pub text: [c_char; 232],
}

impl philidor_fault {
    /// A fault with its text and without a place.
    pub(crate) fn of(what: &dyn fmt::Display) -> philidor_fault {
        let mut text = Text { bytes: [0; TEXT_SIZE], length: 0 };
        // It takes what it has room for.
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
    match error {
        PositionError::Fen(fen) => {
            let offset = text
                .char_indices()
                .nth(fen.column.saturating_sub(1))
                .map_or(text.len(), |(offset, _)| offset);
            failed(place, philidor_error::PHILIDOR_INVALID_FEN, || {
                philidor_fault::of(error).at(text.as_bytes(), offset)
            })
        }
        PositionError::Setup(setup) => {
            failed(place, philidor_error::PHILIDOR_INVALID_SETUP, || philidor_fault::of(setup))
        }
        _ => failed(place, philidor_error::PHILIDOR_INVALID_FEN, || philidor_fault::of(error)),
    }
}

/// The error of a move in standard notation, with its text.
pub(crate) fn of_san(place: &Output<philidor_fault>, text: &[u8], error: &SanError) -> philidor_error {
    let (code, offset) = match error.kind {
        SanErrorKind::Syntax { offset } => (philidor_error::PHILIDOR_INVALID_MOVE_TEXT, offset),
        SanErrorKind::Ambiguous(_) => (philidor_error::PHILIDOR_AMBIGUOUS_MOVE, 0),
        _ => (philidor_error::PHILIDOR_ILLEGAL_MOVE, 0),
    };
    failed(place, code, || of_move(text, error).at(text, offset))
}

/// The error of a move in UCI, with its text.
pub(crate) fn of_uci(place: &Output<philidor_fault>, text: &[u8], error: &UciError) -> philidor_error {
    let (code, offset) = match error.kind {
        UciErrorKind::Syntax { offset } => (philidor_error::PHILIDOR_INVALID_MOVE_TEXT, offset),
        _ => (philidor_error::PHILIDOR_ILLEGAL_MOVE, 0),
    };
    failed(place, code, || of_move(text, error).at(text, offset))
}

/// A move that is longer than this is not quoted in full.
const QUOTED: usize = 32;

fn of_move(text: &[u8], error: &dyn fmt::Display) -> philidor_fault {
    let (shown, dots) = if text.len() > QUOTED { (&text[..QUOTED], "…") } else { (text, "") };
    philidor_fault::of(&format_args!("`{}{dots}`: {error}", String::from_utf8_lossy(shown)))
}

/// The error of a game.
pub(crate) fn of_game(place: &Output<philidor_fault>, error: &PgnError) -> philidor_error {
    failed(place, philidor_error::PHILIDOR_INVALID_GAME, || philidor_fault {
        offset: error.offset,
        line: error.line,
        column: error.column,
        ..philidor_fault::of(error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_error_has_a_number_and_a_text_of_its_own() {
        for (number, error) in philidor_error::ALL.into_iter().enumerate() {
            assert_eq!(error as usize, number);
            let same = philidor_error::ALL.into_iter().filter(|other| other.text() == error.text());
            assert_eq!(same.count(), 1, "{error:?}");
        }
        assert!(philidor_error::ALL.iter().all(|error| !error.text().is_empty()));
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let fault = philidor_fault::of(&"é".repeat(200));
        let bytes: Vec<u8> = fault.text.iter().map(|&byte| byte as u8).collect();
        let text = CStr::from_bytes_until_nul(&bytes).expect("a zero").to_str().expect("whole characters");
        assert_eq!(text, "é".repeat(115));
        let fault = philidor_fault::of(&"a\0b");
        assert_eq!(fault.text[0], b'a' as c_char);
        assert_ne!(fault.text[1], 0);
    }
}
