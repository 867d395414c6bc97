//! The positions of a game as FENs, one per line. A move changes little of the line.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
//!                       └ 1. e4 ┘ └──┘          two ranks; the others are kept as text
//! ```
//!
//! Castling, en passant and promotions change squares on the same two ranks, which are then read from the board.
//!
//! Everything on the line but the longest numbers is a [`ShortText`]: its eight bytes are stored at once, and what
//! comes next overwrites those that do not count.

use philidor::{Bitboard, CastlingRights, CastlingSide, Color, File, Move, MoveType, Position, Rank, Square};

use super::rank_text::rank_text;
use super::short_text::ShortText;

/// More bytes than a FEN and its line end have, even if the last eight are stored at once.
const MAX_LINE: usize = 128;

/// How castling rights are written.
#[derive(Clone, Copy)]
struct Castling {
    rights: CastlingRights,
    /// The letters, or a dash, and a space.
    text: ShortText,
    /// Whether each rook is on an a- or h-file. It then is the outermost one, whatever else moves.
    is_plain: bool,
}

impl Castling {
    fn of(position: &Position) -> Castling {
        let rights = position.castling_rights();
        let mut text = ShortText::EMPTY;
        let mut is_plain = true;
        for (letter, color, side, file) in [
            (b'K', Color::White, CastlingSide::KingSide, File::H),
            (b'Q', Color::White, CastlingSide::QueenSide, File::A),
            (b'k', Color::Black, CastlingSide::KingSide, File::H),
            (b'q', Color::Black, CastlingSide::QueenSide, File::A),
        ] {
            if rights.has(color, side) {
                text = text.then(letter);
                is_plain &= position.castling_rooks().square(color, side).file() == file;
            }
        }
        if rights == CastlingRights::NONE {
            text = text.then(b'-');
        }
        if !is_plain {
            // Which letters name the rooks depends on the other rooks.
            let fen = position.to_string();
            let letters = fen.split(' ').nth(2).unwrap_or_default();
            text = letters.bytes().fold(ShortText::EMPTY, ShortText::then);
        }
        Castling { rights, text: text.then(b' '), is_plain }
    }
}

/// A position as a line, kept while moves are played.
#[derive(Clone)]
pub(crate) struct FenLine {
    /// The letters of the pieces, a word for each rank from the first on, whose lowest byte is the a-file; 0 for an
    /// empty square.
    letters: [u64; 8],
    ranks: [ShortText; 8],
    castling: Castling,
}

impl FenLine {
    pub(crate) fn of(position: &Position) -> FenLine {
        let mut line =
            FenLine { letters: [0; 8], ranks: [ShortText::EMPTY; 8], castling: Castling::of(position) };
        Rank::ALL.into_iter().for_each(|rank| line.read_rank(rank, position));
        line
    }

    /// Reads a rank from the board.
    fn read_rank(&mut self, rank: Rank, position: &Position) {
        let letters = self.letters_mut(rank);
        *letters = 0;
        for square in position.board().occupied() & Bitboard::from_rank(rank) {
            let letter = position.board().piece_at(square).map_or(0, |piece| piece.letter() as u8);
            *letters |= u64::from(letter) << shift(square);
        }
        self.write_rank(rank, position);
    }

