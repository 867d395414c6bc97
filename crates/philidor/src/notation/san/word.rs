//! The usual forms of a move, parsed from their end.
//!
//! Nearly every move of nearly every game is written in the standard form and is not a promotion. Apart from one mark,
//! its last two bytes are the destination, and the part before is short. Its length decides nearly everything:
//!
//! ```text
//! before  destination  mark
//!         e  4                   a pawn moves
//! N       f  3         +         a piece
//! e x     d  5                   a pawn captures
//! N b     d  7                   a piece with its file, or with its rank
//! N b x   d  7         +         a piece with both
//! ```
//!
//! Anything else is left to `read.rs`, which reads these forms, too, with the same result.

use crate::types::{Bitboard, File, PieceType, Rank, Square};

/// The contents of a usual text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    pub(super) piece_type: PieceType,
    /// The squares that the text allows for the origin.
    pub(super) origins: Bitboard,
    /// Whether there is an `x`, which matters only for pawns.
    pub(super) captures: bool,
    pub(super) destination: Square,
}

/// The piece types by their letters; no letter is a pawn's.
static KINDS: [Option<PieceType>; 256] = {
    let mut table = [None; 256];
    table[b'K' as usize] = Some(PieceType::King);
    table[b'Q' as usize] = Some(PieceType::Queen);
    table[b'R' as usize] = Some(PieceType::Rook);
    table[b'B' as usize] = Some(PieceType::Bishop);
    table[b'N' as usize] = Some(PieceType::Knight);
    table
};

/// The files and the ranks by their characters; all others have no square.
static LINES: [Bitboard; 256] = {
    let mut table = [Bitboard::EMPTY; 256];
    let mut line = 0;
    while line < 8 {
        table[b'a' as usize + line] = Bitboard::from_file(File::ALL[line]);
        table[b'1' as usize + line] = Bitboard::from_rank(Rank::ALL[line]);
        line += 1;
    }
    table
};

/// A move in one of the usual forms. Its set of origins may be empty; then the text is not a move, and none will be
/// found.
#[inline(always)]
pub(crate) fn read_word(text: &[u8]) -> Option<Word> {
    let text = match text {
        [unmarked @ .., b'+' | b'#'] => unmarked,
        _ => text,
    };
    let [before @ .., file, rank] = text else { return None };
    let (file_index, rank_index) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    if file_index | rank_index >= 8 {
        return None;
    }
    let destination = Square::wrapping(u32::from(8 * rank_index + file_index));
    let kind = |letter: u8| KINDS[usize::from(letter)];
    let line = |letter: u8| LINES[usize::from(letter)];
    let (piece_type, origins, captures) = match *before {
        [] => (PieceType::Pawn, line(*file), false),
        [first] => (kind(first)?, Bitboard::FULL, false),
        [first @ b'a'..=b'h', b'x'] => (PieceType::Pawn, line(first), true),
        [first, b'x'] => (kind(first)?, Bitboard::FULL, true),
        [first, second] => (kind(first)?, line(second), false),
        [first, second, b'x'] => (kind(first)?, line(second), true),
        _ => return None,
    };
    Some(Word { piece_type, origins, captures, destination })
}

#[cfg(test)]
mod tests {
    use super::super::read::{NamedMove, Spelling, read};
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

    /// Whatever is parsed here is parsed alike by the reader of all forms.
    #[test]
    #[cfg_attr(miri, ignore)]
    fn usual_forms_are_read_as_all_others_are() {
        let mut read_here = 0;
        for text in texts(b"ah18NKPXx+-=O(Q\0\xe1", 5).into_iter().chain(texts(b"b3Nx#", 8)) {
            // Without a possible origin it is not a move anywhere.
            if let Some(word) = read_word(&text).filter(|word| !word.origins.is_empty()) {
                let Ok(Spelling::Piece(named)) = read(&text) else { panic!("{:?}", text.escape_ascii()) };
                let is_pawn = word.piece_type == PieceType::Pawn;
                let own_file = Bitboard::from_file(word.destination.file());
                let origins =
                    if is_pawn && !word.captures { named.origins & own_file } else { named.origins };
                let expected = NamedMove {
                    piece_type: (!is_pawn).then_some(word.piece_type),
                    origins: word.origins,
                    destination: word.destination,
                    captures: word.captures,
                    names_file: named.names_file,
                    promotion: None,
                };
                assert_eq!(NamedMove { origins, ..named }, expected, "{:?}", text.escape_ascii());
                read_here += 1;
            }
        }
        assert!(read_here > 200, "{read_here}");
    }

    #[test]
    fn usual_forms_are_read_here() {
        for text in ["e4", "a1", "h8", "exd5", "Nf3", "Nbd7", "R1a3", "Ngxf3", "R1xa3", "Kxh8"] {
            for mark in ["", "+", "#"] {
                let text = [text, mark].concat();
                assert!(read_word(text.as_bytes()).is_some(), "{text}");
            }
        }
        for text in [
            "", "e", "+", "e4++", "e8=Q", "O-O", "e4!", "Nf3\0", "\0Nf3", "nf3", "N1bf3", "Nxbf3", "Nf3 ",
            "Q`xb2", "Q9b2", "bc3", "Nxxb3",
        ] {
            let word = read_word(text.as_bytes());
            assert!(word.is_none_or(|word| word.origins.is_empty()), "{text}");
        }
    }
}
