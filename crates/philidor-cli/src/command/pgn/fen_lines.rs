//! The positions of a game as lines of FEN, of which a move changes little.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
//!                       └ 1. e4 ┘ └──┘          two ranks; the others are kept as text
//! ```
//!
//! Castling, en passant, promotions and lost castling rights are rare: then everything is written anew.

use philidor::{CastlingRights, Color, Move, MoveType, PieceType, Position};

/// More bytes than a FEN and its line end have.
const LONGEST: usize = 128;

/// The text of a rank.
#[derive(Clone, Copy, Default)]
struct Rank {
    text: [u8; 8],
    len: usize,
}

impl Rank {
    /// A rank with these letters, 0 for an empty square.
    fn of(letters: &[u8; 8]) -> Rank {
        let mut rank = Rank::default();
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
        rank
    }

    fn push_empty(&mut self, squares: u8) {
        if squares > 0 {
            self.push(b'0' + squares);
        }
    }

    fn push(&mut self, byte: u8) {
        if let Some(place) = self.text.get_mut(self.len) {
            *place = byte;
            self.len += 1;
        }
    }
}

/// A position as a line, kept while moves are played.
pub(super) struct FenLine {
    /// The letters of the pieces, from rank 1 on.
    letters: [[u8; 8]; 8],
    ranks: [Rank; 8],
    rights: CastlingRights,
    /// How these rights are written.
    castling: String,
}

impl FenLine {
    /// The line of a position.
    pub(super) fn of(position: &Position) -> FenLine {
        let fen = position.to_string();
        let mut fields = fen.split(' ');
        let board = fields.next().unwrap_or_default();
        let mut letters = [[0; 8]; 8];
        for (rank, text) in letters.iter_mut().rev().zip(board.split('/')) {
            let mut file = 0;
            for byte in text.bytes() {
                match byte {
                    b'1'..=b'8' => file += usize::from(byte - b'0'),
                    letter => {
                        rank.get_mut(file).into_iter().for_each(|place| *place = letter);
                        file += 1;
                    }
                }
            }
        }
        let castling = fields.nth(1).unwrap_or_default().to_owned();
        let ranks = letters.map(|letters| Rank::of(&letters));
        FenLine { letters, ranks, rights: position.castling_rights(), castling }
    }

    /// A move was played, which led to a position.
    pub(super) fn play(&mut self, mv: Move, after: &Position) {
        // A rook may become, or no longer be, the outermost one, after which a right is named.
        let is_rook = |piece| piece == PieceType::Rook;
        let may_rename = !self.rights.is_empty()
            && (is_rook(mv.played_piece()) || mv.captured_piece().is_some_and(is_rook));
        let is_rare = mv.move_type() != MoveType::Normal || mv.promotion().is_some();
        if is_rare || may_rename || after.castling_rights() != self.rights {
            *self = FenLine::of(after);
            return;
        }
        let [origin, destination] = [mv.orig_square(), mv.dest_square()]
            .map(|square| (square.rank() as usize & 7, square.file() as usize & 7));
        let letter = std::mem::take(&mut self.letters[origin.0][origin.1]);
        self.letters[destination.0][destination.1] = letter;
        self.ranks[origin.0] = Rank::of(&self.letters[origin.0]);
        self.ranks[destination.0] = Rank::of(&self.letters[destination.0]);
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
        line.push_all(self.castling.as_bytes());
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
    /// A rank and a slash: eight bytes are copied, however many of them count.
    fn push_rank(&mut self, rank: &Rank) {
        if let Some(place) = self.bytes.get_mut(self.len..).and_then(|rest| rest.first_chunk_mut()) {
            *place = rank.text;
            self.len += rank.len;
        }
        self.push_all(b"/");
    }

    fn push_all(&mut self, bytes: &[u8]) {
        if let Some(place) = self.bytes.get_mut(self.len..self.len + bytes.len()) {
            place.copy_from_slice(bytes);
            self.len += bytes.len();
        }
    }

    fn push_number(&mut self, number: u32) {
        if number >= 10 {
            self.push_number(number / 10);
        }
        self.push_all(&[b'0' + (number % 10) as u8]);
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
