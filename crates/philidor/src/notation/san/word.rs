//! The usual forms of a move, taken apart eight bytes at a time.
//!
//! Nearly every move of nearly every game is at most seven bytes, has no promotion, and is written as the standard
//! says. What follows what is then hard to foresee, for a CPU as for anybody, so all bytes are asked at once: one word
//! of them, and one bit a byte for each answer.
//!
//! ```text
//! text              N     b     x     d     7     +
//! files                   1           1
//! ranks                                     1              the last is the destination's, the file before it, too
//! x                             1
//! ```
//!
//! Anything else is left to `read.rs`, which reads these forms as well, and alike.

use super::read::Man;
use crate::types::{Bitboard, File, PieceType, Square};

const HIGH: u64 = 0x8080_8080_8080_8080;
const EVERY: u64 = 0x0101_0101_0101_0101;

/// What the first byte says: the number of a kind in [`PieceType::ALL`], or one of the two below.
static FIRST: [u8; 256] = {
    let mut table = [OTHER; 256];
    let mut file = b'a';
    while file <= b'h' {
        table[file as usize] = FILE;
        file += 1;
    }
    table[b'K' as usize] = PieceType::King as u8;
    table[b'Q' as usize] = PieceType::Queen as u8;
    table[b'R' as usize] = PieceType::Rook as u8;
    table[b'B' as usize] = PieceType::Bishop as u8;
    table[b'N' as usize] = PieceType::Knight as u8;
    table
};
/// A file: the man, a pawn, is not named.
const FILE: u8 = 6;
/// Anything else.
const OTHER: u8 = 7;

/// A text of at most seven bytes as one word, its first byte the lowest, and zeros above.
#[inline(always)]
fn word_of(text: &[u8]) -> Option<u64> {
    let len = text.len();
    if len > 7 {
        return None;
    }
    // Two words that overlap where the length asks for it.
    if let (Some(&first), Some(&last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        return Some(
            u64::from(u32::from_le_bytes(first)) | u64::from(u32::from_le_bytes(last)) << (8 * (len - 4)),
        );
    }
    let (&first, &last) = (text.first_chunk::<2>()?, text.last_chunk::<2>()?);
    Some(u64::from(u16::from_le_bytes(first)) | u64::from(u16::from_le_bytes(last)) << (8 * (len - 2)))
}

/// The high bit of each byte that is one of the eight from 1 to 8.
#[inline(always)]
const fn from_1_to_8(bytes: u64) -> u64 {
    let low = bytes & !HIGH;
    (low + 0x7f * EVERY) & !(low + 0x77 * EVERY) & !bytes & HIGH
}

/// The high bit of each byte that is zero.
#[inline(always)]
const fn zeros(bytes: u64) -> u64 {
    !(((bytes & !HIGH) + 0x7f * EVERY) | bytes) & HIGH
}

#[inline(always)]
const fn has_several(bits: u64) -> bool {
    Bitboard(bits).has_several()
}

/// A man's move in one of the usual forms.
#[inline(always)]
pub(super) fn read_word(text: &[u8]) -> Option<Man> {
    let word = word_of(text)?;
    let files = from_1_to_8(word ^ (0x60 * EVERY));
    let ranks = from_1_to_8(word ^ (0x30 * EVERY));
    // The bit of the destination's rank; its file is the byte before. `end` is the number of bits up to it.
    let last = 1 << (63 - (ranks | 1).leading_zeros());
    let end = u64::BITS - u64::leading_zeros(last);
    if (files << 8) & last == 0 {
        return None;
    }
    // From a or 1, which both end in 001.
    let line_at = |bit: u64| ((word >> (bit.trailing_zeros() & 0x38)) as u32).wrapping_sub(1) & 7;
    let destination = Square::wrapping(line_at(last) * 8 + line_at(last >> 8));

    let before = (last >> 15) - 1;
    let (file, rank, x) = (files & before, ranks & before, zeros(word ^ (u64::from(b'x') * EVERY)) & before);
    let first = FIRST[usize::from(word as u8)];
    let letter = if first == FILE { 0 } else { 0x80 };
    let known = (file | rank | x | letter) == before & HIGH;
    let in_order = (rank == 0 || file < rank) & (x == 0 || (file | rank) < x);
    let once = !has_several(file) & !has_several(rank) & !has_several(x);
    // Behind the destination the text ends, at once or after one mark.
    let mark = word >> end;
    let marked = (mark == 0) | (mark == u64::from(b'+')) | (mark == u64::from(b'#'));
    let whole = end as usize + 8 * usize::from(mark != 0) == 8 * text.len();
    if !(known & in_order & once & marked & whole & (first != OTHER)) {
        return None;
    }
    let files = if file == 0 { Bitboard::FULL } else { Bitboard(Bitboard::file(File::A).0 << line_at(file)) };
    let ranks = if rank == 0 { Bitboard::FULL } else { Bitboard(0xff << (8 * line_at(rank))) };
    Some(Man {
        piece_type: PieceType::ALL.get(usize::from(first)).copied(),
        origins: files & ranks,
        names_file: file != 0,
        captures: x != 0,
        destination,
        promotion: None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::read::{Spelling, read};
    use super::*;
    use alloc::vec::Vec;

    /// Every text of at most `len` of these bytes.
    fn texts(alphabet: &[u8], len: usize) -> Vec<Vec<u8>> {
        let mut all = Vec::from([Vec::new()]);
        let mut from = 0;
        for _ in 0..len {
            let shorter = from..all.len();
            from = all.len();
            for index in shorter {
                for &byte in alphabet {
                    let mut text = all[index].clone();
                    text.push(byte);
                    all.push(text);
                }
            }
        }
        all
    }

    /// Whatever is taken apart here is taken apart alike by the reader of all forms.
    #[test]
    #[cfg_attr(miri, ignore)]
    fn usual_forms_are_read_as_all_others_are() {
        let mut read_here = 0;
        for text in texts(b"ah18NKPXx+-=O(Q\0\xe1", 5).into_iter().chain(texts(b"b3Nx#", 8)) {
            if let Some(man) = read_word(&text) {
                assert_eq!(read(&text), Ok(Spelling::Man(man)), "{:?}", text.escape_ascii());
                read_here += 1;
            }
        }
        assert!(read_here > 300, "{read_here}");
    }

    #[test]
    fn usual_forms_are_read_here() {
        for text in
            ["e4", "a1", "h8", "exd5", "Nf3", "Nbd7", "R1a3", "Qh4e1", "Qa1xb2", "Kxh8", "e4e5", "bc3"]
        {
            for mark in ["", "+", "#"] {
                let text = [text, mark].concat();
                assert!(read_word(text.as_bytes()).is_some(), "{text}");
            }
        }
        for text in
            ["", "e", "e8=Q", "O-O", "e4!", "Nf3\0", "\0Nf3", "nf3", "N1bf3", "Naaf3", "Nxbf3", "Qa1xb2+ "]
        {
            assert!(read_word(text.as_bytes()).is_none(), "{text}");
        }
    }
}
