//! The positions of a game as lines of FEN, of which a move changes little.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
//!                       └ 1. e4 ┘ └──┘          two ranks; the others are kept as text
//! ```
//!
//! Castling, en passant and promotions change squares on the same two ranks, which are then read from the board.

use philidor::{Bitboard, CastlingRights, CastlingSide, Color, File, Move, MoveType, Position, Rank, Square};

/// More bytes than a FEN and its line end have.
const LONGEST: usize = 160;

/// The text of a rank.
#[derive(Clone, Copy, Default)]
struct RankText {
    /// The letters and numbers, then a slash.
    text: [u8; 16],
    len: usize,
}

impl RankText {
    /// A rank with these letters, 0 for an empty square.
    #[inline]
    fn of(letters: &[u8; 8]) -> RankText {
        let mut rank = RankText::default();
        let mut empty = 0;
        for &letter in letters {
            if letter == 0 {
                empty += 1;
                continue;
            }
            rank.push_empty(empty);
            rank.push(letter);
            empty = 0;
        }
        rank.push_empty(empty);
        rank.push(b'/');
        rank
    }

    #[inline(always)]
    fn push_empty(&mut self, squares: u8) {
        if squares > 0 {
            self.push(b'0' + squares);
        }
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        // At most nine bytes are written.
        self.text[self.len & 15] = byte;
        self.len += 1;
    }
}

/// How castling rights are written.
struct Castling {
    rights: CastlingRights,
    text: Vec<u8>,
    /// Whether each rook is on an a- or h-file. It then is the outermost one, whatever else moves.
    is_plain: bool,
}

impl Castling {
    fn of(position: &Position) -> Castling {
        let rights = position.castling_rights();
        let mut text = Vec::new();
        let mut is_plain = true;
        for (letter, color, side, file) in [
            (b'K', Color::White, CastlingSide::Short, File::H),
            (b'Q', Color::White, CastlingSide::Long, File::A),
            (b'k', Color::Black, CastlingSide::Short, File::H),
            (b'q', Color::Black, CastlingSide::Long, File::A),
        ] {
            if rights.has(color, side) {
                text.push(letter);
                is_plain &= position.castling_rooks().square(color, side).file() == file;
            }
        }
        if !is_plain {
            // Which letters name the rooks depends on the other rooks.
            text = position.to_string().split(' ').nth(2).unwrap_or_default().into();
        } else if text.is_empty() {
            text.push(b'-');
        }
        Castling { rights, text, is_plain }
    }
}

/// A position as a line, kept while moves are played.
pub(super) struct FenLine {
    /// The letters of the pieces, from rank 1 on.
    letters: [[u8; 8]; 8],
    ranks: [RankText; 8],
    castling: Castling,
}

impl FenLine {
    /// The line of a position.
    pub(super) fn of(position: &Position) -> FenLine {
        let mut line = FenLine {
            letters: [[0; 8]; 8],
            ranks: [RankText::default(); 8],
            castling: Castling::of(position),
        };
        Rank::ALL.into_iter().for_each(|rank| line.read_rank(rank, position));
        line
    }

    /// Reads a rank from the board.
    fn read_rank(&mut self, rank: Rank, position: &Position) {
        let mut letters = [0; 8];
        for square in position.board().occupied() & Bitboard::rank(rank) {
            letters[square.file() as usize & 7] =
                position.board().piece_at(square).map_or(0, |piece| piece.letter() as u8);
        }
        self.letters[rank as usize & 7] = letters;
        self.ranks[rank as usize & 7] = RankText::of(&letters);
    }

    /// A move was played, which led to a position.
    pub(super) fn play(&mut self, mv: Move, after: &Position) {
        let Castling { rights, is_plain, .. } = self.castling;
        if after.castling_rights() != rights || !is_plain {
            self.castling = Castling::of(after);
        }
        let [origin, destination] = [mv.orig_square(), mv.dest_square()];
        if mv.move_type() != MoveType::Normal {
            self.read_rank(origin.rank(), after);
            self.read_rank(destination.rank(), after);
            return;
        }
        let letter = std::mem::take(self.letter_mut(origin));
        *self.letter_mut(destination) = letter;
        for rank in [origin.rank(), destination.rank()].map(|rank| rank as usize & 7) {
            self.ranks[rank] = RankText::of(&self.letters[rank]);
        }
    }

    #[inline(always)]
    fn letter_mut(&mut self, square: Square) -> &mut u8 {
        &mut self.letters[square.rank() as usize & 7][square.file() as usize & 7]
    }

    /// Appends the line of the position that was reached.
    pub(super) fn write(&self, position: &Position, text: &mut Vec<u8>) {
        let mut line = Line { bytes: [0; LONGEST], len: 0 };
        for rank in self.ranks.iter().rev() {
            line.push_rank(rank);
        }
        // The slash after the last rank becomes the space.
        line.len -= 1;
        line.push_all(if position.side_to_move() == Color::White { b" w " } else { b" b " });
        line.push_all(&self.castling.text);
        match position.en_passant() {
            Some(square) => {
                line.push_all(&[b' ', b'a' + square.file() as u8, b'1' + square.rank() as u8, b' '])
            }
            None => line.push_all(b" - "),
        }
        line.push_number(position.halfmove_clock().into());
        line.push_all(b" ");
        line.push_number(position.fullmove_number());
        line.push_all(b"\n");
        text.extend_from_slice(line.bytes.get(..line.len).unwrap_or_default());
    }
}

/// A line while it is written.
struct Line {
    bytes: [u8; LONGEST],
    len: usize,
}

impl Line {
    /// A rank and a slash: sixteen bytes are copied, however many of them count.
    #[inline(always)]
    fn push_rank(&mut self, rank: &RankText) {
        if let Some(place) = self.bytes.get_mut(self.len..).and_then(|rest| rest.first_chunk_mut()) {
            *place = rank.text;
            self.len += rank.len;
        }
    }

    #[inline(always)]
    fn push_all(&mut self, bytes: &[u8]) {
        if let Some(place) = self.bytes.get_mut(self.len..self.len + bytes.len()) {
            place.copy_from_slice(bytes);
            self.len += bytes.len();
        }
    }

    #[inline(always)]
    fn push_digit(&mut self, digit: u32) {
        self.push_all(&[b'0' + (digit % 10) as u8]);
    }

    #[inline]
    fn push_number(&mut self, number: u32) {
        match number {
            0..10 => {}
            10..100 => self.push_digit(number / 10),
            _ => self.push_digits(number / 10),
        }
        self.push_digit(number);
    }

    /// All digits of a number that few games reach.
    #[cold]
    fn push_digits(&mut self, number: u32) {
        if number >= 10 {
            self.push_digits(number / 10);
        }
        self.push_digit(number);
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
                let mut text = b"x".to_vec();
                line.write(&position, &mut text);
                assert_eq!(String::from_utf8(text), Ok(format!("x{position}\n")));
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let mv = moves[(random >> 33) as usize % moves.len()];
                unusual += usize::from(mv.move_type() != MoveType::Normal);
                position.play(mv);
                line.play(mv, &position);
            }
        }
        assert!(unusual > 20, "{unusual}");
    }
}
