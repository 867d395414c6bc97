//! The codes of errors.

use std::ffi::{CStr, c_char};

/// What a function reports: `PHILIDOR_OK`, or what is wrong.
///
/// Numbers keep their meaning in every version. New ones may be added, so treat one that you do not know as a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
#[must_use]
pub enum philidor_error {
    /// Success.
    PHILIDOR_OK = 0,
    /// There are no more games.
    PHILIDOR_END = 1,
    /// A pointer is null, or not aligned for what it points at, or what a batch writes overlaps with what it reads or
    /// with its other results.
    PHILIDOR_BAD_POINTER = 2,
    /// A length is greater than any memory.
    PHILIDOR_BAD_LENGTH = 3,
    /// There is too little room: it takes the count that was written, or for a text one byte more than its length.
    PHILIDOR_TOO_SMALL = 4,
    /// A number that stands for nothing: a square above 63, an unknown kind of moves; or sets of squares that
    /// contradict each other.
    PHILIDOR_BAD_ARGUMENT = 5,
    /// The 32 bytes are not a position; `philidor_check` says why.
    PHILIDOR_INVALID_POSITION = 6,
    /// The move is not legal in the position.
    PHILIDOR_ILLEGAL_MOVE = 7,
    /// The text is not a FEN.
    PHILIDOR_INVALID_FEN = 8,
    /// The FEN or the parts of a position describe a board on which the rules are broken.
    PHILIDOR_INVALID_SETUP = 9,
    /// The text is not a move in any position.
    PHILIDOR_INVALID_MOVE_TEXT = 10,
    /// The text fits several legal moves.
    PHILIDOR_AMBIGUOUS_MOVE = 11,
    /// A game of a file is bad; the next call reads the game after it.
    PHILIDOR_INVALID_GAME = 12,
    /// The count does not fit into 64 bits.
    PHILIDOR_OVERFLOW = 13,
    /// There is nothing of the kind: no move to take back, no piece on the square, no tag of this name, no game read
    /// yet.
    PHILIDOR_NOTHING = 14,
    /// The library has a bug: please report it. Do not use what the call was to write.
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
            philidor_error::PHILIDOR_BAD_POINTER => c"a pointer is null or not aligned, or arrays overlap",
            philidor_error::PHILIDOR_BAD_LENGTH => c"a length is greater than any memory",
            philidor_error::PHILIDOR_TOO_SMALL => c"the room for the result is too small",
            philidor_error::PHILIDOR_BAD_ARGUMENT => {
                c"an argument stands for nothing, or contradicts another"
            }
            philidor_error::PHILIDOR_INVALID_POSITION => c"the bytes are not a valid position",
            philidor_error::PHILIDOR_ILLEGAL_MOVE => c"the move is not legal in the position",
            philidor_error::PHILIDOR_INVALID_FEN => c"the text is not a FEN",
            philidor_error::PHILIDOR_INVALID_SETUP => c"the board is one on which the rules are broken",
            philidor_error::PHILIDOR_INVALID_MOVE_TEXT => c"the text is not a move",
            philidor_error::PHILIDOR_AMBIGUOUS_MOVE => c"the text fits several legal moves",
            philidor_error::PHILIDOR_INVALID_GAME => c"the game is bad",
            philidor_error::PHILIDOR_OVERFLOW => c"the count does not fit into 64 bits",
            philidor_error::PHILIDOR_NOTHING => c"there is nothing of the kind",
            philidor_error::PHILIDOR_INTERNAL => c"the library has a bug; please report it",
        }
    }
}

/// An error in words, in English; `unknown error` for a number that is not an error. The text is there for the whole
/// run of the program.
#[unsafe(no_mangle)]
pub extern "C" fn philidor_error_text(error: i32) -> *const c_char {
    let known = usize::try_from(error).ok().and_then(|index| philidor_error::ALL.get(index));
    known.map_or(c"unknown error", |error| error.text()).as_ptr()
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
}
