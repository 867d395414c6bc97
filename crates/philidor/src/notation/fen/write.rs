//! A FEN written byte by byte.

use core::fmt;

use super::castling::{Written, written_as};
use super::{CastlingNotation, Fen};
use crate::position::{Board, Setup};
use crate::types::{CastlingRights, CastlingSide, Color, Piece, PieceType};

impl fmt::Display for Fen {
    /// The six fields, the castling rights in the notation in which they were read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(FenText::new(self).as_str())
    }
}

/// A buffer for writing a FEN: byte by byte here, then to the formatter in one piece, which is fast.
struct FenText {
    bytes: [u8; FenText::MAX_BYTES],
    len: usize,
}

impl FenText {
    /// 64 pieces and seven slashes, the side, four rights, a square, and clocks of 16 and 32 bits.
    const MAX_BYTES: usize =
        "/".len() * 7 + 64 + " w".len() + " KQkq".len() + " e3".len() + " 65535".len() + " 4294967295".len();

    fn new(fen: &Fen) -> FenText {
        let Setup { board, state, .. } = &fen.setup;
        let mut text = FenText { bytes: [0; FenText::MAX_BYTES], len: 0 };
        text.push_board(board);
        text.push(b' ');
        text.push(state.side_to_move.letter() as u8);
        text.push(b' ');
        text.push_castling(&fen.setup, fen.castling);
        text.push(b' ');
        match state.en_passant {
            Some(square) => {
                text.push(square.file().letter() as u8);
                text.push(square.rank().letter() as u8);
            }
            None => text.push(b'-'),
        }
        text.push(b' ');
        text.push_number(state.halfmove_clock.into());
        text.push(b' ');
        text.push_number(state.fullmove_number);
        text
    }

    fn as_str(&self) -> &str {
        let written = self.bytes.get(..self.len).unwrap_or_default();
        str::from_utf8(written).unwrap_or_default()
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.len) {
            *place = byte;
            self.len += 1;
        }
    }

    /// The digits, computed from last to first.
    fn push_number(&mut self, number: u32) {
        let mut digits = [b'0'; 10];
        let mut rest = number;
        let mut len = 0;
        for digit in digits.iter_mut().rev() {
            *digit += (rest % 10) as u8;
            rest /= 10;
            len += 1;
            if rest == 0 {
                break;
            }
        }
        digits.iter().skip(digits.len() - len).for_each(|&digit| self.push(digit));
    }

    fn push_board(&mut self, board: &Board) {
        let mut letters = [0; 64];
        for color in Color::ALL {
            for piece_type in PieceType::ALL {
                let letter = Piece::new(color, piece_type).letter() as u8;
                for square in board.colored_pieces(color, piece_type) {
                    letters[square.index()] = letter;
                }
            }
        }
        let ranks = letters.as_chunks::<8>().0.iter().zip(board.occupied().0.to_le_bytes()).rev();
        for (index, (letters, occupied)) in ranks.enumerate() {
            if index > 0 {
                self.push(b'/');
            }
            self.push_rank(letters, occupied);
        }
    }

    /// A rank, given its letters and the set of occupied files, the a-file in the lowest bit.
    #[inline(always)]
    fn push_rank(&mut self, letters: &[u8; 8], occupied: u8) {
        let (mut rest, mut file) = (occupied, 0);
        while rest != 0 {
            let next = rest.trailing_zeros() as u8;
            self.push_empty(next - file);
            self.push(letters[usize::from(next & 7)]);
            file = next + 1;
            rest &= rest - 1;
        }
        self.push_empty(8 - file);
    }

    fn push_empty(&mut self, squares: u8) {
        if squares > 0 {
            self.push(b'0' + squares);
        }
    }

    fn push_castling(&mut self, setup: &Setup, notation: CastlingNotation) {
        if setup.state.castling_rights.is_empty() {
            return self.push(b'-');
        }
        for (right, color, side) in CastlingRights::EACH {
            if (setup.state.castling_rights & right).is_empty() {
                continue;
            }
            let letter = match (written_as(setup, color, side, notation), side) {
                (Written::File(file), _) => file.letter(),
                (Written::Outermost | Written::Lost, CastlingSide::KingSide) => 'k',
                (Written::Outermost | Written::Lost, CastlingSide::QueenSide) => 'q',
            } as u8;
            self.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
    }
}