    /// Updates the line after a move, which led to a position.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move, after: &Position) {
        let Castling { rights, is_plain, .. } = self.castling;
        if after.castling_rights() != rights || !is_plain {
            self.castling = Castling::of(after);
        }
        let [origin, destination] = [mv.orig_square(), mv.dest_square()];
        let [from, to] = [origin.rank(), destination.rank()];
        if mv.move_type() != MoveType::Normal {
            self.read_rank(from, after);
            self.read_rank(to, after);
            return;
        }
        let letters = self.letters_mut(from);
        let letter = *letters >> shift(origin) & 0xff;
        *letters ^= letter << shift(origin);
        let letters = self.letters_mut(to);
        *letters = *letters & !(0xff << shift(destination)) | letter << shift(destination);
        self.write_rank(from, after);
        self.write_rank(to, after);
    }

    #[inline(always)]
    fn letters_mut(&mut self, rank: Rank) -> &mut u64 {
        &mut self.letters[rank as usize & 7]
    }

    /// Writes the text of a rank from its letters.
    #[inline(always)]
    fn write_rank(&mut self, rank: Rank, position: &Position) {
        let rank = rank as usize & 7;
        let occupied = position.board().occupied().0.to_le_bytes()[rank];
        self.ranks[rank] = rank_text(self.letters[rank], occupied);
    }

    /// Appends the line of the position that was reached.
    #[inline]
    pub(crate) fn write(&self, position: &Position, text: &mut Vec<u8>) {
        let mut line = LineWriter { bytes: [0; MAX_LINE], len: 0 };
        let [others @ .., first] = &self.ranks;
        line.push(*first);
        others.iter().rev().for_each(|&rank| line.push_after(b'/', rank));
        let side = if position.side_to_move() == Color::White { b'w' } else { b'b' };
        line.push(ShortText::from_bytes([b' ', side, b' ']));
        line.push(self.castling.text);
        line.push(match position.en_passant() {
            Some(square) => {
                ShortText::from_bytes([b'a' + square.file() as u8, b'1' + square.rank() as u8, b' '])
            }
            None => ShortText::from_bytes([b'-', b' ']),
        });
        line.push_number(position.halfmove_clock().into(), b' ');
        line.push_number(position.fullmove_number(), b'\n');
        text.extend_from_slice(line.bytes.get(..line.len).unwrap_or_default());
    }
}

/// By how many bits the letter of a square is shifted in the word of its rank.
#[inline(always)]
fn shift(square: Square) -> u32 {
    8 * square.file() as u32
}

/// A line while it is written.
struct LineWriter {
    bytes: [u8; MAX_LINE],
    len: usize,
}

impl LineWriter {
    #[inline(always)]
    fn push(&mut self, text: ShortText) {
        if let Some(place) = self.bytes.get_mut(self.len..).and_then(|rest| rest.first_chunk_mut()) {
            *place = text.bytes();
            self.len += text.len();
        }
    }

    #[inline(always)]
    fn push_after(&mut self, byte: u8, text: ShortText) {
        if let Some([place, after @ ..]) =
            self.bytes.get_mut(self.len..).and_then(|rest| rest.first_chunk_mut::<9>())
        {
            *place = byte;
            *after = text.bytes();
            self.len += 1 + text.len();
        }
    }

    /// A number, and a byte after it.
    #[inline(always)]
    fn push_number(&mut self, number: u32, after: u8) {
        match ShortText::from_number(number) {
            Some(text) => self.push(text.then(after)),
            None => self.push_large(number, after),
        }
    }

    /// The same for a number that few games reach.
    #[cold]
    fn push_large(&mut self, number: u32, after: u8) {
        let digits = number.to_string();
        for byte in digits.bytes().chain([after]) {
            self.push(ShortText::from_bytes([byte]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of random moves, from starts with many castles, promotions and captures en passant.
    #[test]
    fn the_line_is_the_fen_of_every_position() {
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 99 4294967295",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "1r2k1r1/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1",
        ];
        let mut random = 1838_u64;
        let mut unusual = 0;
        for start in starts.repeat(8) {
            let mut position: Position = start.parse().expect("a position");
            let mut line = FenLine::of(&position);
            for _ in 0..120 {
                let mut text = Vec::new();
                line.write(&position, &mut text);
                assert_eq!(text.escape_ascii().to_string(), format!("{position}\\n"));
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let mv = moves[(random >> 33) as usize % moves.len()];
                unusual += usize::from(mv.move_type() != MoveType::Normal);
                position.play_unchecked(mv);
                line.play(mv, &position);
            }
        }
        assert!(unusual > 20, "{unusual}");
    }
}
