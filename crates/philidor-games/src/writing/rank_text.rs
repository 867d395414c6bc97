//! The text of a rank in a FEN, made without a branch.
//!
//! The letters of the pieces are eight bytes of a word. Which squares are empty decides everything else: where a digit
//! stands, and how far each byte moves to close the gaps, in three steps by one, two and four bytes.
//!
//! ```text
//! letters       r . . . k . . r
//! with digits   r 3 . . k 2 . r
//! by one byte   r 3 . k 2 . . r        each step moves the bytes whose distance has that bit
//! by two bytes  r 3 k 2 . r . .        k and 2 go two to the left in all, r three
//! ```

use super::short_text::ShortText;

/// What the empty squares of a rank decide.
#[derive(Clone, Copy)]
struct Gaps {
    /// The number of empty squares, at the first of each run of them.
    digits: u64,
    /// The bytes that are moved by one, by two and by four bytes, one step after the other.
    moved: [u64; 3],
    len: u8,
}

/// For every set of occupied squares.
static GAPS: [Gaps; 256] = {
    let mut table = [Gaps { digits: 0, moved: [0; 3], len: 0 }; 256];
    let mut occupied = 0;
    while occupied < table.len() {
        table[occupied] = gaps(occupied);
        occupied += 1;
    }
    table
};

const fn gaps(occupied: usize) -> Gaps {
    let mut gaps = Gaps { digits: 0, moved: [0; 3], len: 0 };
    let mut file = 0;
    while file < 8 {
        let mut empty = 0;
        while file + empty < 8 && occupied >> (file + empty) & 1 == 0 {
            empty += 1;
        }
        if empty > 0 {
            gaps.digits |= (b'0' as u64 + empty as u64) << (8 * file);
        }
        // This byte, a letter or a digit, moves to the end of the text so far.
        let distance = file - gaps.len as usize;
        let mut step = 0;
        while step < 3 {
            if distance >> step & 1 == 1 {
                let before = distance & ((1 << step) - 1);
                gaps.moved[step] |= 0xff << (8 * (file - before));
            }
            step += 1;
        }
        gaps.len += 1;
        file += if empty > 0 { empty } else { 1 };
    }
    gaps
}

/// The text of a rank from its letters, the a-file in the lowest byte and 0 for an empty square, and its occupied
/// squares.
#[inline(always)]
pub(crate) fn rank_text(letters: u64, occupied: u8) -> ShortText {
    let Gaps { digits, moved, len } = GAPS[usize::from(occupied)];
    let mut text = letters | digits;
    for (step, moved) in moved.into_iter().enumerate() {
        let moved = text & moved;
        text = text ^ moved | moved >> (8 << step);
    }
    ShortText::from_word(text, len)
}
