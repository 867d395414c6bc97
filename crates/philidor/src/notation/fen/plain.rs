//! The fast path for a FEN that is spelled as programs spell it, as nearly all are.
//!
//! The board is read without a branch on what a letter is. For each byte, a table gives the set that the square joins,
//! how far to advance, and what must not follow what; bytes without a piece have a set of their own, which is never
//! read. Faults set bits of a number that must be zero at the end.
//!
//! ```text
//! r n b q k b n r / p p p p 1 p p p / 8 / …
//! ▲ one square on, into the set of black rooks
//!                 ▲ must stand after 8, 16, 24 … squares
//!                           ▲ one square on, into no set; not after another digit
//!                                     ▲ eight squares on
//! ```
//!
//! A text that is not plain in this sense (it is wrong, names rooks by their files, or has two blanks in a row) is read
//! again word by word in `read.rs`, which knows the columns and the faults.

use crate::position::{Board, Setup, State, zobrist};
use crate::types::{
    Bitboard, CastlingRights, CastlingRooks, CastlingSide, Color, File, PieceType, Rank, Square,
};

/// What a byte means between the first letter and the first blank.
#[derive(Clone, Copy)]
struct Step {
    /// The row of the set and of the key's words: a piece type, plus 8 for Black; or `NO_PIECE`.
    row: u8,
    /// How many squares to advance.
    squares: u8,
    /// All bits set for a digit.
    digit: u8,
    /// All bits set for the end of a rank.
    slash: u8,
    /// All bits set for what ends the board, or is wrong in it.
    end: u8,
}

/// The row of squares without a piece.
const NO_PIECE: u8 = 7;

/// The longest plain text: eight ranks of eight letters, and every other field at its longest.
///
/// ```text
/// rnbqkbnr/pppppppp/ … /RNBQKBNR w KQkq a1 9999 999999999
/// 71                             2 5    3  5    10
/// ```
const LONGEST: usize = 71 + 2 + 5 + 3 + 5 + 10;

/// What each byte means.
const STEPS: [Step; 256] = {
    let nothing = Step { row: NO_PIECE, squares: 0, digit: 0, slash: 0, end: 0 };
    let mut steps = [Step { end: !0, ..nothing }; 256];
    let mut row = 0;
    while row < 6 {
        let letter = b"kqrbnp"[row as usize];
        steps[letter as usize] = Step { row: row + 8, squares: 1, ..nothing };
        steps[letter.to_ascii_uppercase() as usize] = Step { row, squares: 1, ..nothing };
        row += 1;
    }
    let mut squares = 1;
    while squares <= 8 {
        steps[(b'0' + squares) as usize] = Step { squares, digit: !0, ..nothing };
        squares += 1;
    }
    steps[b'/' as usize] = Step { slash: !0, ..nothing };
    steps
};

/// The setup, and the key of its pieces. `None` does not mean that the text is wrong: `read.rs` has to look.
pub(crate) fn read(text: &[u8]) -> Option<(Setup, u64)> {
    // No counter overflows, and half a gigabyte of digits is not read twice.
    if text.len() > LONGEST {
        return None;
    }
    let (board, key, text) = read_board(text)?;
    let (side_to_move, text) = match text {
        [b' ', b'w', b' ', rest @ ..] => (Color::White, rest),
        [b' ', b'b', b' ', rest @ ..] => (Color::Black, rest),
        _ => return None,
    };
    let (castling_rights, text) = match text {
        [b'-', rest @ ..] => (CastlingRights::NONE, rest),
        _ => read_rights(text, &board)?,
    };
    let (en_passant, text) = match *text {
        [b' ', b'-', ref rest @ ..] => (None, rest),
        [b' ', file @ b'a'..=b'h', rank @ b'1'..=b'8', ref rest @ ..] => {
            (Some(Square::wrapping(u32::from(rank - b'1') * 8 + u32::from(file - b'a'))), rest)
        }
        _ => return None,
    };
    let mut state = State { castling_rights, en_passant, side_to_move, ..State::default() };
    let mut rest = text;
    if !rest.is_empty() {
        let (halfmove_clock, text) = read_number::<4>(text)?;
        state.halfmove_clock = u16::try_from(halfmove_clock).ok()?;
        (state.fullmove_number, rest) = read_number::<9>(text)?;
    }
    rest.is_empty().then_some((Setup { board, state, castling_rooks: CastlingRooks::STANDARD }, key))
}

/// The board, the key of its pieces, and what follows.
#[inline(always)]
fn read_board(text: &[u8]) -> Option<(Board, u64, &[u8])> {
    let (mut sets, mut key) = ([Bitboard::EMPTY; 16], 0);
    let (mut squares, mut slashes, mut last_digit, mut wrong) = (0_u32, 0_u32, 0, 0_u32);
    let mut length = 0;
    for &byte in text {
        let Step { row, squares: passed, digit, slash, end } = STEPS[usize::from(byte)];
        if end != 0 {
            break;
        }
        // Ranks are written from the eighth to the first.
        let square = Square::wrapping((squares & 63) ^ 56);
        sets[usize::from(row) % 16] |= square.into();
        key ^= zobrist::word(row, square);
        slashes += u32::from(slash & 1);
        wrong |= ((squares ^ (8 * slashes)) & u32::from(slash)) | u32::from(digit & last_digit);
        squares += u32::from(passed);
        last_digit = digit;
        length += 1;
    }
    let [k, q, r, b, n, p, _, _, black @ ..] = sets;
    let [black_k, black_q, black_r, black_b, black_n, black_p, ..] = black;
    let board = Board::from_sets(
        Color::White,
        [k, q, r, b, n, p],
        [black_k, black_q, black_r, black_b, black_n, black_p],
    );
    (squares == 64 && slashes == 7 && wrong == 0).then(|| (board, key, &text[length..]))
}

