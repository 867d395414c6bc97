//! The usual forms of a move, taken apart from their end.
//!
//! Nearly every move of nearly every game is written as the standard says and has no promotion. Its destination is its
//! last two bytes, but for one mark, and what stands before is short. How long it is says nearly everything:
//!
//! ```text
//! before  destination  mark
//!         e  4                   a pawn goes
//! N       f  3         +         a man
//! e x     d  5                   a pawn captures
//! N b     d  7                   a man with its file, or with its rank
//! N b x   d  7         +         a man with both
//! ```
//!
//! Anything else is left to `read.rs`, which reads these forms as well, and alike.

use super::read::Man;
use crate::types::{Bitboard, File, PieceType, Rank, Square};

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

/// A man's move in one of the usual forms.
#[inline(always)]
pub(super) fn read_word(text: &[u8]) -> Option<Man> {
    let text = match text {
        [unmarked @ .., b'+' | b'#'] => unmarked,
        _ => text,
    };
    let [before @ .., file, rank] = text else { return None };
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    if file | rank >= 8 {
        return None;
    }
    let destination = Square::wrapping(u32::from(8 * rank + file));
    match *before {
        [] => Some(Man {
            piece_type: None,
            origins: Bitboard::FULL,
            names_file: false,
            captures: false,
            destination,
            promotion: None,
        }),
        [first] => man(first, None, false, destination),
        [first, b'x'] => man(first, None, true, destination),
        [first, line] => man(first, Some(line), false, destination),
        [first, line, b'x'] => man(first, Some(line), true, destination),
        _ => None,
    }
}

/// A man named by its first byte, and its line if that is given: a file or a rank, which a pawn's first byte is.
#[inline(always)]
fn man(first: u8, line: Option<u8>, captures: bool, destination: Square) -> Option<Man> {
    let piece_type = PieceType::ALL.get(usize::from(FIRST[usize::from(first)])).copied();
    let (file, rank) = match (piece_type, line) {
        (Some(_), None) => (None, None),
        (None, None) => (Some(File::from_index(usize::from(first.wrapping_sub(b'a')))?), None),
        (Some(_), Some(line @ b'a'..)) => (Some(File::from_index(usize::from(line - b'a'))?), None),
        (Some(_), Some(line)) => (None, Some(Rank::from_index(usize::from(line.wrapping_sub(b'1')))?)),
        (None, Some(_)) => return None,
    };
    let files = file.map_or(Bitboard::FULL, Bitboard::file);
    let ranks = rank.map_or(Bitboard::FULL, Bitboard::rank);
    Some(Man {
        piece_type,
        origins: files & ranks,
        names_file: file.is_some(),
        captures,
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
        assert!(read_here > 200, "{read_here}");
    }

    #[test]
    fn usual_forms_are_read_here() {
        for text in ["e4", "a1", "h8", "exd5", "Nf3", "Nbd7", "R1a3", "Ngxf3", "R1xa3", "Kxh8", "bc3"] {
            for mark in ["", "+", "#"] {
                let text = [text, mark].concat();
                assert!(read_word(text.as_bytes()).is_some(), "{text}");
            }
        }
        for text in [
            "", "e", "+", "e4++", "e8=Q", "O-O", "e4!", "Nf3\0", "\0Nf3", "nf3", "N1bf3", "Nxbf3", "Nf3 ",
            "Q`xb2", "Q9b2",
        ] {
            assert!(read_word(text.as_bytes()).is_none(), "{text}");
        }
    }
}
