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

#[cfg(test)]
mod tests {
    use super::*;

    /// Written square by square.
    fn expected(occupied: u8) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..8 {
            if occupied >> file & 1 == 0 {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            empty = 0;
            text.push(char::from(b'A' + file));
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    }

    #[test]
    fn every_rank_is_written_with_its_digits() {
        for occupied in 0..=255_u8 {
            let letters = (0..8)
                .filter(|file| occupied >> file & 1 == 1)
                .fold(0, |letters, file| letters | u64::from(b'A' + file) << (8 * file));
            let text = rank_text(letters, occupied);
            let written = text.bytes()[..text.len()].escape_ascii().to_string();
            assert_eq!(written, expected(occupied));
            assert_eq!(text.bytes()[text.len()..].iter().max().unwrap_or(&0), &0, "{written}");
        }
    }
}