/// Rights as `KQkq`, each for a rook in the corner, and what follows.
#[inline(always)]
fn read_rights<'a>(text: &'a [u8], board: &Board) -> Option<(CastlingRights, &'a [u8])> {
    let mut rights = CastlingRights::NONE;
    let mut rest = text;
    while let [letter @ (b'K' | b'Q' | b'k' | b'q'), after @ ..] = rest {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let (side, file) = match letter.to_ascii_lowercase() {
            b'k' => (CastlingSide::KingSide, File::H),
            _ => (CastlingSide::QueenSide, File::A),
        };
        let corner = Square::new(file, Rank::First.relative_to(color));
        let stands = board.colored_pieces(color, PieceType::Rook).contains(corner);
        if !stands || rights.has(color, side) {
            return None;
        }
        rights.insert(CastlingRights::new(color, side));
        rest = after;
    }
    (rest.len() < text.len()).then_some((rights, rest))
}

/// A blank and a number of at most this many digits, and what follows.
#[inline(always)]
fn read_number<const DIGITS: usize>(text: &[u8]) -> Option<(u32, &[u8])> {
    let [b' ', rest @ ..] = text else { return None };
    let mut rest = rest;
    let (mut number, mut digits) = (0, 0);
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        if digits == DIGITS {
            return None;
        }
        number = number * 10 + u32::from(digit - b'0');
        (digits, rest) = (digits + 1, after);
    }
    (digits > 0).then_some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::super::Fen;
    use super::*;
    use crate::attacks::SplitMix;
    use std::string::String;
    use std::vec::Vec;

    const PLAIN: [&str; 5] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b qK - 9999 999999999",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - a8",
        "qqqqqqqq/1p1p1p1p/7P/8/8/k7/KKKKKKKK/8 b - h4 0050 0",
        "8/8/8/8/8/8/8/8 w - - 0 1",
    ];

    fn in_words(text: &str) -> Option<Setup> {
        text.parse::<Fen>().ok().map(|fen| fen.setup)
    }

    #[test]
    fn plain_texts_go_the_short_way() {
        for text in PLAIN {
            let (setup, key) = read(text.as_bytes()).expect(text);
            assert_eq!((Some(setup), key), (in_words(text), zobrist::pieces(&setup.board)), "{text}");
        }
    }

    #[test]
    fn others_are_left_to_the_long_way() {
        let [start, ..] = PLAIN;
        for (from, to) in [
            ("8/8/8/8/", "8/8/44/8/"),    // two digits in a row
            ("8/8/8/8/", "8/8/8/8/8/"),   // a rank too many
            ("pppppppp/8", "ppppppp/81"), // 64 squares, the ends of ranks elsewhere
            ("pppppppp/8/8/8", "pppppppp88/8/"),
            ("KQkq", "KK"),
            ("KQkq", "HAha"),
            ("KQkq", ""),
            ("RNBQKBNR", "1NBQKBNR"), // Q without a rook in the corner
            ("0 1", "00000 1"),
            ("0 1", "0 1 "),
            ("0 1", "0"),
            ("0 1", "0 -1"),
            (" - 0", "  - 0"),
            (" - 0", " i3 0"),
            ("rnb", "\u{fc}nb"),
        ] {
            let text = start.replacen(from, to, 1);
            assert_ne!(text, start);
            assert_eq!(read(text.as_bytes()).map(|read| read.0), None, "{text}");
        }
    }

    #[test]
    fn the_longest_plain_text_is_read_by_the_fast_path() {
        let board = "rnbqkbnr/pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/RNBQKBNR";
        let text = [board, " w KQkq e3 9999 999999999"].concat();
        assert_eq!(text.len(), LONGEST);
        assert!(read(text.as_bytes()).is_some_and(|read| Some(read.0) == in_words(&text)));
    }

    /// More squares than 32 bits can count.
    #[test]
    #[cfg(target_pointer_width = "64")]
    #[cfg_attr(miri, ignore = "half a gigabyte")]
    fn a_text_of_any_length_is_left_to_the_long_way() {
        assert_eq!(read(&std::vec![b'8'; 1 << 29]).map(|read| read.0), None);
    }

    #[test]
    fn both_ways_read_the_same() {
        let mut random = SplitMix(64);
        let alphabet: Vec<char> = "kqrbnpKQRBNP0123456789/ -wbacdefgh\u{e9}".chars().collect();
        let (mut short, mut refused) = (0, 0);
        for round in 0..20_000 {
            let mut text: Vec<char> = PLAIN[round % PLAIN.len()].chars().collect();
            for _ in 0..=round % 3 {
                let at = random.next() as usize % text.len();
                let other = alphabet[random.next() as usize % alphabet.len()];
                match random.next() % 4 {
                    0 => text.insert(at, other),
                    1 => drop(text.remove(at)),
                    _ => text[at] = other,
                }
            }
            let text: String = text.into_iter().collect();
            match read(text.as_bytes()) {
                Some((setup, key)) => {
                    assert_eq!(
                        (Some(setup), key),
                        (in_words(&text), zobrist::pieces(&setup.board)),
                        "{text}"
                    );
                    short += 1;
                }
                None => refused += usize::from(in_words(&text).is_none()),
            }
            assert_eq!(text.parse::<Setup>().ok(), in_words(&text), "{text}");
        }
        assert!(short > 500 && refused > 10_000, "{short} short, {refused} refused");
    }
}
